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
package elki.outlier.losvm.bridge;

import java.util.Arrays;

import elki.database.ids.ArrayDBIDs;
import elki.database.ids.DBIDArrayIter;
import elki.database.ids.DBIDIter;
import elki.database.ids.DBIDUtil;
import elki.database.relation.DoubleRelation;
import elki.database.relation.Relation;

/**
 * Brings ELKI's results back into the order of the rows. The ids of a
 * {@link DataTable} are the row numbers.
 *
 * @author The pyelki-losdd developers
 * @since 0.1.0
 */
final class Rows {
  /**
   * Do not instantiate.
   */
  private Rows() {
    // Static methods only.
  }

  /**
   * Get the values of a relation.
   *
   * @param relation Relation
   * @param n Number of rows
   * @return Values by row, NaN for rows without
   */
  static double[] valuesOf(DoubleRelation relation, int n) {
    final double[] ret = new double[n];
    Arrays.fill(ret, Double.NaN);
    for(DBIDIter it = relation.iterDBIDs(); it.valid(); it.advance()) {
      ret[DBIDUtil.asInteger(it)] = relation.doubleValue(it);
    }
    return ret;
  }

  /**
   * Get the values of a relation.
   *
   * @param relation Relation
   * @param n Number of rows
   * @return Values by row, 0 for rows without
   */
  static int[] valuesOf(Relation<Integer> relation, int n) {
    final int[] ret = new int[n];
    for(DBIDIter it = relation.iterDBIDs(); it.valid(); it.advance()) {
      ret[DBIDUtil.asInteger(it)] = relation.get(it);
    }
    return ret;
  }

  /**
   * Get row numbers.
   *
   * @param ids Ids
   * @return Row numbers, in the order of the ids
   */
  static int[] numbersOf(ArrayDBIDs ids) {
    final int[] ret = new int[ids.size()];
    for(DBIDArrayIter it = ids.iter(); it.valid(); it.advance()) {
      ret[it.getOffset()] = DBIDUtil.asInteger(it);
    }
    return ret;
  }
}
