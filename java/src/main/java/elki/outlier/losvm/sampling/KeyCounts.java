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

import java.util.Arrays;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Counts the rows whose keys are in each of some intervals, and finds the smallest
 * and the largest key there.
 *
 * @author The pyelki-losdd developers
 * @since 0.2.0
 */
public final class KeyCounts implements PassState<KeyCounts> {
  /**
   * Parts that an interval is divided into.
   */
  private static final int PARTS = 64;

  /**
   * Intervals.
   */
  private final KeyIntervals intervals;

  /**
   * Keys of a block.
   */
  private final RowKeys keys;

  /**
   * Number of rows in each interval.
   */
  private final long[] counts;

  /**
   * Smallest and largest keys, where there are rows.
   */
  private final long[] lowCell, lowIdentity, highCell, highIdentity;

  /**
   * Constructor.
   *
   * @param intervals Intervals
   * @param ranges Ranges of the columns
   */
  public KeyCounts(KeyIntervals intervals, ColumnRanges ranges) {
    this.intervals = intervals;
    this.keys = new RowKeys(ranges);
    this.counts = new long[intervals.size()];
    this.lowCell = new long[intervals.size()];
    this.lowIdentity = new long[intervals.size()];
    this.highCell = new long[intervals.size()];
    this.highIdentity = new long[intervals.size()];
  }

  /**
   * Constructor.
   *
   * @param intervals Intervals
   * @param ranges Ranges of the columns
   * @param map What {@link #toMap} returned
   */
  public KeyCounts(KeyIntervals intervals, ColumnRanges ranges, Map<String, ?> map) {
    this(intervals, ranges);
    final int[] where = (int[]) map.get("intervals");
    final long[] count = (long[]) map.get("counts"), cell = (long[]) map.get("low_cell"), identity = (long[]) map.get("low_identity"), //
        endCell = (long[]) map.get("high_cell"), endIdentity = (long[]) map.get("high_identity");
    for(int i = 0; i < where.length; i++) {
      add(where[i], count[i], cell[i], identity[i], endCell[i], endIdentity[i]);
    }
  }

  @Override
  public Map<String, Object> toMap() {
    final int[] where = IntStream.range(0, counts.length).filter(i -> counts[i] > 0).toArray();
    return Map.of("intervals", where, "counts", select(counts, where), "low_cell", select(lowCell, where), "low_identity", select(lowIdentity, where), //
        "high_cell", select(highCell, where), "high_identity", select(highIdentity, where));
  }

  /**
   * Select some values.
   *
   * @param values Values
   * @param where Their positions
   * @return Values at these positions
   */
  private static long[] select(long[] values, int[] where) {
    return Arrays.stream(where).mapToLong(i -> values[i]).toArray();
  }

  @Override
  public void see(double[][] columns, int count) {
    keys.of(columns, count);
    for(int j = 0; j < count; j++) {
      final long cell = keys.cells[j], identity = keys.identities[j];
      final int i = intervals.find(cell, identity);
      if(i >= 0) {
        add(i, 1L, cell, identity, cell, identity);
      }
    }
  }

  @Override
  public void merge(KeyCounts other) {
    for(int i = 0; i < counts.length; i++) {
      if(other.counts[i] > 0) {
        add(i, other.counts[i], other.lowCell[i], other.lowIdentity[i], other.highCell[i], other.highIdentity[i]);
      }
    }
  }

  /**
   * Add rows.
   *
   * @param i Number of the interval
   * @param count Number of rows
   * @param cell Cell of the smallest key
   * @param identity Identity of the smallest key
   * @param endCell Cell of the largest key
   * @param endIdentity Identity of the largest key
   */
  private void add(int i, long count, long cell, long identity, long endCell, long endIdentity) {
    if(counts[i] == 0 || RowKeys.compare(cell, identity, lowCell[i], lowIdentity[i]) < 0) {
      lowCell[i] = cell;
      lowIdentity[i] = identity;
    }
    if(counts[i] == 0 || RowKeys.compare(endCell, endIdentity, highCell[i], highIdentity[i]) > 0) {
      highCell[i] = endCell;
      highIdentity[i] = endIdentity;
    }
    counts[i] += count;
  }

