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

import java.util.Random;

import org.junit.Test;

/**
 * Exponentials agree with those of Java.
 */
public class ExponentialTest {
  @Test
  public void agreesWithJava() {
    Random random = new Random(3);
    for(double range : new double[] { 1e-12, 1e-3, 1., 50., 800. }) {
      double[] values = random.doubles(10_000, -range, 0.).toArray(), exponentials = values.clone();
      Exponential.apply(exponentials, 0, values.length);
      for(int i = 0; i < values.length; i++) {
        final double expected = Math.exp(values[i]);
        assertEquals(values[i] + "", expected, exponentials[i], 1.5 * Math.ulp(expected));
      }
    }
  }

  @Test
  public void ends() {
    double[] values = { 7., 0., -0., -Double.MIN_VALUE, -744.4, -745.2, -1e5, -1e308, Double.NEGATIVE_INFINITY, 7. };
    Exponential.apply(values, 1, values.length - 1);
    double[] expected = { 7., 1., 1., 1., Double.MIN_VALUE, 0., 0., 0., 0., 7. };
    for(int i = 0; i < values.length; i++) {
      assertEquals("" + i, expected[i], values[i], 0.);
    }
  }

  /** A value does not depend on its position, or on how loops are compiled. */
  @Test
  public void position() {
    double[] values = new Random(4).doubles(500, -30., 0.).toArray(), together = values.clone();
    Exponential.apply(together, 0, together.length);
    for(int i = 0; i < values.length; i++) {
      double[] single = { values[i] };
      Exponential.apply(single, 0, 1);
      assertEquals(together[i], single[0], 0.);
    }
  }
}
