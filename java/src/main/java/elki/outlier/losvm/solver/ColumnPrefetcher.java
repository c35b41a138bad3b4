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
package elki.outlier.losvm.solver;

import java.util.Arrays;
import java.util.concurrent.locks.LockSupport;

import elki.outlier.losvm.parallel.Workers;
import elki.utilities.exceptions.AbortException;

/**
 * Computes kernel columns ahead, while another thread trains: iterations depend on
 * each other, but nearly all points far outside will be needed, whatever their
 * order. This has no effect on the result.
 *
 * @author The pyelki-losdd developers
 * @since 0.1.0
 *
 * @assoc - - - SMO
 */
public final class ColumnPrefetcher {
  /**
   * Points farthest outside that are considered at a time. The first of them are
   * passed over: the solver is faster.
   */
  private static final int CONSIDER = 8, PASS = 2;

  /**
   * Points that are as similar to the one that gains weight will not be outside any
   * more.
   */
  private static final double SIMILAR = .5;

  /** Length of a break, in nanoseconds. */
  private static final long PAUSE = 50_000L;

  /** Solver to help. */
  private final SMO smo;

  /** Its problem. */
  private final Problem problem;

  /** Proposed when the training has ended. */
  private static final int[] END = new int[0];

  /** Points whose columns are to be computed next. */
  private volatile int[] proposed = new int[0];

  /** Estimate of rho. */
  private double rho = Double.POSITIVE_INFINITY;

  /**
   * Constructor.
   *
   * @param smo Solver to help
   * @param problem Its problem
   */
  public ColumnPrefetcher(SMO smo, Problem problem) {
    this.smo = smo;
    this.problem = problem;
  }

  /**
   * Train, with the help of another thread if there is one.
   *
   * @param training Training
   * @param workers Threads
   */
  public void during(Runnable training, Workers workers) {
    if(workers.threads() == 1) { // Nobody to propose columns to
      training.run();
      return;
    }
    workers.run(2, task -> {
      if(task > 0) {
        help(workers);
        return;
      }
      smo.columns = this::column;
      try {
        training.run();
      }
      finally {
        smo.columns = problem.columns()::column;
        proposed = END;
      }
    });
  }

  /**
   * Compute columns until the training ends.
   *
   * @param workers Threads
   */
  private void help(Workers workers) {
    for(int[] last = END, points; (points = proposed) != END; last = points) {
      if(points == last) {
        Workers.pollInterrupt();
        LockSupport.parkNanos(PAUSE);
        continue;
      }
      for(int k = 0; k < points.length && points == proposed; k++) {
        Workers.pollInterrupt();
        if(!compute(points[k])) {
          return;
        }
      }
      final int[] finished = points;
      workers.linger(() -> proposed != finished);
    }
  }

  /**
   * Compute a column.
   *
   * @param i Point
   * @return {@code false} if this fails: who really needs the column will be told
   */
  private boolean compute(int i) {
    try {
      problem.columns().column(i);
      return true;
    }
    catch(AbortException e) {
      return false;
    }
  }

  /**
   * Get a column for the solver, and if it was missing, propose others.
   *
   * @param i Point that gains weight
   * @return Column
   */
  private double[] column(int i) {
    final boolean missing = !problem.columns().has(i);
    final double[] column = problem.columns().column(i);
    if(missing && problem.columns().hasRoom()) {
      proposed = propose(column);
    }
    return column;
  }

  /**
   * Find the points whose columns will be needed next: those farthest outside.
   *
   * @param column Column of the point that gains weight
   * @return Points
   */
  private int[] propose(double[] column) {
    final int[] points = new int[CONSIDER];
    int count = 0;
    double sum = 0., limit = rho;
    for(int i = 0; i < column.length; i++) {
      final double g = smo.gradient[i];
      sum += smo.alpha[i] > 0. ? smo.alpha[i] * g : 0.;
      if(g < limit && smo.alpha[i] < smo.upper[i] && column[i] < SIMILAR * problem.magnitude() && !problem.columns().has(i)) {
        int k = count < CONSIDER ? count++ : CONSIDER - 1;
        for(; k > 0 && smo.gradient[points[k - 1]] > g; k--) {
          points[k] = points[k - 1];
        }
        points[k] = i;
        if(count == CONSIDER) {
          limit = smo.gradient[points[CONSIDER - 1]];
        }
      }
    }
    rho = sum;
    return Arrays.copyOfRange(points, Math.min(PASS, count), count);
  }
}
