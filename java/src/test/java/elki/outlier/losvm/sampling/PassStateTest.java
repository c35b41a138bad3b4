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

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.IntStream;

import org.junit.Test;

import elki.outlier.losvm.TestData;
import elki.outlier.losvm.parallel.Workers;
import elki.utilities.exceptions.AbortException;

/**
 * What passes over the rows gather is what there is, however the rows are divided.
 */
public class PassStateTest {
  private static final Random RANDOM = new Random(1);

  /** Data whose keys are spread, the same for many rows, or different in the identity only. */
  private static List<double[][]> dataSets() {
    final double[][] far = TestData.random(2, 3000, 1, 0.);
    far[17][0] = 1e300; // all the others are in the same cell
    final double[][] copies = TestData.random(3, 3000, 3, 0.);
    for(int i = 0; i < 2970; i++) {
      copies[i] = copies[0]; // 99 % of the rows
    }
    final double[][] zeros = IntStream.range(0, 3000).mapToObj(i -> new double[] { i % 2 == 0 ? 0. : -0., i % 5 }).toArray(double[][]::new);
    return Arrays.asList(TestData.random(1, 3000, 4, 0.), far, copies, zeros, TestData.random(4, 3, 2, 0.));
  }

  private static double[][] columns(double[][] rows) {
    return IntStream.range(0, rows[0].length).mapToObj(k -> Arrays.stream(rows).mapToDouble(row -> row[k]).toArray()).toArray(double[][]::new);
  }

  private static ColumnRanges ranges(double[][] data) {
    final ColumnRanges ranges = new ColumnRanges(data[0].length);
    ranges.see(columns(data), data.length);
    return ranges;
  }

  /** Gather in random parts of a random order, merged in another one. */
  private static <S extends PassState<S>> S inParts(double[][] data, Supplier<S> start) {
    final List<double[]> rows = new ArrayList<>(Arrays.asList(data));
    Collections.shuffle(rows, RANDOM);
    final List<S> parts = new ArrayList<>();
    for(int i = 0; i < data.length;) {
      final int end = Math.min(data.length, i + 1 + RANDOM.nextInt(1500));
      final S part = start.get();
      part.see(columns(rows.subList(i, end).toArray(new double[0][])), end - i);
      parts.add(part);
      i = end;
    }
    Collections.shuffle(parts, RANDOM);
    final S all = start.get();
    parts.forEach(all::merge);
    return all;
  }

  private static void assertSame(Map<String, Object> expected, Map<String, Object> actual) {
    assertEquals(expected.keySet(), actual.keySet());
    expected.forEach((name, value) -> assertTrue(name, Arrays.deepEquals(new Object[] { value }, new Object[] { actual.get(name) })));
  }

  @Test
  public void anyParts() {
    for(double[][] data : dataSets()) {
      final ColumnRanges ranges = ranges(data);
      final KeyIntervals all = KeyIntervals.coarse();
      for(int repeat = 0; repeat < 3; repeat++) {
        assertSame(ranges.toMap(), inParts(data, () -> new ColumnRanges(data[0].length)).toMap());
        for(Supplier<? extends PassState<?>> start : Arrays.<Supplier<? extends PassState<?>>> asList(() -> new ColumnMoments(ranges), () -> new KeyCounts(all, ranges), () -> new CollectedRows(all, ranges))) {
          check(data, start);
        }
      }
    }
  }

  @SuppressWarnings({ "unchecked", "rawtypes" })
  private static void check(double[][] data, Supplier start) {
    final PassState<?> whole = RowPass.gather(new ArrayRows(data), start, new Workers(2), done -> {
    });
    assertSame(whole.toMap(), inParts(data, start).toMap());
  }

  @Test
  public void moments() {
    for(double[][] data : dataSets()) {
      final ColumnRanges ranges = ranges(data);
      final ColumnMoments moments = inParts(data, () -> new ColumnMoments(ranges)), again = new ColumnMoments(ranges, moments.toMap());
      assertEquals(data.length, again.count());
      for(int i = 0; i < moments.columns().length; i++) {
        final int k = moments.columns()[i];
        final double[] units = Arrays.stream(data).mapToDouble(row -> ranges.unit(row[k], k)).toArray();
        final double mean = Arrays.stream(units).average().getAsDouble();
        final double deviation = Math.sqrt(Arrays.stream(units).map(v -> (v - mean) * (v - mean)).sum() / units.length);
        assertArrayEquals(new double[] { mean, deviation }, again.of(i), 1e-12 * deviation);
      }
    }
  }

