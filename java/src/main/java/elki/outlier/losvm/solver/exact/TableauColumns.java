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
package elki.outlier.losvm.solver.exact;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleConsumer;

import elki.outlier.losvm.kernel.KernelMatrix;
import elki.outlier.losvm.linalg.Blas;
import elki.outlier.losvm.parallel.Workers;
import elki.outlier.losvm.solver.Problem;

/**
 * How points depend on the members: columns of Z, one for each member, and of W,
 * one for each other point, with an entry for each point that has a row. Columns
 * are computed when needed, many at a time, and updated when a member comes or
 * goes.
 *
 * @author The pyelki-losdd developers
 * @since 0.2.0
 */
final class TableauColumns {
  /** Points whose coefficients are computed together. */
  private static final int WIDTH = 64;

  /** Problem. */
  private final Problem problem;

  /** Threads. */
  private final Workers workers;

  /** Inverse matrix of the members. */
  private final BorderedInverse inverse;

  /** Members. */
  private final Members members;

  /** Points that have a row, with their kernel values. */
  private final KernelRows rows;

  /** Products that columns are computed from. */
  private final ColumnProducts products;

  /** Room for rows: the length of the columns. */
  private int height = 0;

  /** Coefficients r by row. */
  private double[] r = new double[0];

  /** Columns of Z by slot; {@code null} if not available. */
  private double[][] z;

  /** Columns of W by point; {@code null} if not available. */
  private final double[][] w;

  /** Coefficients z by point, in slots; available together with W. */
  private final double[][] coefficients;

  /**
   * Constructor.
   *
   * @param problem Problem
   * @param workers Threads
   * @param inverse Inverse matrix of the members
   * @param rows Rows; none yet
   */
  TableauColumns(Problem problem, Workers workers, BorderedInverse inverse, KernelRows rows) {
    this.problem = problem;
    this.workers = workers;
    this.inverse = inverse;
    this.members = inverse.members;
    this.rows = rows;
    this.z = new double[members.room()][];
    this.w = new double[problem.size()][];
    this.coefficients = new double[problem.size()][];
    this.products = new ColumnProducts(inverse, rows, coefficients, this::accept);
  }

  /**
   * Give rows to points.
   *
   * @param points Points that are no members, and have no row yet
   * @param progress Progress listener, 0 to 1
   */
  void addRows(int[] points, DoubleConsumer progress) {
    final int begin = appendRows(points);
    final double corner = inverse.corner();
    rows.multiply(Arrays.copyOf(inverse.q(), 2 * members.room()), 0, 1, begin, (column, from, count, y, offset) -> {
      for(int k = 0; k < count; k++) {
        r[from + k] = corner + y[offset + k];
      }
    }, Workers.QUIET);
    final List<Integer> available = new ArrayList<>();
    for(int i = 0; i < w.length; i++) {
      if(has(i)) {
        available.add(i);
      }
    }
    workers.run(available.size(), c -> {
      final int i = available.get(c);
      if(!members.contains(i)) {
        rows.column(i, begin, w[i]);
      }
    });
    products.complete(available, begin, progress);
  }

  /**
   * Append rows of zeros.
   *
   * @param points Points
   * @return First of the new rows
   */
  private int appendRows(int[] points) {
    final int begin = rows.size(), end = begin + points.length;
    rows.add(points);
    if(end > height) {
      height = Math.min(w.length, end + Members.SPARE);
      r = Arrays.copyOf(r, height);
      resize(z, height);
      resize(w, height);
    }
    return begin;
  }

  /**
   * Change the length of all arrays that are available.
   *
   * @param arrays Arrays
   * @param length New length
   */
  private static void resize(double[][] arrays, int length) {
    for(int k = 0; k < arrays.length; k++) {
      arrays[k] = arrays[k] == null ? null : Arrays.copyOf(arrays[k], length);
    }
  }

