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

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

import elki.outlier.losvm.sampling.ColumnRanges;

/**
 * Gives each column mean 0 and standard deviation 1, and leaves constant columns
 * out.
 *
 * @author The pyelki-losdd developers
 * @since 0.2.0
 */
final class ColumnScaling implements ColumnTransform {
  /**
   * Ranges of the columns.
   */
  private final ColumnRanges ranges;

  /**
   * Columns that vary.
   */
  private final int[] columns;

  /**
   * Mean of each of these columns, and the inverse of its standard deviation, in
   * units of the range.
   */
  private final double[] mean, factor;

  /**
   * Constructor.
   *
   * @param ranges Ranges of the columns
   * @param columns Columns that vary
   * @param mean Their means, in units of the range
   * @param factor Inverses of their standard deviations, in units of the range
   */
  private ColumnScaling(ColumnRanges ranges, int[] columns, double[] mean, double[] factor) {
    this.ranges = ranges;
    this.columns = columns;
    this.mean = mean;
    this.factor = factor;
  }

  /**
   * Constructor.
   *
   * @param map What {@link #toMap} returned
   */
  ColumnScaling(Map<String, ?> map) {
    this(new ColumnRanges(ModelArrays.rows((double[]) map.get("bounds"), 2)), (int[]) map.get("columns"), (double[]) map.get("mean"), (double[]) map.get("factor"));
  }

  @Override
  public Map<String, Object> toMap() {
    return Map.of("bounds", ModelArrays.flat(ranges.bounds()), "columns", columns, "mean", mean, "factor", factor);
  }

  /**
   * Find the scaling of some rows.
   *
   * @param ranges Ranges of the columns
   * @param size Number of rows
   * @param rows Rows, by number
   * @return Scaling
   */
  static ColumnScaling of(ColumnRanges ranges, int size, IntFunction<double[]> rows) {
    final Moments moments = new Moments(ranges);
    for(int i = 0; i < size; i++) {
      moments.see(rows.apply(i));
    }
    return moments.scaling();
  }

  @Override
  public int dimensionality() {
    return columns.length;
  }

  @Override
  public int[] columns() {
    return columns;
  }

  @Override
  public double original(int i, double value) {
    return ranges.value(value / factor[i] + mean[i], columns[i]);
  }

  @Override
  public double[] apply(double[] row) {
    final double[] scaled = new double[columns.length];
    for(int i = 0; i < columns.length; i++) {
      scaled[i] = (ranges.unit(row[columns[i]], columns[i]) - mean[i]) * factor[i];
    }
    return scaled;
  }

  /**
   * Gathers means and standard deviations, in a way that does not depend on the
   * order of the rows: sums have twice the digits of a double.
   *
   * @author The pyelki-losdd developers
   */
  static final class Moments {
    /**
     * Ranges of the columns.
     */
    private final ColumnRanges ranges;

    /**
     * Columns that vary.
     */
    private final int[] columns;

    /**
     * Sums of the values and of their squares, and what these sums have lost by
     * rounding.
     */
    private final double[] sum, sumRest, square, squareRest;

    /**
     * Number of rows.
     */
    private long count;

    /**
     * Constructor.
     *
     * @param ranges Ranges of the columns
     */
    Moments(ColumnRanges ranges) {
      this.ranges = ranges;
      this.columns = IntStream.range(0, ranges.dimensionality()).filter(ranges::varies).toArray();
      this.sum = new double[columns.length];
      this.sumRest = new double[columns.length];
      this.square = new double[columns.length];
      this.squareRest = new double[columns.length];
    }

    /**
     * Add a row.
     *
     * @param row Row
     */
    void see(double[] row) {
      count++;
      for(int i = 0; i < columns.length; i++) {
        final double v = ranges.unit(row[columns[i]], columns[i]), v2 = v * v;
        add(sum, sumRest, i, v);
        add(square, squareRest, i, v2);
        squareRest[i] += Math.fma(v, v, -v2);
      }
    }

    /**
     * Add to a sum.
     *
     * @param sums Sums
     * @param rests What they have lost by rounding
     * @param i Number of the sum
     * @param v Value to add
     */
    private static void add(double[] sums, double[] rests, int i, double v) {
      final double s = sums[i] + v, back = s - sums[i];
      rests[i] += (sums[i] - (s - back)) + (v - back);
      sums[i] = s;
    }

    /**
     * Make the scaling.
     *
     * @return Scaling
     */
    ColumnScaling scaling() {
      final double[] mean = new double[columns.length], factor = new double[columns.length];
      final MathContext digits = new MathContext(40);
      final BigDecimal n = BigDecimal.valueOf(count);
      for(int i = 0; i < columns.length; i++) {
        final BigDecimal s = new BigDecimal(sum[i]).add(new BigDecimal(sumRest[i])), q = new BigDecimal(square[i]).add(new BigDecimal(squareRest[i]));
        mean[i] = s.divide(n, digits).doubleValue();
        // Not by differences of rounded numbers: the mean may be much larger.
        final double variance = q.multiply(n).subtract(s.multiply(s)).divide(n.multiply(n), digits).doubleValue();
        factor[i] = 1. / Math.sqrt(variance);
      }
      return new ColumnScaling(ranges, columns, mean, factor);
    }
  }
}
