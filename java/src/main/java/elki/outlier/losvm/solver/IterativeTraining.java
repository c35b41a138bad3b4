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

import elki.logging.Logging;
import elki.logging.progress.IndefiniteProgress;
import elki.outlier.losvm.kernel.OptionException;
import elki.outlier.losvm.parallel.Workers;

/**
 * Training in many small steps, until the gap between the gradients is below the
 * tolerance, which is relative to rho. Which steps to take is the matter of
 * subclasses; when to give up is the same for all.
 *
 * @author The pyelki-losdd developers
 * @since 0.2.0
 */
public abstract class IterativeTraining extends TrainingState {
  /** Class logger. */
  private static final Logging LOG = Logging.getLogger(IterativeTraining.class);

  /** Iterations between two checks for interruption. */
  private static final int POLL = 256;

  /** Least limit on the number of iterations. */
  private static final long LIMIT = 1_000_000L;

  /**
   * Limit on the number of iterations once the training has not converged: all
   * that follows would not converge either.
   */
  private static final long HOPELESS = 10_000L;

  /** Gaps below this multiple of the kernel values are rounding errors. */
  private static final double ROUNDING = 1e-15;

  /** Gap, relative to the scale, when the limit was reached. */
  private double reached;

  /** Number of iterations. */
  protected long iterations = 0;

  /** Progress to show, {@code null} for none. */
  private IndefiniteProgress progress;

  /** Tolerance, relative to rho. */
  protected double tolerance;

  /** Limit on the number of iterations. */
  private long limit;

  /**
   * Constructor.
   *
   * @param problem Problem to solve
   * @param tolerance Tolerance, relative to rho
   */
  protected IterativeTraining(Problem problem, double tolerance) {
    super(problem);
    this.tolerance = tolerance;
    this.limit = Math.max(LIMIT, 100L * problem.size());
  }

  /**
   * Name of the solver that trains like this.
   *
   * @return Name, as the user knows it
   */
  protected abstract String name();

  /**
   * Optimize until the gap is below the tolerance.
   *
   * @param most Limit on the number of iterations
   * @return {@code false} if it has not converged
   */
  protected abstract boolean optimize(long most);

  /**
   * Continue from the state of another training.
   *
   * @param other Other training
   */
  public void copy(IterativeTraining other) {
    copyState(other);
    limit = other.limit;
  }

  /**
   * Go on counting, and showing, where another training ended.
   *
   * @param other Other training
   */
  protected void continueCounting(IterativeTraining other) {
    iterations = other.iterations;
    progress = other.progress;
  }

  /**
   * Whether a gap is as small as is asked for, or as rounding errors.
   *
   * @param gap Largest difference between the gradients of two points that could
   *        exchange weight
   * @param scale What the tolerance refers to
   * @return {@code true} if this is the optimum
   */
  protected boolean isOptimal(double gap, double scale) {
    return gap <= ROUNDING * problem.magnitude() || gap <= tolerance * scale;
  }

  /**
   * Count an iteration, and now and then look whether to stop.
   *
   * @param last Number of the iteration after which to give up
   * @param gap Current gap
   * @param scale What the tolerance refers to
   * @return {@code false} to give up
   */
  protected boolean count(long last, double gap, double scale) {
    if(++iterations % POLL != 0) {
      return true;
    }
    Workers.pollInterrupt();
    if(progress != null) {
      progress.setProcessed((int) Math.min(iterations, Integer.MAX_VALUE), LOG);
    }
    if(iterations > last) {
      reached = gap / scale;
      return false;
    }
    return true;
  }

  /**
   * Start to show the number of iterations.
   */
  public void beginProgress() {
    progress = LOG.isVerbose() ? new IndefiniteProgress("Training", LOG) : null;
  }

  /**
   * No longer show the number of iterations.
   */
  public void endProgress() {
    LOG.setCompleted(progress);
    progress = null;
  }

  /**
   * Optimize until the gap is below the tolerance, with a gradient that carries
   * no rounding errors of earlier updates.
   *
   * @return {@code false} if it has not converged
   */
  boolean train() {
    for(int repeat = 0; repeat < 5; repeat++) {
      final long before = iterations;
      final boolean converged = optimize(limit);
      if(iterations == before && repeat > 0) {
        return true;
      }
      refresh();
      if(!converged) {
        if(!problem.needsDiagonal() && !(reached < 1.)) {
          throw new OptionException("losvm.kernel", "with this kernel, training does not converge: after " + limit + " iterations, the gap is " + reached //
              + " times rho. As a rule, this means that the data cannot be separated from the origin. Use LOSDD in place of LOSOC, a kernel such as rbf, or standardize the data.");
        }
        problem.convergence().giveUp(name(), limit, reached, tolerance);
        limit = HOPELESS;
        return false;
      }
    }
    return true;
  }

  /**
   * Optimize until the gap is below the tolerance, or the effort is spent.
   *
   * @param effort Number of iterations
   * @return {@code false} if it has not converged
   */
  public boolean improve(long effort) {
    final boolean converged = iterate(effort);
    refresh();
    return converged;
  }

  /**
   * Optimize until the gap is below the tolerance, or the effort is spent. Unlike
   * after {@link #improve}, the gradient carries the rounding errors of all updates.
   *
   * @param effort Number of iterations
   * @return {@code false} if it has not converged
   */
  public boolean iterate(long effort) {
    final boolean converged = optimize(Math.min(effort, limit));
    if(!converged && effort >= limit) {
      limit = HOPELESS;
    }
    return converged;
  }

  /**
   * Optimize until the gap is below the tolerance.
   *
   * @return {@code false} if it has not converged
   */
  boolean optimize() {
    if(optimize(limit)) {
      return true;
    }
    problem.convergence().giveUp(name(), limit, reached, tolerance);
    return false;
  }

  /**
   * Number of iterations so far.
   *
   * @return Number of iterations
   */
  public long iterations() {
    return iterations;
  }

  /**
   * Go on with another tolerance.
   *
   * @param tolerance Tolerance, relative to rho
   */
  public void setTolerance(double tolerance) {
    this.tolerance = tolerance;
  }
}
