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

/**
 * A solution of the problem: weights, gradients, and the boundary.
 *
 * @author The pyelki-losdd developers
 * @since 0.1.0
 */
public final class Solution {
  /** Differences from rho up to this, relative to rho, are rounding errors. */
  private static final double ROUNDING = 1e-12;

  /** Problem solved. */
  private final Problem problem;

  /** Weights. */
  final double[] alpha;

  /** Upper bounds of the weights. */
  private final double[] upper;

  /** Gradients. */
  final double[] gradient;

  /** Gradient on the boundary. */
  final double rho;

  /** Squared length of the center. */
  final double norm;

  /**
   * Constructor.
   *
   * @param problem Problem
   * @param alpha Weights
   * @param gradient Gradients
   * @param upper Upper bounds of the weights
   */
  public Solution(Problem problem, double[] alpha, double[] gradient, double[] upper) {
    this.problem = problem;
    this.alpha = alpha;
    this.gradient = gradient;
    this.upper = upper;
    double free = 0., weighted = 0., norm = 0.;
    double below = Double.NEGATIVE_INFINITY, above = Double.POSITIVE_INFINITY;
    for(int i = 0; i < alpha.length; i++) {
      final double a = alpha[i], u = upper[i], g = gradient[i], tiny = Problem.AT_BOUND * u;
      norm += a > 0. ? a * (g - problem.linear(i)) : 0.;
      if(isFree(i)) {
        free += a;
        weighted += a * g;
      }
      else if(a > tiny) {
        below = Math.max(below, g);
      }
      else if(u > 0.) {
        above = Math.min(above, g);
      }
    }
    this.norm = norm;
    // Without free support vectors, every value in between is optimal.
    this.rho = free > 0. ? weighted / free : above == Double.POSITIVE_INFINITY ? below //
        : below == Double.NEGATIVE_INFINITY ? above : .5 * (below + above);
  }

  /**
   * Whether a point is a free support vector, which is on the boundary.
   *
   * @param i Point
   * @return {@code false} if its weight is at a bound
   */
  private boolean isFree(int i) {
    final double tiny = Problem.AT_BOUND * upper[i];
    return alpha[i] > tiny && alpha[i] < upper[i] - tiny;
  }

  /**
   * Weight of a point.
   *
   * @param i Point
   * @return Weight
   */
  public double alpha(int i) {
    return alpha[i];
  }

  /**
   * Gradient on the boundary.
   *
   * @return rho
   */
  public double rho() {
    return rho;
  }

  /**
   * Squared length of the center.
   *
   * @return Squared length
   */
  public double norm() {
    return norm;
  }

  /**
   * Squared radius of the sphere around the center.
   *
   * @return Squared radius; NaN for a one-class SVM whose kernel has no
   *         constant diagonal, as its boundary is no sphere
   */
  public double squaredRadius() {
    if(problem.needsDiagonal()) {
      return Math.max(norm - 2. * rho, 0.);
    }
    final double d = problem.diagonal(0);
    for(double v : problem.diagonal) {
      if(v != d) {
        return Double.NaN;
      }
    }
    return Math.max(d - 2. * rho + norm, 0.);
  }

  /**
   * Support vectors.
   *
   * @return Points with a positive weight
   */
  public int[] support() {
    int count = 0;
    final int[] support = new int[alpha.length];
    for(int i = 0; i < alpha.length; i++) {
      if(alpha[i] > 0.) {
        support[count++] = i;
      }
    }
    return Arrays.copyOf(support, count);
  }

  /**
   * Judge a point by this model, as it is. Free support vectors are on the boundary,
   * unless the tolerance of the training shows.
   *
   * @param t Point
   * @return Judgement
   */
  public Judgement judge(int t) {
    final Judgement j = isFree(t) && Math.abs(gradient[t] - rho) <= ROUNDING * Math.abs(rho) ? judgeOnBoundary() : Judgement.of(problem, alpha, t, gradient[t], rho, norm);
    return alpha[t] > 0. ? j.withWeight(alpha[t] / Math.rint(upper[t] / problem.cost)) : j;
  }

  /**
   * Judge a point that is a support vector because it is on the boundary.
   *
   * @return Judgement
   */
  public Judgement judgeOnBoundary() {
    return new Judgement(rho, Math.log(rho), rho, norm);
  }

  /**
   * Judge a point far from the boundary: its gradient is summed up once more,
   * as differences have left rounding errors in the one that was maintained.
   *
   * @param t Point
   * @return Judgement
   */
  public Judgement judgeAfresh(int t) {
    return Judgement.of(problem, alpha, t, rho, norm);
  }
}
