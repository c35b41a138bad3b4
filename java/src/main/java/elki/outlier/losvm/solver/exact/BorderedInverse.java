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

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.DoubleAccumulator;
import java.util.function.DoubleConsumer;

import elki.outlier.losvm.kernel.KernelMatrix;
import elki.outlier.losvm.linalg.Blas;
import elki.outlier.losvm.linalg.SymmetricInverse;
import elki.outlier.losvm.parallel.Workers;
import elki.outlier.losvm.solver.Problem;

/**
 * The inverse of the bordered kernel matrix of the members S,
 * \[M^{-1}=\begin{pmatrix}0&1^T\\1&K_{SS}\end{pmatrix}^{-1}
 * =\begin{pmatrix}c&q^T\\q&G\end{pmatrix}.\]
 * With right hand sides \((1,-f)\), it yields \(-\rho\) and the weights of the
 * members where f is the gradient due to all others. A point can join or leave
 * without a new inversion (a principal pivot), at the cost of one pass over G.
 *
 * @author The pyelki-losdd developers
 * @since 0.2.0
 *
 * @composed - - - Members
 * @composed - - - MembersKernel
 */
final class BorderedInverse {
  /**
   * Points whose distance from the others is below this, relative to the kernel,
   * depend on them; more than the inversion would tolerate.
   */
  private static final double INDEPENDENT = 1e-9;

  /** Smallest such distance of a point that joins. */
  private static final double JOINS = 1e-12;

  /** Share of the progress of an inversion for the kernel matrix itself. */
  private static final double COLLECT_SHARE = .15;

  /** Columns of the kernel matrix that are collected together. */
  private static final int COLLECT = 64;

  /** Problem. */
  private final Problem problem;

  /** Threads. */
  private final Workers workers;

  /** Members. */
  final Members members;

  /** Their kernel values. */
  final MembersKernel kernel;

  /** The part G of the inverse, by columns of the length of the room. */
  private double[] g;

  /** The part q of the inverse. */
  private double[] q;

  /** The corner c of the inverse. */
  private double corner;

  /**
   * Constructor.
   *
   * @param problem Problem
   * @param workers Threads
   */
  BorderedInverse(Problem problem, Workers workers) {
    this(problem, workers, new Members(problem.size()));
  }

  /**
   * Constructor.
   *
   * @param problem Problem
   * @param workers Threads
   * @param members Members
   */
  private BorderedInverse(Problem problem, Workers workers, Members members) {
    this.problem = problem;
    this.workers = workers;
    this.members = members;
    this.kernel = new MembersKernel(problem, members, workers);
  }

  /**
   * Copy the matrix.
   *
   * @param threads Threads of the copy
   * @return Copy
   */
  BorderedInverse copy(Workers threads) {
    final BorderedInverse other = new BorderedInverse(problem, threads, new Members(members));
    other.g = g.clone();
    other.q = q.clone();
    other.corner = corner;
    return other;
  }

