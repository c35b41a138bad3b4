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

import elki.data.NumberVector;
import elki.database.ids.ArrayDBIDs;
import elki.database.ids.DBIDArrayIter;
import elki.database.ids.DBIDUtil;
import elki.database.relation.Relation;
import elki.database.relation.RelationUtil;
import elki.outlier.losvm.kernel.UserException;
import elki.outlier.losvm.sampling.RowSource;

/**
 * The vectors of a relation as rows of numbers.
 *
 * @author The pyelki-losdd developers
 * @since 0.2.0
 */
final class RelationRows implements RowSource {
  /**
   * Relation.
   */
  private final Relation<? extends NumberVector> relation;

  /**
   * Objects, in the order of the rows.
   */
  private final ArrayDBIDs ids;

  /**
   * Number of columns.
   */
  private final int dimensionality;

  /**
   * Constructor; checks the values.
   *
   * @param relation Relation
   * @param ids Objects, in the order of the rows
   */
  RelationRows(Relation<? extends NumberVector> relation, ArrayDBIDs ids) {
    this.relation = relation;
    this.ids = ids;
    this.dimensionality = RelationUtil.dimensionality(relation);
    for(DBIDArrayIter it = ids.iter(); it.valid(); it.advance()) {
      final NumberVector vec = relation.get(it);
      for(int k = 0; k < vec.getDimensionality(); k++) {
        if(!(Math.abs(vec.doubleValue(k)) < Double.POSITIVE_INFINITY)) {
          throw new UserException("Object " + DBIDUtil.toString(it) + " has the value " + vec.doubleValue(k) + " in column " + (k + 1) + " of " + vec.getDimensionality() //
              + "; all values must be finite. Remove the object, or impute the value.");
        }
      }
    }
  }

  @Override
  public int size() {
    return ids.size();
  }

  @Override
  public int dimensionality() {
    return dimensionality;
  }

  @Override
  public void read(int start, int count, double[][] columns) {
    final DBIDArrayIter it = ids.iter().seek(start);
    for(int j = 0; j < count; j++, it.advance()) {
      final NumberVector vec = relation.get(it);
      for(int k = 0; k < dimensionality; k++) {
        columns[k][j] = vec.doubleValue(k);
      }
    }
  }
}
