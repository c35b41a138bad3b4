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
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.util.Arrays;

import org.junit.Test;

import elki.outlier.losvm.kernel.PrecomputedKernel;
import elki.outlier.losvm.solver.auto.SolverChoice;
import elki.utilities.exceptions.AbortException;

/**
 * Data and settings that cannot work get a message that says what to do; data
 * that are merely unusual get a result.
 */
public class TroubleTest {
  private static final double[][] DATA = TestData.random(91, 30, 2, 0.);

  private static void assertFails(String method, double[][] data, Object[] options, String... words) {
    String message = assertThrows(AbortException.class, () -> TestData.run(method, data, options)).getMessage();
    for(String word : words) {
      assertTrue(message, message.contains(word));
    }
  }

  private static Object[] options(Object... options) {
    return options;
  }

  @Test
  public void tooFewObjects() {
    for(int n = 1; n < 3; n++) {
      assertFails("losdd", TestData.random(1, n, 2, 0.), options("losvm.batches", 0), "at least 3 objects", "has " + n);
    }
    assertEquals(3, TestData.scores(TestData.run("losdd", TestData.random(1, 3, 2, 0.), "losvm.batches", 1)).length);
  }

  /**
   * With rho near 0, a tolerance relative to it is never met. This is noticed once,
   * rather than for each support vector.
   */
  @Test(timeout = 60_000)
  public void neverConverges() {
    for(SolverChoice solver : TestData.SOLVERS) {
      assertFails("losoc", TestData.random(4, 50, 1, 0.), options("losvm.kernel", "polynomial", "losvm.degree", 5, "losvm.bias", 1e-10, "losvm.nu", .16, //
          "losvm.batches", 2, "losvm.solver", solver.name()), "cannot separate");
    }
  }

  @Test
  public void tinyKernelValues() {
    double[][] data = TestData.random(6, 13, 4, 0.);
    for(double[] row : data) {
      for(int k = 0; k < row.length; k++) {
        row[k] *= 1e-162;
      }
    }
    assertFails("losdd", data, options("losvm.kernel", "linear", "losvm.batches", 3), "tiny", "Standardize");
  }

  @Test
  public void tooManyToRemove() {
    assertFails("losdd", DATA, options("losvm.remove", 29), "Removing 29 objects", "losvm.remove", "at most 28");
    assertFails("losdd", DATA, options("losvm.batches", 100), "Removing 100 objects", "losvm.batches", "at most 28");
    assertFails("losdd", DATA, options("losvm.remove", .99), "Removing 30 objects", "at most 28");
    TestData.run("losdd", DATA, "losvm.remove", 28);
  }

  @Test
  public void boundsThatCannotBeMet() {
    assertFails("losdd", DATA, options("losvm.C", .03, "losvm.batches", 0), "losvm.C", "30 objects", "at least 0.0333");
    assertFails("losdd", DATA, options("losvm.C", .04), "losvm.C", "20 objects", "at least 0.05");
    assertFails("losoc", DATA, options("losvm.nu", .9), "losvm.nu", "20 objects", "at most 0.666");
    // The final model leaves out one more.
    TestData.run("losoc", DATA, "losvm.nu", 20. / 30.);
    assertFails("losoc", DATA, options("losvm.nu", 20. / 30., "losvm.reference", "final"), "losvm.nu", "19 objects", "at most 0.633");
    TestData.run("losoc", DATA, "losvm.nu", 1., "losvm.batches", 0);
    assertFails("losoc", DATA, options("losvm.nu", 1., "losvm.batches", 1, "losvm.remove", 0), "losvm.nu", "29 objects");
    // Any large C is a hard margin.
    double[] expected = TestData.scores(TestData.run("losdd", DATA)), actual = TestData.scores(TestData.run("losdd", DATA, "losvm.C", Double.POSITIVE_INFINITY));
    for(int i = 0; i < expected.length; i++) {
      assertEquals(expected[i], actual[i], 0.);
    }
  }

  @Test
  public void valuesThatAreNotFinite() {
    for(KernelCase kernel : KernelCase.values()) {
      double[][] data = kernel.data("losdd", 92, 30);
      data[17][1] = Double.NaN;
      assertFails("losdd", data, kernel.with(), "Object 17", "NaN", "column 2 of 2");
      data[17][1] = Double.NEGATIVE_INFINITY;
      assertFails("losdd", data, kernel.with(), "Object 17", "-Infinity", "column 2 of 2");
    }
  }

  @Test
  public void valuesThatOverflow() {
    double[][] data = TestData.random(93, 30, 2, 9.);
    data[5][0] = 1e160;
    for(String method : TestData.METHODS) {
      for(KernelCase kernel : new KernelCase[] { KernelCase.LINEAR, KernelCase.POLYNOMIAL, KernelCase.GENERAL_VARYING }) {
        assertFails(method, data, kernel.with(), "losvm.kernel", "Infinity", "5");
      }
    }
  }

  @Test
  public void identicalObjects() {
    double[][] data = new double[20][];
    Arrays.fill(data, new double[] { 3., 4. });
    for(SolverChoice solver : TestData.SOLVERS) {
      for(String method : TestData.METHODS) {
        for(KernelCase kernel : KernelCase.values()) {
          for(double c : new double[] { 1., .12 }) {
            for(double score : TestData.scores(TestData.run(method, data, kernel.with("losvm.solver", solver.name(), "losvm.C", c)))) {
              assertEquals(0., score, 1e-12);
            }
          }
        }
      }
    }
    // Also if the bandwidth is up to a rule.
    assertEquals(0., TestData.scores(TestData.run("losdd", data))[0], 1e-12);
  }

