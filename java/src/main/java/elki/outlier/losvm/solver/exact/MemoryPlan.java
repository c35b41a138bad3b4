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

import java.util.Locale;

/**
 * How the exact solver uses the memory it may use.
 * <p>
 * The inverse matrix has to fit. Beyond it, columns of the tableau are kept: all
 * of them if possible, else they are computed in chunks. Kernel values are kept
 * only if everything else fits, as they are cheap to compute again: by columns,
 * and if there is room for both, by rows.
 *
 * @author The pyelki-losdd developers
 * @since 0.1.0
 */
final class MemoryPlan {
  /** Fewer columns than this are not worth it. */
  private static final int MIN_COLUMNS = 128;

  /** Largest number of support vectors whose matrix fits into a Java array, and a few that join. */
  private static final int MAX_SUPPORT = 46_000;

  /** Points left out together, when there is memory for all. */
  private static final int CHUNK = 2048;

  /**
   * Most points left out together: more would not be faster, and their vectors
   * have to fit into a Java array.
   */
  private static final int MAX_CHUNK = 8192;

  /** Number of points, and of support vectors. */
  private final int n, m;

  /** Number of threads that there is memory for. */
  private final int threads;

  /**
   * Memory that may be used, and that for the inverse matrix and what the threads
   * need.
   */
  private final long limit, fixed;

  /**
   * Memory for a column of the tableau, and for the kernel of all support
   * vectors.
   */
  private final long perColumn, kernel;

  /** Fewest columns of the tableau to begin with. */
  private final int minColumns;

  /**
   * Constructor.
   *
   * @param n Number of points
   * @param m Number of support vectors
   * @param limit Memory that may be used, in bytes
   * @param effort Effort to spend: computing the kernel over and over again, with
   *        many small chunks, does not pay
   * @param wanted Number of threads wanted
   */
  MemoryPlan(int n, int m, long limit, Effort effort, int wanted) {
    this.n = n;
    this.m = m;
    this.limit = limit;
    this.perColumn = 8L * (n + m + 64L);
    this.kernel = 8L * n * (m + 64L);
    final int least = Math.min(MIN_COLUMNS, 2 * m + 64);
    this.minColumns = effort == Effort.ANY ? least : Math.max(least, Math.min(m / 2, 2 * MIN_COLUMNS + m / 4));
    // What is suitable must not depend on the number of threads.
    final long spare = Math.max(0L, limit - needed()), perThread = 16L * n + 8L * KernelRows.STRIDE * (m + 64L);
    this.threads = (int) Math.min(Math.max(1, wanted), 1L + spare / perThread);
    this.fixed = fixed(threads);
  }

  /**
   * Memory for the inverse matrix, and for what threads need.
   *
   * @param count Number of threads
   * @return Memory in bytes
   */
  private long fixed(int count) {
    // Each thread multiplies a block of rows at a time.
    return 8L * (m + 64L) * (m + 64L) + 8L * n * minCache(count) + 8L * count * KernelRows.STRIDE * (m + 64L);
  }

  /**
   * Kernel columns needed at least.
   *
   * @param count Number of threads
   * @return Number of columns
   */
  private int minCache(int count) {
    return (int) Math.min(n, 2L * count + 2L);
  }

  /**
   * Memory for all columns: those of the support vectors, and as experience
   * shows, half as many for other points; and for the changes of all models, in
   * single precision.
   *
   * @return Memory in bytes
   */
  private long all() {
    return perColumn * (m + m / 2 + 64L) + 4L * m * m;
  }

  /**
   * Whether the memory suffices.
   *
   * @return {@code true} if the exact solver should be used
   */
  boolean isSufficient() {
    return m <= MAX_SUPPORT && limit >= needed();
  }

  /**
   * Least memory needed.
   *
   * @return Memory in bytes
   */
  private long needed() {
    return fixed(1) + perColumn * minColumns;
  }

  /**
   * Number of threads that there is memory for.
   *
   * @return Number of threads
   */
  int threads() {
    return threads;
  }

  /**
   * Whether to keep the kernel values of the support vectors by rows; those of far
   * points, which have no rows, in single precision.
   *
   * @return {@code true} to keep them
   */
  boolean keepsRows() {
    return limit >= fixed + all() + 2L * kernel;
  }

  /**
   * Memory for kernel values of the support vectors.
   *
   * @return Memory in bytes
   */
  private long kernels() {
    return keepsRows() ? 2L * kernel : limit >= fixed + all() + kernel ? kernel : 0L;
  }

  /**
   * Whether all columns of the tableau can be kept.
   *
   * @return {@code true} to keep them
   */
  boolean keepsAll() {
    return limit >= fixed + all();
  }

  /**
   * Number of columns of the tableau that fit.
   *
   * @return Number of columns
   */
  int maxColumns() {
    return (int) Math.min(Integer.MAX_VALUE, (limit - fixed - kernels()) / perColumn);
  }

  /**
   * Number of points to leave out together. Half of the columns may be needed for
   * other points.
   *
   * @return Number of points
   */
  int chunk() {
    return keepsAll() ? CHUNK : Math.min(MAX_CHUNK, Math.max(1, maxColumns() / 2));
  }

  /**
   * Number of kernel columns to keep in the cache.
   *
   * @return Number of columns
   */
  int cacheColumns() {
    final long rest = limit - fixed - (keepsRows() ? kernel : 0L) - (keepsAll() ? all() : limit);
    return (int) Math.min(n, minCache(threads) + Math.max(0L, rest) / (8L * n));
  }

  /**
   * Number of further inverse matrices that fit, once there are no columns. Whether
   * there are any must not depend on the number of threads.
   *
   * @return Number of copies
   */
  int copies() {
    return (int) Math.min(Integer.MAX_VALUE, (limit - fixed(1) - kernels()) / (8L * (m + 64L) * (m + 64L)));
  }

  /**
   * Explain why the memory does not suffice.
   *
   * @return Text
   */
  String explain() {
    return m > MAX_SUPPORT ? m + " support vectors are too many for the exact solver (at most " + MAX_SUPPORT + ")." : //
        "The exact solver needs at least " + megabytes(needed()) + " MB (better " + megabytes(fixed + all()) + " MB) for " + m + " support vectors of " + n + " points, but may use " + megabytes(limit) + " MB.";
  }

  /**
   * Announce the work to be done.
   *
   * @param support Number of support vectors
   * @param seconds Time that the inversion took
   * @return Text
   */
  String announce(int support, double seconds) {
    // Inverting takes 2 m^3 operations; the columns take 2 n m for each point. With few
    // support vectors, the time to invert tells nothing.
    final double operations = 2. * n * support * (1.5 * support), rate = Math.max(2. * Math.pow(support, 3) / Math.max(seconds, 1e-6), 1e9);
    return String.format(Locale.ROOT, "Exact solver: %d support vectors of %d points, at most %.3g operations or about %.2g s for the first round, %d MB%s.", support, n, operations, //
        operations / rate, megabytes(keepsAll() ? fixed + all() + kernels() : limit), keepsAll() ? "" : ", in chunks of " + chunk());
  }

  /**
   * Convert to megabytes.
   *
   * @param bytes Bytes
   * @return Megabytes, rounded up
   */
  private static long megabytes(long bytes) {
    return (bytes + (1L << 20) - 1L) >> 20;
  }
}
