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

import java.util.logging.Level;
import java.util.logging.Logger;

import dev.ludovic.netlib.blas.JavaBLAS;

/**
 * The linear algebra library: it uses the vector module of the JVM, if that is
 * enabled. Native libraries are never used, so results do not depend on what is
 * installed.
 *
 * @author The pyelki-losdd developers
 * @since 0.1.0
 */
public final class Blas {
  /** Logger of the library, kept from garbage collection. */
  private static final Logger LIBRARY = Logger.getLogger("dev.ludovic.netlib");

  /** Shared instance. */
  private static final JavaBLAS INSTANCE;

  static {
    LIBRARY.setLevel(Level.SEVERE); // It would warn of the missing module.
    INSTANCE = JavaBLAS.getInstance();
  }

  /**
   * Columns and rows of A that are multiplied at a time: with more, the library
   * misses the caches.
   */
  private static final int COLUMNS = 512, DEPTH = 832;

  /**
   * Static methods only.
   */
  private Blas() {
  }

  /**
   * Matrix product C = A'B, all by columns. The library checks bounds generously:
   * the arrays of A and B need room for one more column if they are large.
   *
   * @param rows Columns of A, rows of C
   * @param cols Columns of B and C
   * @param inner Rows of A and B
   * @param a Matrix A
   * @param begin Offset of A
   * @param lda Length of the columns of A
   * @param b Matrix B
   * @param offset Offset of B
   * @param ldb Length of the columns of B
   * @param c Matrix C
   * @param ldc Length of the columns of C
   */
  public static void multiply(int rows, int cols, int inner, double[] a, int begin, int lda, double[] b, int offset, int ldb, double[] c, int ldc) {
    addProduct(rows, cols, inner, 1., a, begin, lda, b, offset, ldb, 0., c, 0, ldc);
  }

  /**
   * Add a multiple of a matrix product to a multiple of a matrix, as above.
   *
   * @param rows Columns of A, rows of C
   * @param cols Columns of B and C
   * @param inner Rows of A and B
   * @param factor Factor of the product
   * @param a Matrix A
   * @param begin Offset of A
   * @param lda Length of the columns of A
   * @param b Matrix B
   * @param offset Offset of B
   * @param ldb Length of the columns of B
   * @param keep Factor of C
   * @param c Matrix C
   * @param first Offset of C
   * @param ldc Length of the columns of C
   */
  public static void addProduct(int rows, int cols, int inner, double factor, double[] a, int begin, int lda, double[] b, int offset, int ldb, double keep, double[] c, int first, int ldc) {
    for(int i = 0; i < rows; i += COLUMNS) {
      for(int k = 0; k < inner; k += DEPTH) {
        INSTANCE.dgemm("T", "N", Math.min(COLUMNS, rows - i), cols, Math.min(DEPTH, inner - k), factor, a, begin + k + i * lda, lda, b, offset + k, ldb, //
            k == 0 ? keep : 1., c, first + i, ldc);
      }
    }
  }

  /**
   * Add a multiple of a vector to another. (The JVM vectorizes such a loop only if
   * both offsets are known to be the same.)
   *
   * @param factor Factor
   * @param x Vector
   * @param xoff Offset of the vector
   * @param y Vector to add to
   * @param yoff Its offset
   * @param length Length
   */
  public static void addMultiple(double factor, double[] x, int xoff, double[] y, int yoff, int length) {
    INSTANCE.daxpy(length, factor, x, xoff, 1, y, yoff, 1);
  }
}
