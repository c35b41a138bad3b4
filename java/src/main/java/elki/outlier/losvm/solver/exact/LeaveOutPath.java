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

import elki.outlier.losvm.linalg.Blas;
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
 */
final class LeaveOutPath {
  /**
   * Number of rows processed together.
   */
  private static final int ROWS = 1024;

  /**
   * Smaller pivots, in units of the kernel, mean that a system of equations is
   * singular.
   */
  private static final double SINGULAR = 1e-11;

  /**
   * Solutions are checked if rounding errors are amplified more than this.
   */
  static final double DOUBTFUL = 1e6;

  /**
   * Larger errors of the solution, relative to the scale, mean that it is wrong.
   */
  private static final double ACCURACY = 1e-8;

  /**
   * The current solution with all points.
   */
  private final ActiveSet base;

  /**
   * Its tableau.
   */
  private final Tableau tableau;

  /**
   * Point to take away.
   */
  final int t;

  /**
   * Weight of the point, now and at the end.
   */
  private double weight;

  /**
   * Weight of the point at the end, and its upper bound.
   */
  private final double target, bound;

  /**
   * Points whose state differs from the tableau.
   */
  private int[] points = new int[8];

  /**
   * State of each: free, or else fixed at the following weight.
   */
  private boolean[] free = new boolean[8];

  /**
   * Weight of each, if fixed.
   */
  private double[] value = new double[8];

  /**
   * Number of points that differ.
   */
  private int size = 0;

  /**
   * Unknowns of the system and their derivative: the slack of fixed members, and
   * the change of the weight of free points that are no members; for fixed
   * points that are no members, this change is known.
   */
  private double[] now, rate;

  /**
   * Number of breakpoints.
   */
  int breakpoints = 0;

  /**
   * Limit on the number of breakpoints: a longer path costs more than training with
   * an inverse matrix of its own, which is the dearer the more members there are.
   */
  private final int limit;

  /**
   * Whether the path was lost.
   */
  private boolean lost = false;

  /**
   * Point that changed its state last.
   */
  private int last = -1;

  /**
   * Constructor.
   *
   * @param base Current solution
   * @param t Point of which to take away one copy
   */
  LeaveOutPath(ActiveSet base, int t) {
    this.base = base;
    this.tableau = base.tableau;
    this.t = t;
    this.limit = Math.max(64, tableau.m / 16);
    this.weight = base.alpha[t];
    this.bound = base.problem.boundWithout(base.upper[t]);
    this.target = Math.min(bound, weight);
    put(t, false, weight);
  }

  /**
   * Begin with the points by which another path differed at its end.
   *
   * @param other Earlier path of the same point, for another tableau
   */
  void guess(LeaveOutPath other) {
    for(int k = 1; k < other.size; k++) {
      final int i = other.points[k];
      final boolean member = tableau.slot[i] >= 0;
      // What the tableau knows already is no difference.
      if(other.free[k] != member && base.upper[i] > 0.) {
        put(i, other.free[k], other.free[k] ? 0. : Math.min(other.value[k], base.upper[i]));
      }
    }
  }

  /**
   * Forget all differences, and begin at the begin of the path.
   */
  void restart() {
    size = 1;
    last = -1;
    weight = value[0] = base.alpha[t];
    breakpoints = 0;
  }

  /**
   * Record a difference.
   *
   * @param i Point
   * @param isFree Free, else fixed
   * @param v Weight, if fixed
   */
  private void put(int i, boolean isFree, double v) {
    if(size == points.length) {
      points = Arrays.copyOf(points, 2 * size);
      free = Arrays.copyOf(free, 2 * size);
      value = Arrays.copyOf(value, 2 * size);
    }
    points[size] = i;
    free[size] = isFree;
    value[size++] = v;
  }

  /**
   * Remove a difference.
   *
   * @param k Position
   */
  private void remove(int k) {
    --size;
    System.arraycopy(points, k + 1, points, k, size - k);
    System.arraycopy(free, k + 1, free, k, size - k);
    System.arraycopy(value, k + 1, value, k, size - k);
  }

  /**
   * Add the points whose columns of the tableau this path needs.
   *
   * @param needed Output
   */
  void addNeeded(boolean[] needed) {
    for(int k = 0; k < size; k++) {
      needed[points[k]] = true;
    }
  }

