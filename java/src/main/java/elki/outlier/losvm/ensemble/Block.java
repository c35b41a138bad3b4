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

/**
 * Some rows, scaled, and once more by columns in single precision: loops over
 * many rows at once are vectorized by the JVM.
 *
 * @author The pyelki-losdd developers
 * @since 0.2.0
 */
final class Block {
  /**
   * Largest number of rows: they remain in the processor's fastest memory.
   */
  static final int CAPACITY = 256;

  /**
   * Rows, by row.
   */
  private final double[][] rows = new double[CAPACITY][];

  /**
   * Rows, by column.
   */
  private final float[][] columns;

  /**
   * Number of rows.
   */
  private int size;

  /**
   * Constructor.
   *
   * @param dimensionality Number of columns
   */
  Block(int dimensionality) {
    this.columns = new float[dimensionality][CAPACITY];
  }

  /**
   * Remove all rows.
   */
  void clear() {
    size = 0;
  }

  /**
   * Add a row.
   *
   * @param row Row
   */
  void add(double[] row) {
    for(int k = 0; k < columns.length; k++) {
      columns[k][size] = (float) row[k];
    }
    rows[size++] = row;
  }

  /**
   * Number of rows.
   *
   * @return Number of rows
   */
  int size() {
    return size;
  }

  /**
   * A row.
   *
   * @param j Number of the row
   * @return Its values
   */
  double[] row(int j) {
    return rows[j];
  }

  /**
   * Values by column.
   *
   * @return Values in single precision
   */
  float[][] columns() {
    return columns;
  }

  /**
   * Round to single precision.
   *
   * @param values Values
   * @return Rounded values
   */
  static float[] single(double[] values) {
    final float[] rounded = new float[values.length];
    for(int i = 0; i < values.length; i++) {
      rounded[i] = (float) values[i];
    }
    return rounded;
  }
}
