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
package elki.outlier.losvm.solver.port;

import java.util.concurrent.atomic.AtomicReferenceArray;

import elki.outlier.losvm.solver.Problem;

/**
 * The part of the kernel matrix that all models need from which a point is left out:
 * points near the boundary, rounded to floats. It stays in the caches of the processor,
 * where whole columns would not.
 *
 * @author The pyelki-losdd developers
 * @since 0.2.0
 */
final class SharedColumns {
  /** Share of the memory for kernel columns that may be used for this. */
  private static final double SHARE = .25;

  /** Problem. */
  private final Problem problem;

  /** Factor of all values. */
  private final double factor;

  /** The points, in their order. */
  private final int[] points;

  /** Columns by place, {@code null} when not computed yet. */
  private final AtomicReferenceArray<float[]> columns;

  /** Whether there is memory to keep them; this has no effect on the values. */
  private final boolean keep;

  /**
   * Constructor.
   *
   * @param problem Problem
   * @param factor Factor of all values
   * @param points Points, in their order
   */
  SharedColumns(Problem problem, double factor, int[] points) {
    this.problem = problem;
    this.factor = factor;
    this.points = points;
    this.columns = new AtomicReferenceArray<>(points.length);
    final long purpose = points.length * (4L * points.length + 16L);
    this.keep = purpose <= SHARE * problem.columns().memory() && problem.columns().lend(purpose);
  }

  /**
   * Get the points.
   *
   * @return Points, in their order; shared, not to be modified
   */
  int[] points() {
    return points;
  }

  /**
   * Get a column; several threads may compute the same.
   *
   * @param place Place of the point
   * @return Column; shared, not to be modified
   */
  float[] column(int place) {
    float[] column = columns.get(place);
    if(column == null) {
      column = new float[points.length];
      PortMatrix.round(problem.columns().column(points[place]), points, factor, points.length, column);
      if(keep) {
        columns.set(place, column);
      }
    }
    return column;
  }
}
