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
package elki.svm.solver;

import elki.svm.qmatrix.QMatrix;

/**
 * Signatures of ELKI's solver, module elki-svm: to compile with, not to run. Of its
 * members, those that we use.
 *
 * @author The pyelki-losdd developers
 */
public class Solver {
  /** Weights, and gradient. */
  double[] alpha, G;

  /** What the weights at their upper bound add to the gradient. */
  double[] G_bar;

  /** Number of points, and how many of them are not set aside. */
  int l, active_size;

  /**
   * Upper bound of a weight.
   *
   * @param i Point
   * @return Upper bound
   */
  double get_C(int i) {
    throw new UnsupportedOperationException();
  }

  /**
   * Whether a point can gain no weight.
   *
   * @param i Point
   * @return {@code true} if its weight is at its upper bound
   */
  boolean is_upper_bound(int i) {
    throw new UnsupportedOperationException();
  }

  /**
   * Compute the gradient of the first weights.
   */
  public void initializeGradient() {
    throw new UnsupportedOperationException();
  }

  /**
   * Choose two points to exchange weight.
   *
   * @param working_set Output
   * @return {@code true} if there are none, in the optimum
   */
  boolean select_working_set(int[] working_set) {
    throw new UnsupportedOperationException();
  }

  /**
   * Choose the point to gain weight.
   *
   * @param working_set Output, the first place
   * @return Its negative gradient
   */
  protected double maxViolating(int[] working_set) {
    throw new UnsupportedOperationException();
  }

  /**
   * Choose the point to lose weight.
   *
   * @param working_set Output, the second place
   * @param Gi Negative gradient of the first point
   * @return Largest gradient of all that may lose weight, or NaN if there is no pair
   */
  protected double minViolating(int[] working_set, double Gi) {
    throw new UnsupportedOperationException();
  }

  /**
   * Solve a problem.
   *
   * @param l Number of points
   * @param Q Kernel matrix
   * @param p_ Linear term
   * @param y_ Labels
   * @param alpha_ Weights to begin with
   * @param Cp Upper bound where the label is positive
   * @param Cn Upper bound where the label is negative
   * @param eps Tolerance
   * @param shrinking Whether to set points aside
   * @return Solution
   */
  public SolutionInfo solve(int l, QMatrix Q, double[] p_, byte[] y_, double[] alpha_, double Cp, double Cn, double eps, boolean shrinking) {
    throw new UnsupportedOperationException();
  }

  /**
   * Solution.
   *
   * @author The pyelki-losdd developers
   */
  public static class SolutionInfo {
  }
}
