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
    void add(float[] x, float y, float[] sums, int count) {
      for(int j = 0; j < count; j++) {
        final float v = x[j] - y;
        sums[j] += v * v;
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
    void add(float[] x, float y, float[] sums, int count) {
      for(int j = 0; j < count; j++) {
        sums[j] += Math.abs(x[j] - y);
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
    void add(float[] x, float y, float[] sums, int count) {
      for(int j = 0; j < count; j++) {
        sums[j] += x[j] * y;
      }
    }
  };

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
   * Add the terms of all columns, in single precision.
   *
   * @param columns Values of some vectors, by column
   * @param y Another vector
   * @param sums Sums to add to
   * @param count Number of vectors
   */
  public void add(float[][] columns, float[] y, float[] sums, int count) {
    for(int k = 0; k < y.length; k++) {
      add(columns[k], y[k], sums, count);
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
   * Add the terms of a column, in single precision.
   *
   * @param x Values of some vectors
   * @param y Value of another one
   * @param sums Sums to add to
   * @param count Number of vectors
   */
  abstract void add(float[] x, float y, float[] sums, int count);
}
