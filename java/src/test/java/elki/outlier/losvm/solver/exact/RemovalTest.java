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
package elki.outlier.losvm.solver.exact;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

import org.junit.Test;

import elki.outlier.losvm.KernelCase;
import elki.outlier.losvm.TestData;
import elki.outlier.losvm.kernel.KernelCache;
import elki.outlier.losvm.kernel.RelationKernel;
import elki.outlier.losvm.parallel.Workers;
import elki.outlier.losvm.solver.Judgement;
import elki.outlier.losvm.solver.Problem;

/**
 * Removing points one after the other, or together by training again, comes to the
 * same models, and to the same points in the next round.
 */
public class RemovalTest {
  private static final int SIZE = 90, BATCH = 7, ROUNDS = 3;

  /** Hard and soft; where all weights can be at their bounds, no solution has an inverse matrix. */
  private static final double[] MARGINS = { 2., 1. / 17.3, 1. / 51.3 };

  /** Kernels whose matrix is regular enough that weights are unique. */
  private static final KernelCase[] KERNELS = { KernelCase.RBF, KernelCase.LAPLACE, KernelCase.RATIONAL_QUADRATIC, KernelCase.GENERAL };

  /** How to remove a batch. */
  private interface Removal {
    void remove(ExactSolver solver, int[] batch);
  }

  @Test
  public void bothWaysAgree() {
    for(KernelCase kernel : KERNELS) {
      for(int d = 2; d <= 5; d += 3) {
        assertAgreement(kernel, TestData.random(5, SIZE, d, 0.), MARGINS);
      }
    }
  }

  /** Batches hold all copies of a point, or some. */
  @Test
  public void bothWaysAgreeOnDuplicates() {
    for(KernelCase kernel : KERNELS) {
      double[][] data = TestData.random(6, SIZE * 2 / 3, 3, 0.);
      double[][] twice = Arrays.copyOf(data, data.length + data.length / 2);
      System.arraycopy(data, 0, twice, data.length, data.length / 2);
      assertAgreement(kernel, TestData.duplicated(twice), MARGINS);
    }
  }

  /** A diagonal that varies makes the problem one with a linear term. */
  @Test
  public void bothWaysAgreeOnPolynomials() {
    assertAgreement(KernelCase.POLYNOMIAL, TestData.random(7, SIZE, 8, 0.), 2., 1. / 17.3);
  }

  private static void assertAgreement(KernelCase kernel, double[][] data, double... margins) {
    for(double cost : margins) {
      String name = kernel + " " + cost + " " + data.length + " x " + data[0].length;
      Run single = new Run(kernel, data, cost, (solver, batch) -> {
        for(int t : batch) {
          solver.removeByUpdates(new int[] { t });
        }
      });
      single.assertSame(name, new Run(kernel, data, cost, ExactSolver::removeByUpdates));
      single.assertSame(name, new Run(kernel, data, cost, (solver, batch) -> assertTrue(name, solver.removeByTraining(batch))));
      single.assertSame(name, new Run(kernel, data, cost, ExactSolver::remove));
    }
  }

  /** Rounds of leaving out and removing. */
  private static final class Run {
    /** Scores of the support vectors by round, and who was removed. */
    final double[][] scores = new double[ROUNDS + 1][];

    final int[][] removed = new int[ROUNDS][];

    Run(KernelCase kernel, double[][] rows, double cost, Removal removal) {
      RelationKernel<?> data = RelationKernel.of(kernel.elki, TestData.relation(rows));
      int[] copies = IntStream.range(0, data.distinct().size()).map(data.distinct()::copies).toArray();
      Problem problem = new Problem(new KernelCache(data.kernel(), 1L << 24, 2), true, cost, copies, 1e-3);
      ExactSolver solver = new ExactSolver(problem, new Workers(2), Effort.ANY);
      solver.train();
      for(int k = 0; k <= ROUNDS; k++) {
        int[] support = solver.solution().support();
        Judgement[] judged = solver.leaveOut(support, done -> {
        });
        double[] found = Arrays.stream(judged).mapToDouble(j -> j.rho - j.gradient).toArray();
        scores[k] = new double[problem.size()];
        for(int s = 0; s < support.length; s++) {
          scores[k][support[s]] = found[s] / solver.solution().norm();
        }
        if(k < ROUNDS) {
          // Rounding must not decide between points that score the same.
          int[] worst = IntStream.range(0, support.length).boxed().sorted(Comparator.comparingDouble(s -> -Math.rint(found[s] * 1e10))).mapToInt(s -> support[s]).toArray();
          removed[k] = Arrays.stream(worst).flatMap(t -> IntStream.range(0, copies[t]).map(c -> t)).limit(BATCH).toArray();
          removal.remove(solver, removed[k]);
          for(int t : removed[k]) {
            copies[t]--;
          }
          assertEquals("exact", solver.name());
        }
      }
    }

    void assertSame(String name, Run other) {
      assertArrayEquals(name, removed, other.removed);
      for(int k = 0; k <= ROUNDS; k++) {
        assertArrayEquals(name + " round " + k, scores[k], other.scores[k], 1e-9);
      }
    }
  }

  /** Few points of many are removed by updates, and many of them by training. */
  @Test
  public void choice() {
    int[][] sizes = { { 200, 190, 190 }, { 5139, 828, 828 }, { 5139, 456, 1293 }, { 8000, 1700, 1700 } };
    for(int[] s : sizes) {
      assertFalse(RemovalCost.isTrainingCheaper(1, s[0], s[1], s[2]));
      assertTrue(RemovalCost.isTrainingCheaper(s[0] / 5, s[0], s[1], s[2]));
    }
  }

  /** Without memory for another matrix, nothing has changed when training is refused. */
  @Test
  public void shortOfMemory() {
    double[][] rows = TestData.random(8, 400, 20, 0.);
    RelationKernel<?> data = RelationKernel.of(KernelCase.RBF.elki, TestData.relation(rows));
    int[] copies = new int[rows.length];
    Arrays.fill(copies, 1);
    Problem problem = new Problem(new KernelCache(data.kernel(), 3_200_000L, 1), true, 2., copies, 1e-3);
    ExactSolver solver = new ExactSolver(problem, new Workers(1), Effort.ANY);
    solver.train();
    int[] batch = Arrays.copyOf(solver.solution().support(), 100);
    double before = solver.solution().rho();
    assertFalse(solver.removeByTraining(batch));
    assertEquals(before, solver.solution().rho(), 0.);
    solver.remove(batch);
    for(int t : batch) {
      assertEquals(0., solver.solution().alpha(t), 0.);
    }
  }
}
