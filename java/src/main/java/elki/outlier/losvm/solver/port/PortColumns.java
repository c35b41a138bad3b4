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

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;

import elki.outlier.losvm.kernel.KernelCache;
import elki.outlier.losvm.solver.Problem;

/**
 * Kernel columns, rounded to floats as ELKI's solver wants them. As many are kept as a
 * part of the memory for kernel columns allows: to round them takes as long as an
 * iteration. All threads share them.
 * <p>
 * Values are multiplied by a power of two, such that the largest is about 1: floats
 * cannot be as large as kernel values can.
 *
 * @author The pyelki-losdd developers
 * @since 0.2.0
 */
final class PortColumns {
  /** Share of the memory for kernel columns that may be used for this. */
  private static final double SHARE = .25;

  /** Columns of full precision. */
  private final KernelCache exact;

  /** Factor of all values, a power of two. */
  final double factor;

  /** Columns in memory. */
  private final AtomicReferenceArray<float[]> columns;

  /** How many more may be kept. */
  private final AtomicInteger room;

  /**
   * Constructor.
   *
   * @param problem Problem
   */
  PortColumns(Problem problem) {
    final int n = problem.size();
    this.exact = problem.columns();
    this.factor = problem.magnitude() > 0. ? Math.scalb(1., -Math.getExponent(problem.magnitude())) : 1.;
    this.columns = new AtomicReferenceArray<>(n);
    final long one = 4L * n + 16L, purpose = Math.min(n * one, (long) (SHARE * exact.memory()));
    this.room = new AtomicInteger(exact.lend(purpose) ? (int) (purpose / one) : 0);
  }

  /**
   * Get a column.
   *
   * @param i Point
   * @return Column; shared, not to be modified
   */
  float[] column(int i) {
    final float[] known = columns.get(i);
    if(known != null) {
      return known;
    }
    final double[] values = exact.column(i);
    final float[] rounded = new float[values.length];
    for(int k = 0; k < rounded.length; k++) {
      rounded[k] = (float) (factor * values[k]);
    }
    if(room.get() > 0 && columns.compareAndSet(i, null, rounded)) {
      room.decrementAndGet();
    }
    return rounded;
  }
}
