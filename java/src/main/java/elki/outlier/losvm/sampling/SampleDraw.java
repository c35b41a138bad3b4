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

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeSet;

/**
 * Draws samples of rows without replacement, by a rule that depends on the rows
 * themselves and on a seed, not on their order.
 * <p>
 * The rows are put in an order that is random but depends on their values only,
 * that of their cells (see {@link RowIdentity}). A sample is the set of rows at
 * random ranks in this order. Copies of a row stand side by side, so that a row
 * that is there a hundred times is drawn a hundred times as often.
 *
 * @author The pyelki-losdd developers
 * @since 0.2.0
 */
public final class SampleDraw {
  /**
   * Odd numbers to tell samples and seeds apart.
   */
  private static final long SAMPLE = 0xE7037ED1A0B428DBL, SEED = 0x8EBC6AF09C88C6E3L;

  /**
   * Where each row is; the order of the rows.
   */
  private final long[] cells;

  /**
   * What each row is; the order of rows in the same cell.
   */
  private final long[] identities;

  /**
   * Constructor.
   *
   * @param cells Cell of each row
   * @param identities Identity of each row
   */
  public SampleDraw(long[] cells, long[] identities) {
    this.cells = cells;
    this.identities = identities;
  }

  /**
   * Draw samples.
   *
   * @param sizes Number of rows in each, at most all
   * @param seed Seed
   * @return Rows of each sample
   */
  public int[][] draw(int[] sizes, long seed) {
    final int[][] samples = Arrays.stream(ranks(cells.length, sizes, seed)).map(ranks -> Arrays.stream(ranks).mapToInt(Math::toIntExact).toArray()).toArray(int[][]::new);
    replaceRanksByRows(samples);
    return samples;
  }

  /**
   * Draw the ranks of samples.
   *
   * @param n Number of rows
   * @param sizes Number of rows in each sample, at most all
   * @param seed Seed
   * @return Ranks of each sample, ascending
   */
  public static long[][] ranks(long n, int[] sizes, long seed) {
    final long[][] samples = new long[sizes.length][];
    for(int i = 0; i < sizes.length; i++) {
      samples[i] = ranks(n, sizes[i], mixSeed(seed, i));
    }
    return samples;
  }

  /**
   * Seed of a sample.
   *
   * @param seed Seed of all samples
   * @param number Number of the sample
   * @return Seed
   */
  private static long mixSeed(long seed, int number) {
    return RowIdentity.mix(RowIdentity.mix(seed * SEED + 1L) + SAMPLE * (number + 1L));
  }

  /**
   * Draw ranks.
   *
   * @param n Number of rows
   * @param size Number of ranks to draw
   * @param seed Seed
   * @return Ranks, ascending
   */
  static long[] ranks(long n, int size, long seed) {
    final SplittableRandom random = new SplittableRandom(seed);
    final TreeSet<Long> drawn = new TreeSet<>();
    // Each set of ranks is as likely as any other, with one random number for each.
    for(long last = n - size; last < n; last++) {
      final long r = last < Integer.MAX_VALUE ? random.nextInt((int) last + 1) : random.nextLong(last + 1L);
      drawn.add(drawn.contains(r) ? last : r);
    }
    return drawn.stream().mapToLong(Long::longValue).toArray();
  }

  /**
   * Find the rows at some ranks.
   *
   * @param samples Ranks of each sample, ascending; replaced by rows
   */
  private void replaceRanksByRows(int[][] samples) {
    final long[] sorted = cells.clone();
    Arrays.parallelSort(sorted);
    final Map<Long, List<Integer>> wanted = new HashMap<>();
    for(int[] ranks : samples) {
      for(int rank : ranks) {
        wanted.putIfAbsent(sorted[rank], new ArrayList<>(1));
      }
    }
    for(int row = 0; row < cells.length; row++) {
      final List<Integer> rows = wanted.get(cells[row]);
      if(rows != null) {
        rows.add(row);
      }
    }
    // In the same cell, only rows that cannot be told apart may be exchanged.
    wanted.values().forEach(rows -> rows.sort(Comparator.comparingLong(row -> identities[row])));
    for(int[] sample : samples) {
      for(int i = 0; i < sample.length; i++) {
        final long cell = sorted[sample[i]];
        sample[i] = wanted.get(cell).get(sample[i] - first(sorted, cell));
      }
    }
  }

  /**
   * Find the first position of a value.
   *
   * @param sorted Sorted values
   * @param value One of them
   * @return First position
   */
  private static int first(long[] sorted, long value) {
    int low = 0, high = Arrays.binarySearch(sorted, value);
    while(low < high) {
      final int middle = (low + high) >>> 1;
      if(sorted[middle] < value) {
        low = middle + 1;
      }
      else {
        high = middle;
      }
    }
    return low;
  }
}
