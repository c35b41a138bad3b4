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

import java.util.stream.IntStream;

/**
 * Scratch space for following paths, one for each thread; and the model at the end
 * of the path that was judged last.
 *
 * @author The pyelki-losdd developers
 * @since 0.2.0
 */
final class PathScratch {
  /** Number of rows processed together. */
  static final int ROWS = 1024;

  /** Solutions are checked if rounding errors are amplified more than this. */
  static final double DOUBTFUL = 1e6;

  /** Weights of the members, and their derivatives, by slot. */
  final double[] memberWeights, memberRates;

  /** Slack of some rows, and derivatives. */
  final double[] slack = new double[ROWS], slackRates = new double[ROWS];

  /** Points at their upper bound in the current solution. */
  final int[] bounded;

  /**
   * Whether the matrix is so close to a singular one that solutions have to be
   * checked.
   */
  final boolean doubtful;

  /** Weights of the model judged last, by point. */
  final double[] alpha;

  /** Gradient on its boundary. */
  double rho;

  /** Points that can have a weight in it, members first. */
  final int[] support;

  /** Number of these. */
  int supportSize;

  /**
   * Constructor.
   *
   * @param base Current solution
   */
  PathScratch(ActiveSet base) {
    final int n = base.alpha.length, room = base.members.room();
    doubtful = base.tableau.inverse.amplification() > DOUBTFUL;
    memberWeights = new double[room];
    memberRates = new double[room];
    alpha = new double[n];
    support = new int[n];
    bounded = IntStream.range(0, n).filter(i -> base.state[i] == PointState.UPPER).toArray();
  }
}
