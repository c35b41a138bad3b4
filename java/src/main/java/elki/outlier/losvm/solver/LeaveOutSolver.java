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

import java.util.function.IntConsumer;

/**
 * A one-class SVM that can judge its support vectors as if they had been left
 * out of the training data, and from which points can be removed.
 *
 * @author The pyelki-losdd developers
 * @since 0.1.0
 *
 * @navassoc - produces - Solution
 * @navassoc - produces - Judgement
 */
public interface LeaveOutSolver {
  /**
   * Train on all points.
   */
  void train();

  /**
   * The current model.
   *
   * @return Solution
   */
  Solution solution();

  /**
   * Judge points, each by a model that was trained without one copy of it. The
   * current model remains as it is.
   *
   * @param points Points
   * @param progress Progress listener, number of points, called by the calling thread
   * @return Judgements, in the order of the points
   */
  Judgement[] leaveOut(int[] points, IntConsumer progress);

  /**
   * Remove one copy of each of these points, and train again.
   *
   * @param points Points; one that is to lose several copies is repeated
   */
  void remove(int[] points);

  /**
   * Number of iterations so far.
   *
   * @return Number of iterations
   */
  long iterations();

  /**
   * Name of the solver, for logging.
   *
   * @return Name
   */
  String name();
}
