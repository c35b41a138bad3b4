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

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleConsumer;

import elki.outlier.losvm.kernel.KernelMatrix;
import elki.outlier.losvm.linalg.Blas;
import elki.outlier.losvm.parallel.Workers;
import elki.outlier.losvm.solver.Problem;

/**
 * The points that have a row in the tableau, and their kernel values to the
 * members, to be multiplied with many vectors at a time: in blocks of rows, which
 * is fastest then.
 *
 * @author The pyelki-losdd developers
 * @since 0.1.0
 */
final class KernelRows {
  /** Rows processed together. */
  private static final int ROWS = 128;

  /** Vectors that rows are multiplied with at a time. */
  private static final int COLUMNS = 256;

  /** Kernel columns that are turned into rows together. */
  private static final int GROUP = 8;

  /**
   * Distance of the columns of a product: at a power of two, they would compete
   * for the same lines of the cache.
   */
  static final int STRIDE = ROWS + 8;

  /** Problem. */
  private final Problem problem;

  /** Members. */
  private final Members members;

  /** Threads. */
  private final Workers workers;

  /** Points by row. */
  private int[] points = new int[0];

  /** Row of each point, -1 for those that have none. */
  private final int[] rows;

  /** Kernel of each block of rows. */
  private final List<KernelMatrix.Rows> blocks = new ArrayList<>();

  /**
   * Kernel values by block, row, and slot; {@code null} if they are to be
   * computed each time.
   */
  private List<double[]> kept;

  /**
   * Constructor.
   *
   * @param problem Problem
   * @param members Members
   * @param workers Threads
   */
  KernelRows(Problem problem, Members members, Workers workers) {
    this.problem = problem;
    this.members = members;
    this.workers = workers;
    this.rows = new int[problem.size()];
    Arrays.fill(rows, -1);
  }

  /**
   * Number of rows.
   *
   * @return Number of rows
   */
  int size() {
    return points.length;
  }

  /**
   * Point of a row.
   *
   * @param row Row
   * @return Point
   */
  int point(int row) {
    return points[row];
  }

  /**
   * Whether a point has a row.
   *
   * @param i Point
   * @return {@code true} if it has
   */
  boolean contains(int i) {
    return rows[i] >= 0;
  }

  /**
   * Row of a point.
   *
   * @param i Point that has a row
   * @return Row
   */
  int row(int i) {
    return rows[i];
  }

  /**
   * Keep the values of the rows in memory.
   */
  void keep() {
    kept = new ArrayList<>();
  }

  /**
   * Add rows.
   *
   * @param more Points that have none yet
   */
  void add(int[] more) {
    final int before = points.length;
    for(int k = 0; k < more.length; k++) {
      rows[more[k]] = before + k;
    }
    points = Arrays.copyOf(points, before + more.length);
    System.arraycopy(more, 0, points, before, more.length);
    final int changed = before / ROWS;
    for(int b = changed; b * ROWS < points.length; b++) {
      final KernelMatrix.Rows block = problem.columns().rows(Arrays.copyOfRange(points, b * ROWS, end(b)));
      if(b < blocks.size()) {
        blocks.set(b, block);
      }
      else {
        blocks.add(block);
      }
    }
    if(kept == null) {
      return;
    }
    while(kept.size() < blocks.size()) {
      kept.add(new double[(ROWS + 1) * members.room()]); // As the library wants
    }
    workers.run(blocks.size() - changed, task -> {
      final int b = changed + task, from = Math.max(before, b * ROWS);
      final int[] own = Arrays.copyOfRange(points, from, end(b));
      fill(problem.columns().rows(own), own.length, 0, members.size(), kept.get(b), from - b * ROWS);
    });
  }

  /**
   * End of a block.
   *
   * @param b Block
   * @return Row after the last one
   */
  private int end(int b) {
    return Math.min((b + 1) * ROWS, points.length);
  }

