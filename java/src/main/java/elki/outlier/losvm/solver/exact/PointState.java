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
 * State of a point, as in LIBSVM: whether its weight is at a bound.
 *
 * @author The pyelki-losdd developers
 * @since 0.2.0
 */
enum PointState {
  /** No weight; its gradient is not below rho. */
  LOWER,
  /** The weight is free, and the gradient is rho: a member of the tableau. */
  FREE,
  /** All the weight it may have; its gradient is not above rho. */
  UPPER,
  /** No copy is left in the data, so that it can have no weight. */
  REMOVED;

  /**
   * State of a point whose weight is fixed.
   *
   * @param weight Weight, 0 or the upper bound
   * @param upper Upper bound
   * @return State
   */
  static PointState fixedAt(double weight, double upper) {
    return weight > 0. ? UPPER : upper > 0. ? LOWER : REMOVED;
  }

  /**
   * By how much a point violates the conditions of the optimum.
   *
   * @param slack Gradient minus rho
   * @return Violation, not positive if there is none
   */
  double violation(double slack) {
    return this == LOWER ? -slack : this == UPPER ? slack : 0.;
  }
}
