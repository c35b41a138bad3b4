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
 * The exact solution that belongs to a division of the points into free ones
 * (the members of the tableau), points at zero, and points at their upper bound.
 *
 * @author The pyelki-losdd developers
 * @since 0.1.0
 *
 * @composed - - - Tableau
 */
final class ActiveSet {
  /**
   * Violations of the bounds below this value, relative to the scale, are
   * rounding errors.
   */
  static final double EPSILON = 1e-11;

  /**
   * Larger errors of the slack of free points, relative to the scale, mean that
   * the matrix is too close to a singular one.
   */
  private static final double ACCURACY = 1e-9;

  /**
   * Problem.
   */
  final Problem problem;

  /**
   * Inverse matrix of the free points.
   */
  final Tableau tableau;

  /**
   * Weights.
   */
  final double[] alpha;

  /**
   * Upper bounds of the weights.
   */
  final double[] upper;

  /**
   * Points at their upper bound.
   */
  final boolean[] bounded;

  /**
   * Slack: the gradient minus rho. Must not be negative at zero, nor positive at
   * the upper bound.
   */
  final double[] slack;

  /**
   * Slack of the points at zero that remain in the data; infinite for all
   * others, which thus never appear to be violated.
   */
  final double[] slackAtZero;

  /**
   * Gradient due to the linear term, and to the points at their bound.
   */
  private final double[] fixed;

  /**
   * Gradient on the boundary.
   */
  double rho;

  /**
   * Constructor.
   *
   * @param problem Problem
   * @param workers Threads
   */
  ActiveSet(Problem problem, Workers workers) {
    final int n = problem.size();
    this.problem = problem;
    this.tableau = new Tableau(problem, workers);
    this.alpha = new double[n];
    this.upper = new double[n];
    this.bounded = new boolean[n];
    this.slack = new double[n];
    this.slackAtZero = new double[n];
    this.fixed = new double[n];
  }

  /**
   * Start with an approximate solution.
   *
   * @param smo Solver
   * @return {@code false} if the matrix of its free points is singular
   */
  boolean load(SMO smo) {
    System.arraycopy(smo.upper, 0, upper, 0, upper.length);
    final int[] free = new int[alpha.length];
    int count = 0;
    for(int i = 0; i < alpha.length; i++) {
      bounded[i] = upper[i] > 0. && smo.alpha[i] >= upper[i];
      if(smo.alpha[i] > 0. && !bounded[i]) {
        free[count++] = i;
      }
    }
    return count > 1 && tableau.factorize(Arrays.copyOf(free, count));
  }

  /**
   * Turn an approximate solution into the exact one, by exchanging the points on
   * which it is mistaken.
   *
   * @return {@code false} if this does not succeed
   */
  boolean polish() {
    boolean fresh = true;
    for(int repeat = 0; repeat < 100; repeat++) {
      Workers.pollInterrupt();
      sumFixed();
      solve();
      // Weights outside of their bounds.
      int worst = -1;
      double violation = EPSILON;
      for(int j = 0; j < tableau.m; j++) {
        final int i = tableau.members[j];
        final double v = Math.max(-alpha[i], alpha[i] - upper[i]);
        if(v > violation || worst < 0 && v > 0.) {
          violation = Math.max(v, violation);
          worst = i;
        }
      }
      if(worst >= 0) {
        if(tableau.m <= 2) {
          return false;
        }
        bounded[worst] = alpha[worst] > .5 * upper[worst];
        tableau.leave(worst);
        fresh = false;
        continue;
      }
      computeSlack();
      worst = -1;
      violation = EPSILON * scale();
      for(int i = 0; i < slack.length; i++) {
        final double v = tableau.slot[i] >= 0 || !(upper[i] > 0.) ? 0. : bounded[i] ? slack[i] : -slack[i];
        if(v > violation) {
          violation = v;
          worst = i;
        }
      }
      if(worst < 0) {
        if(memberError() <= ACCURACY * scale()) {
          return true;
        }
        // Exchanging points has accumulated rounding errors.
        if(fresh || !tableau.factorize(Arrays.copyOf(tableau.members, tableau.m))) {
          return false;
        }
        fresh = true;
        continue;
      }
      fresh = false;
      bounded[worst] = false;
      if(!tableau.joinInverse(worst)) {
        return false;
      }
    }
    return false;
  }

