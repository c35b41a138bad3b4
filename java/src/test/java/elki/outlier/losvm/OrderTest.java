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
import static org.junit.Assert.assertNotEquals;
import static org.junit.Assert.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;

import org.junit.Test;

import elki.outlier.losvm.kernel.PrecomputedKernel;
import elki.outlier.losvm.solver.auto.SolverChoice;

/**
 * Neither the order of the rows nor the number of threads changes a result: at
 * the coarse default tolerance, where another path of the solver would show.
 */
public class OrderTest {
  private static final Object[] ROUNDS = { "losvm.batches", 4, "losvm.remove", 9 };

  private static int[] shuffle(int n, long seed) {
    List<Integer> order = new ArrayList<>();
    for(int i = 0; i < n; i++) {
      order.add(i);
    }
    Collections.shuffle(order, new Random(seed));
    return order.stream().mapToInt(i -> i).toArray();
  }

  private static double[][] permute(double[][] data, int[] order) {
    return Arrays.stream(order).mapToObj(i -> data[i]).toArray(double[][]::new);
  }

  private static double[] permute(double[] values, int[] order) {
    return Arrays.stream(order).mapToDouble(i -> values[i]).toArray();
  }

  private static double[][] matrix(double[][] data, KernelCase kernel) {
    double[][] matrix = new double[data.length][data.length];
    for(int i = 0; i < data.length; i++) {
      for(int j = 0; j < data.length; j++) {
        matrix[i][j] = kernel.elki.similarity(TestData.vector(data[i]), TestData.vector(data[j]));
      }
    }
    return matrix;
  }

  @Test
  public void permutation() {
    for(SolverChoice solver : TestData.SOLVERS) {
      for(String method : TestData.METHODS) {
        for(KernelCase kernel : KernelCase.values()) {
          for(String reference : new String[] { "round", "final" }) {
            double[][] data = TestData.duplicated(kernel.data(method, 4, 60));
            Object[] options = TestData.with(kernel.with(ROUNDS), "losvm.solver", solver.name(), "losvm.reference", reference);
            LeaveOutResult expected = TestData.run(method, data, options);
            int[] order = shuffle(data.length, 1);
            double[][] shuffled = permute(data, order);
            LeaveOutResult actual = TestData.run(method, shuffled, options);
            String name = solver + " " + method + " " + kernel;
            assertArrayEquals(name, permute(TestData.scores(expected), order), TestData.scores(actual), 0.);
            // Which of several identical rows goes first is open.
            assertArrayEquals(name, permute(data, TestData.removed(expected)), permute(shuffled, TestData.removed(actual)));
            assertArrayEquals(name, permute(data, TestData.support(expected)), permute(shuffled, TestData.support(actual)));
          }
        }
      }
    }
  }

  @Test
  public void threads() {
    for(SolverChoice solver : TestData.SOLVERS) {
      for(String method : TestData.METHODS) {
        for(KernelCase kernel : KernelCase.values()) {
          // Smaller problems are left to a single thread anyway.
          double[][] data = TestData.duplicated(kernel.data(method, 5, 280));
          Object[] options = TestData.with(kernel.with(ROUNDS), "losvm.solver", solver.name());
          LeaveOutResult expected = TestData.run(method, data, TestData.with(options, "losvm.threads", 1));
          for(int threads : new int[] { 2, 4 }) {
            LeaveOutResult actual = TestData.run(method, data, TestData.with(options, "losvm.threads", threads));
            assertArrayEquals(TestData.scores(expected), TestData.scores(actual), 0.);
            assertArrayEquals(TestData.removed(expected), TestData.removed(actual));
          }
        }
      }
    }
  }

  @Test
  public void identicalRows() {
    for(SolverChoice solver : TestData.SOLVERS) {
      for(String method : TestData.METHODS) {
        for(KernelCase kernel : KernelCase.values()) {
          double[][] data = TestData.duplicated(kernel.data(method, 6, 60));
          double[] scores = TestData.scores(TestData.run(method, data, TestData.with(kernel.with(ROUNDS), "losvm.solver", solver.name())));
          int pairs = 0;
          for(int i = 0; i < data.length; i++) {
            for(int j = 0; j < i; j++) {
              if(Arrays.equals(data[i], data[j])) {
                assertEquals(scores[i], scores[j], 0.);
                ++pairs;
              }
            }
          }
          assertTrue(pairs > 10);
        }
      }
    }
  }