  /**
   * Point whose column of the tableau is needed, but not available.
   *
   * @return Point, or -1
   */
  int missing() {
    for(int k = 0; k < size; k++) {
      if(!tableau.has(points[k])) {
        return points[k];
      }
    }
    return -1;
  }

  /**
   * Test if position k belongs to the system of equations: a member that is
   * fixed, or another point that is free.
   *
   * @param k Position
   * @return {@code true} if it is an unknown
   */
  private boolean unknown(int k) {
    return free[k] != isMember(k);
  }

  /**
   * Test if the point at a position is a member of the tableau.
   *
   * @param k Position
   * @return {@code true} for members
   */
  private boolean isMember(int k) {
    return tableau.slot[points[k]] >= 0;
  }

  /**
   * Weight of a point in the current solution with all points.
   *
   * @param k Position
   * @return Weight
   */
  private double baseWeight(int k) {
    return base.alpha[points[k]];
  }

  /**
   * Solve the system of equations.
   *
   * @return {@code false} if it is singular
   */
  private boolean solve() {
    now = new double[size];
    rate = new double[size];
    final int[] index = new int[size];
    int count = 0;
    for(int k = 0; k < size; k++) {
      if(unknown(k)) {
        index[count++] = k;
      }
      else {
        now[k] = value[k] - baseWeight(k);
        rate[k] = k == 0 ? -1. : 0.;
      }
    }
    // Members have the unit of the inverse kernel, other points that of the kernel.
    final double unit = Math.sqrt(base.problem.magnitude());
    final double[][] a = new double[count][count + 2];
    for(int x = 0; x < count; x++) {
      final int k = index[x], i = points[k];
      final boolean member = isMember(k);
      for(int y = 0; y < count; y++) {
        final int j = points[index[y]];
        final boolean other = isMember(index[y]);
        a[x][y] = member && other ? tableau.g(tableau.slot[i], tableau.slot[j]) : //
            member ? -tableau.entry(j, i) : tableau.entry(i, j);
      }
      a[x][count] = member ? value[k] - baseWeight(k) : -base.slack[i];
      a[x][count + 1] = member && k == 0 ? -1. : 0.;
      for(int f = 0; f < size; f++) {
        if(!unknown(f)) { // No member, and fixed
          final double factor = member ? tableau.entry(points[f], i) : -tableau.entry(i, points[f]);
          a[x][count] += factor * now[f];
          a[x][count + 1] += factor * rate[f];
        }
      }
    }
    for(int x = 0; x < count; x++) {
      final double sx = isMember(index[x]) ? unit : 1. / unit;
      for(int y = 0; y < count + 2; y++) {
        a[x][y] *= y >= count ? sx : sx * (isMember(index[y]) ? unit : 1. / unit);
      }
    }
    if(!eliminate(a)) {
      return false;
    }
    for(int x = 0; x < count; x++) {
      final double sx = isMember(index[x]) ? unit : 1. / unit;
      now[index[x]] = sx * a[x][count];
      rate[index[x]] = sx * a[x][count + 1];
    }
    return true;
  }

  /**
   * Solve a small system of equations by elimination with pivoting.
   *
   * @param a Matrix, with the right hand sides in the last columns; replaced by
   *        the solution
   * @return {@code false} if it is singular
   */
  private static boolean eliminate(double[][] a) {
    final int n = a.length;
    for(int k = 0; k < n; k++) {
      int p = k;
      for(int i = k + 1; i < n; i++) {
        p = Math.abs(a[i][k]) > Math.abs(a[p][k]) ? i : p;
      }
      final double[] row = a[p];
      a[p] = a[k];
      a[k] = row;
      if(!(Math.abs(row[k]) > SINGULAR)) {
        return false;
      }
      for(int j = k + 1; j < row.length; j++) {
        row[j] /= row[k];
      }
      for(int i = 0; i < n; i++) {
        final double f = a[i][k];
        if(i != k && f != 0.) {
          for(int j = k + 1; j < row.length; j++) {
            a[i][j] -= f * row[j];
          }
        }
      }
    }
    return true;
  }

