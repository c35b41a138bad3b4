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

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;

import org.junit.Test;

/**
 * Last digits do not decide what is removed first.
 */
public class RemovalOrderTest {
  private static int[] order(int[] points, double[] scores) {
    double[] sizes = new double[scores.length];
    Arrays.fill(sizes, 1.);
    return order(points, scores, sizes, new double[scores.length]);
  }

  private static int[] order(int[] points, double[] scores, double[] sizes, double[] logs) {
    return Arrays.stream(RemovalOrder.of(points, scores, sizes, logs)).map(k -> points[k]).toArray();
  }

  @Test
  public void mostOutlyingFirst() {
    assertArrayEquals(new int[] { 30, 10, 40, 20 }, order(new int[] { 10, 20, 30, 40 }, new double[] { 2., -1., 5., 0. }));
  }

  @Test
  public void lastDigits() {
    final int n = 40;
    double[] exact = IntStream.range(0, n).mapToDouble(k -> 1. + (k % 5) / 3.).toArray();
    int[] points = IntStream.range(0, n).toArray();
    int[] expected = order(points, exact);
    assertArrayEquals(new int[] { 4, 9, 14, 19 }, Arrays.copyOf(expected, 4));
    Random random = new Random(1);
    for(int repeat = 0; repeat < 100; repeat++) {
      double[] noisy = Arrays.stream(exact).map(v -> v * (1. + 1e-14 * random.nextGaussian())).toArray();
      assertArrayEquals(expected, order(points, noisy));
    }
  }

  /** Wherever a number is: rounding it to some digits would depend on the last ones for some. */
  @Test
  public void everywhere() {
    Random random = new Random(2);
    for(int repeat = 0; repeat < 20_000; repeat++) {
      double v = random.nextGaussian() * Math.pow(10., random.nextInt(7) - 3), size = Math.abs(v);
      assertArrayEquals(new int[] { 3, 8 }, order(new int[] { 8, 3 }, new double[] { Math.nextUp(v), v }, new double[] { size, size }, new double[2]));
    }
  }

  /** A score near zero has the rounding errors of the numbers whose difference it is. */
  @Test
  public void cancellation() {
    assertArrayEquals(new int[] { 3, 8 }, order(new int[] { 8, 3 }, new double[] { 3e-16, -2e-16 }));
    assertArrayEquals(new int[] { 8, 3 }, order(new int[] { 8, 3 }, new double[] { 3e-16, -2e-16 }, new double[] { 1e-10, 1e-10 }, new double[2]));
  }

  /** Where scores do not differ, the gradient still does. */
  @Test
  public void logarithms() {
    double[] scores = { 1., 1. - 1e-16, 1., .5 }, sizes = { 1., 1., 1., 1. };
    assertArrayEquals(new int[] { 7, 9, 8, 1 }, order(new int[] { 8, 9, 7, 1 }, scores, sizes, new double[] { -50., -60., -60. - 1e-12, -1. }));
    double nan = Double.NaN;
    assertArrayEquals(new int[] { 7, 8, 9, 1 }, order(new int[] { 8, 9, 7, 1 }, scores, sizes, new double[] { nan, nan, nan, nan }));
  }

  /** Neighbors tie one after the other: the order of the input has no effect. */
  @Test
  public void transitive() {
    final int n = 30;
    int[] points = IntStream.range(0, n).toArray();
    double[] scores = IntStream.range(0, n).mapToDouble(k -> 1. + 6e-13 * ((7 * k) % n)).toArray();
    int[] expected = order(points, scores);
    assertArrayEquals(points, expected);
    Random random = new Random(3);
    for(int repeat = 0; repeat < 50; repeat++) {
      int[] shuffled = points.clone();
      for(int k = n - 1; k > 0; k--) {
        int other = random.nextInt(k + 1), swap = shuffled[k];
        shuffled[k] = shuffled[other];
        shuffled[other] = swap;
      }
      assertArrayEquals(expected, order(shuffled, Arrays.stream(shuffled).mapToDouble(k -> scores[k]).toArray()));
    }
  }

  /** A symmetric grid has ties everywhere: how its numbers are rounded must not matter. */
  @Test
  public void grid() {
    for(String reference : new String[] { "round", "final" }) {
      int[][] removed = new int[2][];
      for(int k = 0; k < 2; k++) {
        final int scale = k == 0 ? 1 : 3;
        double[][] grid = new double[121][];
        for(int i = 0; i < grid.length; i++) {
          grid[i] = new double[] { scale * (i / 11 - 5.), scale * (i % 11 - 5.) };
        }
        removed[k] = TestData.removed(TestData.run("losdd", grid, "losvm.batches", 4, "losvm.remove", 30, "losvm.gamma", .3 / (scale * scale), //
            "losvm.reference", reference, "losvm.solver", "exact"));
      }
      assertArrayEquals(removed[0], removed[1]);
    }
  }

  /** Support vectors of a plain SVM are on the boundary, exactly. */
  @Test
  public void plainSupportVectors() {
    for(String score : new String[] { "distance", "relative", "log_ratio" }) {
      for(String method : TestData.METHODS) {
        LeaveOutResult result = TestData.run(method, TestData.random(4, 80, 3, 0.), "losvm.batches", 0, "losvm.solver", "exact", "losvm.score", score);
        for(int row : TestData.support(result)) {
          assertEquals(0., TestData.scores(result)[row], 0.);
        }
      }
    }
  }
}
