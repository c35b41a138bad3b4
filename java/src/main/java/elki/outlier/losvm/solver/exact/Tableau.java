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

import java.util.function.DoubleConsumer;

import elki.outlier.losvm.parallel.Workers;
import elki.outlier.losvm.solver.Problem;

/**
 * The members S, and how all other points depend on them: what leaving out one
 * point after the other is computed from.
 * <p>
 * With the bordered inverse \(M^{-1}\) of the members, a point i has the
 * coefficients \(M^{-1}(1,K_{Si})=(r_i,z_i)\), and
 * \(W_{ij}=K_{ij}-r_j-K_{Si}^Tz_j\) is what remains of the kernel. While a
 * solution is trained, there is the inverse alone; rows and columns follow when it
 * is opened for leaving out. When a point joins or leaves the members, all parts
 * are updated together.
 *
 * @author The pyelki-losdd developers
 * @since 0.1.0
 *
 * @composed - - - BorderedInverse
 * @composed - - - KernelRows
 * @composed - - - TableauColumns
 */
final class Tableau {
  /** Problem. */
  private final Problem problem;

  /** Threads. */
  private final Workers workers;

  /** Inverse matrix of the members. */
  final BorderedInverse inverse;

  /** Members. */
  final Members members;

  /** Points that have a row. */
  final KernelRows rows;

  /** Columns; none before the tableau is opened. */
  private TableauColumns columns;

  /** Whether there can be rows and columns. */
  private boolean open = false;

  /**
   * Constructor.
   *
   * @param problem Problem
   * @param workers Threads
   */
  Tableau(Problem problem, Workers workers) {
    this(problem, workers, new BorderedInverse(problem, workers));
  }

  /**
   * Constructor.
   *
   * @param problem Problem
   * @param workers Threads
   * @param inverse Inverse matrix of the members
   */
  private Tableau(Problem problem, Workers workers, BorderedInverse inverse) {
    this.problem = problem;
    this.workers = workers;
    this.inverse = inverse;
    this.members = inverse.members;
    this.rows = new KernelRows(problem, members, workers);
  }

  /**
   * Copy the inverse matrix, but no columns.
   *
   * @param threads Threads of the copy
   * @return Copy
   */
  Tableau copy(Workers threads) {
    return new Tableau(problem, threads, inverse.copy(threads));
  }

  /**
   * Open it for rows and columns. There are none yet.
   *
   * @param keepKernel Keep the kernel values of the rows in memory
   */
  void open(boolean keepKernel) {
    if(keepKernel) {
      rows.keep();
    }
    columns = new TableauColumns(problem, workers, inverse, rows);
    open = true;
  }

  /**
   * Whether there can be rows and columns.
   *
   * @return {@code true} when opened
   */
  boolean isOpen() {
    return open;
  }

  /**
   * The columns.
   *
   * @return Columns of the open tableau
   */
  TableauColumns columns() {
    return columns;
  }

  /**
   * Whether anything is known about how a point depends on the members.
   *
   * @param i Point
   * @return {@code true} for members, and points that have a row
   */
  boolean knows(int i) {
    return members.contains(i) || rows.contains(i);
  }

  /**
   * Make columns available.
   *
   * @param points Points
   * @param progress Progress listener, 0 to 1
   */
  void require(int[] points, DoubleConsumer progress) {
    columns.require(points, progress);
  }

  /**
   * A point leaves the members.
   *
   * @param i Point; its column must be available, if there are any
   * @param remains Whether it remains in the data
   */
  void leave(int i, boolean remains) {
    final int slot = members.slot(i), last = members.size() - 1;
    if(open) {
      columns.leave(i, remains);
    }
    inverse.leave(i);
    if(open) {
      columns.move(last, slot);
      rows.move(last, slot);
    }
  }

  /**
   * A point joins the members.
   *
   * @param i Point; its column must be available
   */
  void join(int i) {
    final int room = members.room();
    if(inverse.grow()) {
      columns.grow();
      rows.grow(room);
    }
    final double[] z = columns.coefficients(i);
    final double r = columns.r(i), pivot = 1. / columns.entry(i, i);
    columns.join(i, pivot);
    inverse.join(i, z, r, pivot);
    rows.join(members.slot(i));
  }
}
