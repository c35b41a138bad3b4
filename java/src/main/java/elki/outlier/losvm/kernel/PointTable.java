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

import java.util.Arrays;

import elki.data.NumberVector;
import elki.database.ids.ArrayDBIDs;
import elki.database.ids.DBIDArrayIter;
import elki.database.ids.DBIDUtil;
import elki.database.relation.Relation;
import elki.database.relation.RelationUtil;
import elki.utilities.datastructures.QuickSelect;

/**
 * Number vectors as arrays, one for each dimension, without duplicates and in a
 * canonical order.
 *
 * @author The pyelki-losdd developers
 * @since 0.1.0
 *
 * @composed - - - DistinctPoints
 */
public final class PointTable {
  /**
   * Number of points whose distances are looked at.
   */
  private static final int DISTANCES = 1024;

  /**
   * Coordinates of the points, by dimension.
   */
  private final double[][] coordinates;

  /**
   * Order and copies of the points.
   */
  private final DistinctPoints distinct;

  /**
   * Constructor.
   *
   * @param values Values by dimension and object; consumed
   * @param size Number of objects
   */
  public PointTable(double[][] values, int size) {
    this.distinct = new DistinctPoints(size, (i, j) -> {
      for(double[] column : values) {
        final int c = Double.compare(column[i], column[j]);
        if(c != 0) {
          return c;
        }
      }
      return 0;
    });
    this.coordinates = new double[values.length][distinct.size()];
    for(int k = 0; k < values.length; k++) {
      for(int i = 0; i < distinct.size(); i++) {
        coordinates[k][i] = values[k][distinct.object(i, 0)];
      }
      values[k] = null; // Need not keep both in memory
    }
  }

  /**
   * Read the vectors of a relation.
   *
   * @param relation Data relation
   * @return Table
   */
  public static PointTable of(Relation<? extends NumberVector> relation) {
    final ArrayDBIDs ids = DBIDUtil.ensureArray(relation.getDBIDs());
    final int dim = RelationUtil.dimensionality(relation);
    final double[][] values = new double[dim][ids.size()];
    for(DBIDArrayIter it = ids.iter(); it.valid(); it.advance()) {
      final NumberVector vec = relation.get(it);
      for(int k = 0; k < dim; k++) {
        final double v = vec.doubleValue(k);
        if(!(Math.abs(v) < Double.POSITIVE_INFINITY)) {
          throw new UserException("Object " + DBIDUtil.toString(it) + " has the value " + v + " in column " + (k + 1) + " of " + dim //
              + "; all values must be finite. Remove the object, or impute the value.");
        }
        values[k][it.getOffset()] = v + 0.; // Turns -0 into 0: they are equal
      }
    }
    return new PointTable(values, ids.size());
  }

  /**
   * Order and copies of the points.
   *
   * @return Distinct points
   */
  public DistinctPoints distinct() {
    return distinct;
  }

  /**
   * Number of distinct points.
   *
   * @return Number of points
   */
  public int size() {
    return distinct.size();
  }

  /**
   * Number of objects, duplicates included.
   *
   * @return Number of objects
   */
  public int originalSize() {
    return distinct.objects();
  }

  /**
   * Dimensionality.
   *
   * @return Number of dimensions
   */
  public int dimensionality() {
    return coordinates.length;
  }

  /**
   * Kernel matrix of the points.
   *
   * @param kernel Kernel
   * @return Kernel matrix
   */
  public VectorKernelMatrix kernel(VectorKernel kernel) {
    return new VectorKernelMatrix(coordinates, size(), kernel.fit(this));
  }

  /**
   * Median of the distances between different points. Of many points, evenly
   * spread ones are taken.
   *
   * @param distance Kind of the distance
   * @return Median distance, 0 if there is only one point
   */
  public double medianDistance(KernelArgument distance) {
    final int m = Math.min(size(), DISTANCES);
    final double[][] columns = new double[dimensionality()][m];
    for(int k = 0; k < columns.length; k++) {
      for(int j = 0; j < m; j++) {
        columns[k][j] = coordinates[k][(int) (j * (long) size() / m)];
      }
    }
    final double[] all = new double[m * (m - 1) / 2], point = new double[columns.length], distances = new double[m];
    for(int i = 0, next = 0; i < m; next += i, i++) {
      for(int k = 0; k < point.length; k++) {
        point[k] = columns[k][i];
      }
      distance.apply(columns, point, distances, 0, i);
      System.arraycopy(distances, 0, all, next, i);
    }
    return all.length == 0 ? 0. : .5 * (QuickSelect.quickSelect(all, (all.length - 1) / 2) + QuickSelect.quickSelect(all, all.length / 2));
  }

  /**
   * Number of dimensions in which the points differ: others have no effect on
   * distances.
   *
   * @return Number of dimensions
   */
  public int countVarying() {
    return varying().length;
  }

  /**
   * Coordinates in the dimensions in which the points differ.
   *
   * @return Coordinates, by dimension
   */
  private double[][] varying() {
    return Arrays.stream(coordinates).filter(column -> Arrays.stream(column).anyMatch(v -> v != column[0])).toArray(double[][]::new);
  }

  /**
   * Variance of all coordinates of all objects, in the dimensions in which the
   * points differ.
   *
   * @return Variance
   */
  public double variance() {
    double mean = 0., square = 0.;
    final double[][] varying = varying();
    final double count = originalSize() * (double) varying.length;
    for(double[] column : varying) {
      for(int i = 0; i < column.length; i++) {
        mean += column[i] * distinct.copies(i) / count;
      }
    }
    for(double[] column : varying) {
      for(int i = 0; i < column.length; i++) {
        final double v = column[i] - mean;
        square += v * v * distinct.copies(i);
      }
    }
    return varying.length == 0 ? 0. : square / count;
  }
}
