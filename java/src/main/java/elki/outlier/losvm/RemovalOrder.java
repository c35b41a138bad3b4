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
import java.util.Comparator;

/**
 * The order in which points are removed: the most outlying first. Last digits must
 * not decide, as they depend on how sums are computed; points tie whose scores agree
 * to within rounding errors.
 * <p>
 * Values are sorted, and one belongs to the same group as the one before it if their
 * difference is at most {@value #ROUNDING} of the size of the numbers they were
 * computed from. So being tied is transitive, and groups do not depend on an order of
 * the points. Within a group, the logarithm of the gradient decides in the same way:
 * far from all others, most scores are the same, but it still tells which point is
 * farther away. What remains is decided by the canonical order of the points, hence
 * by their coordinates.
 *
 * @author The pyelki-losdd developers
 * @since 0.2.0
 */
final class RemovalOrder {
  /** Differences up to this, relative to the size of the numbers, are rounding errors. */
  static final double ROUNDING = 1e-12;

  /**
   * Static methods only.
   */
  private RemovalOrder() {
  }

  /**
   * Order points.
   *
   * @param points Points
   * @param scores Their scores
   * @param sizes Size of the numbers whose differences the scores are
   * @param logs Logarithms of their gradients, in units of rho; may be NaN
   * @return Positions in the points, the most outlying first
   */
  static int[] of(int[] points, double[] scores, double[] sizes, double[] logs) {
    final Integer[] order = new Integer[points.length];
    Arrays.setAll(order, k -> k);
    Arrays.sort(order, Comparator.comparingDouble(k -> -scores[k]));
    for(int begin = 0, end; begin < order.length; begin = end) {
      end = endOfGroup(order, begin, order.length, scores, sizes);
      orderByLogs(order, begin, end, points, logs);
    }
    return Arrays.stream(order).mapToInt(k -> k).toArray();
  }

  /**
   * Order points with the same score.
   *
   * @param order Positions
   * @param from First of them
   * @param to End (exclusive)
   * @param points Points
   * @param logs Logarithms of their gradients
   */
  private static void orderByLogs(Integer[] order, int from, int to, int[] points, double[] logs) {
    final double[] sizes = Arrays.stream(logs).map(v -> 1. + Math.abs(v)).toArray();
    Arrays.sort(order, from, to, Comparator.comparingDouble(k -> logs[k]));
    for(int begin = from, end; begin < to; begin = end) {
      end = endOfGroup(order, begin, to, logs, sizes);
      Arrays.sort(order, begin, end, Comparator.comparingInt(k -> points[k]));
    }
  }

  /**
   * Find the end of a group of values that are the same but for rounding errors.
   *
   * @param order Positions, sorted by value
   * @param begin First of the group
   * @param end End of the positions (exclusive)
   * @param values Values
   * @param sizes Size of the numbers they were computed from
   * @return End of the group (exclusive)
   */
  private static int endOfGroup(Integer[] order, int begin, int end, double[] values, double[] sizes) {
    int k = begin + 1;
    // Written such that values which are not numbers, or infinite, are the same.
    while(k < end && !(Math.abs(values[order[k]] - values[order[k - 1]]) > ROUNDING * Math.max(sizes[order[k]], sizes[order[k - 1]]))) {
      k++;
    }
    return k;
  }
}