  /**
   * Test if the differences are the right ones for the end of the path.
   *
   * @param s Scratch space
   * @return {@code true} if the solution is optimal
   */
  boolean isOptimalAtEnd(Scratch s) {
    weight = value[0] = target;
    if(freePoints() == 0 || !solve()) {
      return false;
    }
    final double scale = base.scale(), eps = ActiveSet.EPSILON * scale, tiny = ActiveSet.EPSILON / tableau.m;
    weights(s);
    for(int j = 0; j < tableau.m; j++) {
      if(s.alpha[j] < -tiny || s.alpha[j] > base.upper[tableau.members[j]] + tiny) {
        return false;
      }
    }
    for(int k = 1; k < size; k++) {
      final double u = base.upper[points[k]];
      if(free[k]) {
        final double v = isMember(k) ? 0. : baseWeight(k) + now[k];
        if(v < -tiny || v > u + tiny) {
          return false;
        }
      }
      else {
        final double v = isMember(k) ? now[k] : slack(points[k]);
        if(value[k] > 0. ? v > eps : v < -eps) {
          return false;
        }
      }
    }
    for(int begin = 0; begin < base.slackAtZero.length; begin += ROWS) {
      final int end = Math.min(begin + ROWS, base.slackAtZero.length);
      System.arraycopy(base.slackAtZero, begin, s.value, 0, end - begin);
      for(int k = 0; k < size; k++) {
        add(now[k], tableau.column(points[k]), begin, end, s.value);
      }
      for(int i = 0; i < end - begin; i++) {
        if(s.value[i] < -eps && position(tableau.rowPoint(begin + i)) < 0) {
          return false;
        }
      }
    }
    for(int i : s.bounded) {
      if(position(i) < 0 && slack(i) > eps) {
        return false;
      }
    }
    return true;
  }

  /**
   * Follow the path as far as the available columns allow.
   *
   * @param s Scratch space
   * @return {@code true} when the end was reached or the path was lost,
   *         {@code false} if a column is missing
   */
  boolean advance(Scratch s) {
    while(missing() < 0) {
      value[0] = weight;
      if(++breakpoints > limit || !solve()) {
        lost = true;
        return true;
      }
      final Event event = new Event(weight - target);
      weights(s);
      ratesOfWeights(s);
      for(int j = 0; j < tableau.m; j++) {
        final int i = tableau.members[j];
        if(position(i) < 0) {
          event.weight(i, s.alpha[j], s.alphaRate[j], base.upper[i]);
        }
      }
      for(int k = 1; k < size; k++) {
        final int i = points[k];
        if(free[k]) {
          event.weight(i, baseWeight(k) + now[k], rate[k], base.upper[i]);
        }
        else if(isMember(k)) {
          event.slack(i, now[k], rate[k], value[k] > 0.);
        }
        else {
          event.slack(i, slack(i), slackRate(i), value[k] > 0.);
        }
      }
      rows(s, event);
      for(int i : s.bounded) {
        if(position(i) < 0) {
          event.slack(i, slack(i), slackRate(i), true);
        }
      }
      weight -= event.step;
      if(event.point < 0) {
        weight = value[0] = target;
        return true;
      }
      final int next = isLastFree(event) ? smallestSlack(event) : -1;
      apply(event);
      if(next >= 0) {
        apply(new Event(next));
        last = event.point;
      }
    }
    return false;
  }

  /**
   * Number of free points.
   *
   * @return Number of points
   */
  private int freePoints() {
    int count = tableau.m;
    for(int k = 0; k < size; k++) {
      count += isMember(k) ? free[k] ? 0 : -1 : free[k] ? 1 : 0;
    }
    return count;
  }

  /**
   * Test if an event fixes the last free point.
   *
   * @param event Event
   * @return {@code true} if no free point remains
   */
  private boolean isLastFree(Event event) {
    return !Double.isNaN(event.bound) && freePoints() == 1;
  }

  /**
   * When the last free point has reached its bound, rho is not determined any
   * more. The weight then goes to the point that has the smallest slack among
   * those that can grow, and that are known to the tableau.
   *
   * @param event Event that fixes the last free point
   * @return Point that becomes free, or -1
   */
  private int smallestSlack(Event event) {
    for(int k = 0; k < size; k++) {
      now[k] += event.step * rate[k];
    }
    int best = -1;
    double min = Double.POSITIVE_INFINITY;
    for(int i = 0; i < base.slack.length; i++) {
      final int k = position(i);
      final double w = k >= 0 ? value[k] : base.bounded[i] ? base.upper[i] : 0.;
      // Neither the point itself, nor the one that has just reached its bound.
      if(i == t || i == event.point || !(w < base.upper[i]) || tableau.slot[i] < 0 && tableau.row[i] < 0) {
        continue;
      }
      final double v = tableau.slot[i] >= 0 ? now[k] : slack(i);
      if(v < min) {
        min = v;
        best = i;
      }
    }
    return best;
  }

