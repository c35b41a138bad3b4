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
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.DoubleAccumulator;
import java.util.function.DoubleConsumer;
import java.util.function.IntConsumer;

import elki.outlier.losvm.kernel.KernelMatrix;
import elki.outlier.losvm.linalg.Blas;
import elki.outlier.losvm.linalg.SymmetricInverse;
import elki.outlier.losvm.parallel.Workers;
import elki.outlier.losvm.solver.Problem;

/**
 * The inverse of the bordered kernel matrix of some points S, the members, and
 * how all other points depend on them.
 * <p>
 * With \(M=\left(\begin{smallmatrix}0&1^T\\1&K_{SS}\end{smallmatrix}\right)\),
 * whose inverse has the parts \(Q_{\rho\rho}\), q, and G, a point i has the
 * coefficients \(M^{-1}(1,K_{Si})=(r_i,z_i)\), and
 * \(W_{ij}=K_{ij}-r_j-K_{Si}^Tz_j\) is what remains of the kernel. Columns of
 * Z and W are computed when needed, and only those rows that are asked for. A
 * point can join or leave the members without a new inversion (a principal
 * pivot).
 *
 * @author The pyelki-losdd developers
 * @since 0.1.0
 */
final class Tableau {
  /**
   * Length from which a run of slots is multiplied by itself.
   */
  private static final int RUN = 256;

  /**
   * Points whose distance from the others is below this, relative to the kernel,
   * depend on them; more than the inversion would tolerate.
   */
  private static final double INDEPENDENT = 1e-9;

  /**
   * Share of the progress of an inversion for the kernel matrix itself.
   */
  private static final double COLLECT_SHARE = .15;

  /**
   * Spare room for members that join.
   */
  private static final int SPARE = 64;

  /**
   * Problem.
   */
  private final Problem problem;

  /**
   * Threads.
   */
  private final Workers workers;

  /**
   * Number of points.
   */
  private final int n;

  /**
   * Number of members.
   */
  int m;

  /**
   * Room for members.
   */
  private int room;

  /**
   * Members.
   */
  int[] members;

  /**
   * Position of each point in the members, or -1.
   */
  final int[] slot;

  /**
   * The part G of the inverse, by columns of length {@link #room}.
   */
  private double[] g;

  /**
   * The part q of the inverse.
   */
  double[] q;

  /**
   * The corner of the inverse.
   */
  double corner;

  /**
   * Row of each point, or -1. Members need none.
   */
  final int[] row;

  /**
   * Room for rows: the length of the columns of Z and W.
   */
  private int height;

  /**
   * Coefficients r by row; {@code null} while there cannot be columns.
   */
  private double[] r;

  /**
   * Columns of Z by slot; {@code null} if not available.
   */
  private double[][] z;

  /**
   * Columns of W by point; {@code null} if not available.
   */
  private final double[][] w;

  /**
   * Coefficients z by point, in slots; available together with W.
   */
  private final double[][] coefficients;

  /**
   * Kernel values of the rows and of all points to the members.
   */
  private KernelRows kernel;

  /**
   * Constructor.
   *
   * @param problem Problem
   * @param workers Threads
   */
  Tableau(Problem problem, Workers workers) {
    this.problem = problem;
    this.workers = workers;
    this.n = problem.size();
    this.slot = new int[n];
    this.row = new int[n];
    this.w = new double[n][];
    this.coefficients = new double[n][];
  }

  /**
   * Copy the inverse matrix, but no columns.
   *
   * @param threads Threads of the copy
   * @return Copy
   */
  Tableau copy(Workers threads) {
    final Tableau other = new Tableau(problem, threads);
    other.m = m;
    other.room = room;
    other.members = members.clone();
    System.arraycopy(slot, 0, other.slot, 0, n);
    Arrays.fill(other.row, -1);
    other.g = g.clone();
    other.q = q.clone();
    other.corner = corner;
    other.z = new double[room][];
    other.kernel = new KernelRows(problem, other, threads);
    return other;
  }

