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

import java.util.Arrays;

import elki.outlier.losvm.parallel.Workers;
import elki.outlier.losvm.solver.Problem;

/**
 * Turns an approximate solution into the exact one: an active set method, as that
 * of Wolfe for the nearest point of a polytope.
 * <p>
 * The weights always remain within their bounds. A step leads to the optimum of
 * the free points; if a weight reaches a bound on the way, the step ends there,
 * and that point is not free any more. At the optimum, points that violate the
 * conditions become free. Steps are Newton's, from the slack of the free points:
 * they also remove the rounding errors of earlier steps.
 *
 * @author The pyelki-losdd developers
 * @since 0.1.0
 *
 * @assoc - - - ActiveSet
 */
final class ActiveSetRefinement {
  /**
   * Errors of the slack above this, relative to the scale, mean that the matrix is
   * too close to a singular one.
   */
  static final double ACCURACY = 1e-9;

  /** Errors of the slack below this, relative to the kernel, cannot be avoided. */
  private static final double ROUNDING = 1e-15;

  /** Errors of the inverse above this spoil what is computed with it later. */
  private static final double DRIFT = 1e-11;

  /** Most points that become free together. */
  private static final int BATCH = 8;

  /**
   * Points that become free together must not be more similar than this: one of
   * them will do.
   */
  private static final double SIMILAR = .9;

  /** Solution to work on. */
  private final ActiveSet set;

  /** Inverse matrix of the free points. */
  private final BorderedInverse inverse;

  /** The free points. */
  private final Members members;

  /** Violations up to this, relative to the scale, are accepted. */
  private final double tolerance;

  /** Remaining changes of the free points. */
  private int budget;

  /** Remaining attempts to improve what is accurate enough. */
  private int patience = 50;

  /** Remaining attempts to make the inverse accurate at the end. */
  private int attempts;

  /** Whether the inverse is as accurate as it can be. */
  private boolean fresh = true;

  /**
   * Constructor.
   *
   * @param set Solution to work on
   * @param tolerance Violations up to this, relative to the scale, are accepted
   */
  ActiveSetRefinement(ActiveSet set, double tolerance) {
    this.set = set;
    this.tolerance = tolerance;
    this.inverse = set.tableau.inverse;
    this.members = set.members;
    // Callers that tolerate violations need no accurate inverse.
    this.attempts = tolerance < ACCURACY ? 3 : 0;
    this.budget = 1000 + 10 * members.size();
  }

  /**
   * Estimate the operations that it takes after a point was left out, if it is not
   * easy: hundreds of points change their state, dozens of times all are evaluated.
   *
   * @param n Number of points
   * @param m Number of members
   * @return Number of operations
   */
  static double operations(int n, int m) {
    return 300. * 4. * m * m + 40. * 2. * n * m;
  }

  /**
   * Find the exact solution.
   *
   * @return {@code false} if this does not succeed
   */
  boolean run() {
    double before = Double.POSITIVE_INFINITY;
    while(budget > 0) {
      Workers.pollInterrupt();
      if(!step()) {
        before = Double.POSITIVE_INFINITY;
        continue;
      }
      set.evaluate();
      final double scale = set.scale(), error = set.memberError() / scale;
      if(error > ActiveSet.EPSILON) {
        if(error < .1 * before) { // Remove rounding errors
          before = error;
          continue;
        }
        if(!fresh) {
          if(!refactorize()) {
            return false;
          }
          before = Double.POSITIVE_INFINITY;
          continue;
        }
        if(error > ACCURACY) {
          return false;
        }
      }
      final int[] violated = violated(tolerance * scale);
      final boolean near = violated.length == 0 || Math.abs(set.slack[violated[0]]) <= ACCURACY * scale;
      // What depends on the free points cannot be violated, but for rounding errors.
      if(violated.length > 0 && !(near && --patience < 0) && admit(violated)) {
        before = Double.POSITIVE_INFINITY;
        continue;
      }
      if(!near) {
        return false;
      }
      // Small errors of the slack can be larger ones of the weights.
      if(error < .1 * before && error * scale > ROUNDING * set.problem.magnitude()) {
        before = error;
        continue;
      }
      if(fresh || --attempts < 0 || inverse.error() <= DRIFT) {
        return members.size() > 1;
      }
      if(!refactorize()) {
        return false;
      }
      before = Double.POSITIVE_INFINITY;
    }
    return false;
  }

  /**
   * Factorize again, as changes have accumulated rounding errors.
   *
   * @return {@code false} if this does not succeed
   */
  private boolean refactorize() {
    final int[] free = members.toArray();
    budget -= 10;
    fresh = true;
    return inverse.factorize(free, Workers.QUIET) || set.reduce(free);
  }

