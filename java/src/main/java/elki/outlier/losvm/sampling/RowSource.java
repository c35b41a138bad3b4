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
 * Rows of numbers that are read in blocks, by several threads at once: an array
 * of Python, or a relation of ELKI.
 *
 * @author The pyelki-losdd developers
 * @since 0.2.0
 */
public interface RowSource {
  /**
   * Number of rows.
   *
   * @return Number of rows
   */
  int size();

  /**
   * Number of columns.
   *
   * @return Number of columns
   */
  int dimensionality();

  /**
   * Read some rows.
   *
   * @param start Number of the first one
   * @param count Number of rows
   * @param columns Output, by column
   */
  void read(int start, int count, double[][] columns);
}
