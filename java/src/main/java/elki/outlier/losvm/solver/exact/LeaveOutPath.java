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

import elki.outlier.losvm.solver.Judgement;
import elki.outlier.losvm.solver.Problem;

/**
 * Takes the weight of one point away, while all others follow such that the
 * solution remains optimal. The solution is a piecewise linear function of the
 * weight taken away; it is followed from one breakpoint to the next, where a
 * point becomes free, or reaches a bound.
 * <p>
 * The tableau remains as it is: the few points that differ from it enter by a
 * small system of equations.
 *
 * @author The pyelki-losdd developers
 * @since 0.1.0
 *
 * @composed - - - Differences
 * @composed - - - DifferenceSystem
 * @assoc - - - Breakpoint
 * @navassoc - produces - PathEnd
 */
final class LeaveOutPath {
  /** Steps up to this, relative to the weight of the point, are rounding errors. */
  private static final double ROUNDING = 1e-12;

  /** No point has changed its state yet. */
  private static final int NONE = -1;

  /**
   * How far the path has been followed.
   */
  enum Status {
    /** There may be more breakpoints. */
    RUNNING,
    /** The end is reached. */
    AT_END,
    /** There is no end: for numerical reasons, or because the path is too long. */
    LOST
  }

  /** The current solution with all points. */
  private final ActiveSet base;

  /** Members of its tableau. */
  private final Members members;

  /** Point to take away. */
  final int t;

  /** Upper bound of its weight at the end, and the weight that it keeps. */
  private final double bound, target;

  /** Weight of the point now. */
  private double weight;

  /** Points whose state differs from the tableau. */
  private final Differences differences;

  /** What follows from the differences. */
  private final DifferenceSystem system;

  /** How far the path has been followed. */
  private Status status = Status.RUNNING;

  /** Number of breakpoints. */
  private int breakpoints = 0;

  /**
   * Limit on the number of breakpoints: a longer path costs more than training with
   * an inverse matrix of its own, whose cost grows with the members.
   */
  private final int limit;

  /** Point that changed its state last. */
  private int last = NONE;

  /**
   * Constructor.
   *
   * @param base Current solution
   * @param t Point of which to take away one copy
   */
  LeaveOutPath(ActiveSet base, int t) {
    this.base = base;
    this.members = base.members;
    this.t = t;
    this.limit = Math.max(64, members.size() / 16);
    this.weight = base.alpha[t];
    this.bound = base.problem.boundWithout(base.upper[t]);
    this.target = Math.min(bound, weight);
    this.differences = new Differences(members, t, weight);
    this.system = new DifferenceSystem(base, differences);
  }

  /**
   * Expect the end of an earlier path of the same point: as a rule, the same points
   * differ again.
   *
   * @param earlier Earlier path, for another state of the tableau
   */
  void expectEndOf(LeaveOutPath earlier) {
    for(int k = 1; k < earlier.differences.size(); k++) {
      final int i = earlier.differences.point(k);
      final PointState state = earlier.differences.state(k);
      // What the tableau knows already is no difference.
      if((state == PointState.FREE) != members.contains(i) && base.upper[i] > 0.) {
        differences.add(i, state, state == PointState.UPPER ? base.upper[i] : 0.);
      }
    }
  }

  /**
   * Try whether the differences are those at the end, by chance or as expected. If
   * not, the path has to be followed from its start.
   *
   * @param s Scratch space
   */
  void tryEnd(PathScratch s) {
    if(isComplete() && end().isOptimal(s)) {
      status = Status.AT_END;
      return;
    }
    differences.clear();
    differences.setWeightLeftOut(weight);
  }

  /**
   * Mark the points whose columns of the tableau this path needs.
   *
   * @param needed Output
   */
  void markNeeded(boolean[] needed) {
    differences.mark(needed);
  }

  /**
   * Whether all columns of the tableau that are needed are available.
   *
   * @return {@code false} if one is missing
   */
  boolean isComplete() {
    return firstMissing() == differences.size();
  }

  /**
   * Point whose column of the tableau is needed, but not available.
   *
   * @return Point, if this is not complete
   */
  int missing() {
    return differences.point(firstMissing());
  }

