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
final class Blas {
  /**
   * Logger of the library, kept from garbage collection.
   */
  private static final Logger LIBRARY = Logger.getLogger("dev.ludovic.netlib");

  /**
   * Shared instance.
   */
  static final JavaBLAS INSTANCE;

  static {
    LIBRARY.setLevel(Level.SEVERE); // It would warn of the missing module.
    INSTANCE = JavaBLAS.getInstance();
  }

  /**
   * Size up to which the library is fast by itself; beyond, it misses the caches.
   */
  private static final int LARGE = 1024;

  /**
   * Rows, and columns, of the parts of large matrices.
   */
  private static final int ROWS = 512, COLUMNS = 256;

  /**
   * Static methods only.
   */
  private Blas() {
  }

  /**
   * Matrix product C = A B, all by columns. The library checks bounds generously:
   * the arrays of A and B need room for one more column if they are large.
   *
   * @param rows Rows of A and C
   * @param cols Columns of B and C
   * @param inner Columns of A, rows of B
   * @param a Matrix A
   * @param lda Length of the columns of A
   * @param b Matrix B
   * @param offset Offset of B
   * @param ldb Length of the columns of B
   * @param c Matrix C
   * @param ldc Length of the columns of C
   */
  static void multiply(int rows, int cols, int inner, double[] a, int lda, double[] b, int offset, int ldb, double[] c, int ldc) {
    if(rows <= LARGE && cols <= LARGE && inner <= LARGE) {
      INSTANCE.dgemm("N", "N", rows, cols, inner, 1., a, 0, lda, b, offset, ldb, 0., c, 0, ldc);
      return;
    }
    for(int i = 0; i < rows; i += ROWS) {
      final int height = Math.min(ROWS, rows - i);
      for(int j = 0; j < cols; j += COLUMNS) {
        final int width = Math.min(COLUMNS, cols - j);
        for(int k = 0; k < inner; k += COLUMNS) {
          INSTANCE.dgemm("N", "N", height, width, Math.min(COLUMNS, inner - k), 1., a, i + k * lda, lda, b, offset + k + j * ldb, ldb, //
              k == 0 ? 0. : 1., c, i + j * ldc, ldc);
        }
      }
    }
  }
}
