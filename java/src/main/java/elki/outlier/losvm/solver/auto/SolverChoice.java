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
package elki.outlier.losvm.solver.auto;

import elki.outlier.losvm.parallel.Workers;
import elki.outlier.losvm.solver.LeaveOutSolver;
import elki.outlier.losvm.solver.Problem;
import elki.outlier.losvm.solver.SMO;
import elki.outlier.losvm.solver.SMOSolver;
import elki.outlier.losvm.solver.exact.Effort;
import elki.outlier.losvm.solver.port.ElkiSvm;

/**
 * Choice of the solver.
 *
 * @author The pyelki-losdd developers
 * @since 0.1.0
 */
public enum SolverChoice {
  /**
   * Choose automatically: exact where memory and work allow.
   */
  AUTO,
  /**
   * Exact: {@link elki.outlier.losvm.solver.exact.ExactSolver}.
   */
  EXACT,
  /** Iterative: {@link SMOSolver}. */
  SMO,
  /** Iterative, by ELKI's port of LIBSVM where that is available: {@link ElkiSvm}. */
  PORT;

  /**
   * Make the solver.
   *
   * @param problem Problem to solve
   * @param workers Threads
   * @return Solver
   */
  public LeaveOutSolver make(Problem problem, Workers workers) {
    switch(this){
    case SMO:
      return new SMOSolver(problem, workers);
    case PORT:
      return ElkiSvm.solver(problem, workers);
    default:
      return new AutoSolver(problem, workers, this == EXACT ? Effort.ANY : Effort.WHERE_IT_PAYS);
    }
  }
}