  /**
   * Find a column that is not available.
   *
   * @return Position in the differences, their number if there is none
   */
  private int firstMissing() {
    int k = 0;
    while(k < differences.size() && base.tableau.columns().has(differences.point(k))) {
      k++;
    }
    return k;
  }

  /**
   * Follow the path as far as the available columns allow.
   *
   * @param s Scratch space
   * @return {@code true} when the end was reached or the path was lost,
   *         {@code false} if a column is missing
   */
  boolean advance(PathScratch s) {
    while(status == Status.RUNNING) {
      if(!isComplete()) {
        return false;
      }
      differences.setWeightLeftOut(weight);
      if(++breakpoints > limit || !system.solve()) {
        status = Status.LOST;
        break;
      }
      final Breakpoint next = nextBreakpoint(s);
      weight -= next.step();
      if(next.isFound()) {
        pass(next);
      }
      else {
        weight = target;
        differences.setWeightLeftOut(target);
        status = Status.AT_END;
      }
    }
    return true;
  }

  /**
   * Find the next breakpoint.
   *
   * @param s Scratch space
   * @return Breakpoint, or the end of the path
   */
  private Breakpoint nextBreakpoint(PathScratch s) {
    final Breakpoint next = new Breakpoint(weight - target, last, ROUNDING * base.alpha[t]);
    system.weights(s.memberWeights);
    system.weightRates(s.memberRates);
    for(int j = 0; j < members.size(); j++) {
      final int i = members.point(j);
      if(!differences.contains(i)) {
        next.considerWeight(i, s.memberWeights[j], s.memberRates[j], base.upper[i]);
      }
    }
    for(int k = 1; k < differences.size(); k++) {
      final int i = differences.point(k);
      if(differences.isFree(k)) {
        next.considerWeight(i, system.weight(k), system.rate(k), base.upper[i]);
      }
      else {
        final boolean member = differences.isMember(k);
        next.considerSlack(i, member ? system.now(k) : system.slack(i), member ? system.rate(k) : system.slackRate(i), differences.weight(k) > 0.);
      }
    }
    considerRows(s, next);
    for(int i : s.bounded) {
      if(!differences.contains(i)) {
        next.considerSlack(i, system.slack(i), system.slackRate(i), true);
      }
    }
    return next;
  }

  /**
   * Look for a breakpoint among the points at zero.
   *
   * @param s Scratch space
   * @param next Next breakpoint
   */
  private void considerRows(PathScratch s, Breakpoint next) {
    for(int begin = 0; begin < base.slackAtZero.length; begin += PathScratch.ROWS) {
      final int length = Math.min(PathScratch.ROWS, base.slackAtZero.length - begin);
      final double[] slack = s.slack, rates = s.slackRates;
      system.slackAtZero(begin, length, slack, rates);
      for(int k = 0; k < length; k++) {
        // Written such that almost all points fail the first test.
        if(slack[k] + next.step() * rates[k] < 0. && !differences.contains(base.tableau.rows.point(begin + k))) {
          next.considerSlack(base.tableau.rows.point(begin + k), slack[k], rates[k], false);
        }
      }
    }
  }

  /**
   * Pass a breakpoint.
   *
   * @param breakpoint Breakpoint
   */
  private void pass(Breakpoint breakpoint) {
    final int i = breakpoint.point();
    final boolean isLastFree = breakpoint.becomes() != PointState.FREE && differences.countFree() == 1;
    final int other = isLastFree ? smallestSlack(breakpoint) : NONE;
    change(i, breakpoint.becomes());
    if(other != NONE) {
      change(other, PointState.FREE);
    }
    last = i;
  }

