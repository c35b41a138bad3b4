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

import java.util.Map;

/**
 * What is done to the columns before distances are taken.
 *
 * @author The pyelki-losdd developers
 * @since 0.2.0
 */
interface ColumnTransform {
  /**
   * Number of columns afterwards: constant ones are left out.
   *
   * @return Number of columns
   */
  int dimensionality();

  /**
   * Transform a row.
   *
   * @param row Row
   * @return New values
   */
  double[] apply(double[] row);

  /**
   * Transform rows, and round them to single precision.
   *
   * @param columns Rows, by column
   * @param count Number of rows
   * @param out Output, by new column
   */
  void apply(double[][] columns, int count, float[][] out);

  /**
   * Columns of the data that remain.
   *
   * @return Their numbers, in the order of the new columns
   */
  int[] columns();

  /**
   * Find the value that was transformed.
   *
   * @param i Number of the column afterwards
   * @param value Transformed value
   * @return Value in the data; if there are several, one of them that occurred
   */
  double original(int i, double value);

  /**
   * Everything that {@link #of} needs.
   *
   * @return Arrays by name
   */
  Map<String, Object> toMap();

  /**
   * Make a transformation of what {@link #toMap} returned.
   *
   * @param map Arrays by name
   * @return Transformation
   */
  static ColumnTransform of(Map<String, ?> map) {
    return map.containsKey("asis") ? new PartlyRaw(map) : map.containsKey("sorted") ? new NormalScores(map) : map.containsKey("factor") ? new ColumnScaling(map) : new RawColumns(map);
  }
}
