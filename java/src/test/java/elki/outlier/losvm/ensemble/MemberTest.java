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
package elki.outlier.losvm.ensemble;

import static org.junit.Assert.assertEquals;

import java.util.Random;
import java.util.stream.IntStream;

import org.junit.Test;

import elki.outlier.losvm.bandwidth.FixedBandwidth;
import elki.outlier.losvm.kernel.KernelArgument;
import elki.outlier.losvm.kernel.KernelFunction;
import elki.outlier.losvm.kernel.Laplace;
import elki.outlier.losvm.kernel.Laplacian;
import elki.outlier.losvm.kernel.RBF;
import elki.outlier.losvm.kernel.RationalQuadratic;

/**
 * Scores in single precision differ from those in double precision by less than
 * 2e-5, for rows near and far.
 */
public class MemberTest {
  @Test
  public void singlePrecision() {
    final Random random = new Random(1);
    for(int dim : new int[] { 1, 3, 4, 10, 37 }) {
      for(KernelFunction function : new KernelFunction[] { new Laplacian.Fitted(3. / dim), //
          new Laplace(new FixedBandwidth(2. / dim)).withGamma(2. / dim), new RBF(new FixedBandwidth(1. / dim)).withGamma(1. / dim), //
          new RationalQuadratic(new FixedBandwidth(2. / dim)).withGamma(2. / dim) }) {
        final double[][] support = random.ints(60).mapToObj(i -> gaussian(random, dim, 1.)).toArray(double[][]::new);
        final double[] weights = random.doubles(60, 1e-4, .03).toArray();
        final double[][] rows = IntStream.range(0, 200).mapToObj(i -> gaussian(random, dim, i < 100 ? 1. : Math.pow(10., (i - 100) / 30.))).toArray(double[][]::new);
        final float[][] columns = new float[KernelArgument.padded(dim)][200];
        for(int i = 0; i < rows.length; i++) {
          for(int k = 0; k < dim; k++) {
            columns[k][i] = (float) rows[i][k];
          }
        }
        final double[] scores = new double[200];
        new Member(function, support, weights, .01).score(columns, 200, i -> rows[i], new float[200], new float[200], scores);
        for(int i = 0; i < rows.length; i++) {
          assertEquals(function.getClass() + " of " + dim + " columns, row " + i, exact(function, support, weights, rows[i]), scores[i], 2e-5);
        }
      }
    }
  }

  private static double[] gaussian(Random random, int dim, double scale) {
    return IntStream.range(0, dim).mapToDouble(k -> scale * random.nextGaussian()).toArray();
  }

  /** Log ratio, by the largest term. */
  private static double exact(KernelFunction function, double[][] support, double[] weights, double[] row) {
    final double[] logs = IntStream.range(0, weights.length).mapToDouble(i -> Math.log(weights[i]) + function.logOf(function.argument().between(row, support[i]))).toArray();
    final double max = IntStream.range(0, logs.length).mapToDouble(i -> logs[i]).max().getAsDouble();
    return Math.log(.01) - max - Math.log(IntStream.range(0, logs.length).mapToDouble(i -> Math.exp(logs[i] - max)).sum());
  }
}