  /**
   * Look for events among the points at zero.
   *
   * @param s Scratch space
   * @param event Event
   */
  private void rows(Scratch s, Event event) {
    for(int begin = 0; begin < base.slackAtZero.length; begin += ROWS) {
      final int length = Math.min(ROWS, base.slackAtZero.length - begin);
      System.arraycopy(base.slackAtZero, begin, s.value, 0, length);
      Arrays.fill(s.rate, 0, length, 0.);
      for(int k = 0; k < size; k++) {
        final double[] column = tableau.column(points[k]);
        add(now[k], column, begin, begin + length, s.value);
        if(rate[k] != 0.) {
          add(rate[k], column, begin, begin + length, s.rate);
        }
      }
      for(int i = 0; i < length; i++) {
        // Written such that almost all points fail the first test.
        if(s.value[i] + event.step * s.rate[i] < 0. && position(tableau.rowPoint(begin + i)) < 0) {
          event.slack(tableau.rowPoint(begin + i), s.value[i], s.rate[i], false);
        }
      }
    }
  }

  /**
   * The next breakpoint.
   *
   * @author The pyelki-losdd developers
   */
  private class Event {
    /**
     * Weight that can be taken away until then.
     */
    double step;

    /**
     * Point that changes its state, -1 for the end of the path.
     */
    int point = -1;

    /**
     * Weight at which it becomes fixed, or NaN if it becomes free.
     */
    double bound;

    /**
     * Constructor.
     *
     * @param step Weight that remains to be taken away
     */
    Event(double step) {
      this.step = step;
    }

    /**
     * Constructor for a point that becomes free.
     *
     * @param point Point
     */
    Event(int point) {
      this.point = point;
      this.bound = Double.NaN;
    }

    /**
     * Consider a free weight that may reach a bound.
     *
     * @param i Point
     * @param v Value
     * @param d Derivative
     * @param u Upper bound
     */
    void weight(int i, double v, double d, double u) {
      if(d < 0. && v < -step * d) {
        set(i, Math.max(0., -v / d), 0.);
      }
      else if(d > 0. && u - v < step * d) {
        set(i, Math.max(0., (u - v) / d), u);
      }
    }

    /**
     * Consider a slack that may reach zero.
     *
     * @param i Point
     * @param v Value
     * @param d Derivative
     * @param atUpper Point is at its upper bound
     */
    void slack(int i, double v, double d, boolean atUpper) {
      if(atUpper) {
        slack(i, -v, -d, false);
      }
      else if(d < 0. && v < -step * d) {
        set(i, Math.max(0., -v / d), Double.NaN);
      }
    }

    /**
     * Set the event.
     *
     * @param i Point
     * @param s Step
     * @param b Weight at which the point becomes fixed, or NaN
     */
    private void set(int i, double s, double b) {
      // A point that has just changed its state must not change back at once, for
      // rounding errors.
      if(i != last || s > 1e-12 * base.alpha[t]) {
        step = s;
        point = i;
        bound = b;
      }
    }
  }

  /**
   * A point changes its state.
   *
   * @param event Event
   */
  private void apply(Event event) {
    final int k = position(event.point);
    final boolean becomesFree = Double.isNaN(event.bound), member = tableau.slot[event.point] >= 0;
    last = event.point;
    if(k >= 0) {
      final boolean asInTableau = becomesFree ? member : !member && event.bound == baseWeight(k);
      if(asInTableau) {
        remove(k);
      }
      else {
        free[k] = becomesFree;
        value[k] = event.bound;
      }
    }
    else {
      put(event.point, becomesFree, event.bound);
    }
  }

  /**
   * Position of a point in the differences.
   *
   * @param i Point
   * @return Position, or -1
   */
  private int position(int i) {
    for(int k = 0; k < size; k++) {
      if(points[k] == i) {
        return k;
      }
    }
    return -1;
  }

