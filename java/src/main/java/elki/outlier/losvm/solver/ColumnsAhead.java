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

import java.util.concurrent.locks.LockSupport;

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
final class ColumnsAhead {
  /**
   * Time to wait when there is nothing to do, in nanoseconds.
   */
  private static final long PAUSE = 20_000L;

  /**
   * Solver to help.
   */
  private final SMO smo;

  /**
   * Its problem.
   */
  private final Problem problem;

  /**
   * Whether the solver has finished.
   */
  private volatile boolean done = false;

  /**
   * Estimate of rho.
   */
  private double rho = Double.POSITIVE_INFINITY;

  /**
   * Constructor.
   *
   * @param smo Solver to help
   * @param problem Its problem
   */
  ColumnsAhead(SMO smo, Problem problem) {
    this.smo = smo;
    this.problem = problem;
  }

  /**
   * Train, with the help of another thread if there is one.
   *
   * @param training Training
   * @param workers Threads
   */
  void during(Runnable training, Workers workers) {
    workers.run(2, task -> {
      if(task == 0) {
        try {
          training.run();
        }
        finally {
          done = true;
        }
        return;
      }
      while(!done) {
        Workers.pollInterrupt();
        final int i = problem.columns.hasRoom() ? candidate() : -1;
        if(i >= 0) {
          if(!compute(i)) {
            return;
          }
        }
        else {
          LockSupport.parkNanos(PAUSE);
        }
      }
    });
  }

  /**
   * Compute a column.
   *
   * @param i Point
   * @return {@code false} if this fails: who really needs the column will be told
   */
  private boolean compute(int i) {
    try {
      problem.columns.column(i);
      return true;
    }
    catch(AbortException e) {
      return false;
    }
  }

  /**
   * Find a point whose column is missing: the second one outside, as the solver
   * itself takes the first. Weights and gradients change at the same time, but any
   * point will do.
   *
   * @return Point, or -1
   */
  private int candidate() {
    int first = -1, second = -1;
    double sum = 0.;
    for(int i = 0; i < smo.gradient.length; i++) {
      final double g = smo.gradient[i];
      sum += smo.alpha[i] > 0. ? smo.alpha[i] * g : 0.;
      if(g < rho && (second < 0 || g < smo.gradient[second]) && smo.alpha[i] < smo.upper[i] && !problem.columns.has(i)) {
        if(first < 0 || g < smo.gradient[first]) {
          second = first;
          first = i;
        }
        else {
          second = i;
        }
      }
    }
    rho = sum;
    return second;
  }
}
