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

import java.util.Arrays;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/**
 * The kernel values of all points to the members of a tableau, in blocks of
 * rows, to be multiplied with vectors. They are kept in memory, or computed each
 * time.
 *
 * @author The pyelki-losdd developers
 * @since 0.1.0
 */
final class KernelRows {
  /**
   * Rows processed together.
   */
  private static final int ROWS = 512;

  /**
   * Kernel columns that are turned into rows together.
   */
  private static final int GROUP = 8;

  /**
   * Distance of the columns of a product: at a power of two, they would compete
   * for the same lines of the cache.
   */
  static final int STRIDE = ROWS + 8;

  /**
   * Problem.
   */
  private final Problem problem;

  /**
   * Tableau.
   */
  private final Tableau tableau;

  /**
   * Threads.
   */
  private final Workers workers;

  /**
   * Points of each block; members come last.
   */
  private final int[][] rows;

  /**
   * Number of points in each block that are not members.
   */
  private final int[] others;

  /**
   * Kernel values by block, row, and slot; {@code null} if they are to be
   * computed each time.
   */
  private double[][] kept;

  /**
   * Constructor.
   *
   * @param problem Problem
   * @param tableau Tableau, whose members are known
   * @param workers Threads
   */
  KernelRows(Problem problem, Tableau tableau, Workers workers) {
    this.problem = problem;
    this.tableau = tableau;
    this.workers = workers;
    final int n = problem.size();
    this.rows = new int[(n + ROWS - 1) / ROWS][];
    this.others = new int[rows.length];
    for(int b = 0; b < rows.length; b++) {
      rows[b] = new int[Math.min(ROWS, n - b * ROWS)];
      int front = 0, back = rows[b].length;
      for(int i = b * ROWS; i < b * ROWS + rows[b].length; i++) {
        rows[b][tableau.slot[i] < 0 ? front++ : --back] = i;
      }
      others[b] = front;
    }
  }

  /**
   * Number of blocks of rows.
   *
   * @return Number of blocks
   */
  int blocks() {
    return rows.length;
  }

  /**
   * Keep the values in memory.
   */
  void keep() {
    kept = new double[rows.length][];
    workers.run(kept.length, b -> {
      final double[] block = new double[(ROWS + 1) * tableau.room()]; // As the library wants
      fill(b, block);
      kept[b] = block;
    });
  }

  /**
   * Compute the values of a block.
   *
   * @param b Block
   * @param out Output, by rows
   */
  private void fill(int b, double[] out) {
    final double[] columns = new double[ROWS * GROUP];
    for(int j = 0; j < tableau.m; j += GROUP) {
      fill(b, j, Math.min(j + GROUP, tableau.m), columns, out);
    }
  }

  /**
   * Compute the values of some members, for a block of rows.
   *
   * @param b Block
   * @param from First slot
   * @param to End of the slots (exclusive)
   * @param columns Scratch space
   * @param out Output, by rows
   */
  private void fill(int b, int from, int to, double[] columns, double[] out) {
    final int begin = b * ROWS, end = begin + rows[b].length, room = tableau.room();
    for(int j = from; j < to; j++) {
      problem.columns.part(tableau.members[j], begin, end, columns, (j - from) * ROWS);
    }
    for(int k = 0; k < rows[b].length; k++) {
      final int row = rows[b][k] - begin;
      for(int j = from; j < to; j++) {
        out[k * room + j] = columns[(j - from) * ROWS + row];
      }
    }
  }

  /**
   * Receives a block of a product.
   *
   * @author The pyelki-losdd developers
   */
  interface BlockConsumer {
    /**
     * Receive a block.
     *
     * @param points Points
     * @param count Number of points
     * @param y Values, by columns, {@link #STRIDE} apart
     */
    void accept(int[] points, int count, double[] y);
  }

  /**
   * Multiply with vectors.
   *
   * @param v Vectors, of the length of the room for members; there must be room
   *        for another one after them
   * @param offset Offset of the first vector
   * @param count Number of vectors
   * @param all All points, else members are left out
   * @param out Receives the product
   * @param progress Told the number of blocks of rows that are done
   */
  void multiply(double[] v, int offset, int count, boolean all, BlockConsumer out, IntConsumer progress) {
    final int room = tableau.room();
    workers.run(rows.length, () -> {
      final double[] y = new double[STRIDE * count], buffer = kept == null ? new double[(ROWS + 1) * room] : null;
      return b -> {
        if(kept == null) {
          fill(b, buffer);
        }
        final int height = all ? rows[b].length : others[b];
        Blas.multiply(height, count, tableau.m, kept == null ? buffer : kept[b], room, v, offset, room, y, STRIDE);
        out.accept(rows[b], height, y);
      };
    }, progress);
  }

  /**
   * Multiply with a single vector.
   *
   * @param v Vector, by slot
   * @param out Receives the product
   */
  void multiply(double[] v, BlockConsumer out) {
    if(kept != null) {
      multiply(Arrays.copyOf(v, 2 * tableau.room()), 0, 1, true, out, done -> {
      });
      return;
    }
    // For one vector, it would not pay to turn kernel columns into rows.
    workers.run(rows.length, b -> {
      final int begin = b * ROWS, length = rows[b].length;
      final double[] y = new double[length], part = new double[length];
      for(int j = 0; j < tableau.m; j++) {
        problem.columns.part(tableau.members[j], begin, begin + length, part, 0);
        Blas.add(v[j], part, 0, y, 0, length);
      }
      out.accept(IntStream.range(begin, begin + length).toArray(), length, y);
    });
  }

  /**
   * A point is no member any more: its row matters now.
   *
   * @param i Point
   */
  void leave(int i) {
    swap(i, others[i / ROWS]++);
  }

  /**
   * A point has become a member.
   *
   * @param s Its slot
   */
  void join(int s) {
    final int i = tableau.members[s];
    swap(i, --others[i / ROWS]);
    if(kept != null) {
      for(int b = 0; b < kept.length; b++) {
        fill(b, s, s + 1, new double[ROWS], kept[b]);
      }
    }
  }

  /**
   * Give a point another position in its block.
   *
   * @param i Point
   * @param to New position
   */
  private void swap(int i, int to) {
    final int b = i / ROWS;
    int from = 0;
    while(rows[b][from] != i) {
      from++;
    }
    rows[b][from] = rows[b][to];
    rows[b][to] = i;
    if(kept != null) {
      final int room = tableau.room();
      final double[] own = Arrays.copyOfRange(kept[b], from * room, from * room + room);
      System.arraycopy(kept[b], to * room, kept[b], from * room, room);
      System.arraycopy(own, 0, kept[b], to * room, room);
    }
  }

  /**
   * A member takes another slot.
   *
   * @param from Slot before
   * @param to New slot
   */
  void move(int from, int to) {
    if(kept != null) {
      final int room = tableau.room();
      for(int b = 0; b < kept.length; b++) {
        for(int k = 0, off = 0; k < rows[b].length; k++, off += room) {
          kept[b][off + to] = kept[b][off + from];
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
      final int room = tableau.room();
      for(int b = 0; b < kept.length; b++) {
        final double[] larger = new double[(ROWS + 1) * room];
        for(int k = 0; k < rows[b].length; k++) {
          System.arraycopy(kept[b], k * old, larger, k * room, old);
        }
        kept[b] = larger;
      }
    }
  }
}
