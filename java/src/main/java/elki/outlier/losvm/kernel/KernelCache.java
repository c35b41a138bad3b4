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
package elki.outlier.losvm.kernel;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.LongAdder;


/**
 * Columns of a kernel matrix, of which as many are kept as the memory allows.
 * <p>
 * Reading is free of locks. When the memory is used up, the column that was not
 * used for the longest time has to go, approximately (the "clock" strategy).
 * Which columns are kept has no effect on the values.
 *
 * @author The pyelki-losdd developers
 * @since 0.1.0
 *
 * @composed - - - KernelMatrix
 */
public class KernelCache {
  /**
   * Kernel matrix.
   */
  private final KernelMatrix kernel;

  /**
   * Columns in memory, {@code null} when not available.
   */
  private final AtomicReferenceArray<double[]> columns;

  /**
   * Columns used since the clock hand last passed them. Races are harmless.
   */
  private final boolean[] used;

  /**
   * Columns in memory, a ring.
   */
  private int[] resident;

  /**
   * Memory for the columns, in bytes.
   */
  private final long bytes;

  /**
   * Number of threads.
   */
  private final int threads;

  /**
   * Number of columns in memory.
   */
  private int size = 0;

  /**
   * Clock hand, in {@link #resident}.
   */
  private int hand = 0;

  /**
   * Number of kernel values computed.
   */
  private final LongAdder evaluations = new LongAdder();

  /**
   * Constructor.
   *
   * @param kernel Kernel matrix
   * @param bytes Memory for the columns, in bytes
   * @param threads Number of threads, each of which needs two columns at a time
   */
  public KernelCache(KernelMatrix kernel, long bytes, int threads) {
    final int n = kernel.size();
    this.bytes = bytes;
    this.kernel = kernel;
    this.threads = threads;
    final int needed = needed(), capacity = capacity(bytes);
    if(capacity < needed) {
      throw new OptionException("losvm.memory", "The memory for kernel columns ({}) is " + (bytes >>> 20) + " MB; " + n + " points and " + threads //
          + " threads need at least " + ((bytes(n, needed + 2 * threads) >>> 20) + 1) + " MB. Raise it, or use fewer threads.");
    }
    this.columns = new AtomicReferenceArray<>(n);
    this.used = new boolean[n];
    this.resident = new int[capacity];
  }

  /**
   * Memory for columns.
   *
   * @param n Number of points
   * @param count Number of columns
   * @return Memory in bytes
   */
  public static long bytes(int n, int count) {
    return count * (8L * n + 16L);
  }

  /**
   * Number of columns that are needed at least.
   *
   * @return Number of columns
   */
  private int needed() {
    return Math.min(kernel.size(), 2 * threads + 1);
  }

  /**
   * Number of columns that fit into memory.
   *
   * @param available Memory in bytes
   * @return Number of columns
   */
  private int capacity(long available) {
    final long n = kernel.size(), fit = available / bytes(kernel.size(), 1);
    // Each thread may hold on to two columns that were dropped meanwhile.
    return (int) Math.max(0L, fit < n ? fit - 2L * threads : n);
  }

  /**
   * The kernel matrix.
   *
   * @return Kernel matrix
   */
  public KernelMatrix kernel() {
    return kernel;
  }

  /**
   * Number of points.
   *
   * @return Number of points
   */
  public int size() {
    return kernel.size();
  }

  /**
   * Get a column.
   *
   * @param i Point
   * @return Column; shared, not to be modified
   */
  public double[] column(int i) {
    final double[] known = columns.get(i);
    if(known != null) {
      used[i] = true;
      return known;
    }
    final double[] column = new double[kernel.size()];
    kernel.column(i, 0, column.length, column, 0);
    evaluations.add(column.length);
    return put(i, column);
  }

  /**
   * Whether a column is in memory.
   *
   * @param i Point
   * @return {@code true} if it need not be computed
   */
  public boolean has(int i) {
    return columns.get(i) != null;
  }

  /**
   * Whether there is ample memory: at least for as many columns as there are now.
   *
   * @return {@code false} if columns may have to go soon
   */
  public synchronized boolean hasRoom() {
    return 2 * size < resident.length;
  }

  /**
   * Get a part of a column; it is not kept.
   *
   * @param i Point
   * @param begin First row
   * @param end End of the rows (exclusive)
   * @param out Output
   * @param offset Position of the first row in the output
   */
  public void part(int i, int begin, int end, double[] out, int offset) {
    final double[] known = columns.get(i);
    if(known != null) {
      System.arraycopy(known, begin, out, offset, end - begin);
      return;
    }
    kernel.column(i, begin, end, out, offset);
    evaluations.add(end - begin);
  }

  /**
   * Some rows, to get many columns of; they are not kept.
   *
   * @param rows Points
   * @return Their rows
   */
  public KernelMatrix.Rows rows(int[] rows) {
    final KernelMatrix.Rows computed = kernel.rows(rows);
    return (i, out, offset) -> {
      final double[] known = columns.get(i);
      if(known == null) {
        computed.column(i, out, offset);
        evaluations.add(rows.length);
        return;
      }
      for(int k = 0; k < rows.length; k++) {
        out[offset + k] = known[rows[k]];
      }
    };
  }

  /**
   * Store a column.
   *
   * @param i Point
   * @param column Column
   * @return The column in the cache
   */
  private synchronized double[] put(int i, double[] column) {
    final double[] known = columns.get(i);
    if(known != null) { // Another thread was faster.
      return known;
    }
    used[i] = true;
    if(size < resident.length) {
      resident[size++] = i;
    }
    else {
      while(used[resident[hand]]) {
        used[resident[hand]] = false;
        hand = (hand + 1) % size;
      }
      columns.set(resident[hand], null);
      resident[hand] = i;
      hand = (hand + 1) % size;
    }
    columns.set(i, column);
    return column;
  }

  /**
   * Give memory to another purpose: keep fewer columns.
   *
   * @param count Number of columns to keep
   */
  public synchronized void shrink(int count) {
    while(size > count) {
      columns.set(resident[--size], null);
    }
    hand = 0;
    resident = Arrays.copyOf(resident, Math.min(count, resident.length));
  }

  /**
   * Give memory to another purpose: keep fewer columns.
   *
   * @param purpose Memory in bytes
   * @return {@code false} if too few would remain; nothing has changed then
   */
  public boolean lend(long purpose) {
    final int remaining = capacity(bytes - purpose);
    if(remaining < needed()) {
      return false;
    }
    shrink(remaining);
    return true;
  }

  /**
   * Memory for the columns, as given at the begin.
   *
   * @return Memory in bytes
   */
  public long memory() {
    return bytes;
  }

  /**
   * Number of columns that fit into memory.
   *
   * @return Number of columns
   */
  public int capacity() {
    return resident.length;
  }

  /**
   * Number of kernel values computed so far.
   *
   * @return Number of evaluations
   */
  public long evaluations() {
    return evaluations.sum();
  }
}
