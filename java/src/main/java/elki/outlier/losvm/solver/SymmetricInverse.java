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

import dev.ludovic.netlib.blas.JavaBLAS;

/**
 * In-place inversion of symmetric positive definite matrices, by blocks
 * (Gauss-Jordan): nearly all work is in matrix products.
 *
 * @author The pyelki-losdd developers
 * @since 0.1.0
 */
final class SymmetricInverse {
  /**
   * Pivots below this multiple of the diagonal make the matrix singular.
   */
  private static final double SINGULAR = 1e-13;

  /**
   * Static methods only.
   */
  private SymmetricInverse() {
  }

  /**
   * Invert a matrix.
   *
   * @param a Matrix of size n*n, by columns; replaced by its inverse
   * @param n Number of rows
   * @param workers Threads
   * @return {@code false} if the matrix is numerically singular, or not
   *         positive definite; it has been destroyed then
   */
  static boolean invert(double[] a, int n, Workers workers) {
    final int size = n > 2048 ? 128 : 64, blocks = (n + size - 1) / size;
    final JavaBLAS blas = Blas.INSTANCE;
    final double[] scale = new double[n];
    for(int i = 0; i < n; i++) {
      scale[i] = a[i + i * n];
    }
    final double[] panel = new double[n * Math.min(size, n)];
    for(int b = 0; b < blocks; b++) {
      final int begin = b * size, width = Math.min(size, n - begin), pivot = b;
      // The block column, without the pivot block itself.
      System.arraycopy(a, begin * n, panel, 0, n * width);
      final double[] inverse = new double[width * width];
      for(int j = 0; j < width; j++) {
        System.arraycopy(panel, j * n + begin, inverse, j * width, width);
        Arrays.fill(panel, j * n + begin, j * n + begin + width, 0.);
      }
      if(!invertSmall(inverse, width, scale, begin)) {
        return false;
      }
      workers.run(blocks, j -> {
        final int from = j * size, count = Math.min(size, n - from);
        if(j != pivot) {
          final double[] row = new double[width * count], old = new double[width * count];
          for(int k = 0; k < count; k++) {
            System.arraycopy(a, begin + (from + k) * n, old, k * width, width);
          }
          blas.dgemm("N", "N", width, count, width, 1., inverse, 0, width, old, 0, width, 0., row, 0, width);
          blas.dgemm("N", "N", n, count, width, -1., panel, 0, n, row, 0, width, 1., a, from * n, n);
          for(int k = 0; k < count; k++) {
            System.arraycopy(row, k * width, a, begin + (from + k) * n, width);
          }
        }
        else {
          blas.dgemm("N", "N", n, width, width, -1., panel, 0, n, inverse, 0, width, 0., a, from * n, n);
          for(int k = 0; k < width; k++) {
            System.arraycopy(inverse, k * width, a, begin + (from + k) * n, width);
          }
        }
      });
    }
    for(int i = 0; i < n; i++) {
      for(int j = 0; j < i; j++) { // Rounding errors are not symmetric.
        a[j + i * n] = a[i + j * n] = .5 * (a[j + i * n] + a[i + j * n]);
      }
    }
    return true;
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
    for(int k = 0; k < n; k++) {
      final double pivot = a[k + k * n];
      if(!(pivot > SINGULAR * scale[offset + k])) {
        return false;
      }
      final double inv = 1. / pivot;
      for(int j = 0; j < n; j++) {
        if(j != k) {
          final double f = a[k + j * n] *= inv;
          for(int i = 0; i < n; i++) {
            if(i != k) {
              a[i + j * n] -= f * a[i + k * n];
            }
          }
        }
      }
      for(int i = 0; i < n; i++) {
        a[i + k * n] *= i == k ? 0. : -inv;
      }
      a[k + k * n] = inv;
    }
    return true;
  }
}
