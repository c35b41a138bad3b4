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

import org.junit.Test;

import elki.outlier.losvm.linalg.LogSum;
import elki.outlier.losvm.solver.auto.SolverChoice;

/**
 * Outliers so far away that their kernel values underflow still have a finite
 * score, and an order.
 */
public class UnderflowTest {
  private static final double GAMMA = 2.;

  /** Some points near the origin, and two far away. */
  private static double[][] data() {
    double[][] data = TestData.random(61, 32, 2, 0.);
    data[30] = new double[] { 60., 0. };
    data[31] = new double[] { 90., 50. };
    return data;
  }

  /** Independent of the engine: the largest term, and the others relative to it. */
  private static double logGradient(double[] x, double[][] support, double[] weights) {
    double[] log = new double[weights.length];
    double max = Double.NEGATIVE_INFINITY, sum = 0.;
    for(int s = 0; s < log.length; s++) {
      log[s] = Math.log(weights[s]) - GAMMA * (Math.pow(x[0] - support[s][0], 2) + Math.pow(x[1] - support[s][1], 2));
      max = Math.max(max, log[s]);
    }
    for(double l : log) {
      sum += Math.exp(l - max);
    }
    return max + Math.log(sum);
  }

  @Test
  public void finiteScores() {
    double[][] data = data();
    for(SolverChoice solver : TestData.SOLVERS) {
      for(String method : TestData.METHODS) {
        Object[] options = { "losvm.gamma", GAMMA, "losvm.solver", solver.name(), "losvm.tolerance", 1e-10 };
        double[] scores = TestData.scores(TestData.run(method, data, TestData.with(options, "losvm.batches", 1)));
        for(int t : new int[] { 30, 31 }) {
          // Train without it, and use the weights.
          double[][] rest = TestData.without(data, t);
          LeaveOutResult model = TestData.run(method, rest, TestData.with(options, "losvm.batches", 0));
          int[] rows = TestData.support(model);
          double[][] support = new double[rows.length][];
          for(int s = 0; s < rows.length; s++) {
            support[s] = rest[rows[s]];
          }
          double expected = Math.log(model.getModel().getRho()) - logGradient(data[t], support, model.getModel().getWeights());
          assertTrue("Kernel values must underflow", expected > 750.);
          assertEquals(expected, scores[t], 1e-9 * expected);
          // The model agrees on objects it does not know.
          assertEquals(expected, TestData.score(model, data[t]), 1e-9 * expected);
        }
        assertTrue(scores[31] > scores[30]);
      }
    }
  }

  @Test
  public void removedInOrder() {
    LeaveOutResult result = TestData.run("losdd", data(), "losvm.gamma", GAMMA, "losvm.batches", 1, "losvm.remove", 2);
    assertArrayEquals(new int[] { 31, 30 }, TestData.removed(result));
    result = TestData.run("losdd", data(), "losvm.gamma", GAMMA, "losvm.batches", 2, "losvm.reference", "final");
    double[] scores = TestData.scores(result);
    assertTrue(scores[31] > scores[30] && scores[30] > 750. && scores[31] < Double.POSITIVE_INFINITY);
  }

  @Test
  public void generalSimilarity() {
    // What has underflowed in the similarity of ELKI cannot be recovered, but is finite.
    double[] scores = TestData.scores(TestData.run("losdd", data(), "losvm.kernel", "RadialBasisFunctionKernel", "kernel.rbf.gamma", GAMMA, "losvm.batches", 1));
    for(double score : scores) {
      assertTrue(Math.abs(score) < 1000.);
    }
    assertTrue(scores[30] > 700.);
  }

  @Test
  public void logSum() {
    LogSum sum = new LogSum();
    for(double v : new double[] { -1000., -999., -5000., -998. }) {
      sum.add(v);
    }
    assertEquals(-998. + Math.log(1. + Math.exp(-1.) + Math.exp(-2.)), sum.value(), 1e-12);
    assertEquals(Double.NEGATIVE_INFINITY, new LogSum().value(), 0.);
    LogSum huge = new LogSum();
    huge.add(-Double.MAX_VALUE);
    huge.add(-Double.MAX_VALUE);
    assertEquals(-Double.MAX_VALUE, huge.value(), 0.);
  }
}
