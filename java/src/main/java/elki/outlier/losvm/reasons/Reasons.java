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
package elki.outlier.losvm.reasons;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.ToDoubleFunction;

import elki.outlier.losvm.parallel.Workers;

/**
 * Reasons for many rows.
 *
 * @author The pyelki-losdd developers
 * @since 0.2.0
 */
public final class Reasons {
  /**
   * Reasons, by row.
   */
  private final RowReasons[] rows;

  /**
   * Constructor: asks about each row, on several threads.
   *
   * @param size Number of rows
   * @param rows Rows, by number
   * @param panel Models
   * @param hearing Asks them about a row
   * @param workers Threads
   */
  public Reasons(int size, IntFunction<double[]> rows, Panel panel, Function<double[], List<Testimony>> hearing, Workers workers) {
    this.rows = new RowReasons[size];
    workers.run(size, i -> this.rows[i] = panel.reasons(hearing.apply(rows.apply(i))));
  }

  /**
   * Reasons for a row.
   *
   * @param i Number of the row
   * @return Reasons
   */
  public RowReasons of(int i) {
    return rows[i];
  }

  /**
   * Put all reasons into arrays, with the values of all rows one after the other.
   *
   * @return Arrays by name: cost (by group), pair (two groups or -1), pair_cost,
   *         and by column of numbers mean, median, low and high
   */
  public Map<String, Object> toMap() {
    final Map<String, Object> map = new LinkedHashMap<>();
    map.put("cost", flat(row -> row.costs));
    map.put("pair", Arrays.stream(rows).flatMapToInt(row -> Arrays.stream(row.pair)).toArray());
    map.put("pair_cost", single(row -> row.pairCost));
    map.put("mean", flat(row -> row.mean));
    map.put("median", flat(row -> row.median));
    map.put("low", flat(row -> row.low));
    map.put("high", flat(row -> row.high));
    return map;
  }

  /**
   * Collect arrays.
   *
   * @param values Array of each row
   * @return Values of all rows
   */
  private double[] flat(Function<RowReasons, double[]> values) {
    return Arrays.stream(rows).map(values).flatMapToDouble(Arrays::stream).toArray();
  }

  /**
   * Collect numbers.
   *
   * @param value Number of each row
   * @return Numbers
   */
  private double[] single(ToDoubleFunction<RowReasons> value) {
    return Arrays.stream(rows).mapToDouble(value).toArray();
  }
}
