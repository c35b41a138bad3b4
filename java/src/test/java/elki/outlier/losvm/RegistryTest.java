/*
 * This file is part of pyelki-losdd, an ELKI plugin:
 * Leave-Out Support Vector Data Description for Outlier Detection
 *
 * Copyright (C) 2026
 * The pyelki-losdd developers
 *
 * This program is free software: you can redistribute it and/or modify
 * it under the terms of the GNU Affero General Public License as published by
 * the Free Software Foundation, either version 3 of the License, or
 * (at your option) any later version.
 *
 * This program is distributed in the hope that it will be useful,
 * but WITHOUT ANY WARRANTY; without even the implied warranty of
 * MERCHANTABILITY or FITNESS FOR A PARTICULAR PURPOSE. See the
 * GNU Affero General Public License for more details.
 *
 * You should have received a copy of the GNU Affero General Public License
 * along with this program. If not, see <http://www.gnu.org/licenses/>.
 */
package elki.outlier.losvm;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import org.junit.Test;

import elki.Algorithm;
import elki.outlier.OutlierAlgorithm;
import elki.outlier.losvm.bandwidth.Bandwidth;
import elki.outlier.losvm.bandwidth.Scott;
import elki.outlier.losvm.bandwidth.Silverman;
import elki.outlier.losvm.bandwidth.Sklearn;
import elki.outlier.losvm.kernel.Laplace;
import elki.outlier.losvm.kernel.Linear;
import elki.outlier.losvm.kernel.Polynomial;
import elki.outlier.losvm.kernel.RBF;
import elki.outlier.losvm.kernel.RationalQuadratic;
import elki.outlier.losvm.kernel.VectorKernel;
import elki.utilities.ELKIServiceRegistry;

/**
 * ELKI finds what is in the jar.
 */
public class RegistryTest {
  @Test
  public void jar() {
    // In a folder of classes, ELKI finds classes by other means.
    for(Class<?> c : new Class<?>[] { LOSDD.class, LOSOC.class, RBF.class }) {
      String source = c.getProtectionDomain().getCodeSource().getLocation().getPath();
      assertTrue(source, source.endsWith(".jar"));
    }
  }

  @Test
  public void algorithms() {
    for(Class<?> type : new Class<?>[] { Algorithm.class, OutlierAlgorithm.class }) {
      assertTrue(ELKIServiceRegistry.findAllImplementations(type).contains(LOSDD.class));
      assertTrue(ELKIServiceRegistry.findAllImplementations(type).contains(LOSOC.class));
      assertEquals(LOSDD.class, ELKIServiceRegistry.findImplementation(type, "losdd"));
      assertEquals(LOSOC.class, ELKIServiceRegistry.findImplementation(type, "losoc"));
    }
    assertEquals(LOSDD.class, ELKIServiceRegistry.findImplementation(Algorithm.class, "outlier.losvm.LOSDD"));
  }

  @Test
  public void kernels() {
    Class<?>[] classes = { RBF.class, Laplace.class, RationalQuadratic.class, Linear.class, Polynomial.class };
    String[] names = { "rbf", "laplace", "rational_quadratic", "linear", "polynomial" };
    for(int i = 0; i < names.length; i++) {
      assertEquals(classes[i], ELKIServiceRegistry.findImplementation(VectorKernel.class, names[i]));
    }
    assertEquals(names.length, ELKIServiceRegistry.findAllImplementations(VectorKernel.class).size());
  }

  @Test
  public void bandwidths() {
    assertEquals(Silverman.class, ELKIServiceRegistry.findImplementation(Bandwidth.class, "silverman"));
    assertEquals(Scott.class, ELKIServiceRegistry.findImplementation(Bandwidth.class, "scott"));
    assertEquals(Sklearn.class, ELKIServiceRegistry.findImplementation(Bandwidth.class, "sklearn"));
  }
}
