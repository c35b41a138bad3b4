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
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;

import elki.utilities.exceptions.AbortException;

/**
 * Collects the rows whose keys are in some intervals. Copies are counted, and
 * stored once.
 *
 * @author The pyelki-losdd developers
 * @since 0.2.0
 */
public final class CollectedRows implements PassState<CollectedRows> {
  /**
   * Intervals.
   */
  private final KeyIntervals intervals;

  /**
   * Keys of a block.
   */
  private final RowKeys keys;

  /**
   * Rows by identity.
   */
  private final Map<Long, Row> rows = new HashMap<>();

  /**
   * Constructor.
   *
   * @param intervals Intervals
   * @param ranges Ranges of the columns
   */
  public CollectedRows(KeyIntervals intervals, ColumnRanges ranges) {
    this.intervals = intervals;
    this.keys = new RowKeys(ranges);
  }

  /**
   * Constructor.
   *
   * @param intervals Intervals
   * @param ranges Ranges of the columns
   * @param map What {@link #toMap} returned
   */
  public CollectedRows(KeyIntervals intervals, ColumnRanges ranges, Map<String, ?> map) {
    this(intervals, ranges);
    final long[] cells = (long[]) map.get("cells"), identities = (long[]) map.get("identities"), counts = (long[]) map.get("counts");
    final double[] values = (double[]) map.get("rows");
    final int width = ranges.dimensionality();
    for(int i = 0; i < cells.length; i++) {
      rows.put(identities[i], new Row(cells[i], identities[i], counts[i], Arrays.copyOfRange(values, i * width, (i + 1) * width)));
    }
  }

  @Override
  public Map<String, Object> toMap() {
    final Row[] sorted = sorted();
    return Map.of("cells", Arrays.stream(sorted).mapToLong(row -> row.cell).toArray(), //
        "identities", Arrays.stream(sorted).mapToLong(row -> row.identity).toArray(), //
        "counts", Arrays.stream(sorted).mapToLong(row -> row.count).toArray(), //
        "rows", Arrays.stream(sorted).flatMapToDouble(row -> Arrays.stream(row.values)).toArray());
  }

  @Override
  public void see(double[][] columns, int count) {
    keys.of(columns, count);
    for(int j = 0; j < count; j++) {
      if(intervals.find(keys.cells[j], keys.identities[j]) >= 0) {
        final Row known = rows.get(keys.identities[j]);
        if(known != null) {
          known.count++;
        }
        else {
          final int place = j;
          rows.put(keys.identities[j], new Row(keys.cells[j], keys.identities[j], 1L, //
              Arrays.stream(columns).mapToDouble(column -> column[place] + 0.).toArray())); // Turns -0 into 0: they are equal
        }
      }
    }
  }

  @Override
  public void merge(CollectedRows other) {
    other.rows.forEach((identity, row) -> {
      final Row known = rows.get(identity);
      rows.put(identity, known == null ? row : new Row(row.cell, row.identity, row.count + known.count, row.values));
    });
  }

  /**
   * Find the rows at some ranks.
   *
   * @param ranks Ranks, ascending, each in one of the intervals
   * @return Rows in the order of the ranks, copies of a row being the same array
   */
  public double[][] at(long[] ranks) {
    final double[][] found = new double[ranks.length][];
    final Row[] sorted = sorted();
    int next = 0;
    long rank = 0;
    for(int i = 0, interval = -1; i < sorted.length && next < ranks.length; i++) {
      final int where = intervals.find(sorted[i].cell, sorted[i].identity);
      rank = where == interval ? rank : intervals.below(where);
      interval = where;
      if(ranks[next] < rank) {
        break;
      }
      rank += sorted[i].count;
      while(next < ranks.length && ranks[next] < rank) {
        found[next++] = sorted[i].values;
      }
    }
    if(next < ranks.length) {
      throw new AbortException("The row at rank " + ranks[next] + " was counted, but is not among those collected: each pass must see all rows, once and unchanged.");
    }
    return found;
  }

  /**
   * Rows in the order of their keys.
   *
   * @return Rows
   */
  private Row[] sorted() {
    final Row[] sorted = rows.values().toArray(new Row[0]);
    Arrays.sort(sorted, Comparator.<Row> comparingLong(row -> row.cell).thenComparingLong(row -> row.identity));
    return sorted;
  }

  /**
   * A row that may be there several times.
   *
   * @author The pyelki-losdd developers
   */
  private static final class Row {
    /**
     * Key.
     */
    final long cell, identity;

    /**
     * Number of copies.
     */
    long count;

    /**
     * Values.
     */
    final double[] values;

    /**
     * Constructor.
     *
     * @param cell Cell
     * @param identity Identity
     * @param count Number of copies
     * @param values Values
     */
    Row(long cell, long identity, long count, double[] values) {
      this.cell = cell;
      this.identity = identity;
      this.count = count;
      this.values = values;
    }
  }
}
