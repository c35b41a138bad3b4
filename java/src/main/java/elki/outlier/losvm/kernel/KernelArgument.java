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
package elki.outlier.losvm.kernel;

import java.util.Arrays;

/**
 * What a kernel of vectors is a function of: a sum over the columns.
 *
 * @author The pyelki-losdd developers
 * @since 0.2.0
 */
public enum KernelArgument {
  /**
   * The squared Euclidean distance.
   */
  SQUARED_DISTANCE {
    @Override
    public double term(double x, double y) {
      return (x - y) * (x - y);
    }

    @Override
    void add(double[] x, double y, double[] sums, int begin, int end) {
      for(int j = begin; j < end; j++) {
        final double v = x[j] - y;
        sums[j] += v * v;
      }
    }

    @Override
    void add(double[] x0, double[] x1, double[] x2, double[] x3, double y0, double y1, double y2, double y3, double[] sums, int begin, int end) {
      for(int j = begin; j < end; j++) {
        final double v0 = x0[j] - y0, v1 = x1[j] - y1, v2 = x2[j] - y2, v3 = x3[j] - y3;
        sums[j] = sums[j] + v0 * v0 + v1 * v1 + v2 * v2 + v3 * v3;
      }
    }

    @Override
    void add(float[] x0, float[] x1, float[] x2, float[] x3, float y0, float y1, float y2, float y3, float[] sums, int count) {
      for(int j = 0; j < count; j++) {
        final float v0 = x0[j] - y0, v1 = x1[j] - y1, v2 = x2[j] - y2, v3 = x3[j] - y3;
        sums[j] = sums[j] + v0 * v0 + v1 * v1 + v2 * v2 + v3 * v3;
      }
    }
  },
  /**
   * The Manhattan distance, the sum of absolute differences.
   */
  MANHATTAN_DISTANCE {
    @Override
    public double term(double x, double y) {
      return Math.abs(x - y);
    }

    @Override
    void add(double[] x, double y, double[] sums, int begin, int end) {
      for(int j = begin; j < end; j++) {
        sums[j] += Math.abs(x[j] - y);
      }
    }

    @Override
    void add(double[] x0, double[] x1, double[] x2, double[] x3, double y0, double y1, double y2, double y3, double[] sums, int begin, int end) {
      for(int j = begin; j < end; j++) {
        sums[j] = sums[j] + Math.abs(x0[j] - y0) + Math.abs(x1[j] - y1) + Math.abs(x2[j] - y2) + Math.abs(x3[j] - y3);
      }
    }

    @Override
    void add(float[] x0, float[] x1, float[] x2, float[] x3, float y0, float y1, float y2, float y3, float[] sums, int count) {
      for(int j = 0; j < count; j++) {
        sums[j] = sums[j] + Math.abs(x0[j] - y0) + Math.abs(x1[j] - y1) + Math.abs(x2[j] - y2) + Math.abs(x3[j] - y3);
      }
    }
  },
  /**
   * The scalar product.
   */
  PRODUCT {
    @Override
    public double term(double x, double y) {
      return x * y;
    }

    @Override
    void add(double[] x, double y, double[] sums, int begin, int end) {
      for(int j = begin; j < end; j++) {
        sums[j] += x[j] * y;
      }
    }

    @Override
    void add(double[] x0, double[] x1, double[] x2, double[] x3, double y0, double y1, double y2, double y3, double[] sums, int begin, int end) {
      for(int j = begin; j < end; j++) {
        sums[j] = sums[j] + x0[j] * y0 + x1[j] * y1 + x2[j] * y2 + x3[j] * y3;
      }
    }

    @Override
    void add(float[] x0, float[] x1, float[] x2, float[] x3, float y0, float y1, float y2, float y3, float[] sums, int count) {
      for(int j = 0; j < count; j++) {
        sums[j] = sums[j] + x0[j] * y0 + x1[j] * y1 + x2[j] * y2 + x3[j] * y3;
      }
    }
  };

