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
import java.util.Comparator;
import java.util.function.DoubleConsumer;
import java.util.stream.IntStream;

import elki.outlier.losvm.linalg.Blas;
import elki.outlier.losvm.parallel.Workers;
import elki.outlier.losvm.solver.Problem;
import elki.outlier.losvm.solver.SMO;
import elki.outlier.losvm.solver.Solution;

/**
 * The exact solution that belongs to a division of the points into free ones,
 * points at zero, and points at their upper bound. The free ones are the members of
 * the tableau.
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

  /** Problem. */
  final Problem problem;

  /** Inverse matrix of the free points, and how others depend on them. */
  final Tableau tableau;

  /** The free points. */
  final Members members;

  /** Weights. */
  final double[] alpha;

  /** Upper bounds of the weights. */
  final double[] upper;

  /** State of each point; free are exactly the members of the tableau. */
  final PointState[] state;

  /**
   * Slack: the gradient minus rho. Must not be negative at zero, nor positive at
   * the upper bound.
   */
  final double[] slack;

  /**
   * Slack of the points at zero that remain in the data, by row of the tableau;
   * infinite for all others, which thus never appear to be violated.
   */
  double[] slackAtZero = new double[0];

  /** Gradient due to the linear term, and to the points at their bound. */
  private final double[] fixed;

  /** The weights of the points at their bound that it was computed from. */
  private final double[] summed;

  /** Changes of these weights until it is computed anew; negative at the start. */
  private int changes = -1;

  /** Gradient on the boundary. */
  double rho;

  /**
   * Constructor.
   *
   * @param problem Problem
   * @param workers Threads
   */
  ActiveSet(Problem problem, Workers workers) {
    this(problem, new Tableau(problem, workers));
  }

  /**
   * Constructor.
   *
   * @param problem Problem
   * @param tableau Inverse matrix
   */
  private ActiveSet(Problem problem, Tableau tableau) {
    final int n = problem.size();
    this.problem = problem;
    this.tableau = tableau;
    this.members = tableau.members;
    this.alpha = new double[n];
    this.upper = new double[n];
    this.state = new PointState[n];
    this.slack = new double[n];
    this.fixed = new double[n];
    this.summed = new double[n];
  }

  /**
   * Start with an approximate solution. If the matrix of its free points is
   * singular, some of them lose their weight to others.
   *
   * @param smo Solver
   * @param progress Progress listener, 0 to 1
   * @return {@code false} if there are not enough free points
   */
  boolean load(SMO smo, DoubleConsumer progress) {
    System.arraycopy(smo.upper, 0, upper, 0, upper.length);
    System.arraycopy(smo.alpha, 0, alpha, 0, alpha.length);
    for(int i = 0; i < alpha.length; i++) {
      state[i] = alpha[i] > 0. && alpha[i] < upper[i] ? PointState.FREE : PointState.fixedAt(alpha[i], upper[i]);
    }
    final int[] free = IntStream.range(0, alpha.length).filter(i -> state[i] == PointState.FREE).toArray();
    if(free.length < 2) {
      return false;
    }
    if(!tableau.inverse.factorize(free, progress)) {
      return reduce(free);
    }
    rho = 0.;
    System.arraycopy(smo.gradient, 0, slack, 0, slack.length);
    center();
    return true;
  }

  /**
   * Take away one copy of a point, together with its weight: what remains is to be
   * refined.
   *
   * @param t Point
   * @param threads Threads of the copy
   * @return A copy, or {@code null} if there are not enough free points
   */
  ActiveSet without(int t, Workers threads) {
    final int n = alpha.length;
    if(members.size() < 3) {
      return null;
    }
    final ActiveSet other = new ActiveSet(problem, tableau.copy(threads));
    System.arraycopy(alpha, 0, other.alpha, 0, n);
    System.arraycopy(upper, 0, other.upper, 0, n);
    System.arraycopy(state, 0, other.state, 0, n);
    System.arraycopy(slack, 0, other.slack, 0, n);
    other.rho = rho;
    other.upper[t] = problem.boundWithout(upper[t]);
    other.alpha[t] = Math.min(alpha[t], other.upper[t]);
    Blas.addMultiple(other.alpha[t] - alpha[t], problem.columns().column(t), 0, other.slack, 0, n);
    if(other.alpha[t] == 0. || other.alpha[t] == other.upper[t]) {
      if(other.members.contains(t)) {
        other.tableau.leave(t, true);
      }
      other.state[t] = PointState.fixedAt(other.alpha[t], other.upper[t]);
    }
    other.handOver(alpha[t] - other.alpha[t]);
    return other;
  }

  /**
   * Give weight to a point that has none: the one with the least slack, which as a
   * rule is near the point that has lost it.
   *
   * @param weight Weight
   */
  private void handOver(double weight) {
    int best = -1;
    for(int i = 0; i < slack.length; i++) {
      if(!members.contains(i) && !(alpha[i] > 0.) && upper[i] > weight && (best < 0 || slack[i] < slack[best])) {
        best = i;
      }
    }
    if(best >= 0 && join(best)) {
      alpha[best] = weight;
      Blas.addMultiple(weight, problem.columns().column(best), 0, slack, 0, slack.length);
    }
  }

  /**
   * A point becomes free, in training.
   *
   * @param i Point
   * @return {@code false} if it depends on the free points, and must remain as it is
   */
  boolean join(int i) {
    if(!tableau.inverse.join(i)) {
      return false;
    }
    state[i] = PointState.FREE;
    return true;
  }

  /**
   * A free point has reached a bound.
   *
   * @param i Point
   * @param weight The bound
   */
  void fix(int i, double weight) {
    alpha[i] = weight;
    state[i] = PointState.fixedAt(weight, upper[i]);
    tableau.leave(i, true);
  }

  /**
   * Keep only as many free points as make a regular matrix, preferably those with
   * large weights.
   *
   * @param free Free points
   * @return {@code false} if this does not succeed
   */
  boolean reduce(int[] free) {
    final int[] order = IntStream.of(free).boxed().sorted(Comparator.<Integer> comparingDouble(i -> -alpha[i]).thenComparing(i -> i)).mapToInt(i -> i).toArray();
    final int[] kept = tableau.inverse.independent(order);
    double rest = 0.;
    for(int i : free) {
      rest += alpha[i];
    }
    double sum = 0.;
    for(int i : kept) {
      sum += alpha[i];
    }
    final double factor = rest / sum;
    final double[] before = alpha.clone();
    for(int i : free) {
      alpha[i] = 0.;
      state[i] = PointState.LOWER;
    }
    for(int i : kept) {
      state[i] = PointState.FREE;
      alpha[i] = Math.min(before[i] * factor, upper[i]);
      rest -= alpha[i];
    }
    for(int k = 0; k < kept.length && rest > 0.; k++) {
      final double more = Math.min(rest, upper[kept[k]] - alpha[kept[k]]);
      alpha[kept[k]] += more;
      rest -= more;
    }
    if(kept.length < 2 || rest > EPSILON || !tableau.inverse.factorize(kept, Workers.QUIET)) {
      return false;
    }
    rho = 0.;
    evaluate();
    center();
    return true;
  }

  /**
   * Choose rho such that the free points have no slack on average.
   */
  private void center() {
    double mean = 0.;
    for(int j = 0; j < members.size(); j++) {
      mean += slack[members.point(j)];
    }
    mean /= members.size();
    rho += mean;
    for(int i = 0; i < slack.length; i++) {
      slack[i] -= mean;
    }
  }

  /**
   * Scale of the slack, as for the tolerance of the iterative solver.
   *
   * @return Scale
   */
  double scale() {
    return !problem.needsDiagonal() ? Math.abs(rho) : Math.abs(.5 * norm() - rho);
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
   * Compute the gradient that does not depend on the free weights. As a rule, only few
   * points have come to their bound, or have left it; anew, when rounding errors may
   * have accumulated.
   */
  private void sumFixed() {
    int bounded = 0;
    for(int i = 0; i < state.length; i++) {
      bounded += state[i] == PointState.UPPER ? 1 : 0;
      changes -= weightAtBound(i) != summed[i] ? 1 : 0;
    }
    if(changes < 0) {
      problem.copyLinear(fixed);
      Arrays.fill(summed, 0.);
      changes = bounded;
    }
    for(int i = 0; i < state.length; i++) {
      final double weight = weightAtBound(i);
      if(weight != summed[i]) {
        Blas.addMultiple(weight - summed[i], problem.columns().column(i), 0, fixed, 0, fixed.length);
        summed[i] = weight;
      }
    }
  }

  /**
   * Weight of a point, if it is at its bound.
   *
   * @param i Point
   * @return Weight, 0 for all others
   */
  private double weightAtBound(int i) {
    return state[i] == PointState.UPPER ? upper[i] : 0.;
  }

  /**
   * Number of support vectors.
   *
   * @return Number of points with a weight
   */
  int supportSize() {
    return (int) Arrays.stream(alpha).filter(weight -> weight > 0.).count();
  }

  /**
   * Compute the weights of the free points.
   */
  private void solve() {
    final BorderedInverse inverse = tableau.inverse;
    double rest = 1.;
    for(int i = 0; i < alpha.length; i++) {
      alpha[i] = weightAtBound(i);
      rest -= alpha[i];
    }
    final double[] v = new double[members.room()];
    rho = -inverse.corner() * rest;
    for(int j = 0; j < members.size(); j++) {
      v[j] = fixed[members.point(j)];
      rho += inverse.q(j) * v[j];
    }
    final double[] gv = inverse.multiplyG(v);
    for(int j = 0; j < members.size(); j++) {
      alpha[members.point(j)] = inverse.q(j) * rest - gv[j];
    }
  }

  /**
   * Compute the slack of all points, from the weights.
   */
  void evaluate() {
    sumFixed();
    computeSlack();
  }

  /**
   * Compute the slack of all points.
   */
  private void computeSlack() {
    final double[] v = new double[members.room()];
    for(int j = 0; j < members.size(); j++) {
      v[j] = alpha[members.point(j)];
    }
    tableau.inverse.kernel.multiply(v, (begin, count, y) -> {
      for(int k = 0; k < count; k++) {
        slack[begin + k] = y[k] + fixed[begin + k] - rho;
      }
    });
    collectSlack();
  }

  /**
   * Collect the slack of the points at zero.
   */
  private void collectSlack() {
    slackAtZero = new double[tableau.rows.size()];
    for(int k = 0; k < slackAtZero.length; k++) {
      final int i = tableau.rows.point(k);
      slackAtZero[k] = state[i] == PointState.LOWER ? slack[i] : Double.POSITIVE_INFINITY;
    }
  }

  /**
   * Give rows of the tableau to points that may matter.
   *
   * @param points Points that are no members, and have no row yet
   * @param progress Progress listener, 0 to 1
   */
  void addRows(int[] points, DoubleConsumer progress) {
    if(points.length > 0) {
      tableau.columns().addRows(points, progress);
      collectSlack();
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
    for(int j = 0; j < members.size(); j++) {
      final int i = members.point(j);
      error = Math.max(error, Math.max(-alpha[i], alpha[i] - upper[i]) * problem.magnitude());
    }
    for(int i = 0; i < slack.length; i++) {
      error = Math.max(error, state[i].violation(slack[i]));
    }
    return error / scale();
  }

  /**
   * Largest error of the slack of a member, which should be 0.
   *
   * @return Error
   */
  double memberError() {
    double error = 0.;
    for(int j = 0; j < members.size(); j++) {
      error = Math.max(error, Math.abs(slack[members.point(j)]));
    }
    return error;
  }

  /**
   * The solution as a whole.
   *
   * @return Solution
   */
  Solution solution() {
    final double[] gradient = new double[slack.length];
    for(int i = 0; i < gradient.length; i++) {
      gradient[i] = rho + (state[i] == PointState.FREE ? 0. : slack[i]);
    }
    return new Solution(problem, alpha.clone(), gradient, upper);
  }
}
