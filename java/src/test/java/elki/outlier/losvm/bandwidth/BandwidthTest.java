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
package elki.outlier.losvm.bandwidth;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.util.Map;

import org.junit.Test;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;

import elki.outlier.losvm.TestData;
import elki.utilities.exceptions.AbortException;

/**
 * Bandwidth rules.
 */
public class BandwidthTest {
  @Test
  public void silvermanOfReferenceData() {
    int count = 0;
    for(Map.Entry<String, JsonElement> e : TestData.REFERENCE.getAsJsonObject("data").entrySet()) {
      JsonObject o = e.getValue().getAsJsonObject();
      double expected = o.get("gamma_silverman_var1").getAsDouble();
      assertEquals(expected, new Silverman().gamma(o.get("n").getAsInt(), o.get("d").getAsInt(), 1.), 1e-14 * expected);
      assertEquals(expected / 4., new Silverman().gamma(o.get("n").getAsInt(), o.get("d").getAsInt(), 4.), 1e-14 * expected);
      ++count;
    }
    assertEquals(4, count);
  }

  @Test
  public void formulas() {
    // sigma = sd * (4/(d+2))^(1/(d+4)) * n^(-1/(d+4)), and gamma = 1/(2 sigma^2).
    final int n = 100, d = 3;
    final double var = 2.5;
    double sigma = Math.sqrt(var) * Math.pow(4. / (d + 2), 1. / (d + 4)) * Math.pow(n, -1. / (d + 4));
    assertEquals(1. / (2. * sigma * sigma), new Silverman().gamma(n, d, var), 1e-13);
    sigma = Math.sqrt(var) * Math.pow(n, -1. / (d + 4));
    assertEquals(1. / (2. * sigma * sigma), new Scott().gamma(n, d, var), 1e-13);
    assertEquals(1. / (3. * 2.5), new Sklearn().gamma(n, d, var), 1e-15);
    assertEquals(.7, new FixedBandwidth(.7).gamma(n, d, var), 0.);
  }

  @Test
  public void ofTheData() {
    double[][] data = TestData.duplicated(TestData.random(41, 30, 3, 5.));
    double sum = 0., square = 0.;
    for(double[] row : data) {
      for(double v : row) {
        sum += v / (3 * data.length);
      }
    }
    for(double[] row : data) {
      for(double v : row) {
        square += (v - sum) * (v - sum) / (3 * data.length);
      }
    }
    Bandwidth[] rules = { new Silverman(), new Scott(), new Sklearn() };
    String[] names = { "silverman", "scott", "sklearn" };
    for(int i = 0; i < names.length; i++) {
      for(String kernel : new String[] { "rbf", "laplace", "rational_quadratic" }) {
        // Duplicates count.
        double expected = rules[i].gamma(data.length, 3, square);
        assertEquals(expected, TestData.run("losdd", data, "losvm.bandwidth", names[i], "losvm.kernel", kernel, "losvm.batches", 0).getGamma(), 1e-12 * expected);
      }
    }
    assertEquals(rules[0].gamma(data.length, 3, square), TestData.run("losdd", data, "losvm.batches", 0).getGamma(), 1e-12);
    assertEquals(.25, TestData.run("losdd", data, "losvm.gamma", .25, "losvm.batches", 0).getGamma(), 0.);
    assertTrue(Double.isNaN(TestData.run("losdd", data, "losvm.kernel", "linear", "losvm.batches", 0).getGamma()));
  }

  @Test
  public void dataOutOfRange() {
    for(double scale : new double[] { 1e200, 1e-200 }) {
      double[][] data = TestData.random(42, 20, 2, 0.);
      for(double[] row : data) {
        row[0] *= scale;
        row[1] *= scale;
      }
      if(scale > 1.) {
        String message = assertThrows(AbortException.class, () -> TestData.run("losdd", data)).getMessage();
        assertTrue(message, message.contains("Silverman yields gamma = 0.0") && message.contains("Standardize the data, or set losvm.gamma"));
      }
      else { // Their squares are 0: to double precision, the points coincide.
        for(double score : TestData.scores(TestData.run("losdd", data))) {
          assertEquals(0., score, 1e-3);
        }
      }
    }
  }
}