  /**
   * Make columns available.
   *
   * @param points Points: of members, the column of Z; of others, that of W and
   *        the coefficients
   * @param progress Progress listener, 0 to 1
   */
  void require(int[] points, DoubleConsumer progress) {
    final List<Integer> missing = new ArrayList<>();
    for(int i : points) {
      if(!has(i)) {
        missing.add(i);
      }
    }
    final int count = missing.size();
    if(count == 0) {
      return;
    }
    final int[] others = missing.stream().mapToInt(Integer::intValue).filter(i -> !members.contains(i)).toArray();
    final boolean complete = hasAllMembers();
    workers.run(count, c -> {
      final int i = missing.get(c);
      if(members.contains(i)) {
        z[members.slot(i)] = new double[height];
      }
      else {
        w[i] = new double[height];
        rows.column(i, 0, w[i]);
      }
    });
    if(complete) {
      copyCoefficients(others);
    }
    else {
      computeCoefficients(others);
    }
    products.complete(missing, 0, progress);
  }

  /**
   * Complete a part of a column.
   *
   * @param i Point
   * @param begin First row
   * @param count Number of rows
   * @param y Product of the kernel and the vector of this column
   * @param offset Offset in the product
   */
  private void accept(int i, int begin, int count, double[] y, int offset) {
    final boolean member = members.contains(i);
    final double[] column = column(i);
    final double factor = member ? 1. : -1., constant = member ? inverse.q(members.slot(i)) : -r(i);
    for(int k = 0; k < count; k++) {
      column[begin + k] += constant + factor * y[offset + k];
    }
  }

  /**
   * Take the coefficients of points from Z, whose rows they are.
   *
   * @param points Points that are not members
   */
  private void copyCoefficients(int[] points) {
    workers.run(points.length, c -> {
      final double[] own = coefficients[points[c]] = new double[members.room()];
      for(int j = 0; j < members.size(); j++) {
        own[j] = z[j][rows.row(points[c])];
      }
    });
  }

  /**
   * Compute the coefficients of points.
   *
   * @param points Points that are not members
   */
  private void computeCoefficients(int[] points) {
    final int count = points.length, m = members.size();
    final KernelMatrix.Rows toMembers = problem.columns().rows(members.toArray());
    workers.run((count + WIDTH - 1) / WIDTH, block -> {
      final int from = block * WIDTH, size = Math.min(WIDTH, count - from);
      final double[] k = new double[m * (size + 1)];
      for(int c = 0; c < size; c++) {
        toMembers.column(points[from + c], k, c * m);
      }
      final double[] result = new double[m * (size + 1)];
      Blas.multiply(m, size, m, inverse.g(), 0, members.room(), k, 0, m, result, m);
      for(int c = 0; c < size; c++) {
        final double[] own = coefficients[points[from + c]] = new double[members.room()];
        for(int j = 0; j < m; j++) {
          own[j] = inverse.q(j) + result[j + c * m];
        }
      }
    });
  }

  /**
   * Whether Z is complete.
   *
   * @return {@code true} if the columns of all members are available
   */
  private boolean hasAllMembers() {
    for(int j = 0; j < members.size(); j++) {
      if(z[j] == null) {
        return false;
      }
    }
    return true;
  }

  /**
   * Forget columns, to save memory.
   *
   * @param needed Points whose columns are needed
   */
  void retain(boolean[] needed) {
    for(int i = 0; i < needed.length; i++) {
      if(!needed[i]) {
        w[i] = null;
        coefficients[i] = null;
        if(members.contains(i)) {
          z[members.slot(i)] = null;
        }
      }
    }
  }

  /**
   * Number of columns in memory.
   *
   * @return Number of columns
   */
  int count() {
    int count = 0;
    for(int i = 0; i < w.length; i++) {
      count += has(i) ? 1 : 0;
    }
    return count;
  }

  /**
   * Test if a column is available.
   *
   * @param i Point
   * @return {@code true} if it is
   */
  boolean has(int i) {
    return column(i) != null;
  }

  /**
   * Coefficient r of a point.
   *
   * @param i Point that has a row
   * @return Coefficient
   */
  double r(int i) {
    return r[rows.row(i)];
  }

  /**
   * Entry of Z, if the column belongs to a member, or else of W.
   *
   * @param i Point of the row, no member
   * @param j Point of the column
   * @return Value
   */
  double entry(int i, int j) {
    return column(j)[rows.row(i)];
  }

