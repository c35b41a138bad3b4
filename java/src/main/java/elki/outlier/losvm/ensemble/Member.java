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

import java.util.Arrays;
import java.util.function.IntFunction;

import elki.outlier.losvm.kernel.KernelArgument;
import elki.outlier.losvm.kernel.KernelFunction;
import elki.outlier.losvm.linalg.LogSum;

/**
 * A one-class SVM that was trained on a sample and cleaned: a few numbers that
 * score any row.
 *
 * @author The pyelki-losdd developers
 * @since 0.2.0
 */
final class Member {
  /**
   * Sums below this are computed again, as single precision may have lost terms.
   */
  private static final float UNDERFLOW = 1e-30f;

  /**
   * Kernel function.
   */
  private final KernelFunction function;

  /**
   * Support vectors by row, and in single precision.
   */
  private final double[][] support;
  private final float[][] supportSingle;

  /**
   * Weights of the support vectors, and in single precision.
   */
  private final double[] weights;
  private final float[] weightsSingle;

  /**
   * Gradient on the boundary.
   */
  private final double rho;

  /**
   * Constructor.
   *
   * @param function Kernel function
   * @param support Support vectors
   * @param weights Their weights
   * @param rho Gradient on the boundary
   */
  Member(KernelFunction function, double[][] support, double[] weights, double rho) {
    this.function = function;
    this.support = support;
    this.weights = weights;
    this.rho = rho;
    this.supportSingle = Arrays.stream(support).map(row -> single(row, KernelArgument.padded(row.length))).toArray(float[][]::new);
    this.weightsSingle = single(weights, weights.length);
  }

  /**
   * Kernel function.
   *
   * @return Kernel function
   */
  KernelFunction function() {
    return function;
  }

  /**
   * Support vectors.
   *
   * @return Support vectors by row
   */
  double[][] support() {
    return support;
  }

  /**
   * Weights of the support vectors.
   *
   * @return Weights
   */
  double[] weights() {
    return weights;
  }

  /**
   * Gradient on the boundary.
   *
   * @return rho
   */
  double rho() {
    return rho;
  }

  /**
   * Round to single precision.
   *
   * @param values Values
   * @param length Length of the result: zeros are added
   * @return Rounded values
   */
  private static float[] single(double[] values, int length) {
    final float[] rounded = new float[length];
    for(int i = 0; i < values.length; i++) {
      rounded[i] = (float) values[i];
    }
    return rounded;
  }

  /**
   * Score a block of rows.
   *
   * @param columns Transformed rows, by column, with columns of zeros
   * @param count Number of rows
   * @param row Transformed rows, by number, in double precision
   * @param values Space for kernel values
   * @param sums Space for sums
   * @param scores Output: log ratios
   */
  void score(float[][] columns, int count, IntFunction<double[]> row, float[] values, float[] sums, double[] scores) {
    final KernelArgument argument = function.argument();
    Arrays.fill(sums, 0, count, 0.f);
    for(int i = 0; i < weights.length; i++) {
      argument.apply(columns, supportSingle[i], values, count);
      function.addWeighted(values, weightsSingle[i], sums, count);
    }
    final double logRho = Math.log(rho);
    for(int j = 0; j < count; j++) {
      scores[j] = logRho - (sums[j] > UNDERFLOW ? Math.log(sums[j]) : logSum(row.apply(j)));
    }
  }

  /**
   * Logarithm of the gradient of a row that is far from all support vectors.
   *
   * @param row Row
   * @return Logarithm
   */
  private double logSum(double[] row) {
    final LogSum sum = new LogSum();
    for(int i = 0; i < weights.length; i++) {
      sum.add(Math.log(weights[i]) + Math.max(function.logOf(function.argument().between(row, support[i])), -Double.MAX_VALUE));
    }
    return sum.value();
  }
}