  /**
   * Factorize: make these points the members.
   *
   * @param points Points
   * @param progress Told the share that is done
   * @return {@code false} if the matrix is numerically singular
   */
  boolean factorize(int[] points, DoubleConsumer progress) {
    m = points.length;
    room = m + SPARE;
    members = Arrays.copyOf(points, room);
    Arrays.fill(slot, -1);
    for(int j = 0; j < m; j++) {
      slot[points[j]] = j;
    }
    z = new double[room][];
    Arrays.fill(row, -1);
    height = 0;
    r = null;
    kernel = new KernelRows(problem, this, workers);
    Arrays.fill(w, null);
    Arrays.fill(coefficients, null);
    // Adding a constant to the kernel does not change the solution, but can make
    // a singular matrix regular (e.g., with a linear kernel).
    return invert(!problem.needsDiagonal() ? 0. : problem.magnitude(), progress) || !problem.needsDiagonal() && invert(problem.magnitude(), progress);
  }

  /**
   * Find points whose kernel matrix is regular, by a Cholesky decomposition that
   * passes over points that depend on those before.
   *
   * @param points Points, the preferred ones first
   * @return Those that do not depend on others
   */
  int[] independent(int[] points) {
    final int[] kept = new int[points.length];
    final double[][] factors = new double[points.length][]; // By kept point, from itself on
    final double shift = !problem.needsDiagonal() ? 0. : problem.magnitude();
    final double[] rest = new double[points.length];
    for(int k = 0; k < points.length; k++) {
      rest[k] = problem.diagonal(points[k]) + shift;
    }
    int count = 0;
    for(int k = 0; k < points.length; k++) {
      if(!(rest[k] > INDEPENDENT * (problem.diagonal(points[k]) + shift))) {
        continue;
      }
      Workers.pollInterrupt();
      final double[] column = problem.columns().column(points[k]), factor = factors[count] = new double[points.length - k];
      for(int i = k; i < points.length; i++) {
        factor[i - k] = column[points[i]] + shift;
      }
      for(int c = 0; c < count; c++) {
        final int offset = k - (points.length - factors[c].length);
        Blas.addMultiple(-factors[c][offset], factors[c], offset, factor, 0, factor.length);
      }
      final double root = Math.sqrt(rest[k]);
      for(int i = 0; i < factor.length; i++) {
        factor[i] /= root;
        rest[k + i] -= factor[i] * factor[i];
      }
      kept[count++] = points[k];
    }
    return Arrays.copyOf(kept, count);
  }

  /**
   * Invert the kernel matrix of the members.
   *
   * @param shift Constant to add to the kernel
   * @param progress Told the share that is done
   * @return {@code false} if the matrix is numerically singular
   */
  private boolean invert(double shift, DoubleConsumer progress) {
    g = new double[room * room];
    final KernelMatrix.Rows toMembers = problem.columns().rows(Arrays.copyOf(members, m));
    workers.run(m, () -> j -> {
      toMembers.column(members[j], g, j * room);
      for(int i = 0; i < m; i++) {
        g[i + j * room] += shift;
      }
    }, done -> progress.accept(COLLECT_SHARE * done / m));
    if(!SymmetricInverse.invert(g, m, room, workers, share -> progress.accept(COLLECT_SHARE + (1. - COLLECT_SHARE) * share))) {
      return false;
    }
    final double[] total = q = new double[room];
    workers.run(m, j -> {
      double sumOfColumn = 0.;
      for(int i = 0; i < m; i++) {
        sumOfColumn += g[i + j * room];
      }
      total[j] = sumOfColumn;
    });
    final double sum = Arrays.stream(total).sum();
    if(!(sum > 0.)) {
      return false;
    }
    corner = shift - 1. / sum;
    workers.run(m, j -> addTo(g, j * room, -total[j] / sum, total));
    for(int j = 0; j < m; j++) {
      q[j] /= sum;
    }
    return true;
  }

  /**
   * Prepare for columns of Z and W. They have no rows yet.
   *
   * @param keepKernel Keep the kernel values of the rows in memory
   */
  void prepare(boolean keepKernel) {
    if(keepKernel) {
      kernel.keep();
    }
    r = new double[0];
  }

  /**
   * Number of rows of Z and W.
   *
   * @return Number of rows
   */
  int rows() {
    return kernel.size();
  }

  /**
   * Point that a row belongs to.
   *
   * @param k Row
   * @return Point
   */
  int rowPoint(int k) {
    return kernel.point(k);
  }