  /** Rows are found at the ranks they have if all are sorted. */
  @Test
  public void ranks() {
    for(double[][] data : dataSets()) {
      final ColumnRanges ranges = ranges(data);
      final RowKeys keys = new RowKeys(ranges);
      keys.of(columns(data), data.length);
      final double[][] expected = IntStream.range(0, data.length).boxed() //
          .sorted(Comparator.<Integer> comparingLong(i -> keys.cells[i]).thenComparingLong(i -> keys.identities[i])) //
          .map(i -> data[i]).toArray(double[][]::new);
      final long[] ranks = SampleDraw.ranks(data.length, new int[] { Math.min(60, data.length) }, 5L)[0];
      KeyIntervals intervals = KeyIntervals.coarse();
      for(int divided = 0; divided < 4; divided++) {
        final KeyIntervals before = new KeyIntervals(intervals.toMap());
        final KeyCounts counts = inParts(data, () -> new KeyCounts(before, ranges)), again = new KeyCounts(before, ranges, counts.toMap());
        assertTrue(divided > 0 || again.total() == data.length);
        final KeyIntervals around = again.around(ranks, false);
        final CollectedRows rows = inParts(data, () -> new CollectedRows(around, ranges));
        final double[][] found = new CollectedRows(around, ranges, rows.toMap()).at(ranks);
        for(int i = 0; i < ranks.length; i++) {
          assertArrayEquals("rank " + ranks[i], expected[(int) ranks[i]], found[i], 0.);
        }
        // Each time, fewer rows would be collected, but for copies.
        final long many = again.rowsAround(ranks);
        intervals = again.around(ranks, true);
        final KeyIntervals after = intervals;
        final long fewer = inParts(data, () -> new KeyCounts(after, ranges)).rowsAround(ranks);
        assertTrue(fewer < many || many == 0);
      }
    }
  }

  /** Copies are counted, not stored. */
  @Test
  public void copies() {
    final double[][] data = dataSets().get(2);
    final ColumnRanges ranges = ranges(data);
    final Map<String, Object> rows = inParts(data, () -> new CollectedRows(KeyIntervals.coarse(), ranges)).toMap();
    assertEquals(31, ((long[]) rows.get("cells")).length);
    assertEquals(31 * 3, ((double[]) rows.get("rows")).length);
    assertEquals(2970, Arrays.stream((long[]) rows.get("counts")).max().getAsLong());
  }

  /** A count of rows is no int. */
  @Test
  public void billionsOfRows() {
    final double[][] data = TestData.random(5, 1000, 2, 0.);
    final ColumnRanges ranges = ranges(data);
    final KeyCounts counts = inParts(data, () -> new KeyCounts(KeyIntervals.coarse(), ranges));
    final ColumnMoments moments = inParts(data, () -> new ColumnMoments(ranges));
    final double[] once = moments.of(1);
    for(int i = 0; i < 24; i++) { // each time, twice as many
      counts.merge(new KeyCounts(KeyIntervals.coarse(), ranges, counts.toMap()));
      moments.merge(new ColumnMoments(ranges, moments.toMap()));
    }
    final long n = 1000L << 24;
    assertEquals(n, counts.total());
    assertEquals(n, moments.count());
    assertArrayEquals(once, moments.of(1), 0.);
    final long[] ranks = SampleDraw.ranks(n, new int[] { 200 }, 1L)[0];
    assertTrue(ranks[199] < n && ranks[199] > n / 2 && Arrays.stream(ranks).distinct().count() == 200);
    final long rows = counts.rowsAround(ranks);
    assertTrue(rows >= 0 && rows < n);
  }

  @Test
  public void rowsThatChange() {
    final double[][] data = TestData.random(6, 500, 2, 0.);
    final ColumnRanges ranges = ranges(data);
    final long[] ranks = { 3, 250, 499 };
    final KeyIntervals around = inParts(data, () -> new KeyCounts(KeyIntervals.coarse(), ranges)).around(ranks, false);
    final CollectedRows some = new CollectedRows(around, ranges);
    assertThrows(AbortException.class, () -> some.at(ranks));
  }

  @Test
  public void notFinite() {
    for(double bad : new double[] { Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY }) {
      final double[][] data = TestData.random(7, 50, 3, 0.);
      assertTrue(ranges(data).areFinite());
      data[7][1] = bad;
      assertTrue(!ranges(data).areFinite());
    }
    assertTrue(!new ColumnRanges(2).areFinite());
    assertTrue(ranges(new double[][] { { Double.MAX_VALUE }, { -Double.MAX_VALUE } }).areFinite());
  }
}