  /**
   * Step towards the optimum of the free points.
   *
   * @return {@code true} if it was reached, {@code false} if a point is not free
   *         any more
   */
  private boolean step() {
    final int m = members.size();
    final double[] s = new double[members.room()];
    double rest = 1.; // Rounding errors of the sum
    for(double weight : set.alpha) {
      rest -= weight;
    }
    double change = -inverse.corner() * rest;
    for(int j = 0; j < m; j++) {
      s[j] = -set.slack[members.point(j)];
      change -= inverse.q(j) * s[j];
    }
    final double[] direction = inverse.multiplyG(s);
    final Ratio ratio = new Ratio(1.);
    for(int j = 0; j < m; j++) {
      direction[j] += inverse.q(j) * rest;
      ratio.consider(members.point(j), direction[j]);
    }
    for(int j = 0; j < m; j++) {
      final int i = members.point(j);
      set.alpha[i] += ratio.step * direction[j];
      set.slack[i] *= 1. - ratio.step;
    }
    set.rho += ratio.step * change;
    if(!ratio.isLimited) {
      return true;
    }
    leave(ratio);
    return false;
  }

  /**
   * A point is not free any more.
   *
   * @param ratio How it has reached a bound
   */
  private void leave(Ratio ratio) {
    set.fix(ratio.point, ratio.bound);
    budget--;
    fresh = false;
  }

  /**
   * Find the points that violate the conditions.
   *
   * @param eps Violations up to this are rounding errors
   * @return Points, beginning with the worst
   */
  private int[] violated(double eps) {
    final double[] violation = new double[set.slack.length];
    int count = 0;
    for(int i = 0; i < violation.length; i++) {
      violation[i] = set.state[i].violation(set.slack[i]);
      count += violation[i] > eps ? 1 : 0;
    }
    final Integer[] order = new Integer[count];
    for(int i = 0, k = 0; i < violation.length; i++) {
      if(violation[i] > eps) {
        order[k++] = i;
      }
    }
    Arrays.sort(order, (a, b) -> Double.compare(violation[b], violation[a])); // Stable
    return Arrays.stream(order).mapToInt(i -> i).toArray();
  }

  /**
   * Let points become free: the worst, and others that are unlike each other.
   *
   * @param violated Points, beginning with the worst
   * @return {@code false} if this does not succeed
   */
  private boolean admit(int[] violated) {
    final Problem problem = set.problem;
    final int[] joined = new int[BATCH];
    int count = 0;
    next: for(int i : violated) {
      if(count == BATCH) {
        break;
      }
      final double[] column = problem.columns().column(i);
      for(int k = 0; k < count; k++) {
        if(column[joined[k]] > SIMILAR * Math.sqrt(problem.diagonal(i) * problem.diagonal(joined[k]))) {
          continue next;
        }
      }
      if(!set.join(i)) {
        if(count > 0) {
          continue;
        }
        return exchange(i);
      }
      joined[count++] = i;
      budget--;
      fresh = false;
    }
    return true;
  }

  /**
   * Let a point become free that depends on the free points: weight moves until
   * one of them has reached a bound, whose place it takes (or several).
   *
   * @param i Point
   * @return {@code false} if this does not succeed, or is not worth it
   */
  private boolean exchange(int i) {
    if(Math.abs(set.slack[i]) <= ACCURACY * set.scale()) {
      return false;
    }
    final double sign = set.state[i] == PointState.UPPER ? -1. : 1.;
    do {
      final double[] c = inverse.express(i);
      final Ratio ratio = new Ratio(sign > 0. ? set.upper[i] - set.alpha[i] : set.alpha[i]);
      for(int j = 0; j < members.size(); j++) {
        ratio.consider(members.point(j), -sign * c[j]);
      }
      for(int j = 0; j < members.size(); j++) {
        set.alpha[members.point(j)] -= sign * ratio.step * c[j];
      }
      set.alpha[i] += sign * ratio.step;
      budget--;
      if(!ratio.isLimited) { // It has reached its other bound itself
        set.alpha[i] = sign > 0. ? set.upper[i] : 0.;
        set.state[i] = PointState.fixedAt(set.alpha[i], set.upper[i]);
        break;
      }
      if(members.size() < 3) {
        return false;
      }
      leave(ratio);
    }
    while(!set.join(i));
    set.evaluate();
    return true;
  }

  /**
   * How far the weights can move until one of them reaches a bound.
   *
   * @author The pyelki-losdd developers
   */
  private class Ratio {
    /** Length of the step. */
    double step;

    /** Whether a point reaches a bound. */
    boolean isLimited = false;

    /** This point. */
    int point;

    /** This bound. */
    double bound;

    /**
     * Constructor.
     *
     * @param step Longest step
     */
    Ratio(double step) {
      this.step = step;
    }

    /**
     * Consider a point.
     *
     * @param i Point
     * @param d Direction of its weight
     */
    void consider(int i, double d) {
      final double room = d < 0. ? set.alpha[i] : set.upper[i] - set.alpha[i];
      // Of those that reach a bound at once, the fastest.
      if(Math.abs(d) * step > room && (room > 0. || step > 0.)) {
        step = Math.max(0., room / Math.abs(d));
        isLimited = true;
        point = i;
        bound = d < 0. ? 0. : set.upper[i];
      }
    }
  }
}