  /**
   * Weights of the members.
   *
   * @param s Scratch space
   */
  private void weights(Scratch s) {
    for(int j = 0; j < tableau.m; j++) {
      s.alpha[j] = base.alpha[tableau.members[j]];
    }
    combine(now, s.alpha);
  }

  /**
   * Derivatives of the weights of the members.
   *
   * @param s Scratch space
   */
  private void ratesOfWeights(Scratch s) {
    Arrays.fill(s.alphaRate, 0, tableau.m, 0.);
    combine(rate, s.alphaRate);
  }

  /**
   * Add the effect of all differences on the weights of the members.
   *
   * @param factors Factors
   * @param out Output, by slot
   */
  private void combine(double[] factors, double[] out) {
    for(int k = 0; k < size; k++) {
      if(isMember(k)) {
        tableau.addG(factors[k], tableau.slot[points[k]], out);
      }
      else {
        final double[] c = tableau.coefficients(points[k]);
        for(int j = 0; j < tableau.m; j++) {
          out[j] -= factors[k] * c[j];
        }
      }
    }
  }

  /**
   * Slack of a point that is no member.
   *
   * @param i Point
   * @return Slack
   */
  private double slack(int i) {
    double v = base.slack[i];
    for(int k = 0; k < size; k++) {
      v += now[k] * tableau.entry(i, points[k]);
    }
    return v;
  }

  /**
   * Derivative of the slack.
   *
   * @param i Point
   * @return Derivative
   */
  private double slackRate(int i) {
    double v = 0.;
    for(int k = 0; k < size; k++) {
      v += rate[k] * tableau.entry(i, points[k]);
    }
    return v;
  }

  /**
   * Add a multiple of a part of a vector.
   *
   * @param f Factor
   * @param x Vector
   * @param begin First entry
   * @param end End
   * @param out Output
   */
  private static void add(double f, double[] x, int begin, int end, double[] out) {
    Blas.addMultiple(f, x, begin, out, 0, end - begin);
  }

  /**
   * Whether the path was lost: for numerical reasons, or because it is too long.
   *
   * @return {@code true} if there is no result
   */
  boolean isLost() {
    return lost;
  }

