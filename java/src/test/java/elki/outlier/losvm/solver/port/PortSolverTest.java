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
package elki.outlier.losvm.solver.port;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;

import org.junit.Test;

import elki.math.MeanVariance;
import elki.outlier.losvm.LeaveOutResult;
import elki.outlier.losvm.TestData;

/**
 * Training by the port, here by what stands in for it: it must agree with the exact
 * solver, although the port has floats only.
 */
public class PortSolverTest {
  private static LeaveOutResult run(String method, double[][] data, String solver, Object... options) {
    return TestData.run(method, data, TestData.with(options, "losvm.solver", solver, "losvm.tolerance", 1e-9));
  }

  /** Leave-one-out, and which objects are removed in which order. */
  private static void assertAgrees(String name, double[][] data, Object... options) {
    for(String method : TestData.METHODS) {
      Object[] once = TestData.with(options, "losvm.batches", 1);
      assertArrayEquals(name + " " + method, TestData.scores(run(method, data, "exact", once)), TestData.scores(run(method, data, "port", once)), 1e-6);
      LeaveOutResult exact = run(method, data, "exact", options), port = run(method, data, "port", options);
      assertArrayEquals(name + " " + method, TestData.removed(exact), TestData.removed(port));
      assertArrayEquals(name + " " + method, TestData.scores(exact), TestData.scores(port), 1e-6);
      assertEquals("port", port.getRounds().get(0).solver);
    }
  }

  /** Bandwidths with which scores do not tie. */
  @Test
  public void realData() {
    for(String name : new String[] { "wbc", "wdbc", "Hepatitis_withoutdupl_norm_05_v01" }) {
      double[][] data = TestData.load(name);
      assertAgrees(name, data, "losvm.bandwidth", "sklearn");
      assertAgrees(name, data, "losvm.bandwidth", "sklearn", "losvm.C", .05);
      assertAgrees(name, data, "losvm.nu", .2);
    }
  }

  @Test
  public void copies() {
    double[][] data = TestData.duplicated(TestData.random(31, 40, 2, 0.));
    assertAgrees("hard", data);
    assertAgrees("soft", data, "losvm.nu", .1);
  }

  /** Values that no float can have, and those that floats round to 0. */
  @Test
  public void magnitudes() {
    for(double factor : new double[] { 1e25, 1e-25 }) {
      double[][] data = TestData.random(32, 40, 3, 0.);
      for(double[] row : data) {
        for(int k = 0; k < row.length; k++) {
          row[k] *= factor;
        }
      }
      assertAgrees("times " + factor, data, "losvm.kernel", "linear", "losvm.C", .1, "losvm.score", "relative", "losvm.batches", 2);
    }
  }

  @Test
  public void memory() {
    double[][] data = TestData.random(33, 500, 3, 0.);
    assertArrayEquals(TestData.scores(run("losdd", data, "port")), TestData.scores(run("losdd", data, "port", "losvm.memory", 1, "losvm.threads", 1)), 0.);
  }

  /** As the port is with an absolute tolerance, it finds 790 of them. */
  @Test
  public void supportVectors() {
    double[][] data = standardized(TestData.load("PageBlocks_withoutdupl_norm_05_v01"));
    LeaveOutResult port = TestData.run("losdd", data, "losvm.batches", 0, "losvm.solver", "port", "losvm.tolerance", 1e-6);
    LeaveOutResult exact = TestData.run("losdd", data, "losvm.batches", 0, "losvm.solver", "exact");
    assertEquals(828, TestData.support(exact).length);
    assertArrayEquals(TestData.support(exact), TestData.support(port));
  }

  private static double[][] standardized(double[][] data) {
    double[][] scaled = new double[data.length][data[0].length];
    for(int k = 0; k < data[0].length; k++) {
      MeanVariance column = new MeanVariance();
      for(double[] row : data) {
        column.put(row[k]);
      }
      for(int i = 0; i < data.length; i++) {
        scaled[i][k] = (data[i][k] - column.getMean()) / column.getPopulationStddev();
      }
    }
    return scaled;
  }
}
