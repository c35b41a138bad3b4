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

/**
 * Sums of the scores by all members, and of their squares.
 *
 * @author The pyelki-losdd developers
 * @since 0.2.0
 */
public final class EnsembleScores {
  /**
   * Number of members.
   */
  private final int members;

  /**
   * Sums by row.
   */
  private final double[] sums, squares;

  /**
   * Constructor.
   *
   * @param members Number of members
   * @param size Number of rows
   */
  EnsembleScores(int members, int size) {
    this.members = members;
    this.sums = new double[size];
    this.squares = new double[size];
  }

  /**
   * Number of rows.
   *
   * @return Number of rows
   */
  int size() {
    return sums.length;
  }

  /**
   * Add the score by a member.
   *
   * @param row Row
   * @param score Score
   */
  void add(int row, double score) {
    sums[row] += score;
    squares[row] += score * score;
  }

  /**
   * Add the scores by a member.
   *
   * @param start First row
   * @param scores Scores of this row and of those that follow
   * @param count Number of rows
   */
  void add(int start, double[] scores, int count) {
    for(int j = 0; j < count; j++) {
      sums[start + j] += scores[j];
      squares[start + j] += scores[j] * scores[j];
    }
  }

  /**
   * Mean scores.
   *
   * @return Mean scores by row
   */
  public double[] means() {
    final double[] means = new double[size()];
    for(int i = 0; i < means.length; i++) {
      means[i] = sums[i] / members;
    }
    return means;
  }

  /**
   * How much the members disagree.
   *
   * @return Standard deviations of the scores by row
   */
  public double[] deviations() {
    final double[] deviations = new double[size()];
    for(int i = 0; i < deviations.length; i++) {
      final double mean = sums[i] / members;
      deviations[i] = Math.sqrt(Math.max(0., squares[i] / members - mean * mean));
    }
    return deviations;
  }
}
