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
package elki.outlier.losvm.linalg;

import java.util.function.DoubleConsumer;
import java.util.function.IntConsumer;

import elki.outlier.losvm.parallel.Workers;

/**
 * In-place inversion of symmetric positive definite matrices, by halves of the
 * Cholesky decomposition \(A=LL^T\). With \(R=L^{-1}\), the inverse is
 * \(R^TR\):
 * <p>
 * From \(R_{11}\) follow \(L_{21}=A_{21}R_{11}^T\) and what remains of the other
 * half, \(A_{22}-L_{21}L_{21}^T\); from \(R_{22}\) then
 * \(R_{21}=-R_{22}L_{21}R_{11}\). Nearly all work thus is in products of large
 * matrices. (Inverting the halves themselves takes as many operations, but its
 * rounding errors grow with the condition of the matrix, here with the root of it.)
 *
 * @author The pyelki-losdd developers
 * @since 0.1.0
 */
public final class SymmetricInverse {
  /** Pivots below this multiple of the diagonal make the matrix singular. */
  private static final double SINGULAR = 1e-10;

  /** Largest matrix that is not divided. */
  private static final int SMALL = 48;

  /** Columns that are multiplied at a time. */
  private static final int STRIP = 48;

  /** Smallest matrix that several threads work on. */
  private static final int LARGE = 200;

  /** Rows and columns that are transposed at a time. */
  private static final int TILE = 32;

  /**
   * The matrix, by columns. Where it has been decomposed, R is below the diagonal,
   * and its transposed above.
   */
  private final double[] a;

  /** Length of the columns in memory. */
  private final int ld;

  /** Threads, for large and for small matrices. */
  private final Workers workers, single = new Workers(1);

  /** Diagonal of the matrix, to compare pivots to. */
  private final double[] scale;

  /** Space for a quarter of the matrix. */
  private final double[] buffer;

  /** Progress listener, 0 to 1. */
  private final DoubleConsumer progress;

  /** Products of two numbers to compute. */
  private final double total;

  /** Products that have been computed. */
  private double done = 0.;

  /**
   * Constructor.
   *
   * @param a Matrix
   * @param n Number of rows and columns
   * @param ld Length of the columns in memory
   * @param workers Threads
   * @param progress Progress listener, 0 to 1
   */
  private SymmetricInverse(double[] a, int n, int ld, Workers workers, DoubleConsumer progress) {
    this.a = a;
    this.ld = ld;
    this.workers = workers;
    this.progress = progress;
    this.total = .5 * n * n * n; // A third for R, a sixth for the result
    this.scale = new double[n];
    for(int i = 0; i < n; i++) {
      scale[i] = a[i + i * ld];
    }
    this.buffer = new double[(n / 2 + 1) * (n / 2 + 2)];
  }

  /**
   * Invert a matrix.
   *
   * @param a Matrix by columns, of which the upper half is read; replaced by its
   *        inverse. Its array must have room for another column, as the library
   *        checks bounds generously
   * @param n Number of rows and columns
   * @param ld Length of the columns in memory, at least n
   * @param workers Threads
   * @param progress Progress listener, 0 to 1
   * @return {@code false} if the matrix is numerically singular, or not
   *         positive definite; it has been destroyed then
   */
  public static boolean invert(double[] a, int n, int ld, Workers workers, DoubleConsumer progress) {
    final SymmetricInverse inverse = new SymmetricInverse(a, n, ld, workers, progress);
    if(!inverse.decompose(0, n)) {
      return false;
    }
    inverse.square(n);
    return true;
  }

  /**
   * Decompose a part of the matrix on the diagonal.
   *
   * @param begin First row and column
   * @param n Number of rows and columns
   * @return {@code false} if it is singular
   */
  private boolean decompose(int begin, int n) {
    if(n <= SMALL) {
      return decomposeSmall(begin, n);
    }
    final int n1 = n / 2, n2 = n - n1;
    final int a11 = begin + begin * ld, a12 = a11 + n1 * ld, a21 = a11 + n1, a22 = a12 + n1;
    if(!decompose(begin, n1)) {
      return false;
    }
    // The transposed of L21, then what remains of the other half.
    final double products = .5 * n1 * n2;
    strips(n, n1, products * n1, (from, count) -> {
      final int rows = from + count;
      Blas.addProduct(count, n2, rows, 1., upper(a11, from, count), 0, rows, a, a12, ld, 0., buffer, from, n1);
    });
    strips(n, n2, products * n2, (from, count) -> //
    Blas.addProduct(from + count, count, n1, -1., buffer, 0, n1, buffer, from * n1, n1, 1., a, a22 + from * ld, ld));
    // L21 R11, then the transposed of R21.
    strips(n, n1, products * n1, (from, count) -> {
      final int rows = n1 - from;
      Blas.addProduct(n2, count, rows, 1., buffer, from, n1, lower(a11, n1, from, count), 0, rows, 0., a, a21 + from * ld, ld);
    });
    if(!decompose(begin + n1, n2)) {
      return false;
    }
    strips(n, n2, products * n2, (from, count) -> {
      final int rows = from + count;
      Blas.addProduct(n1, count, rows, -1., a, a21, ld, upper(a22, from, count), 0, rows, 0., a, a12 + from * ld, ld);
    });
    strips(n, n1, 0., (from, count) -> transpose(a12 + from, count, n2, a21 + from * ld));
    return true;
  }

