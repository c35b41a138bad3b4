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

import java.util.function.IntFunction;

import elki.logging.Logging;
import elki.logging.progress.IndefiniteProgress;
import elki.outlier.losvm.kernel.OptionException;
import elki.outlier.losvm.parallel.Workers;

/**
 * Sequential minimal optimization with second order working set selection, as
 * in LIBSVM: in each iteration, weight moves from one support vector to the
 * point with the smallest gradient.
 * <p>
 * Reference:
 * <p>
 * R.-E. Fan, P.-H. Chen, C.-J. Lin<br>
 * Working Set Selection Using Second Order Information for Training Support
 * Vector Machines<br>
 * Journal of Machine Learning Research 6
 * <p>
 * The tolerance is relative to rho, which can be tiny: an absolute tolerance
 * would miss many support vectors.
 *
 * @author The pyelki-losdd developers
 * @since 0.1.0
 */
public final class SMO {
  /**
   * Class logger.
   */
  private static final Logging LOG = Logging.getLogger(SMO.class);

  /**
   * Iterations between two checks for interruption.
   */
  private static final int POLL = 256;

  /**
   * Least limit on the number of iterations.
   */
  private static final long LIMIT = 1_000_000L;

  /**
   * Limit on the number of iterations once the training has not converged: all
   * that follows would not converge either.
   */
  private static final long HOPELESS = 10_000L;

  /**
   * Gaps below this multiple of the kernel values are rounding errors.
   */
  private static final double ROUNDING = 1e-15;

  /**
   * Squared distances below this multiple of the kernel values mean that two
   * points coincide in kernel space.
   */
  private static final double COINCIDE = 1e-13;

  /**
   * Problem to solve.
   */
  private final Problem problem;

  /**
   * Where to get kernel columns from.
   */
  IntFunction<double[]> columns;

  /**
   * Weights.
   */
  public final double[] alpha;

  /**
   * Gradients.
   */
  public final double[] gradient;

  /**
   * Upper bounds of the weights.
   */
  public final double[] upper;

  /**
   * Support vectors; in no particular order.
   */
  private final int[] support;

  /**
   * Position of each point in {@link #support}.
   */
  private final int[] position;

  /**
   * Gap, relative to the scale, when the limit was reached.
   */
  private double reached;

  /**
   * Number of support vectors.
   */
  private int supportSize = 0;

  /**
   * Number of iterations.
   */
  private long iterations = 0;

  /**
   * Progress to show, {@code null} for none.
   */
  private IndefiniteProgress progress;

  /**
   * Tolerance, relative to rho.
   */
  private double tolerance;

  /**
   * Limit on the number of iterations.
   */
  private long limit;

  /**
   * Constructor.
   *
   * @param problem Problem to solve
   * @param tolerance Tolerance, relative to rho
   */
  public SMO(Problem problem, double tolerance) {
    final int n = problem.size();
    this.problem = problem;
    this.columns = problem.columns()::column;
    this.tolerance = tolerance;
    this.alpha = new double[n];
    this.gradient = new double[n];
    this.upper = new double[n];
    this.support = new int[n];
    this.position = new int[n];
    this.limit = Math.max(LIMIT, 100L * n);
  }

  /**
   * Start with some points at their upper bound.
   */
  public void initialize() {
    double rest = 1.;
    for(int i = 0; i < upper.length; i++) {
      upper[i] = problem.cost * problem.copies[i];
    }
    for(int i = 0; rest > 0. && i < upper.length; i++) {
      alpha[i] = Math.min(upper[i], rest);
      rest -= alpha[i];
    }
    index();
    refresh();
  }

  /**
   * Start with given weights; rounding errors of their sum are corrected.
   *
   * @param weights Weights
   * @param bounds Upper bounds
   */
  public void load(double[] weights, double[] bounds) {
    double rest = 1.;
    for(int i = 0; i < upper.length; i++) {
      upper[i] = bounds[i];
      alpha[i] = Math.min(Math.max(weights[i], 0.), upper[i]);
      rest -= alpha[i];
    }
    for(int i = 0; rest != 0. && i < upper.length; i++) {
      if(alpha[i] > 0. || rest > 0. && i == upper.length - 1) {
        final double moved = Math.min(Math.max(alpha[i] + rest, 0.), upper[i]);
        rest -= moved - alpha[i];
        alpha[i] = moved;
      }
    }
    index();
    refresh();
  }

