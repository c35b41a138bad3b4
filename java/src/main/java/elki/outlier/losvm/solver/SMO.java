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
public final class SMO extends IterativeTraining {
  /**
   * Squared distances below this multiple of the kernel values mean that two
   * points coincide in kernel space.
   */
  private static final double COINCIDE = 1e-13;

  /** Where to get kernel columns from. */
  IntFunction<double[]> columns;

  /**
   * Constructor.
   *
   * @param problem Problem to solve
   * @param tolerance Tolerance, relative to rho
   */
  public SMO(Problem problem, double tolerance) {
    super(problem, tolerance);
    this.columns = problem.columns()::column;
  }

  @Override
  protected String name() {
    return "smo";
  }

  /**
   * Continue from the state of another solver, for some of its points.
   *
   * @param whole Other solver
   * @param points Points
   */
  void select(SMO whole, int[] points) {
    selectState(whole, points);
    continueCounting(whole);
  }

  /**
   * Continue from the state of a solver for some of the points. The gradient of all
   * others is what it was before.
   *
   * @param part Solver for some of the points
   * @param points Points; all others have no weight
   */
  void merge(SMO part, int[] points) {
    mergeState(part, points);
    iterations = part.iterations;
  }

  @Override
  protected boolean optimize(long most) {
    final long last = iterations + most;
    while(true) {
      final int i = smallestGradient();
      if(i < 0) { // Every point is at its upper bound.
        return true;
      }
      final double gi = gradient[i], gap = largestGradient() - gi;
      final double scale = scale(gi + .5 * gap);
      if(isOptimal(gap, scale)) {
        return true;
      }
      final double[] ci = columns.apply(i);
      final int j = largestDecrease(i, ci);
      final double[] cj = problem.columns().column(j);
      final double delta = Math.min(Math.min((gradient[j] - gi) / curvature(i, j, ci), upper[i] - alpha[i]), alpha[j]);
      final double grown = alpha[i] + delta;
      if(grown == alpha[i] && alpha[j] - delta == alpha[j]) {
        return true; // Steps have become smaller than the resolution of the weights.
      }
      set(i, grown > upper[i] ? upper[i] : grown);
      set(j, alpha[j] - delta);
      addDifference(delta, ci, cj, gradient);
      if(!count(last, gap, scale)) {
        return false;
      }
    }
  }

  // Each loop is a method of its own: the JVM optimizes these better than loops
  // inside of a loop.

  /**
   * Find the support vector from which weight should move to a point: the one that
   * yields the largest decrease of the objective.
   *
   * @param i Point
   * @param column Kernel column of the point
   * @return Support vector, by value and number, not by its place among the others
   */
  private int largestDecrease(int i, double[] column) {
    final double[] gradient = this.gradient;
    final double gi = gradient[i];
    double best = -1.;
    int j = -1;
    for(int s = 0; s < supportSize; s++) {
      final int k = support[s];
      final double diff = gradient[k] - gi;
      if(diff > 0.) {
        // Cross-multiplied would avoid the division, but may underflow.
        final double decrease = diff * diff / curvature(i, k, column);
        if(decrease > best || decrease == best && k < j) {
          best = decrease;
          j = k;
        }
      }
    }
    return j;
  }

  /**
   * Squared distance of two points in kernel space.
   *
   * @param i Point
   * @param k Other point
   * @param column Kernel column of the first point
   * @return Squared distance; slightly positive, if they coincide
   */
  private double curvature(int i, int k, double[] column) {
    final double sum = problem.diagonal[i] + problem.diagonal[k], curvature = sum - 2. * column[k];
    if(curvature >= COINCIDE * sum) {
      return curvature;
    }
    if(curvature < -1e-8 * sum) {
      throw new IndefiniteKernelException(i, k, curvature);
    }
    return COINCIDE * sum;
  }

  /**
   * Add a multiple of the difference of two columns.
   *
   * @param factor Factor
   * @param ci Column to add
   * @param cj Column to subtract
   * @param sum Where to add it
   */
  private static void addDifference(double factor, double[] ci, double[] cj, double[] sum) {
    for(int k = 0; k < sum.length; k++) {
      sum[k] += factor * (ci[k] - cj[k]);
    }
  }
}
