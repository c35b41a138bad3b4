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

import java.util.function.IntConsumer;

import elki.logging.Logging;
import elki.outlier.losvm.parallel.Workers;
import elki.outlier.losvm.solver.Judgement;
import elki.outlier.losvm.solver.LeaveOutSolver;
import elki.outlier.losvm.solver.Problem;
import elki.outlier.losvm.solver.SMOSolver;
import elki.outlier.losvm.solver.Solution;
import elki.outlier.losvm.solver.exact.Effort;
import elki.outlier.losvm.solver.exact.ExactSolver;
import elki.outlier.losvm.solver.exact.UnsuitableException;
import elki.outlier.losvm.solver.exact.UnsuitableException.Reason;

/**
 * Begins with the exact solver, and goes on with the iterative one where that
 * turns out to be unsuitable.
 *
 * @author The pyelki-losdd developers
 * @since 0.2.0
 *
 * @composed - - - LeaveOutSolver
 */
public final class AutoSolver implements LeaveOutSolver {
  /** Class logger. */
  private static final Logging LOG = Logging.getLogger(AutoSolver.class);

  /** Tolerance from which the exact solver could not find a regular matrix. */
  private static final double SINGULAR_TOLERANCE = 1e-6;

  /** Tolerance where models differ much. */
  private static final double UNSTABLE_TOLERANCE = 1e-4;

  /** Problem. */
  private final Problem problem;

  /** Threads. */
  private final Workers workers;

  /** Effort that the exact solver may spend. */
  private final Effort effort;

  /** Exact solver, while it is suitable. */
  private ExactSolver exact;

  /** Solver to delegate to. */
  private LeaveOutSolver current;

  /** Iterations of solvers before the current one. */
  private long before = 0L;

  /**
   * Constructor.
   *
   * @param problem Problem
   * @param workers Threads
   * @param effort Effort that the exact solver may spend. With any effort, too
   *        little memory is an error
   */
  public AutoSolver(Problem problem, Workers workers, Effort effort) {
    this.problem = problem;
    this.workers = workers;
    this.effort = effort;
    this.exact = new ExactSolver(problem, workers, effort);
    this.current = exact;
  }

  @Override
  public void train() {
    try {
      current.train();
    }
    catch(UnsuitableException e) {
      fallBack(e);
    }
  }

  @Override
  public Solution solution() {
    return current.solution();
  }

  @Override
  public Judgement[] leaveOut(int[] points, IntConsumer progress) {
    try {
      return current.leaveOut(points, progress);
    }
    catch(UnsuitableException e) {
      fallBack(e);
      return current.leaveOut(points, progress);
    }
  }

  @Override
  public void remove(int[] points) {
    try {
      current.remove(points);
    }
    catch(UnsuitableException e) {
      fallBack(e); // The points are removed from the state
    }
  }

  /**
   * Go on with the iterative solver.
   *
   * @param reason Why the exact solver is unsuitable
   */
  private void fallBack(UnsuitableException reason) {
    if(effort == Effort.ANY && reason.reason() == Reason.MEMORY) {
      throw reason;
    }
    LOG.verbose(reason.explanation() + " Using the solver smo instead of the exact one.");
    final SMOSolver smo = new SMOSolver(problem, workers, Math.min(problem.tolerance(), tolerance(reason.reason())));
    before += exact.iterations();
    smo.trainFrom(exact.state());
    current = smo;
    exact = null; // Frees its matrices
  }

  /**
   * Largest tolerance that makes sense for the iterative solver.
   *
   * @param reason Why the exact solver is unsuitable
   * @return Tolerance, relative to rho
   */
  private static double tolerance(Reason reason) {
    switch(reason){
    case SINGULAR:
      return SINGULAR_TOLERANCE;
    case UNSTABLE:
      return UNSTABLE_TOLERANCE;
    default:
      return 1.;
    }
  }

  @Override
  public long iterations() {
    return before + current.iterations();
  }

  @Override
  public String name() {
    return current.name();
  }
}
