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
package elki.outlier.losvm.solver.exact;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import org.junit.Test;

/**
 * What is decided by the memory does not depend on the number of threads.
 */
public class MemoryPlanTest {
  @Test
  public void threads() {
    int[] used = { 0, 0, 0 };
    for(int n : new int[] { 500, 1500, 20_000 }) {
      for(int m : new int[] { 20, 400, n / 2 }) {
        for(long megabytes = 1L; megabytes < 20_000L; megabytes = megabytes * 5 / 4 + 1) {
          for(Effort effort : Effort.values()) {
            MemoryPlan one = new MemoryPlan(n, m, megabytes << 20, effort, 1);
            for(int threads : new int[] { 2, 16, 1 << 30 }) {
              MemoryPlan many = new MemoryPlan(n, m, megabytes << 20, effort, threads);
              assertEquals(one.isSufficient(), many.isSufficient());
              assertEquals(one.copies() > 0, many.copies() > 0);
              assertTrue(many.threads() >= 1 && many.threads() <= threads);
              if(one.isSufficient()) {
                assertTrue("Columns: " + many.maxColumns(), many.maxColumns() >= Math.min(64, m));
                assertTrue("Cache: " + many.cacheColumns(), many.cacheColumns() >= Math.min(n, 2 * many.threads() + 2));
              }
              used[many.threads() == 1 ? 0 : many.threads() < threads ? 1 : 2]++;
            }
          }
        }
      }
    }
    assertTrue("One, some and all threads", used[0] > 10 && used[1] > 10 && used[2] > 10);
  }
}
