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

import elki.outlier.losvm.solver.auto.SolverChoice;

/**
 * Leaving a support vector out of a model is the same as training from scratch
 * without it, and scoring it as an unknown object.
 */
public class LeaveOneOutTest {
  /** Values of C. */
  private static final double HARD = 1., SOFT = .13, VERY_SOFT = .055;

  @Test
  public void hardMargin() {
    assertAll(HARD);
  }

  @Test
  public void softMargin() {
    assertAll(SOFT);
  }

  @Test
  public void verySoftMargin() {
    // Most support vectors are at their bound, and few are free.
    assertAll(VERY_SOFT);
  }

  @Test
  public void allWeightsAtTheirBound() {
    // Here 1/C is a whole number: rho need not be unique, but must be the same.
    assertAll(.125);
  }

  private void assertAll(double c) {
    for(SolverChoice solver : TestData.SOLVERS) {
      for(String method : TestData.METHODS) {
        for(KernelCase kernel : KernelCase.values()) {
          Object[] options = kernel.with("losvm.solver", solver.name(), "losvm.tolerance", 1e-10, "losvm.C", c);
          for(int seed = 1; seed <= 2; seed++) {
            double[][] data = kernel.data(method, seed, 40);
            String name = solver + " " + method + " " + kernel + " " + c + " seed " + seed;
            assertSame(name, method, data, TestData.with(options, "losvm.score", "distance"));
            assertSame(name + " duplicates", method, TestData.duplicated(data), options);
          }
        }
      }
    }
  }

  private void assertSame(String name, String method, double[][] data, Object[] options) {
    LeaveOutResult all = TestData.run(method, data, TestData.with(options, "losvm.batches", 1, "losvm.remove", 0));
    double[] scores = TestData.scores(all);
    int[] support = TestData.support(all);
    assertTrue(name, support.length > 0);
    // The tolerance of the solver refers to these.
    RoundStatistics model = all.getRounds().get(0);
    double scale = 1. + (Double.isNaN(model.radius) ? model.rho : model.radius * model.radius);
    for(int t : support) {
      LeaveOutResult rest = TestData.run(method, TestData.without(data, t), TestData.with(options, "losvm.batches", 0));
      double expected = TestData.score(rest, data[t]);
      assertEquals(name + " row " + t, expected, scores[t], 1e-9 * scale);
    }
  }
}
