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
import java.util.function.DoubleConsumer;
import java.util.stream.IntStream;

import elki.outlier.losvm.linalg.Blas;
import elki.outlier.losvm.parallel.Workers;
import elki.outlier.losvm.solver.Problem;

/**
 * The far points, which have no row in the tableau: those that become support
 * vectors in none of the models without one of the points, as can be proved at
 * little cost.
 * <p>
 * Let weights be in units of rho. Without a point, they change by \(\delta\),
 * and the gradient of point i, which must not be below 1, changes by
 * \(\sum_j\delta_jK_{ij}\). Few points, those near to the one left out, make up
 * nearly all of the change. Their sum is computed in single precision; if
 * \(|\delta_j|\leq\epsilon\) for all others, they cannot amount to more than
 * \(\epsilon\sum_jK_{ij}\), as no kernel value is negative. Only where this bound
 * does not suffice, all terms are summed up.
 * <p>
 * As the bounds hold with some reserve, they also hold after removing some
 * points, for all models that still differ from the current solution in nearly
 * the same way. Points whose gradient sinks in the current solution are not far
 * any more.
 *
 * @author The pyelki-losdd developers
 * @since 0.1.0
 *
 * @composed - - - WeightChange
 * @composed - - - ScreeningKernel
 * @assoc - - - ScreeningSurvey
 */
final class SafeScreening {
  /** With fewer support vectors, this is not worth it. */
  private static final int LARGE = 256;

  /** The gradient of far points is above 1 by at least this, when they are looked at. */
  static final double RESERVE = .01;

  /**
   * Part of the reserve that is for changes of the current solution; the rest is
   * for those of the models.
   */
  private static final double SINKING = .006;

  /**
   * Points whose gradient is above 1 by less than this are not far: nearly all
   * models would have to be compared to them exactly.
   */
  private static final double SHALLOW = .03;

  /** Current solution. */
  private final ActiveSet base;

  /** Threads. */
  private final Workers workers;

  /**
   * For each point left out, the last change that the far points were compared
   * to; {@code null} to remember nothing.
   */
  private final WeightChange[] seen;

  /** Largest slack of each point so far, in units of rho. */
  private final double[] highest;

  /** Far points. */
  private int[] points;

  /** Members of the tableau, to be shared by all changes. */
  private int[] members;

  /**
   * Sum of the kernel values of each point to the members, and maybe some that were
   * members before, once needed.
   */
  private double[] sums;

  /** Points whose kernel values are in these sums. */
  private final boolean[] summed;

  /** Whether there is memory to keep kernel values. */
  private final boolean keep;

  /** Kernel values of the points, once needed. */
  private ScreeningKernel kernel;

  /**
   * Constructor.
   *
   * @param base Current solution
   * @param workers Threads
   * @param remember Whether there is memory to remember models
   * @param keep Whether there is memory to keep kernel values
   */
  SafeScreening(ActiveSet base, Workers workers, boolean remember, boolean keep) {
    this.base = base;
    this.workers = workers;
    this.seen = remember ? new WeightChange[base.alpha.length] : null;
    this.keep = keep;
    this.summed = new boolean[base.alpha.length];
    this.highest = new double[base.alpha.length];
    this.points = IntStream.range(0, base.alpha.length).filter(this::isFar).toArray();
  }

  /**
   * Whether it can be worth it to look for far points.
   *
   * @return {@code false} to consider all points as near
   */
  private boolean isWorthwhile() {
    final Problem problem = base.problem;
    if(problem.needsDiagonal() || !problem.columns().kernel().isPositive() || base.members.size() < LARGE || !(base.rho > 0.)) {
      return false;
    }
    if(base.tableau.inverse.amplification() > PathScratch.DOUBTFUL) { // Models are compared to all points, to be sure
      return false;
    }
    for(PointState state : base.state) {
      if(state == PointState.UPPER) { // Its weight does not change with rho
        return false;
      }
    }
    return true;
  }

  /**
   * The current solution has changed.
   */
  void update() {
    members = base.members.toArray();
    for(int i : points) {
      highest[i] = Math.max(highest[i], base.slack[i] / base.rho);
    }
    addRows(IntStream.of(points).filter(i -> !(highest[i] - base.slack[i] / base.rho <= SINKING)).toArray(), Workers.QUIET);
  }

  /**
   * Members of the tableau.
   *
   * @return Members, to be shared by all changes
   */
  int[] members() {
    return members;
  }

