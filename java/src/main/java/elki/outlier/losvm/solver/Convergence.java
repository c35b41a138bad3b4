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

import java.util.Map;

import elki.logging.Logging;
import elki.outlier.losvm.kernel.OptionWarning;

/**
 * Whether iterative training reached its tolerance; shared by all threads that
 * solve a problem.
 *
 * @author The pyelki-losdd developers
 * @since 0.2.0
 */
public final class Convergence {
  /** Name of the solver that gave up. */
  private String solver;

  /** Number of iterations after which training was given up, 0 if it never was. */
  private long limit;

  /** Largest gap that remained, relative to the scale. */
  private double gap;

  /** Tolerance that was wanted. */
  private double tolerance;

  /**
   * Note that training was given up.
   *
   * @param solver Name of the solver
   * @param limit Number of iterations
   * @param gap Gap that remained, relative to the scale
   * @param tolerance Tolerance that was wanted
   */
  synchronized void giveUp(String solver, long limit, double gap, double tolerance) {
    this.solver = solver;
    this.limit = Math.max(this.limit, limit);
    this.gap = Math.max(this.gap, gap);
    this.tolerance = tolerance;
  }

  /**
   * Note what happened to this problem also for another, of which it is a part.
   *
   * @param whole Of the other problem
   */
  public synchronized void addTo(Convergence whole) {
    if(limit > 0) {
      whole.giveUp(solver, limit, gap, tolerance);
    }
  }

  /**
   * Warn if training was given up.
   *
   * @param log Logger
   */
  public synchronized void warnIfUnfinished(Logging log) {
    if(limit > 0) {
      log.log(new OptionWarning(OptionWarning.Cause.UNFINISHED, "The " + solver + " solver has not converged: after " + limit + " iterations, the gap is " + gap //
          + " instead of " + tolerance + " (losvm.tolerance). Scores are less accurate than that. Standardize the data, or use another kernel.", //
          Map.of("iterations", limit, "gap", gap, "tolerance", tolerance)));
    }
  }
}
