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

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.util.Random;

import org.junit.Test;

import elki.outlier.losvm.LeaveOutResult;
import elki.outlier.losvm.TestData;
import elki.utilities.exceptions.AbortException;

/**
 * Kernel matrices given by the user.
 */
public class PrecomputedKernelTest {
  private static double[][] rbf(double[][] data) {
    double[][] matrix = new double[data.length][data.length];
    for(int i = 0; i < data.length; i++) {
      for(int j = 0; j < data.length; j++) {
        matrix[i][j] = Math.exp(-Math.pow(data[i][0] - data[j][0], 2));
      }
    }
    return matrix;
  }

  private static double[] run(double[][] matrix) {
    LeaveOutResult result = TestData.run("losdd", new double[matrix.length][1], "losvm.kernel", new PrecomputedKernel(matrix), "losvm.batches", 2);
    assertTrue(Double.isNaN(result.getGamma()));
    return TestData.scores(result);
  }

  @Test
  public void positive() {
    assertTrue(new PrecomputedKernel(new double[][] { { 1, 0 }, { 0, 1 } }).isPositive());
    assertFalse(new PrecomputedKernel(new double[][] { { 1, -.5 }, { -.5, 1 } }).isPositive());
  }

  @Test
  public void notSymmetric() {
    String message = assertThrows(AbortException.class, () -> new PrecomputedKernel(new double[][] { { 1, 0, .5 }, { 0, 1, .25 }, { .75, .25, 1 } })).getMessage();
    assertTrue(message, message.contains("not symmetric: row 2, column 0 holds 0.75, but row 0, column 2 holds 0.5"));
  }

  @Test
  public void notSquare() {
    String message = assertThrows(AbortException.class, () -> new PrecomputedKernel(new double[][] { { 1, 0, .5 }, { 0, 1, .25 } })).getMessage();
    assertTrue(message, message.contains("not square: it has 2 rows, but row 0 has 3 values"));
  }

  @Test
  public void wrongSize() {
    double[][] matrix = rbf(TestData.random(1, 5, 1, 0.));
    String message = assertThrows(AbortException.class, () -> TestData.run("losdd", new double[6][1], "losvm.kernel", new PrecomputedKernel(matrix), "losvm.batches", 0)).getMessage();
    assertTrue(message, message.contains("has 5 rows") && message.contains("there is an object 5"));
  }

  @Test
  public void valuesThatAreNotFinite() {
    double[][] matrix = rbf(TestData.random(1, 5, 1, 0.));
    matrix[1][3] = matrix[3][1] = Double.NaN;
    String message = assertThrows(AbortException.class, () -> run(matrix)).getMessage();
    assertTrue(message, message.contains("1 and 3 is NaN"));
  }

  @Test
  public void roundingErrors() {
    // Matrix products are symmetric but for rounding; the order must not matter.
    double[][] data = TestData.random(2, 30, 1, 0.), matrix = rbf(data), flipped = new double[30][30];
    Random rnd = new Random(1);
    for(int i = 0; i < 30; i++) {
      for(int j = 0; j < 30; j++) {
        matrix[i][j] += rnd.nextInt(3) * 1e-16;
      }
    }
    for(int i = 0; i < 30; i++) {
      for(int j = 0; j < 30; j++) {
        flipped[29 - i][29 - j] = matrix[i][j];
      }
    }
    double[] expected = run(matrix), actual = run(flipped), reversed = new double[30];
    for(int i = 0; i < 30; i++) {
      reversed[i] = actual[29 - i];
    }
    assertArrayEquals(expected, reversed, 0.);
    // Not even where values should be 0.
    new PrecomputedKernel(new double[][] { { 1, 1e-17 }, { -1e-17, 1 } });
  }
}
