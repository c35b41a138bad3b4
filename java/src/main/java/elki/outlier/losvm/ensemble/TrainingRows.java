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

import elki.outlier.losvm.sampling.ColumnRanges;

/**
 * All that the members are trained on: the samples, the reference rows, and what
 * is known of the columns.
 *
 * @author The pyelki-losdd developers
 * @since 0.2.0
 */
public final class TrainingRows implements LearningStep {
  /** Name of the step. */
  static final String NAME = "train";

  /**
   * Ranges of the columns.
   */
  final ColumnRanges ranges;

  /**
   * Means and standard deviations of the columns.
   */
  final ColumnScaling scaling;

  /**
   * Rows that were drawn.
   */
  private final double[][] rows;

  /**
   * Numbers of these rows in each sample, and last those of the reference rows.
   */
  private final int[][] samples;

  /**
   * Constructor.
   *
   * @param ranges Ranges of the columns
   * @param scaling Means and standard deviations of the columns
   * @param rows Rows that were drawn
   * @param samples Numbers of these rows in each sample, and last those of the
   *        reference rows
   */
  TrainingRows(ColumnRanges ranges, ColumnScaling scaling, double[][] rows, int[][] samples) {
    this.ranges = ranges;
    this.scaling = scaling;
    this.rows = rows;
    this.samples = samples;
  }

  /**
   * Constructor.
   *
   * @param ranges Ranges of the columns
   * @param map What {@link #toMap} returned
   */
  @SuppressWarnings("unchecked")
  TrainingRows(ColumnRanges ranges, Map<String, ?> map) {
    this.ranges = ranges;
    this.scaling = new ColumnScaling((Map<String, ?>) map.get("scaling"));
    final double[] values = (double[]) map.get("rows");
    this.rows = ModelArrays.rows(values, values.length / ranges.dimensionality());
    final int[] sizes = (int[]) map.get("sizes"), all = (int[]) map.get("samples");
    this.samples = new int[sizes.length][];
    for(int i = 0, start = 0; i < sizes.length; start += sizes[i++]) {
      samples[i] = Arrays.copyOfRange(all, start, start + sizes[i]);
    }
  }

  @Override
  public Map<String, Object> toMap() {
    final Map<String, Object> map = new HashMap<>(ranges.toMap());
    map.put(STEP, NAME);
    map.put("scaling", scaling.toMap());
    map.put("rows", ModelArrays.flat(rows));
    map.put("sizes", Arrays.stream(samples).mapToInt(sample -> sample.length).toArray());
    map.put("samples", Arrays.stream(samples).flatMapToInt(Arrays::stream).toArray());
    map.put("members", samples.length - 1);
    return map;
  }

  /**
   * Sample of a member.
   *
   * @param m Number of the member
   * @return Rows
   */
  double[][] sample(int m) {
    return Arrays.stream(samples[m]).mapToObj(i -> rows[i]).toArray(double[][]::new);
  }

  /**
   * Rows that ranks are taken from.
   *
   * @return Rows
   */
  double[][] reference() {
    return sample(samples.length - 1);
  }
}