  /**
   * Give rows to points.
   *
   * @param points Points that are no members, and have no row yet
   * @param progress Told the share that is done
   */
  void watch(int[] points, DoubleConsumer progress) {
    final int begin = addRows(points);
    kernel.multiply(Arrays.copyOf(q, 2 * room), 0, 1, begin, (column, from, count, y, offset) -> {
      for(int k = 0; k < count; k++) {
        r[from + k] = corner + y[offset + k];
      }
    }, Workers.QUIET);
    final List<Integer> available = new ArrayList<>();
    for(int i = 0; i < n; i++) {
      if(has(i)) {
        available.add(i);
      }
    }
    workers.run(available.size(), c -> {
      final int i = available.get(c);
      if(slot[i] < 0) {
        kernel.column(i, begin, w[i]);
      }
    });
    complete(available, begin, progress);
  }

  /**
   * Add rows, with zeros.
   *
   * @param points Points
   * @return First of the new rows
   */
  private int addRows(int[] points) {
    final int begin = rows(), end = begin + points.length;
    for(int k = 0; k < points.length; k++) {
      row[points[k]] = begin + k;
    }
    kernel.add(points);
    if(end > height) {
      height = Math.min(n, end + SPARE);
      r = Arrays.copyOf(r, height);
      for(int j = 0; j < m; j++) {
        z[j] = z[j] == null ? null : Arrays.copyOf(z[j], height);
      }
      for(int i = 0; i < n; i++) {
        w[i] = w[i] == null ? null : Arrays.copyOf(w[i], height);
      }
    }
    return begin;
  }

  /**
   * Largest entry on the diagonal of G, relative to the kernel: it tells how much
   * rounding errors are amplified.
   *
   * @return Amplification
   */
  double amplification() {
    double max = 0.;
    for(int j = 0; j < m; j++) {
      max = Math.max(max, g(j, j));
    }
    return max * problem.magnitude();
  }

  /**
   * How far the inverse is from one, for a vector of random signs: updates let
   * rounding errors accumulate.
   *
   * @return Largest error
   */
  double error() {
    final SplittableRandom random = new SplittableRandom(m);
    final double[] v = new double[room];
    double shift = 0.;
    for(int j = 0; j < m; j++) {
      v[j] = random.nextBoolean() ? 1. : -1.;
      shift += q[j] * v[j];
    }
    final double known = shift;
    final DoubleAccumulator error = new DoubleAccumulator(Math::max, 0.);
    multiply(multiplyG(v), (begin, count, y) -> {
      for(int k = 0; k < count; k++) {
        final int s = slot[begin + k];
        if(s >= 0) {
          error.accumulate(Math.abs(y[k] + known - v[s]));
        }
      }
    });
    return error.get();
  }

  /**
   * Whether columns of Z and W can be computed.
   *
   * @return {@code true} when prepared
   */
  boolean isPrepared() {
    return r != null;
  }

  /**
   * Multiply the kernel values of all points to the members with a vector.
   *
   * @param v Vector by slot
   * @param out Receives the product
   */
  void multiply(double[] v, KernelRows.BlockConsumer out) {
    kernel.multiplyAll(v, out);
  }

  /**
   * Room for members: the length of vectors by slot.
   *
   * @return Length
   */
  int room() {
    return room;
  }

  /**
   * Make columns available.
   *
   * @param points Points: of members, the column of Z; of others, that of W and
   *        the coefficients
   * @param progress Told the share that is done
   */
  void require(int[] points, DoubleConsumer progress) {
    final List<Integer> missing = new ArrayList<>();
    for(int i : points) {
      if(slot[i] >= 0 ? z[slot[i]] == null : w[i] == null) {
        missing.add(i);
      }
    }
    final int count = missing.size();
    if(count == 0) {
      return;
    }
    final int[] others = missing.stream().mapToInt(Integer::intValue).filter(i -> slot[i] < 0).toArray();
    final boolean complete = hasAllMembers();
    workers.run(count, c -> {
      final int i = missing.get(c);
      if(slot[i] >= 0) {
        z[slot[i]] = new double[height];
      }
      else {
        w[i] = new double[height];
        kernel.column(i, 0, w[i]);
      }
    });
    expressByMembers(others, complete);
    complete(missing, 0, progress);
  }

