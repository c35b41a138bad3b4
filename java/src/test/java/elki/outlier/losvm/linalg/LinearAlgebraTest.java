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

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

import org.junit.Test;

import elki.outlier.losvm.parallel.Workers;

/**
 * Products and inverses, against the definitions.
 */
public class LinearAlgebraTest {
  @Test
  public void product() {
    // Below and above the size from which parts are multiplied.
    assertProduct(7, 5, 3);
    assertProduct(600, 3, 1300);
    assertProduct(30, 1100, 40);
    assertProduct(1030, 20, 70);
  }

  private void assertProduct(int rows, int cols, int inner) {
    final int lda = inner + 1, ldb = inner + 2;
    final double[] a = random(lda * (rows + 1), 1), b = random(3 + ldb * (cols + 1), 2), c = new double[rows * cols];
    Blas.multiply(rows, cols, inner, a, 0, lda, b, 3, ldb, c, rows);
    for(int i = 0; i < rows; i += 13) {
      for(int j = 0; j < cols; j++) {
        double sum = 0.;
        for(int k = 0; k < inner; k++) {
          sum += a[k + i * lda] * b[3 + k + j * ldb];
        }
        assertEquals(sum, c[i + j * rows], 1e-10);
      }
    }
  }

  @Test
  public void inverse() {
    for(int n : new int[] { 1, 2, 95, 96, 97, 250 }) {
      for(int threads = 1; threads <= 2; threads++) {
        final int ld = n + 3;
        final double[] a = positiveDefinite(n, ld), inverse = a.clone();
        assertTrue(SymmetricInverse.invert(inverse, n, ld, new Workers(threads), Workers.QUIET));
        for(int i = 0; i < n; i++) {
          for(int j = 0; j < n; j++) {
            double sum = 0.;
            for(int k = 0; k < n; k++) {
              sum += a[i + k * ld] * inverse[k + j * ld];
            }
            assertEquals(i == j ? 1. : 0., sum, 1e-9);
            assertEquals(inverse[i + j * ld], inverse[j + i * ld], 0.);
          }
        }
      }
    }
  }

  /**
   * Points that differ from those before as little as the tableau accepts.
   */
  @Test
  public void nearlySingular() {
    final double[] x = random(2 * 1500, 7);
    final double[][] factors = new double[1500][];
    final int[] kept = new int[1500];
    int n = 0;
    for(int i = 0; i < 1500; i++) { // Rows of a Cholesky decomposition
      final double[] row = new double[n + 1];
      double rest = 1.;
      for(int k = 0; k < n; k++) {
        double sum = similarity(x, i, kept[k]);
        for(int l = 0; l < k; l++) {
          sum -= row[l] * factors[k][l];
        }
        row[k] = sum / factors[k][k];
        rest -= row[k] * row[k];
      }
      if(rest > 1e-9) {
        row[n] = Math.sqrt(rest);
        factors[n] = row;
        kept[n++] = i;
      }
    }
    assertTrue("Several parts", n > 200);
    final double[] a = new double[n * (n + 1)];
    for(int i = 0; i < n; i++) {
      for(int j = 0; j < n; j++) {
        a[i + j * n] = similarity(x, kept[i], kept[j]);
      }
    }
    final double[] inverse = a.clone();
    assertTrue(SymmetricInverse.invert(inverse, n, n, new Workers(2), Workers.QUIET));
    // Errors of solutions, relative to what they are made of.
    for(int j = 0; j < n; j++) {
      double norm = 0.;
      for(int i = 0; i < n; i++) {
        norm += Math.abs(inverse[i + j * n]);
      }
      for(int i = 0; i < n; i++) {
        double sum = i == j ? -1. : 0.;
        for(int k = 0; k < n; k++) {
          sum += a[i + k * n] * inverse[k + j * n];
        }
        assertEquals(0., sum / norm, 1e-12);
      }
    }
  }

  private static double similarity(double[] x, int i, int j) {
    final double dx = x[2 * i] - x[2 * j], dy = x[2 * i + 1] - x[2 * j + 1];
    return Math.exp(-40. * (dx * dx + dy * dy));
  }

  @Test
  public void progress() {
    final int n = 1000;
    for(int threads = 1; threads <= 2; threads++) {
      final List<Double> shares = new ArrayList<>();
      final double[] a = positiveDefinite(n, n);
      assertTrue(SymmetricInverse.invert(a, n, n, new Workers(threads), shares::add));
      for(int k = 1; k < shares.size(); k++) {
        assertTrue(shares.get(k) >= shares.get(k - 1));
      }
      assertEquals(1., shares.get(shares.size() - 1), 1e-12);
      // A third of the work is the last product, by strips: it is no leap.
      assertTrue(shares.stream().filter(share -> share > .65 && share < .7).count() > 0);
      assertTrue(shares.stream().filter(share -> share < .05).count() > 0);
    }
  }

  @Test
  public void singular() {
    final int n = 120;
    final double[] a = new double[n * (n + 1)];
    Arrays.fill(a, 1.);
    assertFalse(SymmetricInverse.invert(a, n, n, new Workers(2), Workers.QUIET));
  }

  private static double[] positiveDefinite(int n, int ld) {
    final double[] x = random(n * 3, 5), a = new double[ld * (n + 1)];
    for(int i = 0; i < n; i++) {
      for(int j = 0; j < n; j++) {
        double d = 0.;
        for(int k = 0; k < 3; k++) {
          d += Math.pow(x[3 * i + k] - x[3 * j + k], 2);
        }
        a[i + j * ld] = Math.exp(-10. * d) + (i == j ? 1e-3 : 0.);
      }
    }
    return a;
  }

  private static double[] random(int size, long seed) {
    final Random rnd = new Random(seed);
    return rnd.doubles(size).toArray();
  }
}
