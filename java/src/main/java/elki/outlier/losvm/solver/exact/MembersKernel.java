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

import elki.outlier.losvm.linalg.Blas;
import elki.outlier.losvm.parallel.Workers;
import elki.outlier.losvm.solver.Problem;

/**
 * The kernel values of all points to the members, to be multiplied with a single
 * vector: column by column, as it would not pay to turn these into rows.
 *
 * @author The pyelki-losdd developers
 * @since 0.2.0
 */
final class MembersKernel {
  /** Points processed together. */
  private static final int LENGTH = 512;

  /** Problem. */
  private final Problem problem;

  /** Members. */
  private final Members members;

  /** Threads. */
  private final Workers workers;

  /**
   * Constructor.
   *
   * @param problem Problem
   * @param members Members
   * @param workers Threads
   */
  MembersKernel(Problem problem, Members members, Workers workers) {
    this.problem = problem;
    this.members = members;
    this.workers = workers;
  }

  /**
   * Receives a part of a product.
   *
   * @author The pyelki-losdd developers
   */
  interface BlockConsumer {
    /**
     * Receive a part.
     *
     * @param begin First point
     * @param count Number of points
     * @param y Values
     */
    void accept(int begin, int count, double[] y);
  }

  /**
   * Multiply with a vector.
   *
   * @param v Vector by slot
   * @param out Receives the product, by point
   */
  void multiply(double[] v, BlockConsumer out) {
    final int n = problem.size();
    workers.run((n + LENGTH - 1) / LENGTH, b -> {
      final int begin = b * LENGTH, length = Math.min(LENGTH, n - begin);
      final double[] y = new double[length], part = new double[length];
      for(int s = 0; s < members.size(); s++) {
        problem.columns().part(members.point(s), begin, begin + length, part, 0);
        Blas.addMultiple(v[s], part, 0, y, 0, length);
      }
      out.accept(begin, length, y);
    });
  }
}