  /**
   * Multiply the transposed of R with R, when all is decomposed: the result takes
   * the place above the diagonal, as R itself is needed until the end.
   *
   * @param n Number of rows and columns
   */
  private void square(int n) {
    final double[] blocks = new double[(n + STRIP) * STRIP]; // On the diagonal
    strips(n, n, total - done, (from, count) -> {
      final int rows = n - from;
      final double[] strip = lower(0, n, from, count);
      Blas.addProduct(from, count, rows, 1., a, from, ld, strip, 0, rows, 0., a, from * ld, ld);
      Blas.addProduct(count, count, rows, 1., strip, 0, rows, strip, 0, rows, 0., blocks, from * STRIP, STRIP);
    });
    strips(n, n, 0., (from, count) -> {
      for(int j = from; j < from + count; j++) {
        System.arraycopy(blocks, j * STRIP, a, from + j * ld, j - from + 1);
      }
    });
    strips(n, n, 0., (from, count) -> {
      for(int j = from; j < from + count; j++) {
        for(int i = from; i < j; i++) {
          a[j + i * ld] = a[i + j * ld];
        }
      }
      final int below = from + count;
      transpose(from + below * ld, count, n - below, below + from * ld);
    });
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
   * @param products Products of two numbers to compute
   * @param task Work on some columns
   */
  private void strips(int n, int columns, double products, Strip task) {
    final int count = (columns + STRIP - 1) / STRIP;
    final IntConsumer strip = s -> task.accept(s * STRIP, Math.min(STRIP, columns - s * STRIP));
    final double before = done;
    (n < LARGE ? single : workers).run(count, () -> strip, ready -> progress.accept((before + products * ready / count) / total));
    done += products;
  }

  /**
   * Copy columns of the transposed of R, down to the last one of their diagonal.
   *
   * @param offset Offset of a part on the diagonal
   * @param from First column
   * @param count Number of columns
   * @return Columns, with zeros below the diagonal
   */
  private double[] upper(int offset, int from, int count) {
    final int rows = from + count;
    final double[] strip = new double[rows * (count + 1)];
    for(int j = 0; j < count; j++) {
      System.arraycopy(a, offset + (from + j) * ld, strip, j * rows, from + j + 1);
    }
    return strip;
  }

  /**
   * Copy columns of R, beginning with the first one of their diagonal.
   *
   * @param offset Offset of a part on the diagonal
   * @param n Size of this part
   * @param from First column
   * @param count Number of columns
   * @return Columns, with zeros above the diagonal
   */
  private double[] lower(int offset, int n, int from, int count) {
    final int rows = n - from;
    final double[] strip = new double[rows * (count + 1)];
    for(int j = 0; j < count; j++) {
      System.arraycopy(a, offset + from + j + (from + j) * ld, strip, j + j * rows, rows - j);
    }
    return strip;
  }

  /**
   * Transpose a part of the matrix.
   *
   * @param offset Its offset
   * @param rows Number of rows
   * @param columns Number of columns
   * @param to Offset of the result
   */
  private void transpose(int offset, int rows, int columns, int to) {
    for(int left = 0; left < columns; left += TILE) {
      final int right = Math.min(left + TILE, columns);
      for(int i = 0; i < rows; i++) {
        for(int j = left; j < right; j++) {
          a[to + j + i * ld] = a[offset + i + j * ld];
        }
      }
    }
  }

  /**
   * Decompose a small part, without dividing it: Gaussian elimination, of it and of
   * the identity matrix. Row by row, the latter takes the place of what has been
   * eliminated.
   *
   * @param begin First row and column
   * @param n Number of rows and columns
   * @return {@code false} if it is singular
   */
  private boolean decomposeSmall(int begin, int n) {
    final int offset = begin + begin * ld;
    // As arrays of their own, such that the JVM vectorizes the loop.
    final double[][] rows = new double[n][n];
    for(int j = 0; j < n; j++) {
      for(int i = 0; i <= j; i++) {
        rows[i][j] = rows[j][i] = a[offset + i + j * ld];
      }
    }
    for(int k = 0; k < n; k++) {
      final double[] row = rows[k];
      final double pivot = row[k];
      if(!(pivot > SINGULAR * scale[begin + k])) {
        return false;
      }
      row[k] = 1.;
      for(int i = k + 1; i < n; i++) {
        final double factor = rows[i][k] / pivot;
        rows[i][k] = 0.;
        subtract(factor, row, rows[i]);
      }
      final double root = Math.sqrt(pivot);
      for(int j = 0; j <= k; j++) {
        a[offset + k + j * ld] = a[offset + j + k * ld] = row[j] / root;
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
