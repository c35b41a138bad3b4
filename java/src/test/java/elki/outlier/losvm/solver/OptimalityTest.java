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

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.util.Arrays;

import org.junit.Test;

import elki.data.NumberVector;
import elki.outlier.losvm.KernelCase;
import elki.outlier.losvm.TestData;
import elki.outlier.losvm.solver.auto.SolverChoice;
import elki.similarity.PrimitiveSimilarity;

/**
 * Every solution is feasible, and fulfills the conditions of Karush, Kuhn and
 * Tucker, up to the tolerance; checked with kernel values of ELKI.
 */
public class OptimalityTest {
  private static final double TOLERANCE = 1e-4;

  @Test
  public void conditions() {
    for(SolverChoice choice : TestData.SOLVERS) {
      for(boolean svdd : new boolean[] { true, false }) {
        for(KernelCase kernel : KernelCase.values()) {
          for(double cost : new double[] { 2., .13, 1. / 40 }) {
            double[][] data = kernel.data(svdd ? "losdd" : "losoc", 11, 40);
            assertOptimal(choice + " " + kernel + " " + cost, data, kernel, svdd, cost, choice);
            assertOptimal(choice + " " + kernel + " " + cost + " duplicated", TestData.duplicated(data), kernel, svdd, cost, choice);
          }
        }
      }
    }
  }

  private void assertOptimal(String name, double[][] data, KernelCase kernel, boolean svdd, double cost, SolverChoice choice) {
    Problems p = new Problems(choice, data, kernel.elki, svdd, cost, TOLERANCE);
    final int n = data.length;
    double[] alpha = new double[n];
    Arrays.setAll(alpha, p::alpha);
    assertEquals(name, 1., Arrays.stream(alpha).sum(), 1e-12);
    double[] g = new double[n];
    PrimitiveSimilarity<NumberVector> k = kernel.elki;
    NumberVector[] x = Arrays.stream(data).map(TestData::vector).toArray(NumberVector[]::new);
    double norm = 0.;
    for(int i = 0; i < n; i++) {
      for(int j = 0; j < n; j++) {
        g[i] += alpha[j] * k.similarity(x[i], x[j]);
      }
      norm += alpha[i] * g[i];
      g[i] -= svdd ? .5 * k.similarity(x[i], x[i]) : 0.;
    }
    // With a constant diagonal, a linear term makes no difference, and the solver has none.
    final double shift = svdd && !p.problem.needsDiagonal() ? .5 : 0.;
    final double rho = p.solver.solution().rho(), radius = norm - 2. * (rho - shift);
    final double slack = 2. * TOLERANCE * (p.problem.needsDiagonal() ? .5 * radius : Math.abs(rho));
    assertEquals(name, norm, p.solver.solution().norm(), 1e-10 * (1. + norm));
    if(svdd) {
      assertEquals(name, radius, p.solver.solution().squaredRadius(), 1e-10 * (1. + norm));
    }
    for(int i = 0; i < n; i++) {
      final double diff = g[i] + shift - rho;
      assertTrue(name + " " + alpha[i], alpha[i] >= 0. && alpha[i] <= cost * (1. + 1e-12));
      assertTrue(name + " row " + i + ": " + diff + " " + alpha[i] + " " + slack, alpha[i] > 0. ? alpha[i] < cost * (1. - 1e-12) ? Math.abs(diff) <= slack : diff <= slack : diff >= -slack);
    }
  }
}
