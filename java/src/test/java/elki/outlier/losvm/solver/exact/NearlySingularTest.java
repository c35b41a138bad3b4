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

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.util.Arrays;
import java.util.stream.IntStream;

import org.junit.Test;

import elki.outlier.losvm.TestData;
import elki.outlier.losvm.solver.Judgement;
import elki.outlier.losvm.solver.Problems;
import elki.outlier.losvm.solver.Solution;
import elki.outlier.losvm.solver.auto.SolverChoice;
import elki.similarity.kernel.RadialBasisFunctionKernel;

/**
 * Many points in two dimensions: the kernel matrix of an approximate solution is
 * numerically singular, and models with and without a point differ much. The
 * exact solver must find all of them nevertheless.
 */
public class NearlySingularTest {
  private static final int SIZE = 600;

  /** Silverman's rule. */
  private static final double GAMMA = .5 * Math.cbrt(SIZE);

  @Test
  public void hardMargin() {
    check(2.);
  }

  @Test
  public void softMargin() {
    check(1. / (.1 * SIZE));
  }

  private void check(double cost) {
    double[][] data = TestData.random(1, SIZE, 2, 0.);
    Problems p = solve(SolverChoice.EXACT, data, cost);
    assertOptimal(p, 0);
    int[] support = p.solver.solution().support();
    int[] some = IntStream.range(0, support.length).filter(k -> k % 9 == 0).map(k -> support[k]).toArray();
    Judgement[] judged = p.leaveOut(some);
    for(int k = 0; k < some.length; k++) {
      assertSame(data, p, some[k], judged[k], cost);
    }
    for(int k = 0; k < 3; k++) {
      p.solver.remove(new int[] { some[k] });
      assertOptimal(p, k + 1, some);
    }
  }

  /** Whatever the solver chooses to do, it is near the exact scores. */
  @Test
  public void automaticChoice() {
    double[][] data = TestData.random(1, SIZE, 2, 0.);
    Problems exact = solve(SolverChoice.EXACT, data, 2.), auto = solve(SolverChoice.AUTO, data, 2.);
    int[] support = exact.solver.solution().support();
    Judgement[] a = exact.leaveOut(support), b = auto.leaveOut(support);
    for(int k = 0; k < support.length; k++) {
      assertEquals(a[k].logGradient - Math.log(a[k].rho), b[k].logGradient - Math.log(b[k].rho), 1e-2);
    }
  }

  private static Problems solve(SolverChoice choice, double[][] data, double cost) {
    return new Problems(choice, data, new RadialBasisFunctionKernel(GAMMA), true, cost, 1e-3);
  }

  /** The conditions hold to nine digits. */
  private static void assertOptimal(Problems p, int removed, int... points) {
    assertEquals("exact", p.solver.name());
    Solution s = p.solver.solution();
    final int n = p.problem.size();
    double sum = 0.;
    double[] gradient = new double[n];
    for(int j = 0; j < n; j++) {
      double[] column = p.problem.columns().column(j);
      sum += s.alpha(j);
      for(int i = 0; i < n; i++) {
        gradient[i] += s.alpha(j) * column[i];
      }
    }
    assertEquals(1., sum, 1e-10);
    final double cost = p.cost, eps = 1e-9 * s.rho();
    for(int i = 0; i < n; i++) {
      final int point = i;
      final double slack = gradient[i] - s.rho();
      assertTrue(i + ": " + s.alpha(i), s.alpha(i) >= 0. && s.alpha(i) <= cost);
      assertTrue(i + ": " + s.alpha(i) + " " + slack / s.rho(), (s.alpha(i) == 0. || slack <= eps) && (s.alpha(i) == cost || slack >= -eps || Arrays.stream(points, 0, removed).anyMatch(t -> t == point)));
    }
  }

  /** A model trained from scratch without the point says the same. */
  private static void assertSame(double[][] data, Problems p, int t, Judgement judged, double cost) {
    final int row = p.data.distinct().object(t, 0);
    Problems other = solve(SolverChoice.EXACT, TestData.without(data, row), cost);
    Solution s = other.solver.solution();
    assertEquals(s.rho(), judged.rho, 1e-8 * s.rho());
    double[] column = p.problem.columns().column(t);
    double g = 0.;
    for(int i = 0, k = 0; i < data.length; i++) {
      g += i == row ? 0. : other.alpha(k++) * column[p.data.distinct().pointOf(i)];
    }
    assertEquals(g, judged.gradient, 1e-7 * s.rho());
  }
}
