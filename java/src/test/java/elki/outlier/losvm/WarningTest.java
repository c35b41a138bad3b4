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

import java.util.List;
import java.util.logging.Level;

import org.junit.Test;

import elki.outlier.losvm.kernel.PrecomputedKernel;

/**
 * One warning, but only for kernels that have degenerated.
 */
public class WarningTest {
  private static final double[][] DATA = TestData.random(111, 30, 2, 0.);

  private static List<String> warnings(String method, double[][] data, Object... options) {
    try (LogCapture log = new LogCapture(Level.WARNING)) {
      TestData.run(method, data, options);
      return log.messages(Level.WARNING);
    }
  }

  private static void assertWarning(List<String> warnings, String... words) {
    assertEquals(warnings.toString(), 1, warnings.size());
    for(String word : words) {
      assertTrue(warnings.get(0), warnings.get(0).contains(word));
    }
  }

  @Test
  public void identity() {
    for(String method : TestData.METHODS) {
      for(String kernel : new String[] { "rbf", "laplace", "rational_quadratic" }) {
        assertWarning(warnings(method, DATA, "losvm.kernel", kernel, "losvm.gamma", 1e9), "identity", "Decrease losvm.gamma, now 1.0E9");
      }
      assertWarning(warnings(method, DATA, "losvm.kernel", "RadialBasisFunctionKernel", "kernel.rbf.gamma", 1e9), "identity", "Decrease", "kernel");
      assertWarning(warnings(method, TestData.duplicated(DATA), "losvm.gamma", 1e9), "identity");
    }
  }

  @Test
  public void constant() {
    for(String method : TestData.METHODS) {
      for(String kernel : new String[] { "rbf", "laplace", "rational_quadratic" }) {
        assertWarning(warnings(method, DATA, "losvm.kernel", kernel, "losvm.gamma", 1e-15), "constant", "Increase losvm.gamma, now 1.0E-15", "standardize");
      }
    }
  }

  @Test
  public void none() {
    for(String method : TestData.METHODS) {
      for(KernelCase kernel : KernelCase.values()) {
        assertEquals(List.of(), warnings(method, kernel.data(method, 112, 30), kernel.with()));
        assertEquals(List.of(), warnings(method, kernel.data(method, 112, 30), kernel.with("losvm.nu", .3)));
      }
      for(String bandwidth : new String[] { "silverman", "scott", "sklearn" }) {
        assertEquals(List.of(), warnings(method, DATA, "losvm.bandwidth", bandwidth));
      }
      // Identical objects are what they are.
      assertEquals(List.of(), warnings(method, new double[9][2], "losvm.batches", 2));
    }
  }

  @Test
  public void negativeKernel() {
    // Every point is a support vector, but this is not the identity.
    double[][] matrix = { { 1, -.2, -.2, -.2 }, { -.2, 1, -.2, -.2 }, { -.2, -.2, 1, -.2 }, { -.2, -.2, -.2, 1 } };
    for(String method : TestData.METHODS) {
      assertEquals(List.of(), warnings(method, new double[4][1], "losvm.kernel", new PrecomputedKernel(matrix), "losvm.batches", 0));
    }
  }
}
