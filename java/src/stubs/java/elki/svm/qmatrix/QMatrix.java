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
package elki.svm.qmatrix;

/**
 * Signatures of ELKI's kernel matrix, module elki-svm: to compile with, not to run.
 *
 * @author The pyelki-losdd developers
 */
public interface QMatrix {
  /**
   * Compute the beginning of a column.
   *
   * @param column Column
   * @param len Number of values
   * @param out Output, {@code null} to prepare the column only
   */
  void get_Q(int column, int len, float[] out);

  /**
   * Diagonal.
   *
   * @return Diagonal, shared
   */
  double[] get_QD();

  /**
   * Let two points change places.
   *
   * @param i First point
   * @param j Second point
   */
  void swap_index(int i, int j);

  /**
   * Compute a single value.
   *
   * @param i First point
   * @param j Second point
   * @return Value
   */
  double similarity(int i, int j);

  /**
   * Prepare for use.
   */
  void initialize();
}
