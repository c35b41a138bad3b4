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
import java.util.function.IntConsumer;
import java.util.function.IntFunction;

import elki.logging.Logging;
import elki.logging.statistics.DoubleStatistic;
import elki.logging.statistics.LongStatistic;
import elki.logging.statistics.StringStatistic;
import elki.outlier.losvm.parallel.Workers;
import elki.outlier.losvm.sampling.RowIdentity;

/**
 * The trained ensemble: scores any row by the mean of its members.
 * <p>
 * A row that is equal to one of a member's sample is judged by that member as if
 * it had been left out. Hence rows that were drawn are no better off than others,
 * identical rows have identical scores, and scoring the training data once more
 * gives the same scores.
 *
 * @author The pyelki-losdd developers
 * @since 0.2.0
 */
public final class EnsembleModel {
  /**
   * Groups of members.
   */
  private final MemberGroup[] groups;

  /**
   * Scores of the rows in the samples, by identity and member: NaN where the row
   * is not in the sample of the member.
   */
  private final Map<Long, double[]> judged;

  /**
   * Constructor.
   *
   * @param groups Groups of members
   * @param judged Scores of the rows in the samples, by identity and member
   */
  EnsembleModel(MemberGroup[] groups, Map<Long, double[]> judged) {
    this.groups = groups;
    this.judged = judged;
  }

  /**
   * Score rows.
   *
   * @param size Number of rows
   * @param rows Rows, by number
   * @param workers Threads
   * @param progress Told the number of blocks done
   * @return Scores
   */
  EnsembleScores score(int size, IntFunction<double[]> rows, Workers workers, IntConsumer progress) {
    final EnsembleScores scores = new EnsembleScores(size(), size);
    workers.run(blocks(size), () -> new BlockScoring(rows, scores)::run, progress);
    return scores;
  }

  /**
   * Score rows.
   *
   * @param size Number of rows
   * @param rows Rows, by number
   * @param threads Number of threads, 0 for all cores
   * @return Scores
   */
  public double[] scores(int size, IntFunction<double[]> rows, int threads) {
    return score(size, rows, new Workers(threads), done -> {
    }).means();
  }

  /**
   * Number of members.
   *
   * @return Number of members
   */
  int size() {
    return Arrays.stream(groups).mapToInt(group -> group.members.length).sum();
  }

  /**
   * Log what the options leave open: which kernels the members have, and the mean of
   * their bandwidths, which are chosen for each sample.
   *
   * @param log Log
   * @param prefix Prefix of the names
   */
  void logStatistics(Logging log, String prefix) {
    for(int k = 0; k < groups.length; k++) {
      final String name = prefix + ".kernel-" + (k + 1);
      log.statistics(new StringStatistic(name, groups[k].kernel));
      log.statistics(new LongStatistic(name + ".members", groups[k].members.length));
      log.statistics(new DoubleStatistic(name + ".gamma", Arrays.stream(groups[k].members).mapToDouble(m -> m.function().gamma()).average().orElse(Double.NaN)));
    }
  }

  /**
   * Number of blocks of rows.
   *
   * @param size Number of rows
   * @return Number of blocks
   */
  static int blocks(int size) {
    return (size + Block.CAPACITY - 1) / Block.CAPACITY;
  }

  /**
   * Scores of the rows in the samples.
   *
   * @return Scores by identity and member
   */
  Map<Long, double[]> judged() {
    return judged;
  }

  /**
   * Groups of members.
   *
   * @return Groups
   */
  MemberGroup[] groups() {
    return groups;
  }

  /**
   * Scores blocks of rows, with space of its own.
   *
   * @author The pyelki-losdd developers
   */
  private final class BlockScoring {
    /**
     * Rows, by number.
     */
    private final IntFunction<double[]> rows;

    /**
     * Output.
     */
    private final EnsembleScores output;

    /**
     * Scores of the rows of the block that are in a sample, or {@code null}.
     */
    private final double[][] known = new double[Block.CAPACITY][];

    /**
     * Transformed rows, for each group.
     */
    private final Block[] blocks = new Block[groups.length];

    /**
     * Space for kernel values and their sums.
     */
    private final float[] values = new float[Block.CAPACITY], sums = new float[Block.CAPACITY];

    /**
     * Scores by a member.
     */
    private final double[] scores = new double[Block.CAPACITY];

    /**
     * Constructor.
     *
     * @param rows Rows, by number
     * @param output Output
     */
    BlockScoring(IntFunction<double[]> rows, EnsembleScores output) {
      this.rows = rows;
      this.output = output;
      for(int g = 0; g < groups.length; g++) {
        blocks[g] = new Block(groups[g].columns.dimensionality());
      }
    }

    /**
     * Score a block.
     *
     * @param b Number of the block
     */
    void run(int b) {
      final int start = b * Block.CAPACITY, size = Math.min(Block.CAPACITY, output.size() - start);
      for(Block block : blocks) {
        block.clear();
      }
      for(int j = 0; j < size; j++) {
        final double[] row = rows.apply(start + j);
        known[j] = judged.get(RowIdentity.identity(row));
        for(int g = 0; g < groups.length; g++) {
          blocks[g].add(groups[g].columns.apply(row));
        }
      }
      for(int g = 0, m = 0; g < groups.length; g++) {
        for(Member member : groups[g].members) {
          member.score(blocks[g], values, sums, scores);
          for(int j = 0; j < size; j++) {
            output.add(start + j, groups[g].unit * (known[j] == null || Double.isNaN(known[j][m]) ? scores[j] : known[j][m]));
          }
          m++;
        }
      }
    }
  }
}
