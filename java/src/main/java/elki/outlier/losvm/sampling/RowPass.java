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
package elki.outlier.losvm.sampling;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.IntConsumer;
import java.util.function.Supplier;

import elki.outlier.losvm.parallel.Workers;

/**
 * A pass over rows, on several threads, in blocks that remain in the processor's
 * caches.
 *
 * @author The pyelki-losdd developers
 * @since 0.2.0
 */
public final class RowPass {
  /**
   * Largest number of rows in a block, a smaller one for many columns, and the
   * number of values that a block should not exceed. Loops over fewer rows do not
   * repay their start.
   */
  private static final int MOST_ROWS = 512, FEWEST_ROWS = 16, VALUES = 1 << 16;

  /**
   * Of few rows, this many blocks are made, so that all threads have something to
   * do, unless they get too small.
   */
  private static final int BLOCKS = 16, SMALL = 128;

  /**
   * Static methods only.
   */
  private RowPass() {
  }

  /**
   * Number of rows in a block.
   *
   * @param rows Rows
   * @return Number of rows
   */
  public static int blockSize(RowSource rows) {
    final int most = Math.min(MOST_ROWS, Math.max(SMALL, rows.size() / BLOCKS));
    return Math.max(FEWEST_ROWS, Math.min(most, VALUES / Math.max(1, rows.dimensionality())));
  }

  /**
   * Number of blocks.
   *
   * @param rows Rows
   * @return Number of blocks
   */
  public static int blocks(RowSource rows) {
    final int block = blockSize(rows);
    return rows.size() / block + (rows.size() % block > 0 ? 1 : 0);
  }

  /**
   * Gather something.
   *
   * @param <S> What to gather
   * @param rows Rows
   * @param start Makes a state that has seen nothing
   * @param workers Threads
   * @param progress Told the number of blocks done
   * @return What was gathered of all rows
   */
  public static <S extends PassState<S>> S gather(RowSource rows, Supplier<S> start, Workers workers, IntConsumer progress) {
    final Queue<S> parts = new ConcurrentLinkedQueue<>();
    final int block = blockSize(rows);
    workers.run(blocks(rows), () -> {
      final S own = start.get();
      parts.add(own);
      final double[][] columns = new double[rows.dimensionality()][block];
      return b -> {
        final int first = b * block, count = Math.min(block, rows.size() - first);
        rows.read(first, count, columns);
        own.see(columns, count);
      };
    }, progress);
    final S all = parts.isEmpty() ? start.get() : parts.remove();
    parts.forEach(all::merge);
    return all;
  }
}