  /**
   * Complete columns.
   *
   * @param points Points whose columns to complete
   * @param from First row that is missing
   * @param progress Told the share that is done
   */
  private void complete(List<Integer> points, int from, DoubleConsumer progress) {
    // Members first, by slot, as their vectors are columns of G already.
    points.sort(Comparator.comparingInt(i -> slot[i] >= 0 ? slot[i] : room + i));
    final int count = points.size();
    // Long runs of slots are columns of G already; everything else is collected, as
    // each product may have to compute the kernel once more.
    final List<Integer> collected = new ArrayList<>();
    int done = 0;
    for(int c = 0; c < count;) {
      final int begin = c, first = slot[points.get(c)];
      while(++c < count && first >= 0 && slot[points.get(c)] == first + c - begin) {
        // Find the end of the run.
      }
      if(c - begin < RUN) {
        collected.addAll(points.subList(begin, c));
      }
      else {
        multiply(points.subList(begin, c), g, first * room, from, share(progress, done, c - begin, count));
        done += c - begin;
      }
    }
    if(!collected.isEmpty()) {
      final double[] v = new double[room * (collected.size() + 1)];
      for(int c = 0; c < collected.size(); c++) {
        final int i = collected.get(c);
        System.arraycopy(slot[i] >= 0 ? g : coefficients[i], slot[i] >= 0 ? slot[i] * room : 0, v, c * room, m);
      }
      multiply(collected, v, 0, from, share(progress, done, collected.size(), count));
    }
  }

  /**
   * Report the progress of a product as a share of everything.
   *
   * @param progress Told the share that is done
   * @param before Columns done before
   * @param columns Columns of this product
   * @param count Columns in total
   * @return To be told the share of this product that is done
   */
  private static DoubleConsumer share(DoubleConsumer progress, int before, int columns, int count) {
    return done -> progress.accept((before + columns * done) / count);
  }

  /**
   * Complete columns, from the vectors to multiply the kernel with.
   *
   * @param points Points
   * @param v Vectors
   * @param offset Offset of the first vector
   * @param from First row
   * @param progress Told the share that is done
   */
  private void multiply(List<Integer> points, double[] v, int offset, int from, DoubleConsumer progress) {
    kernel.multiply(v, offset, points.size(), from, (c, begin, count, y, first) -> accept(points.get(c), begin, count, y, first), progress);
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
    final int s = slot[i];
    final double[] column = s >= 0 ? z[s] : w[i];
    final double factor = s >= 0 ? 1. : -1., constant = s >= 0 ? q[s] : -r(i);
    for(int k = 0; k < count; k++) {
      column[begin + k] += constant + factor * y[offset + k];
    }
  }

