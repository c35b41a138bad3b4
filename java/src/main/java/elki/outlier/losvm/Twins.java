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
package elki.outlier.losvm;

import java.util.Arrays;
import java.util.stream.IntStream;

import elki.outlier.losvm.kernel.KernelMatrix;
import elki.outlier.losvm.solver.Judgement;
import elki.outlier.losvm.solver.Problem;
import elki.outlier.losvm.solver.Solution;

/**
 * Finds outliers that have twins: others right beside them, which vouch for them
 * when they are left out.
 * <p>
 * Without t, the gradient of t is a sum over the others, \(g'_t=\sum_i\alpha'_iK_{ti}\).
 * With a hard margin, a twin takes over all the weight that t had; then this sum is
 * hardly smaller than \(\rho'\), but nearly all of it is the term of the twin. Were
 * the twin gone, too, only the terms of points that are not near would remain. Leaving
 * out moves weight to where it was taken from, hence these terms are what they are in
 * the model with all points, \(r_t=\sum_{i\textrm{ not near }t}\alpha_iK_{ti}\), and
 * \(\log\rho-\log r_t\) is about the score of t without its twins. The point is masked
 * if its score is that of an inlier, and the one without twins that of an outlier, in
 * a model that is mostly about points elsewhere.
 * <p>
 * This holds for kernels that are not negative and have a constant diagonal. With
 * others, a gradient is no such sum.
 *
 * @author The pyelki-losdd developers
 * @since 0.2.0
 */
final class Twins {
  /** Points are near if their kernel value is this share of that of a point with itself. */
  private static final double NEAR = .5;

  /** Score of a point that is vouched for: its gradient is half of rho, or more. */
  private static final double VOUCHED = Math.log(2.);

  /** Least score of an outlier: others contribute a thousandth of its gradient. */
  private static final double OUTLYING = Math.log(1000.);

  /** An outlier's score is this many times their spread above the median score. */
  private static final double FENCE = 5.;

  /** The standard deviation of a Gaussian, in median absolute deviations. */
  private static final double GAUSSIAN = 1.4826;

  /**
   * Static methods only.
   */
  private Twins() {
  }

  /**
   * Find the masked outliers among the support vectors.
   *
   * @param problem Problem
   * @param model Model with all points
   * @param support Its support vectors
   * @param judged Judgements of these, each by the model without it
   * @param remaining Copies of each point
   * @return Points
   */
  static int[] find(Problem problem, Solution model, int[] support, Judgement[] judged, int[] remaining) {
    final KernelMatrix kernel = problem.columns().kernel();
    if(problem.needsDiagonal() || !kernel.isPositive() || support.length == 0) {
      return new int[0];
    }
    final double[] scores = Arrays.stream(judged).mapToDouble(j -> Math.log(j.rho) - j.logGradient).toArray();
    final double outlying = Math.max(OUTLYING, fence(scores));
    final KernelMatrix.Rows rows = kernel.rows(support);
    final double[] column = new double[support.length];
    return IntStream.range(0, support.length).filter(s -> {
      if(scores[s] > VOUCHED) {
        return false;
      }
      rows.column(support[s], column, 0);
      return isMasked(model, support, s, column, NEAR * problem.diagonal(support[s]), remaining, outlying);
    }).map(s -> support[s]).toArray();
  }

  /**
   * Test a point that is vouched for.
   *
   * @param model Model with all points
   * @param support Its support vectors
   * @param t Which of these
   * @param column Kernel values of the point to all of these
   * @param near Least kernel value of points that are near
   * @param remaining Copies of each point
   * @param outlying Least score of an outlier
   * @return {@code true} if it would be an outlier without its twins
   */
  private static boolean isMasked(Solution model, int[] support, int t, double[] column, double near, int[] remaining, double outlying) {
    boolean twin = remaining[support[t]] > 1;
    double rest = 0., far = 0.;
    for(int i = 0; i < support.length; i++) {
      if(column[i] < near) {
        rest += model.alpha(support[i]) * column[i];
        far += model.alpha(support[i]);
      }
      twin |= i != t && column[i] >= near;
    }
    // Most of the data are elsewhere.
    return twin && far > .5 && Math.log(model.rho()) - Math.log(rest) > outlying;
  }

  /**
   * Score above which a point stands out.
   *
   * @param scores Scores
   * @return Median, and a multiple of the spread
   */
  private static double fence(double[] scores) {
    final double median = median(scores);
    return median + FENCE * GAUSSIAN * median(Arrays.stream(scores).map(v -> Math.abs(v - median)).toArray());
  }

  /**
   * Median.
   *
   * @param values Values, not empty
   * @return Median
   */
  private static double median(double[] values) {
    final double[] sorted = values.clone();
    Arrays.sort(sorted);
    return .5 * (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]);
  }
}
