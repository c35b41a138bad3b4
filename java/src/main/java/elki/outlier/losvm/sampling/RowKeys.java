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

/**
 * Keys of the rows of a block. They define the order of all rows: by cell, and
 * within a cell by identity, see {@link RowIdentity}.
 *
 * @author The pyelki-losdd developers
 * @since 0.2.0
 */
final class RowKeys {
  /**
   * Ranges of the columns.
   */
  private final ColumnRanges ranges;

  /**
   * Cell and identity of each row of the block.
   */
  long[] cells = {}, identities = {};

  /**
   * Space for a column.
   */
  private double[] units = {};

  /**
   * Constructor.
   *
   * @param ranges Ranges of the columns
   */
  RowKeys(ColumnRanges ranges) {
    this.ranges = ranges;
  }

  /**
   * Find the keys of a block.
   *
   * @param columns Rows, by column
   * @param count Number of rows
   */
  void of(double[][] columns, int count) {
    if(cells.length < count) {
      cells = new long[count];
      identities = new long[count];
      units = new double[count];
    }
    RowIdentity.cells(columns, count, ranges, units, cells);
    RowIdentity.identities(columns, count, identities);
  }

  /**
   * Compare two keys.
   *
   * @param cell Cell of the first
   * @param identity Identity of the first
   * @param otherCell Cell of the second
   * @param otherIdentity Identity of the second
   * @return Negative, zero or positive, as the first is less, equal or greater
   */
  static int compare(long cell, long identity, long otherCell, long otherIdentity) {
    final int c = Long.compare(cell, otherCell);
    return c != 0 ? c : Long.compare(identity, otherIdentity);
  }
}
