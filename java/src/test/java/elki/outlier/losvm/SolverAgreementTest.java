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

import org.junit.Test;

import elki.outlier.losvm.solver.auto.SolverChoice;

/**
 * All solvers come to the same result, in all rounds: also where the kernel
 * matrix is nearly singular, as with smooth kernels in one dimension.
 */
public class SolverAgreementTest {
  @Test
  public void hardMargin() {
    assertAgreement(1.);
  }

  @Test
  public void softMargin() {
    assertAgreement(.08);
  }

  private void assertAgreement(double c) {
    for(String kernel : new String[] { "rbf", "laplace", "rational_quadratic" }) {
      for(int d = 1; d <= 3; d++) {
        for(int seed = 1; seed <= 3; seed++) {
          double[][] data = TestData.random(seed, 60, d, 0.);
          Object[] options = { "losvm.kernel", kernel, "losvm.C", c, "losvm.batches", 3, "losvm.remove", 6, "losvm.tolerance", 1e-7 };
          LeaveOutResult expected = TestData.run("losdd", data, TestData.with(options, "losvm.solver", "smo"));
          double[] scores = TestData.scores(expected);
          for(SolverChoice solver : TestData.SOLVERS) {
            String name = solver + " " + kernel + " d=" + d + " seed " + seed;
            LeaveOutResult actual = TestData.run("losdd", data, TestData.with(options, "losvm.solver", solver.name()));
            assertArrayEquals(name, TestData.removed(expected), TestData.removed(actual));
            double[] other = TestData.scores(actual);
            for(int i = 0; i < scores.length; i++) {
              assertEquals(name + " row " + i, scores[i], other[i], 1e-4 * (1. + Math.abs(scores[i])));
            }
          }
        }
      }
    }
  }
}
