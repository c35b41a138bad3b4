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
package elki.outlier.losvm;

import elki.outlier.losvm.solver.auto.SolverChoice;

/**
 * Settings of a leave-out SVM, with their default values.
 *
 * @author The pyelki-losdd developers
 * @since 0.1.0
 */
public class Settings {
  /** Number of batches, 0 for a plain SVM. */
  public int batches = 10;

  /**
   * Number of objects to remove, or a share of the data below 1. NaN for as many
   * as batches.
   */
  public double remove = Double.NaN;

  /** Upper bound of the weight of an object. */
  public double cost = 1.;

  /** Bound on the share of outliers; NaN if the cost is used. */
  public double nu = Double.NaN;

  /** Form of the score, {@code null} to choose by the kernel. */
  public ScoreForm score = null;

  /** Model that scores refer to. */
  public ScoreReference reference = ScoreReference.ROUND;

  /** Tolerance of the solver, relative to rho. */
  public double tolerance = 1e-3;

  /** Solver. */
  public SolverChoice solver = SolverChoice.AUTO;

  /** Number of threads, 0 for all cores. */
  public int threads = 0;

  /** Memory for kernel columns in megabytes; 0 for half of the heap. */
  public int memory = 0;
}