  /**
   * Factorize: make these points the members.
   *
   * @param points Points
   * @param progress Progress listener, 0 to 1
   * @return {@code false} if the matrix is numerically singular
   */
  boolean factorize(int[] points, DoubleConsumer progress) {
    members.set(points);
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
   * @param progress Progress listener, 0 to 1
   * @return {@code false} if the matrix is numerically singular
   */
  private boolean invert(double shift, DoubleConsumer progress) {
    final int m = members.size(), room = members.room();
    g = new double[room * room];
    collect(shift, share -> progress.accept(COLLECT_SHARE * share));
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
    workers.run(m, j -> Blas.addMultiple(-total[j] / sum, total, 0, g, j * room, m));
    for(int j = 0; j < m; j++) {
      q[j] /= sum;
    }
    return true;
  }

  /**
   * Collect the kernel matrix of the members: its upper half, which is all that the
   * inversion reads.
   *
   * @param shift Constant to add to the kernel
   * @param progress Progress listener, 0 to 1
   */
  private void collect(double shift, DoubleConsumer progress) {
    final int m = members.size(), room = members.room(), blocks = (m + COLLECT - 1) / COLLECT;
    final int[] points = members.toArray();
    workers.run(blocks, () -> b -> {
      // The longest columns first, such that no thread has to wait for one at the end.
      final int begin = (blocks - 1 - b) * COLLECT, end = Math.min(begin + COLLECT, m);
      final KernelMatrix.Rows above = problem.columns().rows(Arrays.copyOf(points, end));
      for(int j = begin; j < end; j++) {
        above.column(points[j], g, j * room);
        for(int i = 0; i <= j; i++) {
          g[i + j * room] += shift;
        }
      }
    }, done -> progress.accept(done / (double) blocks));
  }

  /**
   * Largest entry on the diagonal of G, relative to the kernel: it tells how much
   * rounding errors are amplified.
   *
   * @return Amplification
   */
  double amplification() {
    double max = 0.;
    for(int j = 0; j < members.size(); j++) {
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
    final int m = members.size();
    final SplittableRandom random = new SplittableRandom(m);
    final double[] v = new double[members.room()];
    double shift = 0.;
    for(int j = 0; j < m; j++) {
      v[j] = random.nextBoolean() ? 1. : -1.;
      shift += q[j] * v[j];
    }
    final double known = shift;
    final DoubleAccumulator error = new DoubleAccumulator(Math::max, 0.);
    kernel.multiply(multiplyG(v), (begin, count, y) -> {
      for(int k = 0; k < count; k++) {
        if(members.contains(begin + k)) {
          error.accumulate(Math.abs(y[k] + known - v[members.slot(begin + k)]));
        }
      }
    });
    return error.get();
  }

  /**
   * Corner of the inverse.
   *
   * @return Value
   */
  double corner() {
    return corner;
  }

  /**
   * Entry of q.
   *
   * @param s Slot
   * @return Value
   */
  double q(int s) {
    return q[s];
  }

  /**
   * The part q of the inverse.
   *
   * @return Vector by slot, not to be modified
   */
  double[] q() {
    return q;
  }

  /**
   * Entry of G.
   *
   * @param s First slot
   * @param t Second slot
   * @return Value
   */
  double g(int s, int t) {
    return g[s + t * members.room()];
  }

  /**
   * The part G of the inverse.
   *
   * @return Columns of the length of the room, not to be modified
   */
  double[] g() {
    return g;
  }

  /**
   * Column of G.
   *
   * @param s Slot
   * @return Copy of the column, without spare room
   */
  double[] column(int s) {
    return Arrays.copyOfRange(g, s * members.room(), s * members.room() + members.size());
  }

  /**
   * Add a multiple of a column of G.
   *
   * @param factor Factor
   * @param s Slot
   * @param out Output, by slot
   */
  void addG(double factor, int s, double[] out) {
    Blas.addMultiple(factor, g, s * members.room(), out, 0, members.size());
  }

  /**
   * Multiply G with a vector.
   *
   * @param v Vector by slot
   * @return Product
   */
  double[] multiplyG(double[] v) {
    final double[] out = new double[members.room()];
    for(int j = 0; j < members.size(); j++) {
      if(v[j] != 0.) {
        addG(v[j], j, out);
      }
    }
    return out;
  }

  /**
   * Express a point by the members.
   *
   * @param i Point that is no member
   * @return Coefficients z by slot
   */
  double[] express(int i) {
    final double[] column = problem.columns().column(i), k = new double[members.room()];
    for(int j = 0; j < members.size(); j++) {
      k[j] = column[members.point(j)];
    }
    final double[] z = multiplyG(k);
    for(int j = 0; j < members.size(); j++) {
      z[j] += q[j];
    }
    return z;
  }

  /**
   * A point joins the members.
   *
   * @param i Point
   * @return {@code false} if the point depends on the members
   */
  boolean join(int i) {
    grow();
    final double[] column = problem.columns().column(i), z = express(i);
    double r = corner, rest = problem.diagonal(i);
    for(int j = 0; j < members.size(); j++) {
      final double value = column[members.point(j)];
      r += q[j] * value;
      rest -= z[j] * value;
    }
    rest -= r;
    if(!(rest > JOINS * problem.magnitude())) {
      return false;
    }
    join(i, z, r, 1. / rest);
    return true;
  }

  /**
   * A point joins the members, of which it is known how it depends on them. There
   * must be room for it.
   *
   * @param i Point
   * @param z Coefficients z of the point, by slot
   * @param r Coefficient r of the point
   * @param pivot Inverse of the pivot
   */
  void join(int i, double[] z, double r, double pivot) {
    final int m = members.size(), room = members.room();
    for(int j = 0; j < m; j++) {
      Blas.addMultiple(z[j] * pivot, z, 0, g, j * room, m);
      g[j + m * room] = g[m + j * room] = -z[j] * pivot;
      q[j] += r * z[j] * pivot;
    }
    g[m + m * room] = pivot;
    q[m] = -r * pivot;
    corner += r * r * pivot;
    members.add(i);
  }

  /**
   * A point leaves the members.
   *
   * @param i Point
   */
  void leave(int i) {
    final int s = members.slot(i), m = members.size(), room = members.room();
    final double[] column = column(s);
    final double pivot = 1. / column[s], qs = q[s];
    corner -= qs * qs * pivot;
    for(int j = 0; j < m; j++) {
      Blas.addMultiple(-column[j] * pivot, column, 0, g, j * room, m);
      q[j] -= column[j] * qs * pivot;
    }
    final int last = m - 1;
    if(s != last) {
      System.arraycopy(g, last * room, g, s * room, last + 1);
      for(int j = 0; j < last; j++) {
        g[s + j * room] = g[last + j * room];
      }
      g[s + s * room] = g[last + last * room];
      q[s] = q[last];
    }
    members.remove(i);
  }

  /**
   * Make room for another member.
   *
   * @return {@code true} if there is more room than before
   */
  boolean grow() {
    final int old = members.room();
    if(!members.grow()) {
      return false;
    }
    final int room = members.room();
    final double[] larger = new double[room * room];
    for(int j = 0; j < members.size(); j++) {
      System.arraycopy(g, j * old, larger, j * room, members.size());
    }
    g = larger;
    q = Arrays.copyOf(q, room);
    return true;
  }
}
