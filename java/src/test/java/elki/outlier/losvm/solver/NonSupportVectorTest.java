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
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

import org.junit.Test;

import elki.outlier.losvm.KernelCase;
import elki.outlier.losvm.LeaveOutResult;
import elki.outlier.losvm.TestData;
import elki.outlier.losvm.solver.auto.SolverChoice;

/**
 * Theorem 1 of the article: leaving out a point that is not a support vector
 * changes nothing.
 */
public class NonSupportVectorTest {
  /** Where 1/C is a whole number, all support vectors can be at their bound, and rho is not unique. */
  private static final double[] COSTS = { 2., .13 };

  @Test
  public void leavingOut() {
    for(SolverChoice choice : TestData.SOLVERS) {
      for(String method : TestData.METHODS) {
        for(KernelCase kernel : KernelCase.values()) {
          for(double cost : COSTS) {
            Problems p = new Problems(choice, TestData.duplicated(kernel.data(method, 2, 50)), kernel.elki, method.equals("losdd"), cost, 1e-6);
            Solution model = p.solver.solution();
            int[] others = IntStream.range(0, p.problem.size()).filter(i -> model.alpha(i) == 0.).toArray();
            assertTrue(others.length > 0);
            Judgement[] judged = p.leaveOut(others);
            for(int i = 0; i < others.length; i++) {
              Judgement expected = model.judge(others[i]);
              double scale = Math.max(p.problem.diagonal(others[i]), expected.norm);
              assertEquals(expected.rho, judged[i].rho, 1e-12 * scale);
              assertEquals(expected.norm, judged[i].norm, 1e-12 * scale);
              assertEquals(expected.gradient, judged[i].gradient, 1e-12 * scale);
            }
          }
        }
      }
    }
  }

  @Test
  public void deletingFromTheData() {
    for(SolverChoice choice : TestData.SOLVERS) {
      for(String method : TestData.METHODS) {
        for(KernelCase kernel : KernelCase.values()) {
          for(double cost : COSTS) {
            double[][] data = kernel.data(method, 3, 40);
            Object[] options = kernel.with("losvm.solver", choice.name(), "losvm.batches", 0, "losvm.C", cost, "losvm.tolerance", 1e-10);
            LeaveOutResult all = TestData.run(method, data, options);
            IntPredicate support = i -> Arrays.stream(TestData.support(all)).anyMatch(s -> s == i);
            int t = IntStream.range(0, data.length).filter(support.negate()).findFirst().getAsInt();
            LeaveOutResult rest = TestData.run(method, TestData.without(data, t), options);
            String name = choice + " " + method + " " + kernel + " " + cost;
            double rho = all.getRounds().get(0).rho;
            assertEquals(name, rho, rest.getRounds().get(0).rho, 1e-8 * Math.abs(rho));
            double[] before = TestData.scores(all), after = TestData.scores(rest);
            for(int i = 0; i < after.length; i++) {
              double expected = before[i < t ? i : i + 1];
              assertEquals(name, expected, after[i], 1e-8 * (1. + Math.abs(expected)));
            }
          }
        }
      }
    }
  }
}
