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
package elki.outlier.losvm.reasons;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

import org.junit.Test;

import elki.outlier.losvm.bandwidth.FixedBandwidth;
import elki.outlier.losvm.kernel.KernelFunction;
import elki.outlier.losvm.kernel.Laplace;
import elki.outlier.losvm.kernel.Laplacian;
import elki.outlier.losvm.kernel.Linear;
import elki.outlier.losvm.kernel.RBF;
import elki.outlier.losvm.kernel.RationalQuadratic;

/**
 * Reasons are those of the kernel without the column.
 */
public class PanelTest {
  private static final double GAMMA = .7;

  private static final KernelFunction[] KERNELS = { new RBF(new FixedBandwidth(GAMMA)).withGamma(GAMMA), new Laplace(new FixedBandwidth(GAMMA)).withGamma(GAMMA), //
      new RationalQuadratic(new FixedBandwidth(GAMMA)).withGamma(GAMMA), new Laplacian.Fitted(GAMMA) };

  /** Columns 0 and 2 belong together. */
  private static final ColumnGroups GROUPS = new ColumnGroups(new int[] { 0, 1, 0, 2 });

  private static double[][] random(int size, int dim, double spread, long seed) {
    final Random random = new Random(seed);
    return IntStream.range(0, size).mapToObj(i -> IntStream.range(0, dim).mapToDouble(k -> spread * random.nextGaussian()).toArray()).toArray(double[][]::new);
  }

  private static Panel panel(KernelFunction function, double[][] support, double[] weights, ColumnGroups groups) {
    final int[] columns = IntStream.range(0, support[0].length).toArray();
    return new Panel(List.of(new Witness(function, 2., columns, support, support, weights)), groups);
  }

  private static double sum(KernelFunction function, double[][] support, double[] weights, double[] row, int[] columns) {
    double sum = 0.;
    for(int i = 0; i < support.length; i++) {
      double argument = 0.;
      for(int k : columns) {
        argument += function.argument().term(row[k], support[i][k]);
      }
      sum += weights[i] * Math.exp(function.logOf(argument));
    }
    return sum;
  }

  @Test
  public void costsAreThoseOfTheKernelWithoutTheColumns() {
    final double[][] support = random(30, 4, 1., 0);
    final double[] weights = new Random(1).doubles(30).toArray();
    for(KernelFunction function : KERNELS) {
      final Panel panel = panel(function, support, weights, GROUPS);
      for(double[] row : random(10, 4, 2., 2)) {
        final RowReasons reasons = panel.reasons(List.of(panel.ask(0, row, false, 1.)));
        final double all = sum(function, support, weights, row, new int[] { 0, 1, 2, 3 });
        final int[][] others = { { 1, 3 }, { 0, 2, 3 }, { 0, 1, 2 } };
        for(int g = 0; g < others.length; g++) {
          final double expected = 2. * Math.log(sum(function, support, weights, row, others[g]) / all);
          assertEquals(expected, reasons.costs[g], 1e-9 * Math.max(1., expected));
        }
      }
    }
  }

  /** Far from everything, no kernel value can be told from 0, and no difference of distances is exact. */
  @Test
  public void farFromAllSupportVectors() {
    final double[][] support = random(20, 3, 1., 3);
    final double[] weights = new Random(4).doubles(20).toArray();
    final Panel panel = panel(KERNELS[0], support, weights, ColumnGroups.single(3));
    final double[] row = { 1e9, .3, 1. };
    final RowReasons reasons = panel.reasons(List.of(panel.ask(0, row, false, 1.)));
    assertTrue(reasons.costs[0] > 1e17);
    // The same as if the column had never been there.
    double sum = 0., mean = 0.;
    for(int i = 0; i < support.length; i++) {
      final double d1 = support[i][1] - .3, d2 = support[i][2] - 1.;
      final double weight = weights[i] * Math.exp(-GAMMA * (d1 * d1 + d2 * d2));
      sum += weight;
      mean += weight * support[i][0];
    }
    assertEquals(mean / sum, reasons.mean[0], 1e-12);
    assertTrue(reasons.low[0] <= reasons.median[0] && reasons.median[0] <= reasons.high[0]);
    final RowReasons infinite = panel.reasons(List.of(panel.ask(0, new double[] { 1e300, 0., 0. }, false, 1.)));
    assertTrue(Arrays.stream(infinite.costs).allMatch(Double::isFinite));
  }

