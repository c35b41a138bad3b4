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
   * Different values of the reference rows in ascending order, for each of these
   * columns.
   */
  private final double[][] levels;

  /**
   * New values: below the first level, of the first level, between it and the
   * second one, and so on.
   */
  private final double[][] found;

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
    this.mean = new double[columns.length];
    this.factor = new double[columns.length];
    this.levels = Arrays.stream(sorted).map(NormalScores::levels).toArray(double[][]::new);
    this.found = scores();
    final int[] places = new int[reference.length];
    for(int i = 0; i < columns.length; i++) {
      final double[] values = new double[reference.length];
      places(levels[i], sorted[i], values.length, places);
      for(int j = 0; j < values.length; j++) {
        values[j] = found[i][places[j]];
      }
      final double center = mean[i] = Arrays.stream(values).sum() / values.length;
      factor[i] = 1. / Math.sqrt(Arrays.stream(values).map(v -> (v - center) * (v - center)).sum() / values.length);
    }
    standardize();
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
    this.levels = Arrays.stream(sorted).map(NormalScores::levels).toArray(double[][]::new);
    this.found = scores();
    standardize();
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
    final double[] scores = found[i];
    int place = Arrays.binarySearch(scores, value);
    if(place < 0) { // The nearest one, as the value may have been rounded.
      place = Math.min(-place - 1, scores.length - 1);
      place -= place > 0 && value - scores[place - 1] < scores[place] - value ? 1 : 0;
    }
    // Between two levels: the one nearer to the middle.
    return levels[i][place % 2 != 0 || place > levels[i].length ? (place - 1) / 2 : place / 2];
  }

  @Override
  public double[] apply(double[] row) {
    final double[] scores = new double[columns.length];
    for(int i = 0; i < columns.length; i++) {
      final int place = Arrays.binarySearch(levels[i], row[columns[i]] + 0.); // Turns -0 into 0
      scores[i] = found[i][place >= 0 ? 2 * place + 1 : -2 * (place + 1)];
    }
    return scores;
  }

  @Override
  public void apply(double[][] rows, int count, float[][] out) {
    final int[] places = new int[count];
    for(int i = 0; i < columns.length; i++) {
      places(levels[i], rows[columns[i]], count, places);
      final double[] scores = found[i];
      final float[] single = out[i];
      for(int j = 0; j < count; j++) {
        single[j] = (float) scores[places[j]];
      }
    }
  }

  /**
   * Different values.
   *
   * @param values Values, ascending
   * @return Each of them once
   */
  private static double[] levels(double[] values) {
    return IntStream.range(0, values.length).filter(j -> j == 0 || values[j - 1] < values[j]).mapToDouble(j -> values[j]).toArray();
  }

  /**
   * Normal scores of the levels and between them.
   *
   * @return Scores for each column
   */
  private double[][] scores() {
    final int n = sorted.length > 0 ? sorted[0].length : 1;
    final double[] byRank = IntStream.rangeClosed(0, 2 * n).mapToDouble(r -> NormalDistribution.standardNormalQuantile(Math.min(Math.max(r, 1), 2 * n - 1) / (2. * n))).toArray();
    final double[][] scores = new double[columns.length][];
    for(int i = 0; i < columns.length; i++) {
      scores[i] = new double[2 * levels[i].length + 1];
      int below = 0;
      for(int l = 0; l < levels[i].length; l++) {
        scores[i][2 * l] = byRank[2 * below];
        int end = below;
        while(end < n && sorted[i][end] == levels[i][l]) {
          end++;
        }
        scores[i][2 * l + 1] = byRank[below + end];
        below = end;
      }
      scores[i][2 * levels[i].length] = byRank[2 * below];
    }
    return scores;
  }

  /**
   * Standardize the scores.
   */
  private void standardize() {
    for(int i = 0; i < columns.length; i++) {
      for(int p = 0; p < found[i].length; p++) {
        found[i][p] = (found[i][p] - mean[i]) * factor[i];
      }
    }
  }

  /**
   * Find the places of values. All are searched at once, without branches that the
   * processor would have to guess.
   *
   * @param levels Levels
   * @param values Values
   * @param count Number of values
   * @param places Output: positions of their scores
   */
  private static void places(double[] levels, double[] values, int count, int[] places) {
    Arrays.fill(places, 0, count, 0);
    for(int rest = levels.length; rest > 1;) {
      final int half = rest >>> 1;
      for(int j = 0; j < count; j++) {
        places[j] += half & below(levels[places[j] + half - 1], values[j]);
      }
      rest -= half;
    }
    for(int j = 0; j < count; j++) {
      final int level = places[j] - below(levels[places[j]], values[j]);
      places[j] = 2 * level + (level < levels.length && levels[level] == values[j] ? 1 : 0);
    }
  }

  /**
   * Compare two numbers.
   *
   * @param a Number
   * @param b Number
   * @return -1 (all bits) if the first is less, else 0
   */
  private static int below(double a, double b) {
    // The difference of different numbers is never 0, and its sign is right even if it overflows.
    return (int) (Double.doubleToRawLongBits(a - b) >> 63);
  }
}