  /**
   * When the last free point has reached its bound, rho is not determined any
   * more. The weight then goes to the point that has the smallest slack among
   * those that can grow, and that are known to the tableau.
   *
   * @param breakpoint Where the last free point reaches its bound
   * @return Point that becomes free, if there is one
   */
  private int smallestSlack(Breakpoint breakpoint) {
    system.proceed(breakpoint.step());
    int best = NONE;
    double min = Double.POSITIVE_INFINITY;
    for(int i = 0; i < base.slack.length; i++) {
      final int k = differences.position(i);
      final double w = k >= 0 ? differences.weight(k) : base.state[i] == PointState.UPPER ? base.upper[i] : 0.;
      // Neither the point itself, nor the one that has just reached its bound.
      if(i == t || i == breakpoint.point() || !(w < base.upper[i]) || !base.tableau.knows(i)) {
        continue;
      }
      final double v = members.contains(i) ? system.now(k) : system.slack(i);
      if(v < min) {
        min = v;
        best = i;
      }
    }
    return best;
  }

  /**
   * A point changes its state.
   *
   * @param i Point
   * @param state New state
   */
  private void change(int i, PointState state) {
    final int k = differences.position(i);
    final double fixed = state == PointState.UPPER ? base.upper[i] : 0.;
    if(k < 0) {
      differences.add(i, state, fixed);
      return;
    }
    final boolean member = members.contains(i);
    final boolean asInTableau = state == PointState.FREE ? member : !member && fixed == base.alpha[i];
    if(asInTableau) {
      differences.remove(k);
    }
    else {
      differences.set(k, state, fixed);
    }
  }

  /**
   * How far the path has been followed.
   *
   * @return Status
   */
  Status status() {
    return status;
  }

  /**
   * Whether the path was lost: for numerical reasons, or because it is too long.
   *
   * @return {@code true} if there is no result
   */
  boolean isLost() {
    return status == Status.LOST;
  }

  /**
   * Number of breakpoints that were passed.
   *
   * @return Number of breakpoints
   */
  int breakpoints() {
    return breakpoints;
  }

  /**
   * The model at the end of the path.
   *
   * @return End of the path
   */
  private PathEnd end() {
    differences.setWeightLeftOut(target);
    return new PathEnd(base, t, bound, differences, system);
  }

  /**
   * Judge the point by the model at the end of the path.
   *
   * @param s Scratch space, which receives the model
   * @return Judgement; {@code null} if the path was lost
   */
  Judgement judge(PathScratch s) {
    if(isLost()) {
      return null;
    }
    if(base.alpha[t] > 0. && isUnchanged()) {
      return base.solution().judgeOnBoundary();
    }
    final Judgement judgement = end().judge(s);
    status = judgement == null ? Status.LOST : status;
    return judgement;
  }

  /**
   * Whether leaving out a copy of the point changes nothing: it has no weight, or
   * the other copies remain free.
   *
   * @return {@code true} if the current solution remains
   */
  private boolean isUnchanged() {
    return base.alpha[t] < bound * (1. - Problem.AT_BOUND) || base.alpha[t] == 0.;
  }

  /**
   * How the weights differ at the end of the path, once the point was judged.
   *
   * @param s Scratch space used for judging
   * @param shared Members of the tableau, to be shared by all changes
   * @return Differences; {@code null} if there are none
   */
  WeightChange change(PathScratch s, int[] shared) {
    return isUnchanged() ? null : new WeightChange(base, shared, Arrays.copyOfRange(s.support, members.size(), s.supportSize), s.alpha, s.rho);
  }

  /**
   * Make the end of the path the current solution.
   */
  void commit() {
    base.upper[t] = bound;
    if(base.alpha[t] > 0. && isUnchanged()) {
      return; // The other copies remain free
    }
    // Those that leave go first: a point that joins may depend on them.
    for(int k = 0; k < differences.size(); k++) {
      if(!differences.isFree(k)) {
        final int i = differences.point(k);
        base.state[i] = PointState.fixedAt(differences.weight(k), base.upper[i]);
        if(members.contains(i)) {
          base.tableau.leave(i, base.upper[i] > 0.);
        }
      }
    }
    for(int k = 0; k < differences.size(); k++) {
      final int i = differences.point(k);
      if(differences.isFree(k) && !members.contains(i)) {
        base.state[i] = PointState.FREE;
        base.tableau.join(i);
      }
    }
  }

  /**
   * Whether the solution at the end has free points left.
   *
   * @return {@code true} if the tableau can be updated
   */
  boolean canCommit() {
    return differences.countFreeMembers() > 1;
  }
}
