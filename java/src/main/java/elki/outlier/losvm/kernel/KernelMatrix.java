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
package elki.outlier.losvm.kernel;

/**
 * A symmetric kernel matrix over the points \(0,\ldots,n-1\), computed by
 * columns.
 * <p>
 * Everything behind this interface is arithmetic: it knows no object ids.
 * Implementations must be safe for concurrent use, and
 * {@code K(i,j)==K(j,i)} must hold to the last bit.
 *
 * @author The pyelki-losdd developers
 * @since 0.1.0
 */
public interface KernelMatrix {
  /**
   * Number of points.
   *
   * @return number of points
   */
  int size();

  /**
   * Compute a part of a column of the matrix.
   *
   * @param i Point
   * @param begin First row
   * @param end End of the rows (exclusive)
   * @param out Output
   * @param offset Position of the first row in the output
   */
  void column(int i, int begin, int end, double[] out, int offset);

  /**
   * Some rows of the matrix, to compute many columns of.
   *
   * @param rows Points
   * @return Their rows
   */
  default Rows rows(int[] rows) {
    return (i, out, offset) -> {
      for(int k = 0; k < rows.length; k++) {
        column(i, rows[k], rows[k] + 1, out, offset + k);
      }
    };
  }

  /**
   * Some rows of the matrix.
   *
   * @author The pyelki-losdd developers
   */
  @FunctionalInterface
  interface Rows {
    /**
     * Compute the values of these rows in a column.
     *
     * @param i Point, the column
     * @param out Output
     * @param offset Position of the first row in the output
     */
    void column(int i, double[] out, int offset);
  }

  /**
   * Diagonal value \(K(i,i)\).
   *
   * @param i Point
   * @return Diagonal value
   */
  double diagonal(int i);

  /**
   * Logarithms of a column of the matrix, also where the values themselves
   * underflow.
   *
   * @param i Point
   * @return \(\log K(i,j)\) for all j, finite
   */
  double[] logColumn(int i);

  /**
   * Whether no kernel value can be negative, such that ratios and logarithms
   * are meaningful.
   *
   * @return {@code true} for positive kernels
   */
  boolean isPositive();
}
