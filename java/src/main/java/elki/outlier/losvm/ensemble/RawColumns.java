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

import elki.outlier.losvm.sampling.ColumnRanges;

/**
 * Takes the columns as they are, but for constant ones.
 *
 * @author The pyelki-losdd developers
 * @since 0.2.0
 */
final class RawColumns implements ColumnTransform {
  /**
   * Columns that vary.
   */
  private final int[] columns;

  /**
   * Constructor.
   *
   * @param ranges Ranges of the columns
   */
  RawColumns(ColumnRanges ranges) {
    this.columns = IntStream.range(0, ranges.dimensionality()).filter(ranges::varies).toArray();
  }

  /**
   * Constructor.
   *
   * @param map What {@link #toMap} returned
   */
  RawColumns(Map<String, ?> map) {
    this.columns = (int[]) map.get("columns");
  }

  @Override
  public Map<String, Object> toMap() {
    return Map.of("columns", columns);
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
    return value;
  }

  @Override
  public double[] apply(double[] row) {
    return Arrays.stream(columns).mapToDouble(k -> row[k]).toArray();
  }

  @Override
  public void apply(double[][] rows, int count, float[][] out) {
    for(int i = 0; i < columns.length; i++) {
      final double[] column = rows[columns[i]];
      final float[] single = out[i];
      for(int j = 0; j < count; j++) {
        single[j] = (float) column[j];
      }
    }
  }
}
