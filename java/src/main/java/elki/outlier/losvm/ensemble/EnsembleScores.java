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

/**
 * Sums of the scores by the members of each group, and of their squares.
 *
 * @author The pyelki-losdd developers
 * @since 0.2.0
 */
final class EnsembleScores {
  /**
   * Sums by group and row.
   */
  private final double[][] sums, squares;

  /**
   * Constructor.
   *
   * @param groups Number of groups
   * @param size Number of rows
   */
  EnsembleScores(int groups, int size) {
    this.sums = new double[groups][size];
    this.squares = new double[groups][size];
  }

  /**
   * Number of rows.
   *
   * @return Number of rows
   */
  int size() {
    return sums[0].length;
  }

  /**
   * Add the score by a member.
   *
   * @param group Group of the member
   * @param row Row
   * @param score Score
   */
  void add(int group, int row, double score) {
    sums[group][row] += score;
    squares[group][row] += score * score;
  }

  /**
   * Mean and standard deviation of the mean score by a group.
   *
   * @param group Group
   * @param members Number of its members
   * @param rows Rows to look at
   * @return Mean, and standard deviation; 1 if all scores are the same
   */
  double[] moments(int group, int members, int[] rows) {
    double mean = 0., square = 0.;
    for(int i : rows) {
      mean += sums[group][i] / members / rows.length;
    }
    for(int i : rows) {
      final double v = sums[group][i] / members - mean;
      square += v * v / rows.length;
    }
    return new double[] { mean, square > 0. ? Math.sqrt(square) : 1. };
  }

  /**
   * Scores of all rows.
   *
   * @param groups Groups
   * @return Scores, the weighted mean over the groups
   */
  double[] mean(MemberGroup[] groups) {
    final double[] mean = new double[size()];
    final double total = Arrays.stream(groups).mapToDouble(group -> group.weight).sum();
    for(int g = 0; g < groups.length; g++) {
      for(int i = 0; i < mean.length; i++) {
        mean[i] += (sums[g][i] / groups[g].members.length - groups[g].center) / groups[g].unit * (groups[g].weight / total);
      }
    }
    return mean;
  }

  /**
   * How much the members of a group disagree about each row.
   *
   * @param groups Groups
   * @return Standard deviations of the members' scores, the root of the mean
   *         square over the groups, with their weights
   */
  double[] deviation(MemberGroup[] groups) {
    final double[] deviation = new double[size()];
    final double total = Arrays.stream(groups).mapToDouble(group -> group.weight).sum();
    for(int g = 0; g < groups.length; g++) {
      final double n = groups[g].members.length, share = groups[g].weight / total / (groups[g].unit * groups[g].unit);
      for(int i = 0; i < deviation.length; i++) {
        final double m = sums[g][i] / n;
        deviation[i] += Math.max(0., squares[g][i] / n - m * m) * share;
      }
    }
    for(int i = 0; i < deviation.length; i++) {
      deviation[i] = Math.sqrt(deviation[i]);
    }
    return deviation;
  }
}
