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

import java.util.Map;

import elki.data.type.TypeInformation;
import elki.data.type.TypeUtil;
import elki.database.ids.DBIDIter;
import elki.database.ids.DBIDRef;
import elki.database.ids.DBIDUtil;
import elki.database.query.similarity.SimilarityQuery;
import elki.database.relation.Relation;
import elki.similarity.Similarity;

/**
 * A kernel matrix given by the user: the object with the id <i>i</i> belongs to
 * row <i>i</i>.
 * <p>
 * Note: this class is not parameterizable, but can only be used from Java (and
 * Python).
 *
 * @author The pyelki-losdd developers
 * @since 0.1.0
 */
public class PrecomputedKernel implements Similarity<Object> {
  /**
   * Matrix by rows.
   */
  private final double[][] matrix;

  /**
   * Constructor.
   *
   * @param matrix Symmetric matrix by rows; not copied, but where it is symmetric
   *        up to rounding only, this is evened out
   */
  public PrecomputedKernel(double[][] matrix) {
    this.matrix = matrix;
    for(int i = 0; i < matrix.length; i++) {
      if(matrix[i].length != matrix.length) {
        throw new UserException("The kernel matrix is not square: it has " + matrix.length + " rows, but row " + i + " has " + matrix[i].length + " values.");
      }
      for(int j = 0; j < i; j++) {
        final double a = matrix[i][j], b = matrix[j][i];
        // Values near 0 are sums of products of the size of the diagonal.
        if(Math.abs(a - b) > 1e-10 * (Math.abs(a) + Math.abs(b) + Math.sqrt(Math.abs(matrix[i][i] * matrix[j][j])))) {
          throw new OptionException("losvm.kernel", "The kernel matrix is not symmetric: row " + i + ", column " + j + " holds " + a //
              + ", but row " + j + ", column " + i + " holds " + b + '.', Map.of("row", i, "column", j, "value", a, "mirrored", b));
        }
        if(a != b) {
          matrix[i][j] = matrix[j][i] = .5 * (a + b);
        }
      }
    }
  }

  /**
   * Whether no value is negative.
   *
   * @return {@code true} for positive kernels
   */
  public boolean isPositive() {
    for(double[] row : matrix) {
      for(double v : row) {
        if(v < 0.) {
          return false;
        }
      }
    }
    return true;
  }

  @Override
  public TypeInformation getInputTypeRestriction() {
    return TypeUtil.ANY;
  }

  @Override
  public <T> SimilarityQuery<T> instantiate(Relation<T> relation) {
    for(DBIDIter it = relation.iterDBIDs(); it.valid(); it.advance()) {
      if(it.internalGetIndex() < 0 || it.internalGetIndex() >= matrix.length) {
        throw new UserException("The kernel matrix has " + matrix.length + " rows, for the objects 0 to " + (matrix.length - 1) + ", but there is an object " + DBIDUtil.toString(it) + '.');
      }
    }
    return new Query<>(relation);
  }

  /**
   * Query the matrix.
   *
   * @author The pyelki-losdd developers
   *
   * @param <T> Object type
   */
  private class Query<T> implements SimilarityQuery<T> {
    /**
     * Relation queried.
     */
    private final Relation<T> relation;

    /**
     * Constructor.
     *
     * @param relation Relation to query
     */
    Query(Relation<T> relation) {
      this.relation = relation;
    }

    @Override
    public double similarity(DBIDRef id1, DBIDRef id2) {
      return matrix[id1.internalGetIndex()][id2.internalGetIndex()];
    }

    @Override
    public double similarity(T o1, DBIDRef id2) {
      throw unsupported();
    }

    @Override
    public double similarity(DBIDRef id1, T o2) {
      throw unsupported();
    }

    @Override
    public double similarity(T o1, T o2) {
      throw unsupported();
    }

    /**
     * Exception for objects without a row.
     *
     * @return Exception
     */
    private UnsupportedOperationException unsupported() {
      return new UnsupportedOperationException("A precomputed kernel has values for the rows of its matrix only.");
    }

    @Override
    public Relation<? extends T> getRelation() {
      return relation;
    }

    @Override
    public Similarity<? super T> getSimilarity() {
      return PrecomputedKernel.this;
    }
  }
}
