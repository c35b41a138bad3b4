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
package elki.outlier.losvm.ensemble;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

import elki.outlier.losvm.kernel.UserException;
import elki.outlier.losvm.sampling.ColumnMoments;
import elki.outlier.losvm.sampling.ColumnRanges;
import elki.outlier.losvm.sampling.KeyCounts;
import elki.outlier.losvm.sampling.KeyIntervals;
import elki.outlier.losvm.sampling.PassState;

/**
 * A pass that counts rows in intervals of the order in which samples are drawn,
 * and finds means and standard deviations. If there are many rows, it is repeated
 * with smaller intervals around the ranks that were drawn.
 *
 * @author The pyelki-losdd developers
 * @since 0.2.0
 */
public final class CountingPass implements LearningPass<CountingPass.State> {
  /** Name of the step. */
  static final String NAME = "count";

  /**
   * Number of values that may be collected around the ranks.
   */
  private static final int VALUES = 1 << 22;

  /**
   * Ranges of the columns.
   */
  private final ColumnRanges ranges;

  /**
   * Intervals.
   */
  private final KeyIntervals intervals;

  /**
   * Whether these intervals hold all rows.
   */
  private final boolean first;

  /**
   * Settings.
   */
  private final EnsembleSettings settings;

  /**
   * Constructor.
   *
   * @param ranges Ranges of the columns
   * @param intervals Intervals
   * @param first Whether these intervals hold all rows
   * @param settings Settings
   */
  CountingPass(ColumnRanges ranges, KeyIntervals intervals, boolean first, EnsembleSettings settings) {
    this.ranges = ranges;
    this.intervals = intervals;
    this.first = first;
    this.settings = settings;
  }

  @Override
  public Map<String, Object> toMap() {
    final Map<String, Object> map = new HashMap<>(ranges.toMap());
    map.put(STEP, NAME);
    map.put("intervals", first ? null : intervals.toMap());
    return map;
  }

  @Override
  public State start() {
    return new State(new KeyCounts(intervals, ranges), new ColumnMoments(ranges));
  }

  @Override
  @SuppressWarnings("unchecked")
  public State read(Map<String, ?> map) {
    return new State(new KeyCounts(intervals, ranges, (Map<String, ?>) map.get("keys")), new ColumnMoments(ranges, (Map<String, ?>) map.get("moments")));
  }

  @Override
  public LearningStep next(State all) {
    final long rows = all.moments.count();
    if(rows < 3) {
      throw new UserException("The ensemble needs at least 3 objects, but the data set has " + rows + '.');
    }
    final long[] ranks = Arrays.stream(settings.ranks(rows)).flatMapToLong(Arrays::stream).sorted().distinct().toArray();
    final boolean many = all.keys.rowsAround(ranks) > Math.max(2 * ranks.length, VALUES / ranges.dimensionality());
    final KeyIntervals around = all.keys.around(ranks, many);
    return many ? new CountingPass(ranges, around, false, settings) : new CollectingPass(ranges, ColumnScaling.of(ranges, all.moments), around, rows, settings);
  }

  /**
   * What the pass gathers.
   *
   * @author The pyelki-losdd developers
   */
  public static final class State implements PassState<State> {
    /**
     * Number of rows in each interval.
     */
    final KeyCounts keys;

    /**
     * Moments of the columns.
     */
    final ColumnMoments moments;

    /**
     * Constructor.
     *
     * @param keys Number of rows in each interval
     * @param moments Moments of the columns
     */
    State(KeyCounts keys, ColumnMoments moments) {
      this.keys = keys;
      this.moments = moments;
    }

    @Override
    public void see(double[][] columns, int count) {
      keys.see(columns, count);
      moments.see(columns, count);
    }

    @Override
    public void merge(State other) {
      keys.merge(other.keys);
      moments.merge(other.moments);
    }

    @Override
    public Map<String, Object> toMap() {
      return Map.of("keys", keys.toMap(), "moments", moments.toMap());
    }
  }
}