  /**
   * Judge the point by the solution at the end of the path.
   *
   * @param s Scratch space
   * @return Judgement
   */
  Judgement judge(Scratch s) {
    value[0] = target;
    if(!solve()) {
      lost = true;
      return null;
    }
    if(base.alpha[t] == 0.) {
      return Judgement.of(base.problem, base.alpha, t, base.rho, base.norm());
    }
    if(isUnchanged()) {
      return base.solution().judgeOnBoundary();
    }
    final double[] alpha = s.all;
    System.arraycopy(base.alpha, 0, alpha, 0, alpha.length);
    weights(s);
    for(int j = 0; j < tableau.m; j++) {
      final int i = tableau.members[j];
      alpha[i] = Math.min(Math.max(s.alpha[j], 0.), base.upper[i]);
    }
    double rho = base.rho;
    for(int k = 0; k < size; k++) {
      final int i = points[k];
      alpha[i] = free[k] ? Math.max(0., isMember(k) ? alpha[i] : baseWeight(k) + now[k]) : value[k];
      rho += now[k] * (isMember(k) ? -tableau.q[tableau.slot[i]] : tableau.r(i));
    }
    // Only few points have a weight.
    final double[] column = base.problem.columns().column(t);
    double sum = 0., norm = 0., g = base.problem.linear(t);
    for(int x = 0, count = support(s); x < count; x++) {
      final int i = s.support[x];
      sum += alpha[i];
      norm += alpha[i] * (rho - base.problem.linear(i));
      g += alpha[i] * column[i];
    }
    for(int i : s.bounded) {
      norm += alpha[i] > 0. && position(i) < 0 ? alpha[i] * slack(i) : 0.;
    }
    for(int k = 0; k < size; k++) {
      if(!free[k] && value[k] > 0.) {
        norm += value[k] * (isMember(k) ? now[k] : slack(points[k]));
      }
    }
    if(Math.abs(sum - 1.) > ACCURACY || s.doubtful && !isOptimal(alpha, rho)) {
      lost = true;
      return null;
    }
    s.rho = rho;
    return Judgement.of(base.problem, alpha, t, g, rho + shift(alpha), norm);
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
   * @param members Members of the tableau
   * @return Differences, or {@code null} if there are none
   */
  WeightChange change(Scratch s, int[] members) {
    return isUnchanged() ? null : new WeightChange(base, members, Arrays.copyOfRange(s.support, tableau.m, support(s)), s.all, s.rho);
  }

  /**
   * Collect the points that can have a weight.
   *
   * @param s Scratch space, which receives them
   * @return Number of points
   */
  private int support(Scratch s) {
    System.arraycopy(tableau.members, 0, s.support, 0, tableau.m);
    int count = tableau.m;
    for(int i : s.bounded) {
      if(position(i) < 0) {
        s.support[count++] = i;
      }
    }
    for(int k = 0; k < size; k++) {
      if(!isMember(k)) {
        s.support[count++] = points[k];
      }
    }
    return count;
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
        add(alpha[j], problem.columns().column(j), 0, alpha.length, gradient);
      }
    }
    final double eps = ACCURACY * base.scale();
    for(int i = 0; i < alpha.length; i++) {
      final double u = i == t ? bound : base.upper[i], tiny = Problem.AT_BOUND * u;
      if(alpha[i] > tiny && gradient[i] - rho > eps || alpha[i] < u - tiny && rho - gradient[i] > eps) {
        return false;
      }
    }
    return true;
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
      final double u = i == t ? bound : base.upper[i], tiny = Problem.AT_BOUND * u;
      if(alpha[i] > tiny && alpha[i] < u - tiny) {
        return 0.;
      }
    }
    for(int i = 0; i < alpha.length; i++) {
      final int k = position(i);
      final double u = i == t ? bound : base.upper[i];
      if(tableau.slot[i] < 0 && tableau.row[i] < 0) {
        continue; // Too far away to matter
      }
      final double v = tableau.slot[i] < 0 ? slack(i) : k < 0 || free[k] ? 0. : now[k];
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
   * Make the end of the path the current solution.
   */
  void commit() {
    base.upper[t] = bound;
    if(base.alpha[t] > 0. && isUnchanged()) {
      return; // The other copies remain free
    }
    // Those that leave go first: a point that joins may depend on them.
    for(int k = 0; k < size; k++) {
      if(!free[k]) {
        base.bounded[points[k]] = value[k] > 0.;
        if(isMember(k)) {
          tableau.leave(points[k], base.upper[points[k]] > 0.);
        }
      }
    }
    for(int k = 0; k < size; k++) {
      if(free[k] && !isMember(k)) {
        base.bounded[points[k]] = false;
        tableau.join(points[k]);
      }
    }
  }

  /**
   * Whether the solution at the end has a free point left.
   *
   * @return {@code true} if the tableau can be updated
   */
  boolean canCommit() {
    int left = tableau.m;
    for(int k = 0; k < size; k++) {
      left -= !free[k] && isMember(k) ? 1 : 0;
    }
    return left > 1;
  }

  /**
   * Scratch space, one for each thread.
   *
   * @author The pyelki-losdd developers
   */
  static final class Scratch {
    /**
     * Weights of the members, and their derivatives.
     */
    final double[] alpha, alphaRate;

    /**
     * Slack of some rows, and derivatives.
     */
    final double[] value = new double[ROWS], rate = new double[ROWS];

    /**
     * Weights of all points, and rho, of the point that was judged last.
     */
    final double[] all;

    /**
     * Gradient on the boundary.
     */
    double rho;

    /**
     * Points at their upper bound.
     */
    final int[] bounded;

    /**
     * Points that can have a weight.
     */
    final int[] support;

    /**
     * Whether the matrix is so close to a singular one that solutions have to be
     * checked.
     */
    final boolean doubtful;

    /**
     * Constructor.
     *
     * @param base Current solution
     */
    Scratch(ActiveSet base) {
      doubtful = base.tableau.amplification() > DOUBTFUL;
      alpha = new double[base.tableau.q.length];
      alphaRate = new double[alpha.length];
      all = new double[base.alpha.length];
      support = new int[base.alpha.length];
      int count = 0;
      final int[] at = new int[base.alpha.length];
      for(int i = 0; i < at.length; i++) {
        if(base.bounded[i]) {
          at[count++] = i;
        }
      }
      bounded = Arrays.copyOf(at, count);
    }
  }
}
