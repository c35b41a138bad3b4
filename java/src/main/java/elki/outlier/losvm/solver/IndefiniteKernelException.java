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
package elki.outlier.losvm.solver;

/**
 * A kernel matrix turned out not to be positive semidefinite.
 *
 * @author The pyelki-losdd developers
 * @since 0.1.0
 */
public class IndefiniteKernelException extends RuntimeException {
  /** Serial version. */
  private static final long serialVersionUID = 1L;

  /** Points that show it. */
  public final int first, second;

  /** Squared distance of the points in kernel space. */
  final double value;

  /**
   * Constructor.
   *
   * @param first First point
   * @param second Second point
   * @param value Squared distance of the points in kernel space (or squared
   *        length, if they are the same)
   */
  public IndefiniteKernelException(int first, int second, double value) {
    super("has a negative squared " + (first == second ? "length" : "distance") + " of " + value);
    this.first = first;
    this.second = second;
    this.value = value;
  }
}
