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
import java.util.stream.IntStream;

/**
 * Replaces each value by its rank in the column, as a share of the rows: what
 * matters is how many rows are between two values, not how far they are apart.
 * <p>
 * Ranks are those among reference rows; values in between have the same rank, and
 * the rank of equal values is the middle of their ranks.
 *
 * @author The pyelki-losdd developers
 * @since 0.2.0
 */
final class ColumnRanks implements ColumnTransform {
  /**
   * Columns that vary.
   */
  private final int[] columns;

  /**
   * Sorted values of the reference rows, for each of these columns.
   */
  private final double[][] sorted;

  /**
   * Constructor.
   *
   * @param reference Reference rows
   */
  ColumnRanks(double[][] reference) {
    final double[][] all = new double[reference[0].length][];
    for(int k = 0; k < all.length; k++) {
      final int column = k;
      all[k] = Arrays.stream(reference).mapToDouble(row -> row[column] + 0.).toArray(); // Turns -0 into 0
      Arrays.sort(all[k]);
    }
    this.columns = IntStream.range(0, all.length).filter(k -> all[k][0] < all[k][reference.length - 1]).toArray();
    this.sorted = Arrays.stream(columns).mapToObj(k -> all[k]).toArray(double[][]::new);
  }

  @Override
  public int dimensionality() {
    return columns.length;
  }

  @Override
  public double[] apply(double[] row) {
    final double[] ranks = new double[columns.length];
    for(int i = 0; i < columns.length; i++) {
      final double v = row[columns[i]] + 0.;
      ranks[i] = .5 * (countBelow(sorted[i], v) + countBelow(sorted[i], Math.nextUp(v))) / sorted[i].length;
    }
    return ranks;
  }

  /**
   * Count the values below another one.
   *
   * @param sorted Sorted values
   * @param v Value
   * @return Number of smaller values
   */
  private static int countBelow(double[] sorted, double v) {
    int low = 0;
    for(int length = sorted.length; length > 0;) {
      final int half = length >>> 1;
      if(sorted[low + half] < v) {
        low += half + 1;
        length -= half + 1;
      }
      else {
        length = half;
      }
    }
    return low;
  }
}