  /**
   * Scale of the slack, as for the tolerance of the iterative solver.
   *
   * @return Scale
   */
  double scale() {
    return problem.linear == null ? Math.abs(rho) : Math.abs(.5 * norm() - rho);
  }

  /**
   * Squared length of the center.
   *
   * @return Squared length
   */
  double norm() {
    double norm = 0.;
    for(int i = 0; i < alpha.length; i++) {
      norm += alpha[i] > 0. ? alpha[i] * (rho + slack[i] - problem.linear(i)) : 0.;
    }
    return norm;
  }

  /**
   * Compute the gradient that does not depend on the free weights.
   */
  private void sumFixed() {
    if(problem.linear == null) {
      Arrays.fill(fixed, 0.);
    }
    else {
      System.arraycopy(problem.linear, 0, fixed, 0, fixed.length);
    }
    for(int i = 0; i < bounded.length; i++) {
      if(bounded[i]) {
        final double[] column = problem.columns.column(i);
        for(int k = 0; k < fixed.length; k++) {
          fixed[k] += upper[i] * column[k];
        }
      }
    }
  }

  /**
   * Compute the weights of the free points.
   */
  private void solve() {
    final Tableau t = tableau;
    double rest = 1.;
    for(int i = 0; i < alpha.length; i++) {
      alpha[i] = bounded[i] ? upper[i] : 0.;
      rest -= alpha[i];
    }
    final double[] v = new double[t.q.length];
    rho = -t.corner * rest;
    for(int j = 0; j < t.m; j++) {
      v[j] = fixed[t.members[j]];
      rho += t.q[j] * v[j];
    }
    final double[] gv = t.multiplyG(v);
    for(int j = 0; j < t.m; j++) {
      alpha[t.members[j]] = t.q[j] * rest - gv[j];
    }
  }

  /**
   * Compute the slack of all points.
   */
  private void computeSlack() {
    final double[] v = new double[tableau.q.length];
    for(int j = 0; j < tableau.m; j++) {
      v[j] = alpha[tableau.members[j]];
    }
    tableau.multiply(v, (points, count, y) -> {
      for(int k = 0; k < count; k++) {
        slack[points[k]] = y[k] + fixed[points[k]] - rho;
      }
    });
    for(int i = 0; i < slack.length; i++) {
      slackAtZero[i] = tableau.slot[i] >= 0 || bounded[i] || !(upper[i] > 0.) ? Double.POSITIVE_INFINITY : slack[i];
    }
  }

  /**
   * Compute weights and slack anew, after a change of the division.
   *
   * @return Largest error of the slack of a free point, relative to the scale
   */
  double refresh() {
    sumFixed();
    solve();
    computeSlack();
    double error = memberError();
    for(int j = 0; j < tableau.m; j++) {
      final int i = tableau.members[j];
      error = Math.max(error, Math.max(-alpha[i], alpha[i] - upper[i]) * problem.magnitude);
    }
    for(int i = 0; i < slack.length; i++) {
      error = Math.max(error, bounded[i] ? slack[i] : -slackAtZero[i]);
    }
    return error / scale();
  }

  /**
   * Largest error of the slack of a member, which should be 0.
   *
   * @return Error
   */
  private double memberError() {
    double error = 0.;
    for(int j = 0; j < tableau.m; j++) {
      error = Math.max(error, Math.abs(slack[tableau.members[j]]));
    }
    return error;
  }

  /**
   * The solution, for those who need all of it.
   *
   * @return Solution
   */
  Solution solution() {
    final double[] gradient = new double[slack.length];
    for(int i = 0; i < gradient.length; i++) {
      gradient[i] = rho + (tableau.slot[i] >= 0 ? 0. : slack[i]);
    }
    return new Solution(problem, alpha.clone(), gradient, upper);
  }
}