  /**
   * Number of rows.
   *
   * @return Number of rows in all intervals
   */
  public long total() {
    return Arrays.stream(counts).sum();
  }

  /**
   * Number of rows that would have to be collected to know those at some ranks:
   * of an interval that holds copies of a single row, that row is enough.
   *
   * @param ranks Ranks, ascending
   * @return Number of rows
   */
  public long rowsAround(long[] ranks) {
    return Arrays.stream(holding(ranks)).filter(i -> spread(i) > 0L).mapToLong(i -> counts[i]).sum();
  }

  /**
   * Find the intervals that hold some ranks, as far as there are rows.
   *
   * @param ranks Ranks, ascending
   * @param divide Whether to divide them, to count once more
   * @return Intervals; with the number of rows below each, or below the one that
   *         was divided
   */
  public KeyIntervals around(long[] ranks, boolean divide) {
    final int[] wanted = holding(ranks);
    final KeyIntervals found = new KeyIntervals(Arrays.stream(wanted).map(i -> parts(i, divide)).sum());
    final long[] below = below();
    int next = 0;
    for(int i : wanted) {
      final int parts = parts(i, divide);
      for(int p = 0; p < parts; p++) {
        final long from = p * step(i), to = from + step(i) - 1L;
        final boolean first = p == 0, last = p == parts - 1;
        if(lowCell[i] < highCell[i]) {
          found.set(next++, lowCell[i] + from, first ? lowIdentity[i] : Long.MIN_VALUE, //
              last ? highCell[i] : lowCell[i] + to, last ? highIdentity[i] : Long.MAX_VALUE, below[i]);
        }
        else { // The spread is half of the difference, which may need 64 bits.
          found.set(next++, lowCell[i], lowIdentity[i] + 2L * from, lowCell[i], last ? highIdentity[i] : lowIdentity[i] + 2L * to + 1L, below[i]);
        }
      }
    }
    found.makeIndex();
    return found;
  }

  /**
   * How far apart the keys in an interval are.
   *
   * @param i Number of the interval
   * @return Difference of the cells, or half of that of the identities
   */
  private long spread(int i) {
    return lowCell[i] < highCell[i] ? highCell[i] - lowCell[i] : (highIdentity[i] - lowIdentity[i]) >>> 1;
  }

  /**
   * Size of the parts of an interval.
   *
   * @param i Number of the interval
   * @return Size
   */
  private long step(int i) {
    return spread(i) / PARTS + 1L;
  }

  /**
   * Number of parts of an interval.
   *
   * @param i Number of the interval
   * @param divide Whether to divide it
   * @return Number of parts
   */
  private int parts(int i, boolean divide) {
    return divide ? (int) (spread(i) / step(i)) + 1 : 1;
  }

  /**
   * Number of rows below each interval.
   *
   * @return Number of rows
   */
  private long[] below() {
    final long[] below = new long[counts.length];
    for(int i = 0; i < counts.length; i++) {
      // Parts of the same interval follow one another.
      below[i] = i > 0 && intervals.below(i) == intervals.below(i - 1) ? below[i - 1] + counts[i - 1] : intervals.below(i);
    }
    return below;
  }

  /**
   * Find the intervals that hold some ranks.
   *
   * @param ranks Ranks, ascending
   * @return Numbers of the intervals
   */
  private int[] holding(long[] ranks) {
    final long[] below = below();
    final int[] found = new int[Math.min(ranks.length, counts.length)];
    int size = 0;
    for(int i = 0, next = 0; i < counts.length && next < ranks.length; i++) {
      final long end = below[i] + counts[i];
      if(ranks[next] < end) {
        found[size++] = i;
      }
      while(next < ranks.length && ranks[next] < end) {
        next++;
      }
    }
    return Arrays.copyOf(found, size);
  }
}
