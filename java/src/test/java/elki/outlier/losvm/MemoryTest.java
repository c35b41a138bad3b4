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
package elki.outlier.losvm;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import org.junit.Test;

import elki.utilities.exceptions.AbortException;

/**
 * The exact solver within little memory: it works in chunks, with the same
 * result, and says so if it cannot.
 */
public class MemoryTest {
  private static final double[][] DATA = TestData.random(3, 1200, 4, 0.);

  private static final Object[] OPTIONS = { "losvm.batches", 3, "losvm.remove", 6 };

  @Test
  public void chunks() {
    LeaveOutResult all = TestData.run("losdd", DATA, TestData.with(OPTIONS, "losvm.solver", "exact"));
    int support = all.getRounds().get(0).supportVectors;
    assertTrue("Enough for several chunks: " + support, support > 350);
    for(int memory : new int[] { 12, 8 }) {
      LeaveOutResult chunks = TestData.run("losdd", DATA, TestData.with(OPTIONS, "losvm.solver", "exact", "losvm.memory", memory));
      assertArrayEquals(TestData.removed(all), TestData.removed(chunks));
      assertArrayEquals(TestData.scores(all), TestData.scores(chunks), 1e-9);
      assertEquals("exact", chunks.getRounds().get(1).solver);
    }
  }

  /**
   * More support vectors than are multiplied at a time.
   */
  @Test
  public void manySupportVectors() {
    double[][] data = TestData.random(5, 1100, 12, 0.);
    LeaveOutResult all = TestData.run("losdd", data, TestData.with(OPTIONS, "losvm.solver", "exact"));
    int support = all.getRounds().get(0).supportVectors;
    assertTrue("Enough for several products: " + support, support > 850);
    LeaveOutResult chunks = TestData.run("losdd", data, TestData.with(OPTIONS, "losvm.solver", "exact", "losvm.memory", 24));
    assertArrayEquals(TestData.removed(all), TestData.removed(chunks));
    assertArrayEquals(TestData.scores(all), TestData.scores(chunks), 1e-9);
  }

  @Test
  public void tooLittle() {
    AbortException e = assertThrows(AbortException.class, //
        () -> TestData.run("losdd", DATA, TestData.with(OPTIONS, "losvm.solver", "exact", "losvm.memory", 2)));
    assertTrue(e.getMessage(), e.getMessage().contains("needs at least") && e.getMessage().contains("losvm.memory"));
    // The automatic choice makes do with what there is.
    LeaveOutResult auto = TestData.run("losdd", DATA, TestData.with(OPTIONS, "losvm.memory", 2));
    assertEquals("smo", auto.getRounds().get(1).solver);
  }
}
