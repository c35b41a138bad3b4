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
package elki.outlier.losvm.solver.auto;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;

import org.junit.Test;

import elki.outlier.losvm.LeaveOutResult;
import elki.outlier.losvm.TestData;

/**
 * The choice of the solver, and with it the scores, do not depend on the number of
 * threads, also where memory is short.
 */
public class AutoSolverTest {
  private static final double[][] DATA = TestData.random(3, 1500, 8, 0.);

  private static LeaveOutResult run(int threads, int memory) {
    return TestData.run("losdd", DATA, "losvm.batches", 1, "losvm.threads", threads, "losvm.memory", memory);
  }

  @Test
  public void threads() {
    for(int memory : new int[] { 24, 40 }) { // 24 MB are enough for two threads, not for 16
      LeaveOutResult few = run(2, memory), many = run(16, memory);
      assertEquals(few.getRounds().get(1).solver, many.getRounds().get(1).solver);
      assertArrayEquals(TestData.scores(few), TestData.scores(many), 1e-9);
    }
  }

  /** Far more threads than any machine has. */
  @Test
  public void absurdNumberOfThreads() {
    double[][] data = TestData.random(5, 300, 4, 0.);
    LeaveOutResult expected = TestData.run("losdd", data, "losvm.batches", 2, "losvm.threads", 1);
    LeaveOutResult many = TestData.run("losdd", data, "losvm.batches", 2, "losvm.threads", 1 << 30, "losvm.memory", 1);
    assertArrayEquals(TestData.scores(expected), TestData.scores(many), 1e-9);
  }
}
