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

/**
 * What it costs to remove points: one after the other, or together, by training
 * without them. The costs are estimated from the sizes alone, so that the choice
 * depends neither on the number of threads nor on the clock.
 * <p>
 * The unit is an entry of an array that is added to another, which takes about half
 * a nanosecond. The constants were measured on two cores, with 200 to 8,000 points,
 * all or few of them support vectors, with hard and soft margins. Both ways yield
 * the same solution: an estimate that is wrong costs time only.
 *
 * @author The pyelki-losdd developers
 * @since 0.2.0
 */
final class RemovalCost {
  /** Points that change their state when one is removed, itself included. */
  private static final double CHANGES = 1.5;

  /** Columns of the tableau for each support vector. */
  private static final double COLUMNS = 1.25;

  /** How many times as fast an entry is in a product of matrices. */
  private static final double PRODUCT = 20.;

  /** How often all gradients are computed from all weights, when training. */
  private static final double PASSES = 10.;

  /** Cost of the iterations before the solution is made exact, for each point. */
  private static final double ITERATIONS = 4000.;

  /**
   * Static methods only.
   */
  private RemovalCost() {
  }

  /**
   * Whether it is cheaper to train again than to remove one point after the other.
   *
   * @param removed Number of points to remove
   * @param n Number of points
   * @param m Number of members, the free support vectors
   * @param support Number of support vectors
   * @return {@code true} to train
   */
  static boolean isTrainingCheaper(int removed, int n, int m, int support) {
    final double square = (double) m * m, gradients = (double) n * support, tableau = (n - m) * (COLUMNS * support);
    final double updates = removed * (CHANGES * (square + tableau) + gradients);
    final double training = m * (square + tableau) / PRODUCT + PASSES * gradients + ITERATIONS * n;
    return training < updates;
  }
}