  /**
   * Column of Z for a member, or of W for another point.
   *
   * @param i Point
   * @return Column, by row
   */
  double[] column(int i) {
    return members.contains(i) ? z[members.slot(i)] : w[i];
  }

  /**
   * Coefficients of a point that is not a member.
   *
   * @param i Point whose column is available
   * @return Coefficients z by slot
   */
  double[] coefficients(int i) {
    return coefficients[i];
  }

  /**
   * There is room for more members.
   */
  void grow() {
    z = Arrays.copyOf(z, members.room());
    resize(coefficients, members.room());
  }

  /**
   * Update all columns for a point that is about to join the members.
   *
   * @param i Point whose column is available
   * @param pivot Inverse of the pivot
   */
  void join(int i, double pivot) {
    final int s = members.size();
    final double[] own = w[i], c = coefficients[i];
    final double ri = r(i);
    w[i] = null;
    coefficients[i] = null;
    update(own, c, pivot, 1.);
    axpy(-ri * pivot, own, r);
    z[s] = new double[height];
    axpy(pivot, own, z[s]);
    for(int k = 0; k < coefficients.length; k++) {
      if(coefficients[k] != null) {
        coefficients[k][s] = own[rows.row(k)] * pivot;
      }
    }
  }

  /**
   * Update all columns for a point that is about to leave the members.
   *
   * @param i Member whose column is available
   * @param remains Whether it remains in the data
   */
  void leave(int i, boolean remains) {
    final int s = members.slot(i);
    final double[] pivots = inverse.column(s);
    final double pivot = 1. / pivots[s];
    if(remains && !rows.contains(i)) {
      appendRows(new int[] { i });
    }
    final double[] own = z[s];
    if(remains) {
      final int row = rows.row(i);
      for(int k = 0; k < w.length; k++) { // What a member has
        if(has(k)) {
          column(k)[row] = k == i ? 1. : 0.;
        }
      }
      r[row] = 0.;
    }
    update(own, pivots, pivot, -1.);
    axpy(-inverse.q(s) * pivot, own, r);
    if(remains) {
      w[i] = new double[height];
      axpy(pivot, own, w[i]);
      final double[] c = coefficients[i] = new double[members.room()];
      for(int j = 0; j < members.size(); j++) {
        c[j] = -pivots[j] * pivot;
      }
    }
  }

  /**
   * The last member has taken another slot.
   *
   * @param from Slot before
   * @param to New slot
   */
  void move(int from, int to) {
    if(from != to) {
      z[to] = z[from];
      for(double[] c : coefficients) {
        if(c != null) {
          c[to] = c[from];
        }
      }
    }
    z[from] = null;
  }

  /**
   * Rank-one update of all columns of Z and W, and of the coefficients.
   *
   * @param own Column of the pivot point
   * @param pivots Row of the pivot point, by slot
   * @param pivot Inverse of the pivot
   * @param sign 1 if the point joins, -1 if it leaves
   */
  private void update(double[] own, double[] pivots, double pivot, double sign) {
    final int m = members.size();
    final List<Integer> others = new ArrayList<>();
    for(int k = 0; k < w.length; k++) {
      if(w[k] != null) {
        others.add(k);
      }
    }
    workers.run(m + others.size(), c -> {
      if(c < m) {
        if(z[c] != null && z[c] != own && pivots[c] != 0.) {
          axpy(-pivots[c] * pivot, own, z[c]);
        }
        return;
      }
      final int k = others.get(c - m);
      final double[] coeff = coefficients[k];
      final double f = -own[rows.row(k)] * pivot;
      axpy(sign * f, own, w[k]);
      for(int j = 0; j < m; j++) {
        coeff[j] += f * pivots[j];
      }
    });
  }

  /**
   * Add a multiple of a column.
   *
   * @param f Factor
   * @param x Column
   * @param y Column to add to
   */
  private void axpy(double f, double[] x, double[] y) {
    Blas.addMultiple(f, x, 0, y, 0, rows.size());
  }
}
