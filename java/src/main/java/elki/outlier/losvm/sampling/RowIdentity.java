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
 * Numbers that stand for rows in a draw: the same for the same row, wherever it
 * is stored.
 * <p>
 * A draw must not depend on the order of the rows, nor on how they were divided
 * into blocks, so each row is identified by its values. There are two numbers:
 * <ul>
 * <li>the <em>cell</em> is taken from the values as parts of the range of their
 * column, rounded to \(2^{-24}\). It remains the same when a constant is added to
 * a column, or the column is multiplied by a positive number: such changes of the
 * unit must not lead to another sample;</li>
 * <li>the <em>identity</em> is taken from the values as they are: rows with the
 * same identity are copies of each other.</li>
 * </ul>
 *
 * @author The pyelki-losdd developers
 * @since 0.2.0
 */
public final class RowIdentity {
  /**
   * Number of cells in the range of a column.
   */
  private static final double CELLS = 0x1p24;

  /**
   * Static methods only.
   */
  private RowIdentity() {
  }

  /**
   * Where rows are, in units that do not depend on those of the columns.
   *
   * @param columns Rows, by column
   * @param count Number of rows
   * @param ranges Ranges of the columns
   * @param units Space for a column
   * @param cells Output: hash values
   */
  public static void cells(double[][] columns, int count, ColumnRanges ranges, double[] units, long[] cells) {
    Arrays.fill(cells, 0, count, 0L);
    for(int k = 0; k < columns.length; k++) {
      // A constant column tells nothing, and must not change anything.
      if(ranges.varies(k)) {
        ranges.units(columns[k], count, k, units);
        for(int j = 0; j < count; j++) {
          cells[j] = mix(cells[j] + (long) Math.rint(units[j] * CELLS) + 1L);
        }
      }
    }
  }

  /**
   * What rows are.
   *
   * @param columns Rows, by column
   * @param count Number of rows
   * @param identities Output: hash values
   */
  public static void identities(double[][] columns, int count, long[] identities) {
    Arrays.fill(identities, 0, count, 0L);
    for(double[] column : columns) {
      for(int j = 0; j < count; j++) {
        identities[j] = mix(identities[j] + Double.doubleToLongBits(column[j] + 0.) + 1L); // -0 and 0 are equal
      }
    }
  }

  /**
   * What a row is.
   *
   * @param row Row
   * @return Hash value
   */
  public static long identity(double[] row) {
    long hash = 0L;
    for(double v : row) {
      hash = mix(hash + Double.doubleToLongBits(v + 0.) + 1L);
    }
    return hash;
  }

  /**
   * Scramble the bits of a number, such that each of them matters.
   *
   * @param z Number
   * @return Hash value
   */
  public static long mix(long z) {
    z = (z ^ (z >>> 32)) * 0x9E3779B97F4A7C15L;
    z = (z ^ (z >>> 29)) * 0xD6E8FEB86659FD93L;
    return z ^ (z >>> 32);
  }
}