  /**
   * Continue from the state of another solver.
   *
   * @param other Other solver
   */
  public void copy(SMO other) {
    final int n = alpha.length;
    System.arraycopy(other.alpha, 0, alpha, 0, n);
    System.arraycopy(other.gradient, 0, gradient, 0, n);
    System.arraycopy(other.upper, 0, upper, 0, n);
    System.arraycopy(other.support, 0, support, 0, other.supportSize);
    System.arraycopy(other.position, 0, position, 0, n);
    supportSize = other.supportSize;
    limit = other.limit;
  }

  /**
   * Continue from the state of another solver, for some of its points.
   *
   * @param whole Other solver
   * @param points Points
   */
  void select(SMO whole, int[] points) {
    for(int k = 0; k < points.length; k++) {
      alpha[k] = whole.alpha[points[k]];
      gradient[k] = whole.gradient[points[k]];
      upper[k] = whole.upper[points[k]];
    }
    index();
    iterations = whole.iterations;
    progress = whole.progress;
  }

  /**
   * Continue from the state of a solver for some of the points. The gradient of all
   * others is what it was before.
   *
   * @param part Solver for some of the points
   * @param points Points; all others have no weight
   */
  void merge(SMO part, int[] points) {
    for(int k = 0; k < points.length; k++) {
      alpha[points[k]] = part.alpha[k];
      gradient[points[k]] = part.gradient[k];
    }
    index();
    iterations = part.iterations;
  }

  /**
   * Index the support vectors.
   */
  private void index() {
    supportSize = 0;
    for(int i = 0; i < alpha.length; i++) {
      if(alpha[i] > 0.) {
        position[i] = supportSize;
        support[supportSize++] = i;
      }
    }
  }

  /**
   * Compute the gradient from the weights.
   */
  public void refresh() {
    problem.copyLinear(gradient);
    // By index, as the order of the support vectors varies.
    for(int i = 0; i < alpha.length; i++) {
      if(alpha[i] > 0.) {
        Workers.pollInterrupt();
        add(alpha[i], problem.columns().column(i));
      }
    }
  }

  /**
   * Add a multiple of a kernel column to the gradient.
   *
   * @param factor Factor
   * @param column Kernel column
   */
  private void add(double factor, double[] column) {
    for(int k = 0; k < gradient.length; k++) {
      gradient[k] += factor * column[k];
    }
  }

  /**
   * Change the weight of a point.
   *
   * @param i Point
   * @param value New weight
   */
  private void set(int i, double value) {
    if(value > 0.) {
      if(!(alpha[i] > 0.)) {
        position[i] = supportSize;
        support[supportSize++] = i;
      }
    }
    else if(alpha[i] > 0.) {
      final int last = support[--supportSize];
      support[position[i]] = last;
      position[last] = position[i];
    }
    alpha[i] = value;
  }

  /**
   * Begin to show the number of iterations.
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
        warnOfLimit();
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
    final boolean converged = approach(effort);
    refresh();
    return converged;
  }

  /**
   * Optimize until the gap is below the tolerance, or the effort is spent. The
   * gradient then carries rounding errors.
   *
   * @param effort Number of iterations
   * @return {@code false} if it has not converged
   */
  public boolean approach(long effort) {
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
    warnOfLimit();
    return false;
  }

