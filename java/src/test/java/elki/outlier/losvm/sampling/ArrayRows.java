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
 * Rows of an array.
 */
public final class ArrayRows implements RowSource {
  private final double[][] rows;

  public ArrayRows(double[][] rows) {
    this.rows = rows;
  }

  @Override
  public int size() {
    return rows.length;
  }

  @Override
  public int dimensionality() {
    return rows[0].length;
  }

  @Override
  public void read(int start, int count, double[][] columns) {
    for(int j = 0; j < count; j++) {
      for(int k = 0; k < columns.length; k++) {
        columns[k][j] = rows[start + j][k];
      }
    }
  }
}
