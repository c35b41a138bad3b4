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
import java.util.Map;
import java.util.stream.IntStream;

import elki.outlier.losvm.sampling.ColumnMoments;
import elki.outlier.losvm.sampling.ColumnRanges;

/**
 * Gives each column mean 0 and standard deviation 1, and leaves constant columns
 * out.
 *
 * @author The pyelki-losdd developers
 * @since 0.2.0
 */
final class ColumnScaling implements ColumnTransform {
  /**
   * Ranges of the columns.
   */
  private final ColumnRanges ranges;

  /**
   * Columns that vary.
   */
  private final int[] columns;

  /**
   * Mean of each of these columns, and the inverse of its standard deviation, in
   * units of the range.
   */
  private final double[] mean, factor;

  /**
   * Constructor.
   *
   * @param ranges Ranges of the columns
   * @param columns Columns that vary
   * @param mean Their means, in units of the range
   * @param factor Inverses of their standard deviations, in units of the range
   */
  private ColumnScaling(ColumnRanges ranges, int[] columns, double[] mean, double[] factor) {
    this.ranges = ranges;
    this.columns = columns;
    this.mean = mean;
    this.factor = factor;
  }

  /**
   * Constructor.
   *
   * @param map What {@link #toMap} returned
   */
  ColumnScaling(Map<String, ?> map) {
    this(new ColumnRanges(map), (int[]) map.get("columns"), (double[]) map.get("mean"), (double[]) map.get("factor"));
  }

  @Override
  public Map<String, Object> toMap() {
    return Map.of("bounds", ranges.toMap().get("bounds"), "columns", columns, "mean", mean, "factor", factor);
  }

  /**
   * Make the scaling that the rows' moments ask for.
   *
   * @param ranges Ranges of the columns
   * @param moments Moments of the columns
   * @return Scaling
   */
  static ColumnScaling of(ColumnRanges ranges, ColumnMoments moments) {
    final int[] columns = moments.columns();
    final double[] mean = new double[columns.length], factor = new double[columns.length];
    for(int i = 0; i < columns.length; i++) {
      final double[] found = moments.of(i);
      mean[i] = found[0];
      factor[i] = 1. / found[1];
    }
    return new ColumnScaling(ranges, columns, mean, factor);
  }

  /**
   * Leave columns out.
   *
   * @param left Columns to leave out
   * @return Scaling of the others
   */
  ColumnScaling without(int[] left) {
    final int[] kept = IntStream.range(0, columns.length).filter(i -> Arrays.stream(left).noneMatch(k -> k == columns[i])).toArray();
    return new ColumnScaling(ranges, Arrays.stream(kept).map(i -> columns[i]).toArray(), //
        Arrays.stream(kept).mapToDouble(i -> mean[i]).toArray(), Arrays.stream(kept).mapToDouble(i -> factor[i]).toArray());
  }

  @Override
  public int dimensionality() {
    return columns.length;
  }

  @Override
  public int[] columns() {
    return columns;
  }

  @Override
  public double original(int i, double value) {
    return ranges.value(value / factor[i] + mean[i], columns[i]);
  }

  @Override
  public double[] apply(double[] row) {
    final double[] scaled = new double[columns.length];
    for(int i = 0; i < columns.length; i++) {
      scaled[i] = (ranges.unit(row[columns[i]], columns[i]) - mean[i]) * factor[i];
    }
    return scaled;
  }

  @Override
  public void apply(double[][] rows, int count, float[][] out) {
    final double[] units = new double[count];
    for(int i = 0; i < columns.length; i++) {
      ranges.units(rows[columns[i]], count, columns[i], units);
      final float[] single = out[i];
      final double center = mean[i], scale = factor[i];
      for(int j = 0; j < count; j++) {
        single[j] = (float) ((units[j] - center) * scale);
      }
    }
  }
}
