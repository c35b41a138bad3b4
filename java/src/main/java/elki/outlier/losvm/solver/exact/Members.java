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

import java.util.Arrays;

/**
 * The points that a matrix consists of, each in a slot: rows and columns are in
 * the order of the slots. When a member leaves, the last one takes its slot.
 *
 * @author The pyelki-losdd developers
 * @since 0.2.0
 */
final class Members {
  /** Spare room for members that join. */
  static final int SPARE = 64;

  /** The most room there can be: a square matrix has to fit into a Java array. */
  static final int MAX_ROOM = 46_340;

  /** Members by slot; its length is the room. */
  private int[] points = new int[0];

  /** Number of members. */
  private int size = 0;

  /** Slot of each point, -1 for those that are no members. */
  private final int[] slots;

  /**
   * Constructor.
   *
   * @param n Number of points
   */
  Members(int n) {
    slots = new int[n];
    Arrays.fill(slots, -1);
  }

  /**
   * Copy constructor.
   *
   * @param other Members to copy
   */
  Members(Members other) {
    points = other.points.clone();
    size = other.size;
    slots = other.slots.clone();
  }

  /**
   * Make these points the members.
   *
   * @param members Points
   */
  void set(int[] members) {
    Arrays.fill(slots, -1);
    size = members.length;
    points = Arrays.copyOf(members, checkedRoom(size + (long) SPARE));
    for(int s = 0; s < size; s++) {
      slots[members[s]] = s;
    }
  }

  /**
   * Check that a matrix with this many rows and columns fits into an array.
   *
   * @param room Room wanted
   * @return Room
   */
  private static int checkedRoom(long room) {
    if(room > MAX_ROOM) {
      throw new UnsuitableException(UnsuitableException.Reason.MEMORY, "losvm.solver", "With more than " + (MAX_ROOM - SPARE) + " support vectors, the inverse matrix of the exact solver does not fit into a Java array.", "Use smo.");
    }
    return (int) room;
  }

  /**
   * Make room for another member.
   *
   * @return {@code true} if there is more room than before
   */
  boolean grow() {
    if(size + 1 < points.length) {
      return false;
    }
    points = Arrays.copyOf(points, checkedRoom(points.length + (long) SPARE));
    return true;
  }

  /**
   * A point becomes the last member; there must be room.
   *
   * @param i Point
   */
  void add(int i) {
    points[size] = i;
    slots[i] = size++;
  }

  /**
   * A member leaves, and the last one takes its slot.
   *
   * @param i Point
   */
  void remove(int i) {
    final int s = slots[i], last = points[--size];
    points[s] = last;
    slots[last] = s;
    slots[i] = -1;
  }

  /**
   * Number of members.
   *
   * @return Number of members
   */
  int size() {
    return size;
  }

  /**
   * Room for members: the length of vectors by slot.
   *
   * @return Length
   */
  int room() {
    return points.length;
  }

  /**
   * Member in a slot.
   *
   * @param s Slot
   * @return Point
   */
  int point(int s) {
    return points[s];
  }

  /**
   * Whether a point is a member.
   *
   * @param i Point
   * @return {@code true} for members
   */
  boolean contains(int i) {
    return slots[i] >= 0;
  }

  /**
   * Slot of a member.
   *
   * @param i Member
   * @return Slot
   */
  int slot(int i) {
    return slots[i];
  }

  /**
   * All members.
   *
   * @return Points by slot
   */
  int[] toArray() {
    return Arrays.copyOf(points, size);
  }
}