  @Test
  public void manyDuplicates() {
    // A grid with few points, but many objects; and one that is alone.
    double[][] data = new double[101][];
    for(int i = 0; i < 100; i++) {
      data[i] = new double[] { i % 3, i % 2 };
    }
    data[100] = new double[] { 5., 5. };
    for(SolverChoice solver : TestData.SOLVERS) {
      for(String method : TestData.METHODS) {
        for(double c : new double[] { 1., .1 }) {
          LeaveOutResult result = TestData.run(method, data, "losvm.solver", solver.name(), "losvm.C", c);
          double[] scores = TestData.scores(result);
          assertEquals(100, TestData.removed(result)[0]);
          for(int i = 0; i < 100; i++) {
            assertTrue(scores[i] < scores[100]);
            assertEquals(scores[i % 6], scores[i], 0.);
          }
        }
      }
    }
  }

  @Test
  public void indefiniteSimilarities() {
    for(SolverChoice solver : TestData.SOLVERS) {
      assertFails("losdd", DATA, options("losvm.kernel", "sigmoid", "losvm.solver", solver.name()), "losvm.kernel", "not positive semidefinite", "SigmoidKernel", "pair of objects", "rbf");
    }
    for(double v : new double[] { 2., -2. }) {
      double[][] matrix = { { 1., 0., 0. }, { 0., 1., v }, { 0., v, 1. } };
      assertFails("losdd", new double[3][1], options("losvm.kernel", new PrecomputedKernel(matrix), "losvm.batches", 0), "losvm.kernel", "not positive semidefinite", "objects 1 and 2", "similarity " + v);
    }
    double[][] negative = { { 1., 0., 0. }, { 0., -1., 0. }, { 0., 0., 1. } };
    assertFails("losdd", new double[3][1], options("losvm.kernel", new PrecomputedKernel(negative), "losvm.batches", 0), "the object 1 has a negative squared length");
  }

  @Test
  public void notSeparableFromTheOrigin() {
    for(SolverChoice solver : TestData.SOLVERS) {
      for(int d : new int[] { 2, 10 }) {
        // rho is a rounding error of either sign.
        double[][] data = TestData.random(94, 60, d, -2.);
        assertFails("losoc", data, options("losvm.kernel", "linear", "losvm.solver", solver.name()), "losvm.kernel", "cannot separate the data from the origin", "LOSDD");
        assertEquals(60, TestData.scores(TestData.run("losdd", data, "losvm.kernel", "linear", "losvm.solver", solver.name())).length);
      }
    }
  }

  @Test
  public void centerAtTheOrigin() {
    // Cosines: K(x,x) is constant, but rho is 0. A sphere has a radius nevertheless.
    double[][] cosines = new double[12][12];
    for(int i = 0; i < 12; i++) {
      for(int j = 0; j < 12; j++) {
        cosines[i][j] = Math.cos(Math.PI / 6. * (i - j));
      }
    }
    for(SolverChoice solver : TestData.SOLVERS) {
      Object[] options = { "losvm.kernel", new PrecomputedKernel(cosines), "losvm.batches", 1, "losvm.solver", solver.name(), "losvm.tolerance", 1e-9 };
      LeaveOutResult result = TestData.run("losdd", new double[12][1], options);
      assertEquals(1., result.getRounds().get(0).radius, 1e-9);
      for(double score : TestData.scores(result)) {
        assertEquals(0., score, 1e-6);
      }
      assertFails("losoc", new double[12][1], options, "cannot separate the data from the origin");
      // All rows are 0, as standardized constants are.
      for(double score : TestData.scores(TestData.run("losdd", new double[12][3], "losvm.kernel", "linear", "losvm.solver", solver.name()))) {
        assertEquals(0., score, 0.);
      }
    }
  }

  @Test
  public void logarithmOfNegativeValues() {
    assertFails("losdd", DATA, options("losvm.kernel", "linear", "losvm.score", "log_ratio"), "losvm.score", "log_ratio", "relative");
  }

  @Test(timeout = 30000)
  public void badlyScaledData() {
    // Kernel values from 1 to 1e22: not to be solved well, but the solver must end.
    double[][] data = TestData.random(3, 20, 1, 0.);
    for(double[] row : data) {
      row[0] *= 1000.;
    }
    for(SolverChoice solver : TestData.SOLVERS) {
      try {
        for(double score : TestData.scores(TestData.run("losoc", data, "losvm.kernel", "polynomial", "losvm.degree", 3, "losvm.batches", 0, "losvm.solver", solver.name()))) {
          assertTrue(Math.abs(score) < Double.POSITIVE_INFINITY);
        }
      }
      catch(AbortException e) {
        assertTrue(e.getMessage(), e.getMessage().contains("losvm.kernel"));
      }
    }
  }

  @Test
  public void singleSupportVector() {
    // The point that is closest to the origin has all the weight.
    double[][] data = { { 1., 1. }, { 5., 5. }, { 6., 9. }, { 9., 6. } };
    for(SolverChoice solver : TestData.SOLVERS) {
      LeaveOutResult result = TestData.run("losoc", data, "losvm.kernel", "linear", "losvm.batches", 0, "losvm.solver", solver.name());
      assertEquals(1, result.getSupport().size());
      assertEquals(2., result.getModel().getRho(), 1e-12);
      assertEquals("On the boundary", 0., TestData.scores(result)[0], 1e-12);
      // Without it, the next has: rho = 50, g = 10.
      assertEquals(.8, TestData.scores(TestData.run("losoc", data, "losvm.kernel", "linear", "losvm.batches", 1, "losvm.solver", solver.name()))[0], 1e-12);
    }
  }
}
