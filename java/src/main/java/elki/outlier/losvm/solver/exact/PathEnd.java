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
package elki.outlier.losvm.solver.exact;

import elki.outlier.losvm.linalg.Blas;
import elki.outlier.losvm.solver.Judgement;
import elki.outlier.losvm.solver.Problem;

/**
 * The model at the end of a path, without one copy of a point: whether it is
 * optimal, and how it judges the point.
 *
 * @author The pyelki-losdd developers
 * @since 0.2.0
 */
final class PathEnd {
  /** Larger errors of the solution, relative to the scale, mean that it is wrong. */
  private static final double ACCURACY = 1e-8;

  /** The current solution with all points. */
  private final ActiveSet base;

  /** Members of its tableau. */
  private final Members members;

  /** Point left out. */
  private final int t;

  /** Upper bound of its weight. */
  private final double bound;

  /** Points whose state differs from the tableau. */
  private final Differences differences;

  /** What follows from the differences. */
  private final DifferenceSystem system;

  /**
   * Constructor.
   *
   * @param base Current solution
   * @param t Point left out
   * @param bound Upper bound of its weight
   * @param differences Points whose state differs from the tableau
   * @param system What follows from the differences
   */
  PathEnd(ActiveSet base, int t, double bound, Differences differences, DifferenceSystem system) {
    this.base = base;
    this.members = base.members;
    this.t = t;
    this.bound = bound;
    this.differences = differences;
    this.system = system;
  }

  /**
   * Test if the differences are the right ones.
   *
   * @param s Scratch space
   * @return {@code true} if the solution is optimal
   */
  boolean isOptimal(PathScratch s) {
    if(differences.countFree() == 0 || !system.solve()) {
      return false;
    }
    final double eps = ActiveSet.EPSILON * base.scale(), tiny = ActiveSet.EPSILON / members.size();
    system.weights(s.memberWeights);
    for(int j = 0; j < members.size(); j++) {
      if(s.memberWeights[j] < -tiny || s.memberWeights[j] > base.upper[members.point(j)] + tiny) {
        return false;
      }
    }
    for(int k = 1; k < differences.size(); k++) {
      if(!isRight(k, eps, tiny)) {
        return false;
      }
    }
    for(int begin = 0; begin < base.slackAtZero.length; begin += PathScratch.ROWS) {
      final int length = Math.min(PathScratch.ROWS, base.slackAtZero.length - begin);
      system.slackAtZero(begin, length, s.slack);
      for(int k = 0; k < length; k++) {
        if(s.slack[k] < -eps && !differences.contains(base.tableau.rows.point(begin + k))) {
          return false;
        }
      }
    }
    for(int i : s.bounded) {
      if(!differences.contains(i) && system.slack(i) > eps) {
        return false;
      }
    }
    return true;
  }

  /**
   * Test if the state of a point that differs is the right one.
   *
   * @param k Position in the differences
   * @param eps Violations of slack that are rounding errors
   * @param tiny Violations of weights that are rounding errors
   * @return {@code true} if it is
   */
  private boolean isRight(int k, double eps, double tiny) {
    final boolean member = differences.isMember(k);
    if(differences.isFree(k)) {
      final double v = member ? 0. : system.weight(k);
      return v >= -tiny && v <= base.upper[differences.point(k)] + tiny;
    }
    final double v = member ? system.now(k) : system.slack(differences.point(k));
    return differences.weight(k) > 0. ? v <= eps : v >= -eps;
  }

  /**
   * Judge the point.
   *
   * @param s Scratch space, which receives the model
   * @return Judgement; {@code null} if the solution is wrong
   */
  Judgement judge(PathScratch s) {
    if(!system.solve()) {
      return null;
    }
    if(base.alpha[t] == 0.) {
      return Judgement.of(base.problem, base.alpha, t, base.rho, base.norm());
    }
    final double[] alpha = s.alpha;
    collectWeights(s);
    collectSupport(s);
    final double rho = system.rho();
    // Only few points have a weight.
    final Problem problem = base.problem;
    final double[] column = problem.columns().column(t);
    double sum = 0., norm = 0., g = problem.linear(t);
    for(int x = 0; x < s.supportSize; x++) {
      final int i = s.support[x];
      sum += alpha[i];
      norm += alpha[i] * (rho - problem.linear(i));
      g += alpha[i] * column[i];
    }
    for(int i : s.bounded) {
      norm += alpha[i] > 0. && !differences.contains(i) ? alpha[i] * system.slack(i) : 0.;
    }
    for(int k = 0; k < differences.size(); k++) {
      if(!differences.isFree(k) && differences.weight(k) > 0.) {
        norm += differences.weight(k) * (differences.isMember(k) ? system.now(k) : system.slack(differences.point(k)));
      }
    }
    if(Math.abs(sum - 1.) > ACCURACY || s.doubtful && !isOptimal(alpha, rho)) {
      return null;
    }
    s.rho = rho;
    return Judgement.of(problem, alpha, t, g, rho + shift(alpha), norm);
  }

