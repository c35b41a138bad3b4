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
 * Our kernel columns, as ELKI's solver wants them: of some of the points, at places
 * that can be swapped, and rounded to floats.
 * <p>
 * Values are multiplied by a power of two, such that the largest is about 1: floats
 * cannot be as large as kernel values can.
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

  /** Diagonal, by place. */
  private final double[] diagonal;

  /** Factor of all values, a power of two. */
  final double factor;

  /** Columns for the points in their order, {@code null} for none. */
  private SharedColumns shared;

  /** Places of the points in the shared columns. */
  private final int[] places;

  /** Place whose point is the last of the shared ones, as its own was left out; or -1. */
  private int swapped;

  /** Where the column last asked for was put. */
  private float[] lastOut;

  /** What it was. */
  private int lastColumn, lastSize;

  /**
   * Constructor.
   *
   * @param problem Problem
   */
  PortMatrix(Problem problem) {
    this.problem = problem;
    this.points = new int[problem.size()];
    this.diagonal = new double[problem.size()];
    this.places = new int[problem.size()];
    this.factor = problem.magnitude() > 0. ? Math.scalb(1., -Math.getExponent(problem.magnitude())) : 1.;
  }

  /**
   * Choose points, in their order.
   *
   * @param chosen Points to choose
   * @return Number of points
   */
  int choose(int[] chosen) {
    for(int k = 0; k < chosen.length; k++) {
      put(k, chosen[k]);
    }
    shared = null;
    lastOut = null;
    return chosen.length;
  }

  /**
   * Choose the points of shared columns, but for one: it is swapped to the end, and the
   * size reduced.
   *
   * @param columns Columns
   * @param without Point that is left out, -1 for none
   * @return Number of points
   */
  int choose(SharedColumns columns, int without) {
    final int[] all = columns.points();
    swapped = -1;
    for(int k = 0; k < all.length; k++) {
      put(k, all[k]);
      places[k] = k;
      if(all[k] == without) {
        swapped = k;
      }
    }
    shared = columns;
    lastOut = null;
    if(swapped < 0) {
      return all.length;
    }
    swap_index(swapped, all.length - 1);
    return all.length - 1;
  }

  /**
   * Put a point at a place.
   *
   * @param place Place
   * @param i Point
   */
  private void put(int place, int i) {
    points[place] = i;
    // As exact as the values that it is added to, or points would have a negative distance.
    diagonal[place] = (float) (factor * problem.diagonal(i));
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
    ArrayUtil.swap(places, i, j);
    ArrayUtil.swap(diagonal, i, j);
    lastOut = null;
  }

  @Override
  public void get_Q(int column, int len, float[] out) {
    if(out == null || out == lastOut && column == lastColumn && len <= lastSize) {
      return; // The port asks twice, first to choose a step and then to make it.
    }
    if(shared != null) {
      final float[] values = shared.column(places[column]);
      System.arraycopy(values, 0, out, 0, len);
      if(swapped >= 0 && swapped < len) {
        out[swapped] = values[values.length - 1];
      }
    }
    else {
      round(problem.columns().column(points[column]), points, factor, len, out);
    }
    lastOut = out;
    lastColumn = column;
    lastSize = len;
  }

  /**
   * Pick and round values.
   *
   * @param values Values
   * @param points Which ones
   * @param factor Factor
   * @param len Number of values to pick
   * @param out Output
   */
  static void round(double[] values, int[] points, double factor, int len, float[] out) {
    for(int k = 0; k < len; k++) {
      out[k] = (float) (factor * values[points[k]]);
    }
  }

  @Override
  public double[] get_QD() {
    return diagonal;
  }

  @Override
  public double similarity(int i, int j) {
    return factor * problem.columns().column(points[i])[points[j]];
  }

  @Override
  public void initialize() {
    // There is nothing to prepare.
  }
}
