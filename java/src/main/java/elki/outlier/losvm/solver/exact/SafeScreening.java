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
 * The points without a row in the tableau: those that become support vectors in
 * none of the models without one of the points, as can be proved at little cost.
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
 */
final class SafeScreening {
  /**
   * With fewer support vectors, this is not worth it.
   */
  private static final int LARGE = 256;

  /**
   * The gradient of far points is above 1 by at least this, when they are looked at.
   */
  private static final double RESERVE = .01;

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

  /**
   * Share of what is left above the reserve that may be neglected at first.
   */
  private static final double NEGLIGIBLE = .9;

  /**
   * Current solution.
   */
  private final ActiveSet base;

  /**
   * Threads.
   */
  private final Workers workers;

  /**
   * For each point left out, the last change that the far points were compared
   * to; {@code null} to remember nothing.
   */
  private final WeightChange[] seen;

  /**
   * Largest slack of each point so far, in units of rho.
   */
  private final double[] highest;

  /**
   * Far points.
   */
  private int[] points;

  /**
   * Members of the tableau, to be shared by all changes.
   */
  private int[] members;

  /**
   * Sum of the kernel values of each point to the members, and maybe some that were
   * members before, once needed.
   */
  private double[] sums;

  /**
   * Points whose kernel values are in these sums.
   */
  private final boolean[] summed;

  /**
   * Whether there is memory to keep kernel values.
   */
  private final boolean keep;

