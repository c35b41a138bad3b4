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
package elki.outlier.losvm.sampling;

import java.util.Arrays;

/**
 * Smallest and largest value of each column: the unit in which values are
 * measured, so that the unit of the data does not matter.
 *
 * @author The pyelki-losdd developers
 * @since 0.2.0
 */
public final class ColumnRanges {
  /**
   * Smallest and largest values, halved so that no difference overflows.
   */
  private final double[] min, max;

  /**
   * Constructor.
   *
   * @param dimensionality Number of columns
   */
  public ColumnRanges(int dimensionality) {
    min = new double[dimensionality];
    max = new double[dimensionality];
    Arrays.fill(min, Double.POSITIVE_INFINITY);
    Arrays.fill(max, Double.NEGATIVE_INFINITY);
  }

  /**
   * Constructor, for known ranges.
   *
   * @param bounds Smallest and largest values, halved
   */
  public ColumnRanges(double[][] bounds) {
    min = bounds[0];
    max = bounds[1];
  }

  /**
   * Extend the ranges.
   *
   * @param row Row
   */
  public void see(double[] row) {
    for(int k = 0; k < min.length; k++) {
      min[k] = Math.min(min[k], .5 * row[k]);
      max[k] = Math.max(max[k], .5 * row[k]);
    }
  }

  /**
   * Smallest and largest values, halved.
   *
   * @return Bounds
   */
  public double[][] bounds() {
    return new double[][] { min, max };
  }

  /**
   * Number of columns.
   *
   * @return Number of columns
   */
  public int dimensionality() {
    return min.length;
  }

  /**
   * Whether a column has different values.
   *
   * @param k Column
   * @return {@code false} for a constant column
   */
  public boolean varies(int k) {
    return max[k] > min[k];
  }

  /**
   * Where a value is between the smallest and the largest of its column.
   *
   * @param value Value
   * @param k Column, which varies
   * @return 0 for the smallest value, 1 for the largest
   */
  public double unit(double value, int k) {
    return (.5 * value - min[k]) / (max[k] - min[k]);
  }

  /**
   * Reverse of {@link #unit}.
   *
   * @param unit 0 for the smallest value, 1 for the largest
   * @param k Column
   * @return Value
   */
  public double value(double unit, int k) {
    return 2. * (min[k] + unit * (max[k] - min[k]));
  }
}
