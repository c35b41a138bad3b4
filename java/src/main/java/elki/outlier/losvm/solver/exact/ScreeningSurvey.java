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
import java.util.stream.IntStream;

import elki.outlier.losvm.parallel.Workers;

/**
 * A look at all far points: which of them may matter for which models. First with
 * the large differences of the weights only, in single precision; where the bound
 * on the rest does not suffice, with all of them.
 *
 * @author The pyelki-losdd developers
 * @since 0.2.0
 *
 * @composed - - - WeightChange
 * @assoc - - - ScreeningKernel
 */
final class ScreeningSurvey {
  /** Share of what is left above the reserve that may be neglected at first. */
  private static final double NEGLIGIBLE = .9;

  /** Far points that may matter. */
  final boolean[] isNear;

  /** Models that may be wrong. */
  final boolean[] doubtful;

  /** Current solution. */
  private final ActiveSet base;

  /** Kernel values of the points whose weights differ. */
  private final ScreeningKernel kernel;

  /** Number of members of the tableau, which all changes begin with. */
  private final int members;

  /** Whether each point is far. */
  private final boolean[] isFar;

  /** Bounds on the sums of the kernel values of each point to the members. */
  private final double[] sums;

  /** How the models differ. */
  private final WeightChange[] changes;

  /** The large differences. */
  private final LargeChange[] large;

  /** Smaller differences of weights of members are neglected at first. */
  private final double negligible;

  /**
   * Constructor.
   *
   * @param base Current solution
   * @param kernel Kernel values of the points whose weights differ
   * @param members Number of members of the tableau, which all changes begin with
   * @param changes How the models differ
   * @param far Far points
   * @param sums Bounds on the sums of the kernel values of each point to the members
   */
  ScreeningSurvey(ActiveSet base, ScreeningKernel kernel, int members, WeightChange[] changes, int[] far, double[] sums) {
    this.base = base;
    this.kernel = kernel;
    this.members = members;
    this.changes = changes;
    this.sums = sums;
    this.isFar = new boolean[base.alpha.length];
    for(int i : far) {
      isFar[i] = true;
    }
    this.isNear = new boolean[base.alpha.length];
    this.doubtful = new boolean[changes.length];
    this.negligible = negligible(far);
    this.large = new LargeChange[changes.length];
  }

  /**
   * Look at all far points.
   *
   * @param workers Threads
   */
  void run(Workers workers) {
    workers.run(changes.length, k -> large[k] = new LargeChange(changes[k]));
    workers.run(kernel.blocks(), () -> {
      final float[][] space = kernel.space();
      return b -> {
        final int begin = b * ScreeningKernel.BLOCK, end = Math.min(begin + ScreeningKernel.BLOCK, base.alpha.length);
        final int[] own = IntStream.range(begin, end).filter(i -> isFar[i]).toArray();
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
   * @param far Far points
   * @return Largest difference to neglect
   */
  private double negligible(int[] far) {
    double min = Double.POSITIVE_INFINITY;
    for(int i : far) {
      min = Math.min(min, (base.slack[i] / base.rho - SafeScreening.RESERVE) / sums[i]);
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
      final float limit = (float) SafeScreening.RESERVE + large[k].error;
      for(int p = 0; p < sum.length; p++) {
        if(!(sum[p] >= limit)) {
          final int i = begin + p;
          if(row[p] == null) {
            row[p] = row(values, p);
          }
          final double exact = base.slack[i] / base.rho + changes[k].multiply(row[p], kernel), error = rounding(changes[k]);
          if(!(exact >= SafeScreening.RESERVE + error)) {
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
    /** Points whose weights differ, by their position in the sources. */
    private final int[] positions;

    /** Differences. */
    private final float[] values;

    /** Rounding errors of the sum. */
    final float error;

    /**
     * Constructor.
     *
     * @param all All differences
     */
    LargeChange(WeightChange all) {
      int count = 0;
      final int[] chosen = new int[all.size()];
      for(int k = 0; k < all.size(); k++) {
        if(k >= members || !(Math.abs(all.value(k)) <= negligible)) {
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