  @Test
  public void aRowHasNoSayAboutItself() {
    final double[][] support = { { 0., 0. }, { 0., 0. }, { 1., 0. }, { 5., 5. } };
    final double[] weights = { .25, .25, .25, .25 };
    final Panel panel = panel(KERNELS[1], support, weights, ColumnGroups.single(2));
    final Panel others = panel(KERNELS[1], new double[][] { { 1., 0. }, { 5., 5. } }, new double[] { .25, .25 }, ColumnGroups.single(2));
    final RowReasons alone = others.reasons(List.of(others.ask(0, support[0], false, 1.)));
    assertArrayEquals(alone.costs, panel.reasons(List.of(panel.ask(0, support[0], true, 1.))).costs, 0.);
    assertEquals(0., panel.reasons(List.of(panel.ask(0, support[0], false, 1.))).median[0], 0.);
    // Where there is nothing else, it is what it was expected to be.
    final Panel same = panel(KERNELS[1], new double[][] { { 2., 3. } }, new double[] { 1. }, ColumnGroups.single(2));
    final RowReasons reasons = same.reasons(List.of(same.ask(0, new double[] { 2., 3. }, true, 1.)));
    assertArrayEquals(new double[2], reasons.costs, 0.);
    assertArrayEquals(new double[] { 2., 3. }, reasons.median, 0.);
  }

  @Test
  public void pairs() {
    final double[][] support = random(40, 4, 1., 5);
    final double[] weights = new double[40];
    Arrays.fill(weights, 1. / 40);
    final double[] row = { 0., 100., -100., 0. };
    final Panel heavy = panel(KERNELS[2], support, weights, ColumnGroups.single(4));
    final RowReasons reasons = heavy.reasons(List.of(heavy.ask(0, row, false, 1.)));
    assertArrayEquals(new int[] { 1, 2 }, reasons.pair);
    final double gain = sum(KERNELS[2], support, weights, row, new int[] { 0, 3 }) / sum(KERNELS[2], support, weights, row, new int[] { 0, 1, 2, 3 });
    assertEquals(2. * Math.log(gain), reasons.pairCost, 1e-9);
    // With a kernel that is a product, each of the two explains its part by itself.
    final Panel product = panel(KERNELS[3], support, weights, ColumnGroups.single(4));
    assertArrayEquals(new int[] { -1, -1 }, product.reasons(List.of(product.ask(0, row, false, 1.))).pair);
  }

  /** Quantiles of the weights, by hand. */
  @Test
  public void ranges() {
    final double[][] support = IntStream.rangeClosed(1, 100).mapToObj(i -> new double[] { i, 0. }).toArray(double[][]::new);
    final double[] weights = new double[100];
    Arrays.fill(weights, .01);
    final Panel panel = panel(KERNELS[0], support, weights, ColumnGroups.single(2));
    final RowReasons reasons = panel.reasons(List.of(panel.ask(0, new double[] { 1000., 0. }, false, 1.)));
    assertEquals(5., reasons.low[0], 0.);
    assertEquals(50., reasons.median[0], 0.);
    assertEquals(95., reasons.high[0], 0.);
    assertEquals(50.5, reasons.mean[0], 1e-12);
    // A single similar row is not enough to tell a range.
    final double[][] apart = IntStream.rangeClosed(1, 100).mapToObj(i -> new double[] { i, 10. * i }).toArray(double[][]::new);
    final Panel lonely = panel(KERNELS[0], apart, weights, ColumnGroups.single(2));
    final RowReasons told = lonely.reasons(List.of(lonely.ask(0, new double[] { 0., 500. }, false, 1.)));
    assertEquals(50., told.mean[0], 1e-9);
    assertEquals(50., told.median[0], 0.);
    assertTrue(told.high[0] - told.low[0] >= 15. && told.high[0] - told.low[0] <= 80.);
  }

  @Test(expected = IllegalArgumentException.class)
  public void productsCannotBeTakenApart() {
    panel(new Linear(), random(3, 2, 1., 0), new double[] { 1., 1., 1. }, ColumnGroups.single(2));
  }
}