  /**
   * Collect the weights of all points.
   *
   * @param s Scratch space, which receives them
   */
  private void collectWeights(PathScratch s) {
    final double[] alpha = s.alpha;
    System.arraycopy(base.alpha, 0, alpha, 0, alpha.length);
    system.weights(s.memberWeights);
    for(int j = 0; j < members.size(); j++) {
      final int i = members.point(j);
      alpha[i] = Math.min(Math.max(s.memberWeights[j], 0.), base.upper[i]);
    }
    for(int k = 0; k < differences.size(); k++) {
      final int i = differences.point(k);
      alpha[i] = differences.isFree(k) ? Math.max(0., differences.isMember(k) ? alpha[i] : system.weight(k)) : differences.weight(k);
    }
  }

  /**
   * Collect the points that can have a weight.
   *
   * @param s Scratch space, which receives them
   */
  private void collectSupport(PathScratch s) {
    int count = members.size();
    for(int j = 0; j < count; j++) {
      s.support[j] = members.point(j);
    }
    for(int i : s.bounded) {
      if(!differences.contains(i)) {
        s.support[count++] = i;
      }
    }
    for(int k = 0; k < differences.size(); k++) {
      if(!differences.isMember(k)) {
        s.support[count++] = differences.point(k);
      }
    }
    s.supportSize = count;
  }

  /**
   * Compute the gradient of all points anew, and check that it is optimal: a nearly
   * singular matrix can make the solution wrong.
   *
   * @param alpha Weights
   * @param rho Gradient on the boundary
   * @return {@code false} if the solution is wrong
   */
  private boolean isOptimal(double[] alpha, double rho) {
    final Problem problem = base.problem;
    final double[] gradient = new double[alpha.length];
    problem.copyLinear(gradient);
    for(int j = 0; j < alpha.length; j++) {
      if(alpha[j] > 0.) {
        Blas.addMultiple(alpha[j], problem.columns().column(j), 0, gradient, 0, alpha.length);
      }
    }
    final double eps = ACCURACY * base.scale();
    for(int i = 0; i < alpha.length; i++) {
      final double u = upper(i), tiny = Problem.AT_BOUND * u;
      if(alpha[i] > tiny && gradient[i] - rho > eps || alpha[i] < u - tiny && rho - gradient[i] > eps) {
        return false;
      }
    }
    return true;
  }

  /**
   * Upper bound of a weight.
   *
   * @param i Point
   * @return Bound
   */
  private double upper(int i) {
    return i == t ? bound : base.upper[i];
  }

  /**
   * When every weight ends exactly at a bound, rho is not unique; as usual, the
   * middle of the possible values is used.
   *
   * @param alpha Weights
   * @return Value to add to rho
   */
  private double shift(double[] alpha) {
    double below = Double.NEGATIVE_INFINITY, above = Double.POSITIVE_INFINITY;
    for(int i = 0; i < alpha.length; i++) {
      final double u = upper(i), tiny = Problem.AT_BOUND * u;
      if(alpha[i] > tiny && alpha[i] < u - tiny) {
        return 0.;
      }
    }
    for(int i = 0; i < alpha.length; i++) {
      if(!base.tableau.knows(i)) {
        continue; // Too far away to matter
      }
      final double u = upper(i), v = slack(i);
      if(alpha[i] > .5 * u) {
        below = Math.max(below, v);
      }
      else if(u > 0.) {
        above = Math.min(above, v);
      }
    }
    return above < Double.POSITIVE_INFINITY && below > Double.NEGATIVE_INFINITY ? .5 * (below + above) : 0.;
  }

  /**
   * Slack of a point.
   *
   * @param i Point that the tableau knows
   * @return Slack
   */
  private double slack(int i) {
    if(!members.contains(i)) {
      return system.slack(i);
    }
    final int k = differences.position(i);
    return k < 0 || differences.isFree(k) ? 0. : system.now(k);
  }
}
