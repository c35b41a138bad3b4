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

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Means and standard deviations of the columns, in units of their ranges.
 * <p>
 * Values are rounded to multiples of \(2^{-52}\) of the range, and the sums of
 * these integers and of their squares are exact: so they do not depend on the
 * order of the rows. A standard deviation is at least \(1/\sqrt{2n}\) of the
 * range, as the range is that of these values; so what is lost by rounding does
 * not matter for any number of rows.
 *
 * @author The pyelki-losdd developers
 * @since 0.2.0
 */
public final class ColumnMoments implements PassState<ColumnMoments> {
  /**
   * Bits of a rounded value, in two halves a and b.
   */
  private static final int HALF = 26;

  /**
   * Sums for each column: of a, b, a^2, ab and b^2, each in two numbers, of which
   * the second has 32 bits.
   */
  private static final int SUMS = 10;

  /**
   * Most rows at a time, so that their sums do not overflow.
   */
  private static final int MOST = 1 << 10;

  /**
   * Ranges of the columns.
   */
  private final ColumnRanges ranges;

  /**
   * Columns that vary.
   */
  private final int[] columns;

  /**
   * Sums, by column.
   */
  private final long[] sums;

  /**
   * Number of rows.
   */
  private long count;

  /**
   * Space for a column.
   */
  private double[] units = {};

  /**
   * Constructor.
   *
   * @param ranges Ranges of the columns
   */
  public ColumnMoments(ColumnRanges ranges) {
    this.ranges = ranges;
    this.columns = IntStream.range(0, ranges.dimensionality()).filter(ranges::varies).toArray();
    this.sums = new long[columns.length * SUMS];
  }

  /**
   * Constructor.
   *
   * @param ranges Ranges of the columns
   * @param map What {@link #toMap} returned
   */
  public ColumnMoments(ColumnRanges ranges, Map<String, ?> map) {
    this(ranges);
    System.arraycopy((long[]) map.get("sums"), 0, sums, 0, sums.length);
    this.count = ((Number) map.get("count")).longValue();
  }

  @Override
  public Map<String, Object> toMap() {
    return Map.of("sums", sums.clone(), "count", count);
  }

  /**
   * Columns that vary; the others have no moments.
   *
   * @return Numbers of the columns
   */
  public int[] columns() {
    return columns.clone();
  }

  /**
   * Number of rows.
   *
   * @return Number of rows
   */
  public long count() {
    return count;
  }

  @Override
  public void see(double[][] rows, int size) {
    if(units.length < size) {
      units = new double[size];
    }
    for(int i = 0; i < columns.length; i++) {
      ranges.units(rows[columns[i]], size, columns[i], units);
      for(int start = 0; start < size; start += MOST) {
        see(i * SUMS, start, Math.min(size, start + MOST));
      }
    }
    count += size;
  }

  /**
   * Add values of a column.
   *
   * @param s Position of its sums
   * @param start First value
   * @param end End of the values (exclusive)
   */
  private void see(int s, int start, int end) {
    long sumA = 0, sumB = 0, sumAA = 0, sumAB = 0, sumBB = 0;
    for(int j = start; j < end; j++) {
      final long value = (long) (units[j] * 0x1p52 + .5), a = value >>> HALF, b = value & ((1L << HALF) - 1L);
      sumA += a;
      sumB += b;
      sumAA += a * a;
      sumAB += a * b;
      sumBB += b * b;
    }
    add(s, 0L, sumA);
    add(s + 2, 0L, sumB);
    add(s + 4, 0L, sumAA);
    add(s + 6, 0L, sumAB);
    add(s + 8, 0L, sumBB);
  }

  /**
   * Add to a sum.
   *
   * @param s Position of the sum
   * @param high What to add, in units of 2^32
   * @param low What else to add, not negative
   */
  private void add(int s, long high, long low) {
    final long sum = sums[s + 1] + (low & 0xFFFFFFFFL);
    sums[s] += high + (low >>> 32) + (sum >>> 32);
    sums[s + 1] = sum & 0xFFFFFFFFL;
  }

  @Override
  public void merge(ColumnMoments other) {
    for(int s = 0; s < sums.length; s += 2) {
      add(s, other.sums[s], other.sums[s + 1]);
    }
    count += other.count;
  }

  /**
   * A sum.
   *
   * @param s Position
   * @return Exact value
   */
  private BigInteger sum(int s) {
    return BigInteger.valueOf(sums[s]).shiftLeft(32).add(BigInteger.valueOf(sums[s + 1]));
  }

  /**
   * Mean and standard deviation of a column, in units of its range.
   *
   * @param i Number of the column, among those that vary
   * @return Mean, standard deviation
   */
  public double[] of(int i) {
    final int s = i * SUMS;
    final BigInteger n = BigInteger.valueOf(count), sum = sum(s).shiftLeft(HALF).add(sum(s + 2)), //
        squares = sum(s + 4).shiftLeft(2 * HALF).add(sum(s + 6).shiftLeft(HALF + 1)).add(sum(s + 8));
    final MathContext digits = new MathContext(40);
    final double mean = new BigDecimal(sum).divide(new BigDecimal(n), digits).doubleValue() * 0x1p-52;
    final double variance = new BigDecimal(squares.multiply(n).subtract(sum.multiply(sum))).divide(new BigDecimal(n.multiply(n)), digits).doubleValue();
    return new double[] { mean, Math.sqrt(variance) * 0x1p-52 };
  }
}