  /**
   * Kernel values of the points, once needed.
   */
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
    if(problem.needsDiagonal() || !problem.columns().kernel().isPositive() || base.tableau.m < LARGE || !(base.rho > 0.)) {
      return false;
    }
    if(base.tableau.amplification() > LeaveOutPath.DOUBTFUL) { // Models are compared to all points, to be sure
      return false;
    }
    for(boolean bounded : base.bounded) {
      if(bounded) { // Its weight does not change with rho
        return false;
      }
    }
    return true;
  }

  /**
   * The current solution has changed.
   */
  void update() {
    members = Arrays.copyOf(base.tableau.members, base.tableau.m);
    for(int i : points) {
      highest[i] = Math.max(highest[i], base.slack[i] / base.rho);
    }
    watch(IntStream.of(points).filter(i -> !(highest[i] - base.slack[i] / base.rho <= SINKING)).toArray(), Workers.QUIET);
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
   * Begin with all points that may be far: none, where it is not worth it.
   */
  void begin() {
    final boolean worthwhile = isWorthwhile();
    watch(IntStream.of(points).filter(i -> !(worthwhile && base.slack[i] >= SHALLOW * base.rho)).toArray(), Workers.QUIET);
  }

  /**
   * Whether the far points were compared to a model before.
   *
   * @param t Point left out
   * @return {@code false} at the begin
   */
  boolean isKnown(int t) {
    return seen != null && seen[t] != null;
  }

  /**
   * Take some points for near ones.
   *
   * @param near Points, whether they are far or not
   */
  void approach(int[] near) {
    watch(IntStream.of(near).distinct().filter(this::isFar).toArray(), Workers.QUIET);
  }

  /**
   * Give rows of the tableau to points.
   *
   * @param near Far points
   * @param progress Told the share that is done
   */
  private void watch(int[] near, DoubleConsumer progress) {
    base.watch(near, progress);
    points = IntStream.range(0, base.alpha.length).filter(this::isFar).toArray();
  }

  /**
   * Test if a point is far: it has neither a row, nor is it a member.
   *
   * @param i Point
   * @return {@code true} for far points
   */
  private boolean isFar(int i) {
    return base.tableau.row[i] < 0 && base.tableau.slot[i] < 0 && base.upper[i] > 0.;
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
    return (change.lessThan(seen[t], base.tableau.slot, scratch) + error) * base.problem.magnitude() <= RESERVE - SINKING;
  }

  /**
   * Sum up the kernel values of all points to the members. As these are bounds,
   * nothing has to be subtracted when a member leaves.
   *
   * @return Sums, or more
   */
  double[] sumUp() {
    if(sums == null) {
      final double[] ones = new double[base.tableau.room()], out = new double[base.alpha.length];
      Arrays.fill(ones, 1.);
      base.tableau.multiply(ones, (begin, count, y) -> System.arraycopy(y, 0, out, begin, count));
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
   * @param progress Told the share that is done
   * @return Models that may be wrong, as one of these points should have a weight
   */
  boolean[] verify(int[] left, WeightChange[] changes, DoubleConsumer progress) {
    sumUp();
    prepareKernel(changes);
    final Survey survey = new Survey(changes);
    for(int k = 0; k < changes.length && seen != null; k++) {
      seen[left[k]] = survey.doubtful[k] ? null : changes[k];
    }
    final int[] near = IntStream.of(points).filter(i -> survey.isNear[i]).toArray();
    // If it is most of them, looking at them all is faster.
    watch(2 * near.length > points.length ? points : near, progress);
    return survey.doubtful;
  }

  /**
   * A look at all far points.
   *
   * @author The pyelki-losdd developers
   */
  private final class Survey {
    /**
     * Far points that may matter.
     */
    final boolean[] isNear = new boolean[base.alpha.length];

    /**
     * Models that may be wrong.
     */
    final boolean[] doubtful;

    /**
     * How the models differ.
     */
    private final WeightChange[] changes;

    /**
     * The large differences.
     */
    private final LargeChange[] large;

    /**
     * Smaller differences of weights of members are neglected at first.
     */
    private final double negligible;

    /**
     * Constructor.
     *
     * @param changes How the models differ
     */
    Survey(WeightChange[] changes) {
      this.changes = changes;
      this.doubtful = new boolean[changes.length];
      this.negligible = negligible();
      this.large = new LargeChange[changes.length];
      workers.run(changes.length, k -> large[k] = new LargeChange(changes[k], negligible));
      workers.run(kernel.blocks(), () -> {
        final float[][] space = kernel.space();
        return b -> {
          final int begin = b * ScreeningKernel.BLOCK, end = Math.min(begin + ScreeningKernel.BLOCK, base.alpha.length);
          final int[] own = IntStream.range(begin, end).filter(SafeScreening.this::isFar).toArray();
          if(own.length > 0) {
            look(begin, own, kernel.values(b, space));
          }
        };
      }, done -> {
      });
    }

    /**
     * Choose which differences to neglect at first: such that no point comes near to
     * the boundary by this alone.
     *
     * @return Largest difference to neglect
     */
    private double negligible() {
      double min = Double.POSITIVE_INFINITY;
      for(int i : points) {
        min = Math.min(min, (base.slack[i] / base.rho - RESERVE) / sums[i]);
      }
      return Math.max(0., NEGLIGIBLE * min);
    }

    /**
     * Look at a block of points.
     *
     * @param begin First point of the block
     * @param own The far points of the block
     * @param values Kernel values of the points of the block, by source
     */
    private void look(int begin, int[] own, float[][] values) {
      final float[] lowest = new float[ScreeningKernel.BLOCK], sum = new float[ScreeningKernel.BLOCK];
      Arrays.fill(lowest, Float.POSITIVE_INFINITY); // Others need no look
      for(int i : own) {
        lowest[i - begin] = (float) (base.slack[i] / base.rho - negligible * sums[i]);
      }
      final float[][] row = new float[ScreeningKernel.BLOCK][];
      for(int k = 0; k < changes.length; k++) {
        System.arraycopy(lowest, 0, sum, 0, sum.length);
        large[k].addTo(sum, values);
        final float limit = (float) RESERVE + large[k].error;
        for(int p = 0; p < sum.length; p++) {
          if(!(sum[p] >= limit)) {
            final int i = begin + p;
            if(row[p] == null) {
              row[p] = row(values, p);
            }
            final double exact = base.slack[i] / base.rho + changes[k].multiply(row[p], kernel), error = rounding(changes[k]);
            if(!(exact >= RESERVE + error)) {
              isNear[i] = true;
              if(!(exact >= error)) { // Only ever set, as other threads do the same
                doubtful[k] = true;
              }
            }
          }
        }
      }
    }

    /**
     * Collect the kernel values of a point.
     *
     * @param values Kernel values by source
     * @param i Position of the point
     * @return Values
     */
    private float[] row(float[][] values, int i) {
      final float[] row = new float[values.length];
      for(int j = 0; j < row.length; j++) {
        row[j] = values[j][i];
      }
      return row;
    }
  }

  /**
   * Bound of the error of a gradient, due to rounding to single precision.
   *
   * @param change How the model differs
   * @return Error
   */
  private double rounding(WeightChange change) {
    return 4. * WeightChange.ROUNDING * change.total * base.problem.magnitude();
  }

  /**
   * The large differences, which make up nearly all of the change of a gradient.
   *
   * @author The pyelki-losdd developers
   */
  private final class LargeChange {
    /**
     * Points whose weights differ, by their position in the sources.
     */
    private final int[] positions;

    /**
     * Differences.
     */
    private final float[] values;

    /**
     * Rounding errors of the sum.
     */
    final float error;

    /**
     * Constructor.
     *
     * @param all All differences
     * @param negligible Largest difference of a member to neglect
     */
    LargeChange(WeightChange all, double negligible) {
      int count = 0;
      final int[] chosen = new int[all.size()];
      for(int k = 0; k < all.size(); k++) {
        if(k >= members.length || !(Math.abs(all.value(k)) <= negligible)) {
          chosen[count++] = k;
        }
      }
      positions = new int[count];
      values = new float[count];
      for(int c = 0; c < count; c++) {
        positions[c] = kernel.position(all.point(chosen[c]));
        values[c] = all.value(chosen[c]);
      }
      error = (float) ((count + 8) * rounding(all));
    }

    /**
     * Add the change of the gradients.
     *
     * @param sum Gradients of some points
     * @param x Kernel values of these points, by source
     */
    void addTo(float[] sum, float[][] x) {
      final int[] p = positions;
      int c = 0;
      for(; c + 4 <= p.length; c += 4) {
        add(sum, values[c], x[p[c]], values[c + 1], x[p[c + 1]], values[c + 2], x[p[c + 2]], values[c + 3], x[p[c + 3]]);
      }
      for(; c < p.length; c++) {
        add(sum, values[c], x[p[c]]);
      }
    }
  }

  /**
   * Add a multiple of a vector.
   *
   * @param sum Output
   * @param f Factor
   * @param x Vector
   */
  private static void add(float[] sum, float f, float[] x) {
    for(int i = 0; i < ScreeningKernel.BLOCK; i++) {
      sum[i] += f * x[i];
    }
  }

  /**
   * Add multiples of four vectors.
   *
   * @param sum Output
   * @param f0 First factor
   * @param x0 First vector
   * @param f1 Second factor
   * @param x1 Second vector
   * @param f2 Third factor
   * @param x2 Third vector
   * @param f3 Fourth factor
   * @param x3 Fourth vector
   */
  private static void add(float[] sum, float f0, float[] x0, float f1, float[] x1, float f2, float[] x2, float f3, float[] x3) {
    for(int i = 0; i < ScreeningKernel.BLOCK; i++) {
      sum[i] += f0 * x0[i] + f1 * x1[i] + (f2 * x2[i] + f3 * x3[i]);
    }
  }
}