  /**
   * Optimize until the gap is below the tolerance.
   *
   * @param most Limit on the number of iterations
   * @return {@code false} if it has not converged
   */
  private boolean optimize(long most) {
    final double[] diagonal = problem.diagonal;
    final double rounding = ROUNDING * problem.magnitude();
    final long last = iterations + most;
    while(true) {
      final int i = smallestGradient();
      if(i < 0) { // Every point is at its upper bound.
        return true;
      }
      final double gi = gradient[i];
      double gap = 0.;
      for(int s = 0; s < supportSize; s++) {
        gap = Math.max(gap, gradient[support[s]] - gi);
      }
      if(gap <= rounding || gap <= tolerance * scale(gi + .5 * gap)) {
        return true;
      }
      final double[] ci = columns.apply(i);
      // Find the support vector that yields the largest decrease.
      double best = -1., bestCurvature = 0.;
      int j = -1;
      for(int s = 0; s < supportSize; s++) {
        final int k = support[s];
        final double diff = gradient[k] - gi;
        if(diff > 0.) {
          final double sum = diagonal[i] + diagonal[k];
          double curvature = sum - 2. * ci[k];
          if(curvature < COINCIDE * sum) {
            if(curvature < -1e-8 * sum) {
              throw new IndefiniteKernelException(i, k, curvature);
            }
            curvature = COINCIDE * sum;
          }
          // Cross-multiplied would avoid the division, but may underflow.
          final double decrease = diff * diff / curvature;
          if(decrease > best || decrease == best && k < j) {
            best = decrease;
            bestCurvature = curvature;
            j = k;
          }
        }
      }
      final double[] cj = problem.columns().column(j);
      final double delta = Math.min(Math.min((gradient[j] - gi) / bestCurvature, upper[i] - alpha[i]), alpha[j]);
      final double grown = alpha[i] + delta;
      if(grown == alpha[i] && alpha[j] - delta == alpha[j]) {
        return true; // Steps have become smaller than the resolution of the weights.
      }
      set(i, grown > upper[i] ? upper[i] : grown);
      set(j, alpha[j] - delta);
      for(int k = 0; k < gradient.length; k++) {
        gradient[k] += delta * (ci[k] - cj[k]);
      }
      if(++iterations % POLL == 0) {
        Workers.pollInterrupt();
        if(progress != null) {
          progress.setProcessed((int) Math.min(iterations, Integer.MAX_VALUE), LOG);
        }
        if(iterations > last) {
          reached = gap / scale(gi + .5 * gap);
          return false;
        }
      }
    }
  }

  /**
   * Warn that the solver has not converged, once for each problem.
   */
  private void warnOfLimit() {
    if(problem.warned.compareAndSet(false, true)) {
      LOG.warning("The smo solver has not converged: after " + limit + " iterations, the gap is " + reached + " instead of " + tolerance //
          + " (losvm.tolerance). Scores are less accurate than that. Standardize the data, or use another kernel.");
    }
  }

  /**
   * Find the smallest gradient among the points that may grow.
   *
   * @return Point
   */
  private int smallestGradient() {
    double min = Double.POSITIVE_INFINITY;
    int best = -1;
    for(int k = 0; k < gradient.length; k++) {
      // Bounds are rarely looked at this way.
      if(gradient[k] < min && alpha[k] < upper[k]) {
        min = gradient[k];
        best = k;
      }
    }
    return best;
  }

  /**
   * What the tolerance refers to: rho, or with a linear term, where rho can have
   * either sign, half of the squared radius.
   *
   * @param rho Current estimate of rho
   * @return Scale
   */
  public double scale(double rho) {
    if(!problem.needsDiagonal()) {
      return Math.abs(rho);
    }
    double norm = 0.;
    for(int s = 0; s < supportSize; s++) {
      final int k = support[s];
      norm += alpha[k] * (gradient[k] - problem.linear(k));
    }
    return Math.abs(.5 * norm - rho);
  }

  /**
   * Take away one copy of a point, and give its weight to others: to the most
   * promising point that has none yet, or where the bounds forbid this, to as
   * many as it takes.
   *
   * @param t Point
   * @return {@code false} if the other copies of the point can keep its weight
   */
  public boolean takeAway(int t) {
    upper[t] = problem.boundWithout(upper[t]);
    double rest = alpha[t] - upper[t];
    if(!(rest > 0.)) {
      return false;
    }
    set(t, upper[t]);
    add(-rest, problem.columns().column(t));
    while(rest > 0.) {
      int i = awaken(rest);
      i = i >= 0 ? i : smallestGradient();
      if(i < 0) { // Rounding errors: every point is at its bound.
        break;
      }
      final double move = Math.min(rest, upper[i] - alpha[i]);
      set(i, move < rest ? upper[i] : alpha[i] + move);
      add(move, problem.columns().column(i));
      rest -= move;
    }
    return true;
  }

  /**
   * Find the point without weight that has the smallest gradient, and can take
   * the given weight.
   *
   * @param weight Weight
   * @return Point, or -1
   */
  private int awaken(double weight) {
    double min = Double.POSITIVE_INFINITY;
    int best = -1;
    for(int k = 0; k < gradient.length; k++) {
      if(gradient[k] < min && !(alpha[k] > 0.) && upper[k] >= weight) {
        min = gradient[k];
        best = k;
      }
    }
    return best;
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

  /**
   * Number of support vectors.
   *
   * @return Number of points with a positive weight
   */
  public int supportSize() {
    return supportSize;
  }

  /**
   * Current solution; shares its arrays with this solver.
   *
   * @return Solution
   */
  public Solution solution() {
    return new Solution(problem, alpha, gradient, upper);
  }
}
