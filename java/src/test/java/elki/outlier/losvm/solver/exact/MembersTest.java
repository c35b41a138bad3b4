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

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.util.stream.IntStream;

import org.junit.Test;

/**
 * Members come and go, and their number is limited by the largest array.
 */
public class MembersTest {
  @Test
  public void lastOneTakesTheSlot() {
    Members members = new Members(9);
    members.set(new int[] { 5, 2, 7, 1 });
    members.remove(2);
    assertArrayEquals(new int[] { 5, 1, 7 }, members.toArray());
    assertFalse(members.contains(2));
    assertEquals(1, members.slot(1));
    members.remove(7);
    members.add(8);
    assertArrayEquals(new int[] { 5, 1, 8 }, members.toArray());
    for(int s = 0; s < members.size(); s++) {
      assertEquals(s, members.slot(members.point(s)));
    }
  }

  /** A copy has a life of its own. */
  @Test
  public void copy() {
    Members members = new Members(9);
    members.set(new int[] { 5, 2 });
    Members copy = new Members(members);
    copy.remove(5);
    assertTrue(members.contains(5));
    assertEquals(0, members.slot(5));
  }

  /** However often there is more room: a square matrix still fits into an array. */
  @Test
  public void noOverflow() {
    final int n = 46_400;
    Members members = new Members(n);
    members.set(IntStream.range(0, 46_000).toArray());
    UnsuitableException e = assertThrows(UnsuitableException.class, () -> {
      for(int i = 46_000; i < n; i++) {
        members.grow();
        members.add(i);
        assertTrue("Room: " + members.room(), (long) members.room() * members.room() <= Integer.MAX_VALUE);
      }
    });
    assertEquals(UnsuitableException.Reason.MEMORY, e.reason());
    assertTrue(e.getMessage(), e.getMessage().contains("smo"));
    assertThrows(UnsuitableException.class, () -> members.set(IntStream.range(0, n).toArray()));
  }
}