  @Test
  public void negativeZero() {
    double[][] data = TestData.random(7, 40, 2, 0.);
    data[3][0] = data[4][0] = 0.;
    data[3][1] = data[4][1] = 5.;
    double[] expected = TestData.scores(TestData.run("losdd", data));
    data[4][0] = -0.;
    assertArrayEquals(expected, TestData.scores(TestData.run("losdd", data)), 0.);
  }

  @Test
  public void precomputed() {
    for(SolverChoice solver : TestData.SOLVERS) {
      for(String method : TestData.METHODS) {
        double[][] data = TestData.duplicated(TestData.random(8, 50, 2, 0.));
        Object[] options = TestData.with(ROUNDS, "losvm.solver", solver.name());
        LeaveOutResult expected = TestData.run(method, data, TestData.with(options, "losvm.kernel", new PrecomputedKernel(matrix(data, KernelCase.RBF))));
        int[] order = shuffle(data.length, 2);
        double[][] shuffled = permute(data, order);
        LeaveOutResult actual = TestData.run(method, shuffled, TestData.with(options, "losvm.kernel", new PrecomputedKernel(matrix(shuffled, KernelCase.RBF))));
        assertArrayEquals(permute(TestData.scores(expected), order), TestData.scores(actual), 0.);
        assertArrayEquals(permute(data, TestData.removed(expected)), permute(shuffled, TestData.removed(actual)));
      }
    }
  }

  @Test
  public void precomputedEqualsVectors() {
    for(SolverChoice solver : TestData.SOLVERS) {
      for(String method : TestData.METHODS) {
        for(KernelCase kernel : KernelCase.values()) {
          double[][] data = kernel.data(method, 9, 40);
          Object[] options = TestData.with(ROUNDS, "losvm.solver", solver.name(), "losvm.tolerance", 1e-10);
          // A given matrix cannot know that its kernel is positive everywhere.
          Object[] form = { "losvm.score", kernel.ordinal() < 3 ? "log_ratio" : "relative" };
          LeaveOutResult expected = TestData.run(method, data, TestData.with(kernel.with(options), form));
          LeaveOutResult actual = TestData.run(method, data, TestData.with(TestData.with(options, "losvm.kernel", new PrecomputedKernel(matrix(data, kernel))), form));
          assertArrayEquals(method + " " + kernel, TestData.scores(expected), TestData.scores(actual), 1e-8);
          assertArrayEquals(method + " " + kernel, TestData.removed(expected), TestData.removed(actual));
        }
      }
    }
  }

  /**
   * The corners of a square have the same similarities, but are not the same.
   */
  @Test
  public void symmetricPoints() {
    double[][] square = { { 0, 0 }, { 0, 2 }, { 2, 0 }, { 2, 2 }, { 1, 1 }, { 1, 1.2 }, { 1, .8 } };
    double[][] given = matrix(square, KernelCase.RBF);
    for(SolverChoice solver : TestData.SOLVERS) {
      for(String method : TestData.METHODS) {
        Object[] options = { "losvm.solver", solver.name(), "losvm.batches", 1, "losvm.tolerance", 1e-10 };
        double[] vectors = TestData.scores(TestData.run(method, square, TestData.with(options, "losvm.gamma", .3)));
        double[] scores = TestData.scores(TestData.run(method, square, TestData.with(options, "losvm.kernel", new PrecomputedKernel(given))));
        assertArrayEquals(vectors, scores, 1e-9);
        // A merged point would have a twin inside of the boundary.
        for(int corner = 0; corner < 4; corner++) {
          assertTrue(scores[corner] > .1);
        }
        // In another order, the same up to symmetry.
        for(int seed = 0; seed < 5; seed++) {
          int[] order = shuffle(square.length, seed);
          double[] shuffled = TestData.scores(TestData.run(method, square, TestData.with(options, "losvm.kernel", new PrecomputedKernel(matrix(permute(square, order), KernelCase.RBF)))));
          assertArrayEquals(permute(scores, order), shuffled, 1e-9);
        }
      }
    }
  }

  @Test
  public void orderIsNotTrivial() {
    // Otherwise, this class would test nothing.
    assertNotEquals(Arrays.toString(shuffle(60, 1)), Arrays.toString(shuffle(60, 2)));
  }
}
