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

/**
 * In-place inversion of symmetric positive definite matrices, by halves:
 * <p>
 * With \(X=A_{11}^{-1}A_{12}\), \(S=A_{22}-A_{12}^TX\), and \(Y=XS^{-1}\), the
 * inverse consists of \(A_{11}^{-1}+YX^T\), \(-Y\), and \(S^{-1}\). Nearly all
 * work thus is in products of large matrices. Of those that are symmetric, only
 * one half is computed.
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
   * Largest matrix that is not divided.
   */
  private static final int SMALL = 48;

  /**
   * Columns that are multiplied at a time.
   */
  private static final int STRIP = 64;

  /**
   * Smallest matrix that several threads work on.
   */
  private static final int LARGE = 400;

  /**
   * Rows and columns that are transposed at a time.
   */
  private static final int TILE = 32;

  /**
   * The matrix, by columns.
   */
  private final double[] a;

  /**
   * Length of the columns in memory.
   */
  private final int ld;

  /**
   * Threads, for large and for small matrices.
   */
  private final Workers workers, single = new Workers(1);

  /**
   * Diagonal of the matrix, to compare pivots to.
   */
  private final double[] scale;

  /**
   * Space for a quarter of the matrix.
   */
  private final double[] buffer;

  /**
   * Constructor.
   *
   * @param a Matrix
   * @param n Number of rows and columns
   * @param ld Length of the columns in memory
   * @param workers Threads
   */
  private SymmetricInverse(double[] a, int n, int ld, Workers workers) {
    this.a = a;
    this.ld = ld;
    this.workers = workers;
    this.scale = new double[n];
    for(int i = 0; i < n; i++) {
      scale[i] = a[i + i * ld];
    }
    this.buffer = new double[(n / 2 + 1) * (n / 2 + 2)];
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
    final SymmetricInverse inverse = new SymmetricInverse(a, n, ld, workers);
    inverse.strips(n, n, (begin, count) -> inverse.mirror(0, n, begin, count));
    return inverse.invert(0, n);
  }

  /**
   * Invert a part of the matrix on the diagonal.
   *
   * @param begin First row and column
   * @param n Number of rows and columns
   * @return {@code false} if it is singular
   */
  private boolean invert(int begin, int n) {
    if(n <= SMALL) {
      return invertSmall(begin, n);
    }
    final int n1 = n / 2, n2 = n - n1;
    final int a11 = begin + begin * ld, a12 = a11 + n1 * ld, a21 = a11 + n1, a22 = a12 + n1;
    if(!invert(begin, n1)) {
      return false;
    }
    // X, then what remains of the other half.
    strips(n, n2, (from, count) -> Blas.add(n1, count, n1, 1., a, a11, ld, a, a12 + from * ld, ld, 0., buffer, from * n1, n1));
    strips(n, n2, (from, count) -> {
      Blas.add(n2 - from, count, n1, -1., a, a12 + from * ld, ld, buffer, from * n1, n1, 1., a, a22 + from + from * ld, ld);
      mirror(begin + n1, n2, from, count);
    });
    strips(n, n1, (from, count) -> transpose(1., buffer, from, n1, n2, a, a21 + from * ld, ld, count));
    if(!invert(begin + n1, n2)) {
      return false;
    }
    // The transposed of Y, then the first half.
    strips(n, n1, (from, count) -> Blas.add(n2, count, n2, 1., a, a22, ld, a, a21 + from * ld, ld, 0., buffer, from * n2, n2));
    strips(n, n1, (from, count) -> {
      Blas.add(n1 - from, count, n2, 1., buffer, from * n2, n2, a, a21 + from * ld, ld, 1., a, a11 + from + from * ld, ld);
      mirror(begin, n1, from, count);
    });
    strips(n, n1, (from, count) -> {
      for(int j = from; j < from + count; j++) {
        for(int i = 0; i < n2; i++) {
          a[a21 + i + j * ld] = -buffer[i + j * n2];
        }
      }
    });
    strips(n, n2, (from, count) -> transpose(-1., buffer, from, n2, n1, a, a12 + from * ld, ld, count));
    return true;
  }

  /**
   * Work on some columns.
   *
   * @author The pyelki-losdd developers
   */
  private interface Strip {
    /**
     * Work on some columns.
     *
     * @param from First column
     * @param count Number of columns
     */
    void accept(int from, int count);
  }

  /**
   * Divide the columns of a matrix.
   *
   * @param n Size of the matrix it is a part of
   * @param columns Number of columns
   * @param task Work on some columns
   */
  private void strips(int n, int columns, Strip task) {
    (n < LARGE ? single : workers).run((columns + STRIP - 1) / STRIP, s -> task.accept(s * STRIP, Math.min(STRIP, columns - s * STRIP)));
  }

  /**
   * Copy what is below the diagonal to the other side.
   *
   * @param begin First row and column of a part of the matrix
   * @param n Number of rows and columns
   * @param from First column of this part to copy
   * @param count Number of columns
   */
  private void mirror(int begin, int n, int from, int count) {
    final int offset = begin + begin * ld;
    for(int top = from; top < n; top += TILE) {
      final int bottom = Math.min(top + TILE, n);
      for(int j = from; j < from + count; j++) {
        for(int i = Math.max(top, j + 1); i < bottom; i++) {
          a[offset + j + i * ld] = a[offset + i + j * ld];
        }
      }
    }
  }

  /**
   * Transpose a part of a matrix.
   *
   * @param factor Factor
   * @param x Matrix
   * @param row First row
   * @param rows Number of rows in total
   * @param columns Number of columns
   * @param out Output
   * @param offset Offset in the output
   * @param height Length of the columns of the output
   * @param count Number of rows to transpose
   */
  private static void transpose(double factor, double[] x, int row, int rows, int columns, double[] out, int offset, int height, int count) {
    for(int left = 0; left < columns; left += TILE) {
      final int right = Math.min(left + TILE, columns);
      for(int i = 0; i < count; i++) {
        for(int j = left; j < right; j++) {
          out[offset + j + i * height] = factor * x[row + i + j * rows];
        }
      }
    }
  }

  /**
   * Invert a small part, without dividing it.
   *
   * @param begin First row and column
   * @param n Number of rows and columns
   * @return {@code false} if it is singular
   */
  private boolean invertSmall(int begin, int n) {
    final int offset = begin + begin * ld;
    // As arrays of their own, such that the JVM vectorizes the loop.
    final double[][] columns = new double[n][];
    for(int j = 0; j < n; j++) {
      columns[j] = Arrays.copyOfRange(a, offset + j * ld, offset + j * ld + n);
    }
    for(int k = 0; k < n; k++) {
      final double pivot = columns[k][k];
      if(!(pivot > SINGULAR * scale[begin + k])) {
        return false;
      }
      final double inv = 1. / pivot;
      final double[] column = columns[k].clone();
      column[k] = 0.; // Leaves the pivot row as it is
      for(int j = 0; j < n; j++) {
        if(j != k) {
          final double f = columns[j][k] *= inv;
          subtract(f, column, columns[j]);
        }
      }
      for(int i = 0; i < n; i++) {
        columns[k][i] = -inv * column[i];
      }
      columns[k][k] = inv;
    }
    for(int j = 0; j < n; j++) { // One half only, as rounding errors differ
      for(int i = j; i < n; i++) {
        a[offset + i + j * ld] = a[offset + j + i * ld] = columns[j][i];
      }
    }
    return true;
  }

  /**
   * Subtract a multiple of a vector.
   *
   * @param f Factor
   * @param x Vector
   * @param out Vector to subtract from
   */
  private static void subtract(double f, double[] x, double[] out) {
    for(int i = 0; i < x.length; i++) {
      out[i] -= f * x[i];
    }
  }
}
