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

import elki.outlier.losvm.sampling.CollectedRows;
import elki.outlier.losvm.sampling.ColumnRanges;
import elki.outlier.losvm.sampling.KeyIntervals;

/**
 * The last pass collects the rows that were drawn, and some beside them.
 *
 * @author The pyelki-losdd developers
 * @since 0.2.0
 */
public final class CollectingPass implements LearningPass<CollectedRows> {
  /** Name of the step. */
  static final String NAME = "collect";

  /**
   * Ranges of the columns.
   */
  private final ColumnRanges ranges;

  /**
   * Means and standard deviations of the columns.
   */
  private final ColumnScaling scaling;

  /**
   * Intervals of the keys of rows to collect.
   */
  private final KeyIntervals intervals;

  /**
   * Number of rows.
   */
  private final long size;

  /**
   * Settings.
   */
  private final EnsembleSettings settings;

  /**
   * Constructor.
   *
   * @param ranges Ranges of the columns
   * @param scaling Means and standard deviations of the columns
   * @param intervals Intervals of the keys of rows to collect
   * @param size Number of rows
   * @param settings Settings
   */
  CollectingPass(ColumnRanges ranges, ColumnScaling scaling, KeyIntervals intervals, long size, EnsembleSettings settings) {
    this.ranges = ranges;
    this.scaling = scaling;
    this.intervals = intervals;
    this.size = size;
    this.settings = settings;
  }

  @Override
  public Map<String, Object> toMap() {
    final Map<String, Object> map = new HashMap<>(ranges.toMap());
    map.put(STEP, NAME);
    map.put("scaling", scaling.toMap());
    map.put("intervals", intervals.toMap());
    map.put("size", size);
    return map;
  }

  @Override
  public CollectedRows start() {
    return new CollectedRows(intervals, ranges);
  }

  @Override
  public CollectedRows read(Map<String, ?> map) {
    return new CollectedRows(intervals, ranges, map);
  }

  @Override
  public TrainingRows next(CollectedRows all) {
    final long[][] samples = settings.ranks(size);
    final long[] ranks = Arrays.stream(samples).flatMapToLong(Arrays::stream).sorted().distinct().toArray();
    final double[][] rows = all.at(ranks);
    final int[][] places = Arrays.stream(samples).map(sample -> Arrays.stream(sample).mapToInt(rank -> Arrays.binarySearch(ranks, rank)).toArray()).toArray(int[][]::new);
    return new TrainingRows(ranges, scaling, rows, places);
  }
}
