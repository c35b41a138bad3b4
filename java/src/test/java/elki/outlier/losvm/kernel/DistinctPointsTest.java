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

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import org.junit.Test;

import elki.outlier.losvm.TestData;
import elki.utilities.exceptions.AbortException;

/**
 * Canonical order, and duplicates.
 */
public class DistinctPointsTest {
  private static final double[][] DATA = { { 2, 1 }, { 0, 5 }, { 2, 0 }, { 0, 5 }, { -0., 5 }, { 2, 1 } };

  @Test
  public void order() {
    DistinctPoints d = PointTable.of(TestData.relation(DATA)).distinct();
    assertEquals(3, d.size());
    assertEquals(6, d.objects());
    int[] pointOf = { 2, 0, 1, 0, 0, 2 }, copies = { 3, 1, 2 };
    for(int i = 0; i < pointOf.length; i++) {
      assertEquals(pointOf[i], d.pointOf(i));
    }
    for(int i = 0; i < copies.length; i++) {
      assertEquals(copies[i], d.copies(i));
      for(int c = 0; c < copies[i]; c++) {
        assertEquals(i, d.pointOf(d.object(i, c)));
      }
    }
  }

  @Test
  public void varianceCountsDuplicates() {
    double sum = 0., square = 0.;
    for(double[] row : DATA) {
      for(double v : row) {
        sum += v;
        square += v * v;
      }
    }
    PointTable table = PointTable.of(TestData.relation(DATA));
    assertEquals(square / 12 - sum * sum / 144, table.variance(), 1e-14);
    assertEquals(6, table.originalSize());
    assertEquals(3, table.size());
    assertEquals(2, table.dimensionality());
  }

  @Test
  public void varianceFarFromTheOrigin() {
    double[][] far = { { 1e8 + 1 }, { 1e8 + 2 }, { 1e8 + 3 } };
    assertEquals(2. / 3, PointTable.of(TestData.relation(far)).variance(), 1e-12);
  }

  @Test
  public void valuesThatAreNotFinite() {
    for(double bad : new double[] { Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY }) {
      double[][] data = { { 1, 2, 3 }, { 4, 5, 6 }, { 7, 8, bad }, { 1, 1, 1 } };
      String message = assertThrows(AbortException.class, () -> PointTable.of(TestData.relation(data))).getMessage();
      assertTrue(message, message.contains("Object 2 has the value " + bad + " in column 3 of 3"));
    }
  }
}
