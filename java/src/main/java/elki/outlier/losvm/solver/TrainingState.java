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

import elki.outlier.losvm.parallel.Workers;

/**
 * State of an iterative training: weights, the gradient that belongs to them, and
 * which points are support vectors. Weights sum up to 1, and remain within their
 * bounds.
 *
 * @author The pyelki-losdd developers
 * @since 0.2.0
 */
public class TrainingState {
  /** Problem to solve. */
  protected final Problem problem;

  /** Weights. */
  public final double[] alpha;

  /** Gradients. */
  public final double[] gradient;

  /** Upper bounds of the weights. */
  public final double[] upper;

  /** Support vectors; in no particular order. */
  protected final int[] support;

  /** Position of each point in {@link #support}. */
  protected final int[] position;

  /** Number of support vectors. */
  protected int supportSize = 0;

  /**
   * Constructor.
   *
   * @param problem Problem to solve
   */
  protected TrainingState(Problem problem) {
    final int n = problem.size();
    this.problem = problem;
    this.alpha = new double[n];
    this.gradient = new double[n];
    this.upper = new double[n];
    this.support = new int[n];
    this.position = new int[n];
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
   * Copy another state.
   *
   * @param other Other state
   */
  protected void copyState(TrainingState other) {
    final int n = alpha.length;
    System.arraycopy(other.alpha, 0, alpha, 0, n);
    System.arraycopy(other.gradient, 0, gradient, 0, n);
    System.arraycopy(other.upper, 0, upper, 0, n);
    System.arraycopy(other.support, 0, support, 0, other.supportSize);
    System.arraycopy(other.position, 0, position, 0, n);
    supportSize = other.supportSize;
  }

  /**
   * Copy the state of some points.
   *
   * @param whole State of all points
   * @param points Points
   */
  protected void selectState(TrainingState whole, int[] points) {
    for(int k = 0; k < points.length; k++) {
      alpha[k] = whole.alpha[points[k]];
      gradient[k] = whole.gradient[points[k]];
      upper[k] = whole.upper[points[k]];
    }
    index();
  }

  /**
   * Take over the state of some points. The gradient of all others is what it was
   * before.
   *
   * @param part State of these points
   * @param points Points; all others have no weight
   */
  protected void mergeState(TrainingState part, int[] points) {
    for(int k = 0; k < points.length; k++) {
      alpha[points[k]] = part.alpha[k];
      gradient[points[k]] = part.gradient[k];
    }
    index();
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
  protected void add(double factor, double[] column) {
    for(int k = 0; k < gradient.length; k++) {
      gradient[k] += factor * column[k];
    }
  }

  /**
   * Add multiples of the kernel columns of several points to the gradient.
   *
   * @param count Number of points
   * @param points Points
   * @param factors Factors
   */
  protected void add(int count, int[] points, double[] factors) {
    int k = 0;
    // Four at a time, as the gradient is read and written each time.
    for(; k + 4 <= count; k += 4) {
      addFour(gradient, factors[k], column(points[k]), factors[k + 1], column(points[k + 1]), factors[k + 2], column(points[k + 2]), factors[k + 3], column(points[k + 3]));
    }
    for(; k < count; k++) {
      add(factors[k], column(points[k]));
    }
  }

  /**
   * Get a kernel column.
   *
   * @param i Point
   * @return Column
   */
  private double[] column(int i) {
    return problem.columns().column(i);
  }

  /**
   * Add multiples of four columns.
   *
   * @param sum Where to add them
   * @param fa Factor of the first column
   * @param a First column
   * @param fb Factor of the second column
   * @param b Second column
   * @param fc Factor of the third column
   * @param c Third column
   * @param fd Factor of the fourth column
   * @param d Fourth column
   */
  private static void addFour(double[] sum, double fa, double[] a, double fb, double[] b, double fc, double[] c, double fd, double[] d) {
    for(int k = 0; k < sum.length; k++) {
      sum[k] += fa * a[k] + fb * b[k] + (fc * c[k] + fd * d[k]);
    }
  }

  /**
   * Change the weight of a point.
   *
   * @param i Point
   * @param value New weight
   */
  protected void set(int i, double value) {
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
   * Find the smallest gradient among the points that may grow.
   *
   * @return Point
   */
  protected int smallestGradient() {
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
   * Find the largest gradient among the support vectors.
   *
   * @return Gradient
   */
  protected double largestGradient() {
    double max = Double.NEGATIVE_INFINITY;
    for(int s = 0; s < supportSize; s++) {
      max = Math.max(max, gradient[support[s]]);
    }
    return max;
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