  /**
   * Compute the coefficients of points that are not members.
   *
   * @param points Points
   * @param complete Whether Z is complete
   */
  private void expressByMembers(int[] points, boolean complete) {
    if(complete) { // They are the rows of Z
      workers.run(points.length, c -> {
        final double[] own = coefficients[points[c]] = new double[room];
        for(int j = 0; j < m; j++) {
          own[j] = z[j][row[points[c]]];
        }
      });
      return;
    }
    final int count = points.length, width = 64;
    final KernelMatrix.Rows toMembers = problem.columns().rows(Arrays.copyOf(members, m));
    workers.run((count + width - 1) / width, block -> {
      final int from = block * width, size = Math.min(width, count - from);
      final double[] k = new double[m * (size + 1)];
      for(int c = 0; c < size; c++) {
        toMembers.column(points[from + c], k, c * m);
      }
      final double[] result = new double[m * (size + 1)];
      Blas.multiply(m, size, m, g, 0, room, k, 0, m, result, m);
      for(int c = 0; c < size; c++) {
        final double[] own = coefficients[points[from + c]] = new double[room];
        for(int j = 0; j < m; j++) {
          own[j] = q[j] + result[j + c * m];
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
    for(int j = 0; j < m; j++) {
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
    for(int i = 0; i < n; i++) {
      if(!needed[i]) {
        w[i] = null;
        coefficients[i] = null;
        if(slot[i] >= 0) {
          z[slot[i]] = null;
        }
      }
    }
  }

  /**
   * Number of columns in memory.
   *
   * @return Number of columns
   */
  int columns() {
    int count = 0;
    for(int i = 0; i < n; i++) {
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
    return slot[i] >= 0 ? z[slot[i]] != null : w[i] != null;
  }

  /**
   * Coefficient r of a point.
   *
   * @param i Point that has a row
   * @return Coefficient
   */
  double r(int i) {
    return r[row[i]];
  }

  /**
   * Entry of Z, if the column belongs to a member, or else of W.
   *
   * @param i Point of the row, no member
   * @param j Point of the column
   * @return Value
   */
  double entry(int i, int j) {
    return column(j)[row[i]];
  }

  /**
   * Column of Z for a member, or of W for another point.
   *
   * @param i Point
   * @return Column, by row
   */
  double[] column(int i) {
    return slot[i] >= 0 ? z[slot[i]] : w[i];
  }

  /**
   * Coefficients of a point that is not a member.
   *
   * @param i Point
   * @return Coefficients by slot
   */
  double[] coefficients(int i) {
    return coefficients[i];
  }

  /**
   * Entry of G.
   *
   * @param i First slot
   * @param j Second slot
   * @return Value
   */
  double g(int i, int j) {
    return g[i + j * room];
  }

  /**
   * Add a multiple of a column of G.
   *
   * @param factor Factor
   * @param j Slot
   * @param out Output, by slot
   */
  void addG(double factor, int j, double[] out) {
    Blas.addMultiple(factor, g, j * room, out, 0, m);
  }

  /**
   * Multiply G with a vector.
   *
   * @param v Vector by slot
   * @return Product
   */
  double[] multiplyG(double[] v) {
    final double[] out = new double[room];
    for(int j = 0; j < m; j++) {
      if(v[j] != 0.) {
        addG(v[j], j, out);
      }
    }
    return out;
  }

  /**
   * A point leaves the members.
   *
   * @param i Point; its column must be available, if there are any
   * @param remains Whether it remains in the data
   */
  void leave(int i, boolean remains) {
    final int s = slot[i];
    final double pivot = 1. / g(s, s);
    final double[] column = Arrays.copyOfRange(g, s * room, s * room + m);
    if(r != null) {
      if(remains && row[i] < 0) {
        addRows(new int[] { i });
      }
      final double[] own = z[s];
      if(remains) { // What a member has
        for(int k = 0; k < n; k++) {
          if(has(k)) {
            column(k)[row[i]] = k == i ? 1. : 0.;
          }
        }
        r[row[i]] = 0.;
      }
      update(own, column, pivot, -1.);
      axpy(-q[s] * pivot, own, r);
      if(remains) {
        w[i] = new double[height];
        axpy(pivot, own, w[i]);
        final double[] c = coefficients[i] = new double[room];
        for(int j = 0; j < m; j++) {
          c[j] = -column[j] * pivot;
        }
      }
    }
    corner -= q[s] * q[s] * pivot;
    final double qs = q[s];
    for(int j = 0; j < m; j++) {
      addTo(g, j * room, -column[j] * pivot, column);
      q[j] -= column[j] * qs * pivot;
    }
    moveLastTo(s);
    slot[i] = -1;
  }

  /**
   * Let the last member take a slot.
   *
   * @param s Slot
   */
  private void moveLastTo(int s) {
    final int last = --m;
    if(s != last) {
      System.arraycopy(g, last * room, g, s * room, last + 1);
      for(int j = 0; j < m; j++) {
        g[s + j * room] = g[last + j * room];
      }
      g[s + s * room] = g[last + last * room];
      q[s] = q[last];
      z[s] = z[last];
      members[s] = members[last];
      slot[members[s]] = s;
      for(double[] c : coefficients) {
        if(c != null) {
          c[s] = c[last];
        }
      }
      kernel.move(last, s);
    }
    z[last] = null;
  }

  /**
   * A point joins the members.
   *
   * @param i Point; its column must be available
   */
  void join(int i) {
    grow();
    final double[] own = w[i], c = coefficients[i];
    final double pivot = 1. / own[row[i]], ri = r(i);
    w[i] = null;
    coefficients[i] = null;
    update(own, c, pivot, 1.);
    axpy(-ri * pivot, own, r);
    joinInverse(i, c, ri, pivot);
    z[m - 1] = new double[height];
    axpy(pivot, own, z[m - 1]);
    for(int k = 0; k < n; k++) {
      if(coefficients[k] != null) {
        coefficients[k][m - 1] = own[row[k]] * pivot;
      }
    }
  }

  /**
   * A point joins the members, while there are no columns yet.
   *
   * @param i Point
   * @return {@code false} if the point depends on the members
   */
  boolean joinInverse(int i) {
    grow();
    final double[] column = problem.columns().column(i), c = express(i);
    double ri = corner, rest = problem.diagonal(i);
    for(int j = 0; j < m; j++) {
      ri += q[j] * column[members[j]];
      rest -= c[j] * column[members[j]];
    }
    rest -= ri;
    if(!(rest > 1e-12 * problem.magnitude())) {
      return false;
    }
    joinInverse(i, c, ri, 1. / rest);
    return true;
  }

  /**
   * Express a point by the members.
   *
   * @param i Point that is no member
   * @return Coefficients by slot
   */
  double[] express(int i) {
    final double[] column = problem.columns().column(i), k = new double[room];
    for(int j = 0; j < m; j++) {
      k[j] = column[members[j]];
    }
    final double[] c = multiplyG(k);
    for(int j = 0; j < m; j++) {
      c[j] += q[j];
    }
    return c;
  }

  /**
   * Update the inverse for a point that joins.
   *
   * @param i Point
   * @param c Coefficients of the point
   * @param ri Coefficient r of the point
   * @param pivot Inverse of the pivot
   */
  private void joinInverse(int i, double[] c, double ri, double pivot) {
    for(int j = 0; j < m; j++) {
      addTo(g, j * room, c[j] * pivot, c);
      g[j + m * room] = g[m + j * room] = -c[j] * pivot;
      q[j] += ri * c[j] * pivot;
    }
    g[m + m * room] = pivot;
    q[m] = -ri * pivot;
    corner += ri * ri * pivot;
    members[m] = i;
    slot[i] = m++;
    kernel.join(m - 1);
  }

  /**
   * Make room for another member.
   */
  private void grow() {
    if(m + 1 < room) {
      return;
    }
    final int old = room;
    room += SPARE;
    final double[] larger = new double[room * room];
    for(int j = 0; j < m; j++) {
      System.arraycopy(g, j * old, larger, j * room, m);
    }
    g = larger;
    q = Arrays.copyOf(q, room);
    z = Arrays.copyOf(z, room);
    members = Arrays.copyOf(members, room);
    for(int k = 0; k < n; k++) {
      coefficients[k] = coefficients[k] == null ? null : Arrays.copyOf(coefficients[k], room);
    }
    kernel.grow(old);
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
    final List<Integer> others = new ArrayList<>();
    for(int k = 0; k < n; k++) {
      if(w[k] != null) {
        others.add(k);
      }
    }
    final IntConsumer task = task(own, pivots, pivot, sign, others);
    workers.run(m + others.size(), task);
  }

  /**
   * Update of one column.
   *
   * @param own Column of the pivot point
   * @param pivots Row of the pivot point, by slot
   * @param pivot Inverse of the pivot
   * @param sign 1 if the point joins, -1 if it leaves
   * @param others Points with a column of W
   * @return Task
   */
  private IntConsumer task(double[] own, double[] pivots, double pivot, double sign, List<Integer> others) {
    return c -> {
      if(c < m) {
        if(z[c] != null && z[c] != own && pivots[c] != 0.) {
          axpy(-pivots[c] * pivot, own, z[c]);
        }
        return;
      }
      final int k = others.get(c - m);
      final double[] coeff = coefficients[k];
      final double f = -own[row[k]] * pivot;
      axpy(sign * f, own, w[k]);
      for(int j = 0; j < m; j++) {
        coeff[j] += f * pivots[j];
      }
    };
  }

  /**
   * Add a multiple of a column.
   *
   * @param f Factor
   * @param x Column
   * @param y Column to add to
   */
  private void axpy(double f, double[] x, double[] y) {
    Blas.addMultiple(f, x, 0, y, 0, rows());
  }

  /**
   * Add a multiple of a vector of length m to a part of an array.
   *
   * @param out Array
   * @param offset Offset
   * @param f Factor
   * @param x Vector
   */
  private void addTo(double[] out, int offset, double f, double[] x) {
    Blas.addMultiple(f, x, 0, out, offset, m);
  }
}
