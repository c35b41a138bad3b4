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
package elki.outlier.losvm.solver;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.util.Arrays;

import org.junit.Test;

import elki.outlier.losvm.TestData;
import elki.outlier.losvm.kernel.KernelCache;
import elki.outlier.losvm.kernel.KernelMatrix;
import elki.outlier.losvm.parallel.Workers;
import elki.outlier.losvm.solver.auto.SolverChoice;
import elki.similarity.kernel.RadialBasisFunctionKernel;

/**
 * Training with the points near the boundary: as good as with all points, and
 * within the memory.
 */
public class ShrunkTrainingTest {
  private static final double[][] DATA = TestData.random(21, 1500, 5, 0.);

  private static final double TOLERANCE = 1e-5;

  /** A problem with the given memory. */
  private static Problem problem(KernelMatrix kernel, double cost, long bytes) {
    int[] copies = new int[kernel.size()];
    Arrays.fill(copies, 1);
    return new Problem(new KernelCache(kernel, bytes, 2), false, cost, copies, 1e-3);
  }

  private static KernelMatrix kernel() {
    return new Problems(SolverChoice.SMO, DATA, new RadialBasisFunctionKernel(.3), false, 1., 1e-2).problem.columns().kernel();
  }

  /** Training with all points. */
  private static SMO coarse(Problem problem) {
    SMO smo = new SMO(problem, .05);
    smo.initialize();
    assertTrue(smo.iterate(Long.MAX_VALUE));
    return smo;
  }

  /** How far the weights are from optimal ones, relative to rho. */
  private static double gap(SMO smo) {
    double max = 0., min = Double.POSITIVE_INFINITY;
    for(int i = 0; i < smo.alpha.length; i++) {
      max = Math.max(max, smo.alpha[i] > 0. ? smo.gradient[i] : 0.);
      min = Math.min(min, smo.alpha[i] < smo.upper[i] ? smo.gradient[i] : Double.POSITIVE_INFINITY);
    }
    return (max - min) / min;
  }

  @Test
  public void isAsGood() {
    for(double cost : new double[] { 1., .01 }) {
      double[] expected = null;
      for(int threads = 1; threads <= 3; threads++) {
        Problem problem = problem(kernel(), cost, 1L << 26);
        SMO smo = coarse(problem);
        long before = smo.iterations();
        assertTrue(gap(smo) > 1e-2);
        assertTrue(new ShrunkTraining(smo, problem).train(TOLERANCE, Long.MAX_VALUE, new Workers(threads)));
        assertTrue(smo.iterations() > before);
        assertEquals(1., Arrays.stream(smo.alpha).sum(), 1e-12);
        smo.refresh();
        assertEquals(0., gap(smo), 1.01 * TOLERANCE);
        expected = expected == null ? smo.alpha.clone() : expected;
        assertArrayEquals("Threads: " + threads, expected, smo.alpha, 0.);
        int support = smo.supportSize();
        assertEquals(support, Arrays.stream(smo.alpha).filter(weight -> weight > 0.).count());
      }
    }
  }

  @Test
  public void gradients() {
    Problem problem = problem(kernel(), 1., 1L << 26);
    SMO smo = coarse(problem);
    double[] before = smo.gradient.clone();
    new ShrunkTraining(smo, problem).train(TOLERANCE, Long.MAX_VALUE, new Workers(2));
    double[] claimed = smo.gradient.clone();
    smo.refresh();
    int near = 0;
    for(int i = 0; i < claimed.length; i++) {
      if(claimed[i] == before[i]) { // Not near: it cannot have weight
        assertEquals(0., smo.alpha[i], 0.);
      }
      else {
        assertEquals(smo.gradient[i], claimed[i], 1e-12);
        near++;
      }
    }
    assertTrue(near > smo.supportSize() && near < claimed.length / 2);
  }

  @Test
  public void effort() {
    Problem problem = problem(kernel(), 1., 1L << 26);
    SMO smo = coarse(problem);
    assertFalse(new ShrunkTraining(smo, problem).train(1e-12, 300L, new Workers(2)));
    assertEquals(1., Arrays.stream(smo.alpha).sum(), 1e-12);
  }

  @Test
  public void memory() {
    KernelMatrix kernel = kernel();
    int n = kernel.size();
    boolean used = false, refused = false;
    for(int columns = 100; columns < n; columns += 50) {
      Problem problem = problem(kernel, 1., KernelCache.bytes(n, columns));
      SMO smo = coarse(problem);
      double[] alpha = smo.alpha.clone();
      int capacity = problem.columns().capacity();
      if(new ShrunkTraining(smo, problem).train(TOLERANCE, Long.MAX_VALUE, new Workers(2))) {
        used = true;
        int near = 0;
        for(double weight : smo.alpha) {
          near += weight > 0. ? 1 : 0; // At least
        }
        assertTrue(KernelCache.bytes(n, problem.columns().capacity()) + KernelCache.bytes(near, near) <= problem.columns().memory());
      }
      else {
        refused = true;
        assertEquals(capacity, problem.columns().capacity());
        assertArrayEquals(alpha, smo.alpha, 0.);
      }
    }
    assertTrue(used && refused);
  }

  /** Who finds that a kernel is none names the points of the whole problem. */
  @Test
  public void indefinite() {
    KernelMatrix kernel = kernel();
    Problem good = problem(kernel, 1., 1L << 26);
    SMO smo = coarse(good);
    SMO trained = new SMO(good, TOLERANCE);
    trained.copy(smo);
    trained.iterate(Long.MAX_VALUE);
    // A support vector found late, and one that it meets.
    int late = 0, other = 0;
    for(int i = 0; i < trained.alpha.length; i++) {
      late = smo.alpha[i] == 0. && trained.alpha[i] > trained.alpha[late] * (smo.alpha[late] == 0. ? 1. : 0.) ? i : late;
      other = smo.alpha[i] > smo.alpha[other] ? i : other;
    }
    final int a = late, b = other;
    assertTrue(smo.alpha[a] == 0. && trained.alpha[a] > 0. && smo.alpha[b] > 0.);
    Problem bad = problem(new KernelMatrix() {
      @Override
      public int size() {
        return kernel.size();
      }

      @Override
      public void column(int i, int begin, int end, double[] out, int offset) {
        kernel.column(i, begin, end, out, offset);
        final int j = i == a ? b : i == b ? a : -1;
        if(j >= begin && j < end) {
          out[offset + j - begin] = 2.;
        }
      }

      @Override
      public double diagonal(int i) {
        return kernel.diagonal(i);
      }

      @Override
      public double[] logColumn(int i) {
        return kernel.logColumn(i);
      }

      @Override
      public boolean isPositive() {
        return true;
      }
    }, 1., 1L << 26);
    SMO unaware = new SMO(bad, .05);
    unaware.copy(smo);
    IndefiniteKernelException e = assertThrows(IndefiniteKernelException.class, () -> new ShrunkTraining(unaware, bad).train(TOLERANCE, Long.MAX_VALUE, new Workers(2)));
    assertEquals(a + b, e.first + e.second);
    assertEquals(Math.min(a, b), Math.min(e.first, e.second));
  }
}
