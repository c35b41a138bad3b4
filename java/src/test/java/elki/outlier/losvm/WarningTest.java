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

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.logging.Level;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

import org.junit.Test;

import elki.outlier.losvm.kernel.PrecomputedKernel;

/**
 * One warning for each cause, but only where it is true.
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

  private static double[][] gaussian(long seed, int n, int d) {
    final Random random = new Random(seed);
    return IntStream.range(0, n).mapToObj(i -> DoubleStream.generate(random::nextGaussian).limit(d).toArray()).toArray(double[][]::new);
  }

  /** Gaussian data with two gross errors, each entered several times. */
  private static double[][] twins(int copies, double spread) {
    final double[][] data = gaussian(10, 150 + 2 * copies, 2);
    for(int i = 150; i < data.length; i++) {
      data[i][0] = spread * data[i][0] + (i % 2 == 0 ? 8. : -8.);
      data[i][1] = spread * data[i][1] + 8.;
    }
    return data;
  }

  @Test
  public void twins() {
    for(String method : TestData.METHODS) {
      for(double spread : new double[] { 0., .01, .5 }) {
        assertEquals(List.of(), warnings(method, twins(1, spread)));
        for(int copies : new int[] { 2, 3, 5 }) {
          assertWarning(warnings(method, twins(copies, spread)), "objects would be outliers, but have twins", "losvm.nu", "LOSDDEnsemble");
          assertEquals(List.of(), warnings(method, twins(copies, spread), "losvm.nu", .2, "losvm.bandwidth", "sklearn"));
        }
      }
      assertWarning(warnings(method, twins(2, 0.)), "4 objects");
      assertWarning(warnings(method, twins(3, 0.)), "6 objects");
      assertWarning(warnings(method, twins(2, .01), "losvm.reference", "final"), "4 objects");
      // Hidden for ever: others are removed instead.
      assertWarning(warnings(method, twins(2, 0.), "losvm.remove", .5), "4 objects");
      // A plain SVM leaves nothing out.
      assertEquals(List.of(), warnings(method, twins(2, 0.), "losvm.batches", 0));
    }
  }

  @Test
  public void twinsInLowDimensions() {
    for(int dim = 1; dim <= 3; dim++) {
      for(int seed = 0; seed < 20; seed++) {
        assertEquals(List.of(), warnings("LOSDD", gaussian(seed, 100, dim)));
      }
    }
  }

  @Test
  public void manyColumns() {
    for(int dim : new int[] { 6, 8, 12 }) {
      assertWarning(warnings("LOSDD", gaussian(113, 200, dim)), "nearly the identity", "of 200 points");
    }
    // Few points are no reason to warn.
    for(int n = 3; n < 20; n++) {
      assertEquals(List.of(), warnings("LOSDD", gaussian(113, n, 2), "losvm.batches", 1));
    }
    // A wider kernel is the cure.
    assertEquals(List.of(), warnings("LOSDD", gaussian(113, 200, 12), "losvm.bandwidth", "sklearn"));
  }

  @Test
  public void constantColumn() {
    final double[][] more = Arrays.stream(DATA).map(row -> new double[] { row[0], 7.5, row[1] }).toArray(double[][]::new);
    for(String bandwidth : new String[] { "silverman", "scott", "sklearn" }) {
      final LeaveOutResult expected = TestData.run("LOSDD", DATA, "losvm.bandwidth", bandwidth), found = TestData.run("LOSDD", more, "losvm.bandwidth", bandwidth);
      assertEquals(expected.getGamma(), found.getGamma(), 0.);
      assertArrayEquals(TestData.scores(expected), TestData.scores(found), 0.);
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