  /**
   * Whether there are no far points.
   *
   * @return {@code true} if the tableau knows all points
   */
  boolean isEmpty() {
    return points.length == 0;
  }

  /**
   * Start with all points that may be far: none, where it is not worth it.
   */
  void start() {
    final boolean worthwhile = isWorthwhile();
    addRows(IntStream.of(points).filter(i -> !(worthwhile && base.slack[i] >= SHALLOW * base.rho)).toArray(), Workers.QUIET);
  }

  /**
   * Whether the far points were compared to a model before.
   *
   * @param t Point left out
   * @return {@code false} at the start
   */
  boolean isKnown(int t) {
    return seen != null && seen[t] != null;
  }

  /**
   * Take some points for near ones.
   *
   * @param near Points, whether they are far or not
   */
  void takeForNear(int[] near) {
    addRows(IntStream.of(near).distinct().filter(this::isFar).toArray(), Workers.QUIET);
  }

  /**
   * Give rows of the tableau to points.
   *
   * @param near Far points
   * @param progress Progress listener, 0 to 1
   */
  private void addRows(int[] near, DoubleConsumer progress) {
    base.addRows(near, progress);
    points = IntStream.range(0, base.alpha.length).filter(this::isFar).toArray();
  }

  /**
   * Test if a point is far: it has neither a row, nor is it a member.
   *
   * @param i Point
   * @return {@code true} for far points
   */
  boolean isFar(int i) {
    return !base.tableau.knows(i) && base.upper[i] > 0.;
  }

  /**
   * Test if a model differs from the current solution in nearly the same way as
   * one seen before, such that all far points are still far.
   *
   * @param t Point left out
   * @param change How the model differs
   * @param scratch Space for a number for each slot
   * @return {@code false} if they have to be looked at
   */
  boolean areFar(int t, WeightChange change, double[] scratch) {
    if(seen == null || seen[t] == null) {
      return false;
    }
    final double error = WeightChange.ROUNDING * (change.total + seen[t].total);
    return (change.totalDecrease(seen[t], base.members, scratch) + error) * base.problem.magnitude() <= RESERVE - SINKING;
  }

  /**
   * Sum up the kernel values of all points to the members. As these are bounds,
   * nothing has to be subtracted when a member leaves.
   *
   * @return Sums, or more
   */
  double[] sumUp() {
    if(sums == null) {
      final double[] ones = new double[base.members.room()], out = new double[base.alpha.length];
      Arrays.fill(ones, 1.);
      base.tableau.inverse.kernel.multiply(ones, (begin, count, y) -> System.arraycopy(y, 0, out, begin, count));
      sums = out;
      for(int i : members) {
        summed[i] = true;
      }
    }
    for(int i : members) {
      if(!summed[i]) {
        Blas.addMultiple(1., base.problem.columns().column(i), 0, sums, 0, sums.length);
        summed[i] = true;
      }
    }
    return sums;
  }

  /**
   * Prepare the kernel values of the far points.
   *
   * @param changes How models differ
   */
  private void prepareKernel(WeightChange[] changes) {
    // If most of the sources are no members any more, begin anew.
    if(!keep || kernel == null || kernel.size() > 2 * members.length) {
      kernel = new ScreeningKernel(base.problem.columns(), keep);
    }
    final boolean[] differs = new boolean[base.alpha.length];
    for(WeightChange change : changes) {
      change.addOthers(differs);
    }
    kernel.require(members);
    kernel.require(IntStream.range(0, differs.length).filter(i -> differs[i]).toArray());
  }

  /**
   * Look at the far points. Those that may matter for some models are not far any
   * more.
   *
   * @param left Points left out
   * @param changes How the models without each of them differ
   * @param progress Progress listener, 0 to 1
   * @return Models that may be wrong, as one of these points should have a weight
   */
  boolean[] verify(int[] left, WeightChange[] changes, DoubleConsumer progress) {
    sumUp();
    prepareKernel(changes);
    final ScreeningSurvey survey = new ScreeningSurvey(base, kernel, members.length, changes, points, sums);
    survey.run(workers);
    for(int k = 0; k < changes.length && seen != null; k++) {
      seen[left[k]] = survey.doubtful[k] ? null : changes[k];
    }
    final int[] near = IntStream.of(points).filter(i -> survey.isNear[i]).toArray();
    // If it is most of them, looking at them all is faster.
    addRows(2 * near.length > points.length ? points : near, progress);
    return survey.doubtful;
  }
}
