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
package elki.outlier.losvm.sampling;

import java.util.Map;

/**
 * Intervals in the order of the rows' keys, by which rows are counted and found.
 * <p>
 * The first ones are those of the same sixteen leading bits. Where too many rows
 * have to be looked at more closely, what their interval holds is divided.
 *
 * @author The pyelki-losdd developers
 * @since 0.2.0
 */
public final class KeyIntervals {
  /**
   * Number of leading bits, of the others, and of values of the former.
   */
  private static final int BITS = 16, REST = 64 - BITS, COARSE = 1 << BITS;

  /**
   * First and last key of each interval; they are in ascending order.
   */
  private final long[] firstCell, firstIdentity, lastCell, lastIdentity;

  /**
   * Number of rows whose keys are below the interval, if known.
   */
  private final long[] below;

  /**
   * Position of the first interval, for each value of the leading bits.
   */
  private final int[] index = new int[COARSE + 1];

  /**
   * Constructor.
   *
   * @param size Number of intervals
   */
  KeyIntervals(int size) {
    this.firstCell = new long[size];
    this.firstIdentity = new long[size];
    this.lastCell = new long[size];
    this.lastIdentity = new long[size];
    this.below = new long[size];
  }

  /**
   * Constructor.
   *
   * @param map What {@link #toMap} returned
   */
  public KeyIntervals(Map<String, ?> map) {
    this.firstCell = (long[]) map.get("first_cell");
    this.firstIdentity = (long[]) map.get("first_identity");
    this.lastCell = (long[]) map.get("last_cell");
    this.lastIdentity = (long[]) map.get("last_identity");
    this.below = (long[]) map.get("below");
    makeIndex();
  }

  /**
   * Intervals of all keys with the same leading bits.
   *
   * @return Intervals
   */
  public static KeyIntervals coarse() {
    final KeyIntervals all = new KeyIntervals(COARSE);
    for(int i = 0; i < COARSE; i++) {
      final long first = (long) (i - COARSE / 2) << REST;
      all.set(i, first, Long.MIN_VALUE, first + ((1L << REST) - 1L), Long.MAX_VALUE, 0L);
    }
    all.makeIndex();
    return all;
  }

  /**
   * Everything that the constructor needs.
   *
   * @return Arrays by name
   */
  public Map<String, Object> toMap() {
    return Map.of("first_cell", firstCell, "first_identity", firstIdentity, "last_cell", lastCell, "last_identity", lastIdentity, "below", below);
  }

  /**
   * Set an interval.
   *
   * @param i Number of the interval
   * @param cell Cell of the first key
   * @param identity Identity of the first key
   * @param endCell Cell of the last key
   * @param endIdentity Identity of the last key
   * @param rank Number of rows below
   */
  void set(int i, long cell, long identity, long endCell, long endIdentity, long rank) {
    firstCell[i] = cell;
    firstIdentity[i] = identity;
    lastCell[i] = endCell;
    lastIdentity[i] = endIdentity;
    below[i] = rank;
  }

  /**
   * Make the index, once all intervals are set.
   */
  void makeIndex() {
    for(int top = 0, i = 0; top < COARSE; top++) {
      while(i < size() && leading(firstCell[i]) < top) {
        i++;
      }
      index[top] = i;
    }
    index[COARSE] = size();
  }

  /**
   * Leading bits.
   *
   * @param cell Cell
   * @return Leading bits, in the order of the cells
   */
  private static int leading(long cell) {
    return (int) (cell >> REST) + COARSE / 2;
  }

  /**
   * Number of intervals.
   *
   * @return Number of intervals
   */
  int size() {
    return firstCell.length;
  }

  /**
   * Number of rows whose keys are below an interval.
   *
   * @param i Number of the interval
   * @return Number of rows
   */
  long below(int i) {
    return below[i];
  }

  /**
   * Find the interval of a key.
   *
   * @param cell Cell
   * @param identity Identity
   * @return Number of the interval, or -1
   */
  int find(long cell, long identity) {
    final int top = leading(cell);
    int low = index[top], high = index[top + 1];
    while(low < high) {
      final int middle = (low + high) >>> 1;
      if(RowKeys.compare(firstCell[middle], firstIdentity[middle], cell, identity) <= 0) {
        low = middle + 1;
      }
      else {
        high = middle;
      }
    }
    return low > index[top] && RowKeys.compare(cell, identity, lastCell[low - 1], lastIdentity[low - 1]) <= 0 ? low - 1 : -1;
  }
}