  /**
   * Number of columns whose terms are added in the same loop.
   */
  private static final int TOGETHER = 4;

  /**
   * Whether this is a distance.
   *
   * @return {@code false} for the scalar product
   */
  public boolean isDistance() {
    return this != PRODUCT;
  }

  /**
   * The argument for two vectors.
   *
   * @param x Vector
   * @param y Vector
   * @return Argument
   */
  public double between(double[] x, double[] y) {
    double sum = 0.;
    for(int k = 0; k < x.length; k++) {
      sum += term(x[k], y[k]);
    }
    return sum;
  }

  /**
   * The argument for many vectors at once.
   *
   * @param columns Values of some vectors, by column
   * @param y Another vector
   * @param sums Output
   * @param begin First position
   * @param end End of the positions (exclusive)
   */
  void apply(double[][] columns, double[] y, double[] sums, int begin, int end) {
    Arrays.fill(sums, begin, end, 0.);
    int k = 0;
    for(; k + TOGETHER <= y.length; k += TOGETHER) {
      add(columns[k], columns[k + 1], columns[k + 2], columns[k + 3], y[k], y[k + 1], y[k + 2], y[k + 3], sums, begin, end);
    }
    for(; k < y.length; k++) {
      add(columns[k], y[k], sums, begin, end);
    }
  }

  /**
   * Number of columns that {@link #apply} needs: columns of zeros are added, as
   * several columns at once take less time than one after the other.
   *
   * @param dimensionality Number of columns
   * @return Number of columns, with those of zeros
   */
  public static int padded(int dimensionality) {
    return (dimensionality + TOGETHER - 1) / TOGETHER * TOGETHER;
  }

  /**
   * The argument for many vectors at once, in single precision.
   *
   * @param columns Values of some vectors, by column, with columns of zeros
   * @param y Another vector, with zeros
   * @param sums Output
   * @param count Number of vectors
   */
  public void apply(float[][] columns, float[] y, float[] sums, int count) {
    Arrays.fill(sums, 0, count, 0.f);
    for(int k = 0; k < y.length; k += TOGETHER) {
      add(columns[k], columns[k + 1], columns[k + 2], columns[k + 3], y[k], y[k + 1], y[k + 2], y[k + 3], sums, count);
    }
  }

  /**
   * What a single column contributes.
   *
   * @param x Value of one vector
   * @param y Value of the other one
   * @return Term of the sum
   */
  public abstract double term(double x, double y);

  /**
   * Add the terms of a column.
   *
   * @param x Values of some vectors
   * @param y Value of another one
   * @param sums Sums to add to
   * @param begin First position
   * @param end End of the positions (exclusive)
   */
  abstract void add(double[] x, double y, double[] sums, int begin, int end);

  /**
   * Add the terms of {@link #TOGETHER} columns: the sums are the same as if they were
   * added one after the other.
   *
   * @param x0 Values of some vectors in the first column
   * @param x1 Values in the second column
   * @param x2 Values in the third column
   * @param x3 Values in the fourth column
   * @param y0 Value of another vector in the first column
   * @param y1 Value in the second column
   * @param y2 Value in the third column
   * @param y3 Value in the fourth column
   * @param sums Sums to add to
   * @param begin First position
   * @param end End of the positions (exclusive)
   */
  abstract void add(double[] x0, double[] x1, double[] x2, double[] x3, double y0, double y1, double y2, double y3, double[] sums, int begin, int end);

  /**
   * Add the terms of {@link #TOGETHER} columns, in single precision.
   *
   * @param x0 Values of some vectors in the first column
   * @param x1 Values in the second column
   * @param x2 Values in the third column
   * @param x3 Values in the fourth column
   * @param y0 Value of another vector in the first column
   * @param y1 Value in the second column
   * @param y2 Value in the third column
   * @param y3 Value in the fourth column
   * @param sums Sums to add to
   * @param count Number of vectors
   */
  abstract void add(float[] x0, float[] x1, float[] x2, float[] x3, float y0, float y1, float y2, float y3, float[] sums, int count);
}