  /**
   * Compute the values of some members, for some rows.
   *
   * @param block Rows
   * @param count Number of rows
   * @param from First slot
   * @param to End of the slots (exclusive)
   * @param out Output, by rows
   * @param first First row in the output
   */
  private void fill(KernelMatrix.Rows block, int count, int from, int to, double[] out, int first) {
    final double[] columns = new double[GROUP * count];
    final int room = members.room();
    for(int begin = from; begin < to; begin += GROUP) {
      final int end = Math.min(begin + GROUP, to);
      for(int j = begin; j < end; j++) {
        block.column(members.point(j), columns, (j - begin) * count);
      }
      for(int k = 0; k < count; k++) {
        for(int j = begin; j < end; j++) {
          out[(first + k) * room + j] = columns[(j - begin) * count + k];
        }
      }
    }
  }

  /**
   * Receives parts of the columns of a product.
   *
   * @author The pyelki-losdd developers
   */
  interface ColumnConsumer {
    /**
     * Receive a part of a column.
     *
     * @param column Column
     * @param begin First row
     * @param count Number of rows
     * @param y Array of the values
     * @param offset Position of the first value
     */
    void accept(int column, int begin, int count, double[] y, int offset);
  }

  /**
   * Multiply rows with vectors.
   *
   * @param v Vectors, of the length of the room for members; there must be room
   *        for another one after them
   * @param offset Offset of the first vector
   * @param count Number of vectors
   * @param begin First row
   * @param out Receives the product
   * @param progress Progress listener, 0 to 1
   */
  void multiply(double[] v, int offset, int count, int begin, ColumnConsumer out, DoubleConsumer progress) {
    // If values have to be computed, do this only once.
    final int room = members.room(), width = kept == null ? count : Math.min(COLUMNS, count), groups = (count + width - 1) / width;
    final int tasks = (blocks.size() - begin / ROWS) * groups;
    workers.run(tasks, () -> {
      final double[] y = new double[STRIDE * width], buffer = kept == null ? new double[(ROWS + 1) * room] : null;
      return task -> {
        final int b = begin / ROWS + task / groups, from = Math.max(begin, b * ROWS), height = end(b) - from;
        if(kept == null) {
          fill(blocks.get(b), end(b) - b * ROWS, 0, members.size(), buffer, 0);
        }
        final int first = task % groups * width, size = Math.min(width, count - first);
        Blas.multiply(height, size, members.size(), kept == null ? buffer : kept.get(b), (from - b * ROWS) * room, room, v, offset + first * room, room, y, STRIDE);
        for(int c = 0; c < size; c++) {
          out.accept(first + c, from, height, y, c * STRIDE);
        }
      };
    }, done -> progress.accept(done / (double) tasks));
  }

  /**
   * Kernel values of a point in all rows from a given one on.
   *
   * @param i Point
   * @param begin First row
   * @param out Output, by row
   */
  void column(int i, int begin, double[] out) {
    if(begin % ROWS != 0) {
      final int end = Math.min(points.length, (begin / ROWS + 1) * ROWS);
      problem.columns().rows(Arrays.copyOfRange(points, begin, end)).column(i, out, begin);
    }
    for(int b = (begin + ROWS - 1) / ROWS; b < blocks.size(); b++) {
      blocks.get(b).column(i, out, b * ROWS);
    }
  }

  /**
   * There is a new member.
   *
   * @param s Its slot
   */
  void join(int s) {
    if(kept != null) {
      for(int b = 0; b < kept.size(); b++) {
        fill(blocks.get(b), end(b) - b * ROWS, s, s + 1, kept.get(b), 0);
      }
    }
  }

  /**
   * A member takes another slot.
   *
   * @param from Slot before
   * @param to New slot
   */
  void move(int from, int to) {
    if(kept != null && from != to) {
      final int room = members.room();
      for(double[] block : kept) {
        for(int k = 0, off = 0; k < ROWS; k++, off += room) {
          block[off + to] = block[off + from];
        }
      }
    }
  }

  /**
   * There is room for more members.
   *
   * @param old Room before
   */
  void grow(int old) {
    if(kept != null) {
      final int room = members.room();
      kept.replaceAll(block -> {
        final double[] larger = new double[(ROWS + 1) * room];
        for(int k = 0; k < ROWS; k++) {
          System.arraycopy(block, k * old, larger, k * room, old);
        }
        return larger;
      });
    }
  }
}
