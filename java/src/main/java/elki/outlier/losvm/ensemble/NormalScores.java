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
import java.util.Map;
import java.util.stream.IntStream;

import elki.math.statistics.distribution.NormalDistribution;

/**
 * Replaces each value by its normal score: the quantile of the normal
 * distribution at the rank of the value in its column. What matters is how many
 * rows are between two values, not how far they are apart; so columns of any
 * distribution are alike, and a few huge values cannot hide the others.
 * <p>
 * Ranks are those among reference rows. The rank of equal values is the middle of
 * their ranks, and values beyond all others have the score of the last one.
 * Columns are standardized afterwards, as ties reduce the variance.
 *
 * @author The pyelki-losdd developers
 * @since 0.2.0
 */
final class NormalScores implements ColumnTransform {
  /**
   * Columns that vary.
   */
  private final int[] columns;

  /**
   * Sorted values of the reference rows, for each of these columns.
   */
  private final double[][] sorted;

  /**
   * Mean score of each column, and the inverse of the standard deviation.
   */
  private final double[] mean, factor;

  /**
   * Normal scores, by twice the rank.
   */
  private final double[] scores;

  /**
   * Constructor.
   *
   * @param reference Reference rows
   */
  NormalScores(double[][] reference) {
    final double[][] all = new double[reference[0].length][];
    for(int k = 0; k < all.length; k++) {
      final int column = k;
      all[k] = Arrays.stream(reference).mapToDouble(row -> row[column] + 0.).toArray(); // Turns -0 into 0
      Arrays.sort(all[k]);
    }
    this.columns = IntStream.range(0, all.length).filter(k -> all[k][0] < all[k][reference.length - 1]).toArray();
    this.sorted = Arrays.stream(columns).mapToObj(k -> all[k]).toArray(double[][]::new);
    this.scores = scores(reference.length);
    this.mean = new double[columns.length];
    this.factor = new double[columns.length];
    for(int i = 0; i < columns.length; i++) {
      final double[] column = sorted[i], found = Arrays.stream(column).map(v -> score(column, v)).toArray();
      final double center = mean[i] = Arrays.stream(found).sum() / found.length;
      factor[i] = 1. / Math.sqrt(Arrays.stream(found).map(v -> (v - center) * (v - center)).sum() / found.length);
    }
  }

  /**
   * Constructor.
   *
   * @param map What {@link #toMap} returned
   */
  NormalScores(Map<String, ?> map) {
    this.columns = (int[]) map.get("columns");
    this.sorted = ModelArrays.rows((double[]) map.get("sorted"), columns.length);
    this.mean = (double[]) map.get("mean");
    this.factor = (double[]) map.get("factor");
    this.scores = scores(sorted.length > 0 ? sorted[0].length : 1);
  }

  @Override
  public Map<String, Object> toMap() {
    return Map.of("columns", columns, "sorted", ModelArrays.flat(sorted), "mean", mean, "factor", factor);
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
    final double score = value / factor[i] + mean[i];
    // The nearest rank, as the score has been rounded; ranks are symmetric.
    int rank = Arrays.binarySearch(scores, 1, scores.length - 1, score);
    if(rank < 0) {
      rank = Math.min(-rank - 1, scores.length - 2);
      rank -= rank > 1 && score - scores[rank - 1] < scores[rank] - score ? 1 : 0;
    }
    // Between two values, an even rank: the one nearer to the middle has occurred.
    final int n = sorted[i].length;
    return sorted[i][rank % 2 == 1 || rank > n ? (rank - 1) / 2 : rank / 2];
  }

  @Override
  public double[] apply(double[] row) {
    final double[] found = new double[columns.length];
    for(int i = 0; i < columns.length; i++) {
      found[i] = (score(sorted[i], row[columns[i]] + 0.) - mean[i]) * factor[i];
    }
    return found;
  }

  /**
   * Normal scores of all ranks.
   *
   * @param n Number of reference rows
   * @return Scores, by twice the rank
   */
  private static double[] scores(int n) {
    return IntStream.rangeClosed(0, 2 * n).mapToDouble(r -> NormalDistribution.standardNormalQuantile(Math.min(Math.max(r, 1), 2 * n - 1) / (2. * n))).toArray();
  }

  /**
   * Normal score of a value.
   *
   * @param column Sorted values of the reference rows
   * @param v Value
   * @return Score
   */
  private double score(double[] column, double v) {
    return scores[countBelow(column, v) + countBelow(column, Math.nextUp(v))];
  }

  /**
   * Count the values below another one.
   *
   * @param sorted Sorted values
   * @param v Value
   * @return Number of smaller values
   */
  private static int countBelow(double[] sorted, double v) {
    int low = 0;
    for(int length = sorted.length; length > 0;) {
      final int half = length >>> 1;
      if(sorted[low + half] < v) {
        low += half + 1;
        length -= half + 1;
      }
      else {
        length = half;
      }
    }
    return low;
  }
}
