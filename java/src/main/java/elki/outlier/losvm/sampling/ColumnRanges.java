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
import java.util.Map;

/**
 * Smallest and largest value of each column: the unit in which values are
 * measured, so that the unit of the data does not matter.
 *
 * @author The pyelki-losdd developers
 * @since 0.2.0
 */
public final class ColumnRanges implements PassState<ColumnRanges> {
  /**
   * Rounding errors of {@link #value}, relative to the largest value of the column.
   */
  private static final double ROUNDING = 1e-14;

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
   * Constructor.
   *
   * @param map What {@link #toMap} returned
   */
  public ColumnRanges(Map<String, ?> map) {
    final double[] bounds = (double[]) map.get("bounds");
    min = Arrays.copyOf(bounds, bounds.length / 2);
    max = Arrays.copyOfRange(bounds, bounds.length / 2, bounds.length);
  }

  @Override
  public void see(double[][] columns, int count) {
    for(int k = 0; k < min.length; k++) {
      final double[] column = columns[k];
      double low = min[k], high = max[k];
      for(int j = 0; j < count; j++) {
        low = Math.min(low, .5 * column[j]);
        high = Math.max(high, .5 * column[j]);
      }
      min[k] = low;
      max[k] = high;
    }
  }

  @Override
  public void merge(ColumnRanges other) {
    for(int k = 0; k < min.length; k++) {
      min[k] = Math.min(min[k], other.min[k]);
      max[k] = Math.max(max[k], other.max[k]);
    }
  }

  @Override
  public Map<String, Object> toMap() {
    final double[] bounds = Arrays.copyOf(min, min.length + max.length);
    System.arraycopy(max, 0, bounds, min.length, max.length);
    return Map.of("bounds", bounds);
  }

  /**
   * Whether all values were finite numbers.
   *
   * @return {@code false} if there were others
   */
  public boolean areFinite() {
    for(int k = 0; k < min.length; k++) {
      if(!(max[k] - min[k] < Double.POSITIVE_INFINITY && max[k] >= min[k])) {
        return false;
      }
    }
    return true;
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
   * Where the values of a column are, see {@link #unit(double, int)}.
   *
   * @param column Values
   * @param count Number of values
   * @param k Column, which varies
   * @param units Output
   */
  public void units(double[] column, int count, int k, double[] units) {
    final double low = min[k], width = max[k] - min[k];
    for(int j = 0; j < count; j++) {
      units[j] = (.5 * column[j] - low) / width;
    }
  }

  /**
   * Reverse of {@link #unit}. What is 0 but for rounding is 0.
   *
   * @param unit 0 for the smallest value, 1 for the largest
   * @param k Column
   * @return Value
   */
  public double value(double unit, int k) {
    final double half = min[k] + unit * (max[k] - min[k]);
    return Math.abs(half) > ROUNDING * Math.max(Math.abs(min[k]), Math.abs(max[k])) ? 2. * half : 0.;
  }
}
