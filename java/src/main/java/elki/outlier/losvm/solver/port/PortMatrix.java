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
package elki.outlier.losvm.solver.port;

import elki.outlier.losvm.solver.Problem;
import elki.svm.qmatrix.QMatrix;
import elki.utilities.datastructures.arrays.ArrayUtil;

/**
 * Our kernel columns, as ELKI's solver wants them: points at places that can be
 * swapped, and rounded to floats.
 * <p>
 * The port's own cache is not used: when it discards a column while points are
 * swapped, it leaves wrong values.
 *
 * @author The pyelki-losdd developers
 * @since 0.2.0
 */
final class PortMatrix implements QMatrix {
  /** Problem. */
  private final Problem problem;

  /** Point at each place. */
  private final int[] points;

  /** Places whose point is not that of the same number, and how many there are. */
  private final int[] moved;

  /** Number of places whose point is not that of the same number. */
  private int movedSize;

  /** Diagonal, by place. */
  private final double[] diagonal;

  /** Kernel columns. */
  private final PortColumns columns;

  /** Where the column last asked for was put. */
  private float[] lastOut;

  /** What it was. */
  private int lastColumn, lastSize;

  /**
   * Constructor.
   *
   * @param problem Problem
   * @param columns Kernel columns
   */
  PortMatrix(Problem problem, PortColumns columns) {
    this.problem = problem;
    this.columns = columns;
    this.points = new int[problem.size()];
    this.moved = new int[problem.size()];
    this.diagonal = new double[problem.size()];
  }

  /**
   * Arrange the points: all that can have weight in their order, and behind them the
   * others, each swapped with the last of them.
   *
   * @param upper Upper bounds of the points
   * @return Number of points that can have weight
   */
  int arrange(double[] upper) {
    final int n = points.length;
    for(int i = 0; i < n; i++) {
      points[i] = i;
      // As exact as the values that it is added to, or points would have a negative distance.
      diagonal[i] = (float) (columns.factor * problem.diagonal(i));
    }
    int size = n;
    for(int i = n - 1; i >= 0; i--) {
      if(!(upper[i] > 0.)) {
        swap_index(i, --size);
      }
    }
    movedSize = 0;
    for(int i = 0; i < size; i++) {
      if(points[i] != i) {
        moved[movedSize++] = i;
      }
    }
    lastOut = null;
    return size;
  }

  /**
   * Point at a place.
   *
   * @param place Place
   * @return Point
   */
  int point(int place) {
    return points[place];
  }

  @Override
  public void swap_index(int i, int j) {
    ArrayUtil.swap(points, i, j);
    ArrayUtil.swap(diagonal, i, j);
  }

  @Override
  public void get_Q(int column, int len, float[] out) {
    if(out == lastOut && column == lastColumn && len <= lastSize) {
      return; // The port asks twice, first to choose a step and then to make it.
    }
    final float[] values = columns.column(points[column]);
    if(out == null) {
      return;
    }
    System.arraycopy(values, 0, out, 0, len);
    for(int k = 0; k < movedSize && moved[k] < len; k++) {
      out[moved[k]] = values[points[moved[k]]];
    }
    lastOut = out;
    lastColumn = column;
    lastSize = len;
  }

  @Override
  public double[] get_QD() {
    return diagonal;
  }

  @Override
  public double similarity(int i, int j) {
    return columns.column(points[i])[points[j]];
  }

  @Override
  public void initialize() {
    // There is nothing to prepare.
  }
}
