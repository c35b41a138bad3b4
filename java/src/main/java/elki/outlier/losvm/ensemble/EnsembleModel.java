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
import java.util.BitSet;
import java.util.Map;
import java.util.function.IntConsumer;

import elki.logging.Logging;
import elki.logging.statistics.DoubleStatistic;
import elki.logging.statistics.LongStatistic;
import elki.logging.statistics.StringStatistic;
import elki.outlier.losvm.kernel.KernelArgument;
import elki.outlier.losvm.parallel.Workers;
import elki.outlier.losvm.sampling.RowIdentity;
import elki.outlier.losvm.sampling.RowPass;
import elki.outlier.losvm.sampling.RowSource;

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
   * Last bits of a number.
   */
  private static final int LAST_BITS = 0xFFFF;

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
   * Last bits of the identities of these rows: most others need no further look.
   */
  private final BitSet drawn = new BitSet(LAST_BITS + 1);

  /**
   * Constructor.
   *
   * @param groups Groups of members
   * @param judged Scores of the rows in the samples, by identity and member
   */
  EnsembleModel(MemberGroup[] groups, Map<Long, double[]> judged) {
    this.groups = groups;
    this.judged = judged;
    judged.keySet().forEach(identity -> drawn.set((int) (identity & LAST_BITS)));
  }

  /**
   * Score rows.
   *
   * @param rows Rows
   * @param workers Threads
   * @param progress Told the number of blocks done
   * @return Scores
   */
  public EnsembleScores score(RowSource rows, Workers workers, IntConsumer progress) {
    final EnsembleScores scores = new EnsembleScores(size(), rows.size());
    workers.run(RowPass.blocks(rows), () -> new BlockScoring(rows, scores)::run, progress);
    return scores;
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
     * Rows.
     */
    private final RowSource rows;

    /**
     * Output.
     */
    private final EnsembleScores output;

    /**
     * Number of rows in a block.
     */
    private final int capacity;

    /**
     * Rows of the block, by column.
     */
    private final double[][] columns;

    /**
     * Identities of the rows.
     */
    private final long[] identities;

    /**
     * Rows of the block that are in a sample.
     */
    private final int[] known;

    /**
     * Transformed rows by column, for each group, with columns of zeros.
     */
    private final float[][][] transformed = new float[groups.length][][];

    /**
     * Space for kernel values and their sums.
     */
    private final float[] values, sums;

    /**
     * Scores by a member.
     */
    private final double[] scores;

    /**
     * Constructor.
     *
     * @param rows Rows
     * @param output Output
     */
    BlockScoring(RowSource rows, EnsembleScores output) {
      this.rows = rows;
      this.output = output;
      this.capacity = RowPass.blockSize(rows);
      this.columns = new double[rows.dimensionality()][capacity];
      this.identities = new long[capacity];
      this.known = new int[capacity];
      this.values = new float[capacity];
      this.sums = new float[capacity];
      this.scores = new double[capacity];
      for(int g = 0; g < groups.length; g++) {
        transformed[g] = new float[KernelArgument.padded(groups[g].columns.dimensionality())][capacity];
      }
    }

    /**
     * Score a block.
     *
     * @param b Number of the block
     */
    void run(int b) {
      final int start = b * capacity, size = Math.min(capacity, output.size() - start), drawnRows = read(start, size);
      for(int g = 0, m = 0; g < groups.length; g++) {
        final ColumnTransform transform = groups[g].columns;
        final double unit = groups[g].unit;
        transform.apply(columns, size, transformed[g]);
        for(Member member : groups[g].members) {
          member.score(transformed[g], size, j -> transform.apply(row(j)), values, sums, scores);
          for(int i = 0; i < drawnRows; i++) {
            final double score = judged.get(identities[known[i]])[m];
            scores[known[i]] = Double.isNaN(score) ? scores[known[i]] : score;
          }
          for(int j = 0; j < size; j++) {
            scores[j] *= unit;
          }
          output.add(start, scores, size);
          m++;
        }
      }
    }

    /**
     * Read a block, and find the rows that are in a sample.
     *
     * @param start First row
     * @param size Number of rows
     * @return Number of rows in samples
     */
    private int read(int start, int size) {
      rows.read(start, size, columns);
      RowIdentity.identities(columns, size, identities);
      int count = 0;
      for(int j = 0; j < size; j++) {
        if(drawn.get((int) (identities[j] & LAST_BITS)) && judged.containsKey(identities[j])) {
          known[count++] = j;
        }
      }
      return count;
    }

    /**
     * A row of the block.
     *
     * @param j Number of the row
     * @return Its values
     */
    private double[] row(int j) {
      return Arrays.stream(columns).mapToDouble(column -> column[j]).toArray();
    }
  }
}
