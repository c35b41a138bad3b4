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

/**
 * In-place inversion of symmetric positive definite matrices, by blocks (the
 * sweep operator): nearly all work is in matrix products, and only one half of
 * the matrix is computed.
 *
 * @author The pyelki-losdd developers
 * @since 0.1.0
 */
final class SymmetricInverse {
  /**
   * Pivots below this multiple of the diagonal make the matrix singular.
   */
  private static final double SINGULAR = 1e-10;

  /**
   * Rows that are multiplied at a time.
   */
  private static final int ROWS = 256;

  /**
   * Rows that are mirrored at a time.
   */
  private static final int TILE = 32;

  /**
   * Static methods only.
   */
  private SymmetricInverse() {
  }

  /**
   * Invert a matrix.
   *
   * @param a Matrix by columns, of which the lower half is read; replaced by its
   *        inverse. Its array must have room
   *        for another column, as the library checks bounds generously
   * @param n Number of rows and columns
   * @param ld Length of the columns in memory, at least n
   * @param workers Threads
   * @return {@code false} if the matrix is numerically singular, or not
   *         positive definite; it has been destroyed then
   */
  static boolean invert(double[] a, int n, int ld, Workers workers) {
    final int size = n > 2048 ? 192 : 96, blocks = (n + size - 1) / size;
    final double[] scale = new double[n];
    for(int i = 0; i < n; i++) {
      scale[i] = a[i + i * ld];
    }
    // Rows of these belong to the pivots: the library is fastest for A'B.
    final double[] panel = new double[(n + 1) * Math.min(size, n)], product = new double[panel.length];
    for(int b = 0; b < blocks; b++) {
      final int begin = b * size, width = Math.min(size, n - begin), pivot = b;
      copyPanel(a, n, ld, begin, width, panel);
      final double[] inverse = new double[width * (width + 1)];
      System.arraycopy(panel, begin * width, inverse, 0, width * width);
      if(!invertSmall(inverse, width, scale, begin)) {
        return false;
      }
      workers.run((n + ROWS - 1) / ROWS, j -> {
        final int from = j * ROWS, count = Math.min(ROWS, n - from);
        Blas.INSTANCE.dgemm("T", "N", width, count, width, 1., inverse, 0, width, panel, from * width, width, 0., product, from * width, width);
      });
      workers.run(blocks, j -> {
        final int from = j * size, count = Math.min(size, n - from);
        if(j != pivot) { // Only the lower half; the pivot rows are overwritten below.
          for(int i = from; i < n; i += ROWS) {
            Blas.INSTANCE.dgemm("T", "N", Math.min(ROWS, n - i), count, width, -1., product, i * width, width, panel, from * width, width, 1., a, i + from * ld, ld);
          }
        }
        for(int i = 0; i < count; i++) {
          for(int k = 0; k < width; k++) {
            if(j < pivot) {
              a[begin + k + (from + i) * ld] = product[(from + i) * width + k];
            }
            else {
              a[from + i + (begin + k) * ld] = j > pivot ? product[(from + i) * width + k] : -inverse[i + k * width];
            }
          }
        }
      });
    }
    workers.run(blocks, b -> {
      // By tiles, as one of the two sides is far apart in memory.
      final int begin = b * size, end = Math.min(begin + size, n);
      for(int from = begin; from < n; from += TILE) {
        final int to = Math.min(from + TILE, n);
        for(int j = begin; j < end; j++) {
          for(int i = Math.max(from, j); i < to; i++) {
            a[i + j * ld] = a[j + i * ld] = -a[i + j * ld];
          }
        }
      }
    });
    return true;
  }

  /**
   * Copy a block column, transposed; what is above the diagonal is stored below.
   *
   * @param a Matrix, of which the lower half is valid
   * @param n Number of rows and columns
   * @param ld Length of the columns in memory
   * @param begin First column
   * @param width Number of columns
   * @param panel Output
   */
  private static void copyPanel(double[] a, int n, int ld, int begin, int width, double[] panel) {
    for(int i = 0; i < n; i++) {
      for(int j = begin; j < begin + width; j++) {
        panel[i * width + j - begin] = a[Math.max(i, j) + Math.min(i, j) * ld];
      }
    }
  }

  /**
   * Invert a small matrix, without blocks.
   *
   * @param a Matrix
   * @param n Size
   * @param scale Diagonal of the whole matrix, to compare pivots to
   * @param offset Position of this block on the diagonal
   * @return {@code false} if the matrix is singular
   */
  private static boolean invertSmall(double[] a, int n, double[] scale, int offset) {
    final double[] column = new double[n];
    for(int k = 0; k < n; k++) {
      final double pivot = a[k + k * n];
      if(!(pivot > SINGULAR * scale[offset + k])) {
        return false;
      }
      final double inv = 1. / pivot;
      System.arraycopy(a, k * n, column, 0, n);
      column[k] = 0.; // Leaves the pivot row as it is
      for(int j = 0; j < n; j++) {
        if(j != k) {
          final double f = a[k + j * n] *= inv;
          for(int i = 0, off = j * n; i < n; i++) {
            a[off + i] -= f * column[i];
          }
        }
      }
      for(int i = 0; i < n; i++) {
        a[i + k * n] = -inv * column[i];
      }
      a[k + k * n] = inv;
    }
    return true;
  }
}
