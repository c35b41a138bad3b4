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
import java.util.HashMap;
import java.util.Map;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

import elki.logging.Logging;
import elki.outlier.losvm.kernel.VectorKernel;
import elki.outlier.losvm.parallel.Workers;
import elki.outlier.losvm.sampling.ColumnRanges;
import elki.outlier.losvm.sampling.RowIdentity;
import elki.outlier.losvm.sampling.SampleDraw;
import elki.outlier.losvm.solver.Convergence;

/**
 * Trains an ensemble on rows of numbers, step by step: ranges, samples,
 * transformations of the columns, members.
 *
 * @author The pyelki-losdd developers
 * @since 0.2.0
 */
final class VectorEnsemble {
  /**
   * Warnings are those of the algorithm.
   */
  private static final Logging LOG = Logging.getLogger(LOSDDEnsemble.class);

  /**
   * Settings.
   */
  private final EnsembleSettings settings;

  /**
   * Kinds of members.
   */
  private final MemberKind[] kinds;

  /**
   * Threads.
   */
  private final Workers workers;

  /**
   * Number of rows.
   */
  private final int size;

  /**
   * Rows, by number.
   */
  private final IntFunction<double[]> rows;

  /**
   * Ranges of the columns.
   */
  private final ColumnRanges ranges;

  /**
   * Kind of each member.
   */
  private final int[] members;

  /**
   * Samples, one for each member, and the reference rows.
   */
  private final int[][] samples;

  /**
   * Constructor; draws the samples.
   *
   * @param settings Settings
   * @param kernel Kernel, or {@code null} for the usual members
   * @param workers Threads
   * @param size Number of rows
   * @param dimensionality Number of columns
   * @param rows Rows, by number
   */
  VectorEnsemble(EnsembleSettings settings, VectorKernel kernel, Workers workers, int size, int dimensionality, IntFunction<double[]> rows) {
    this.settings = settings;
    this.workers = workers;
    this.size = size;
    this.rows = rows;
    this.ranges = new ColumnRanges(dimensionality);
    for(int i = 0; i < size; i++) {
      ranges.see(rows.apply(i));
    }
    this.kinds = kernel != null ? MemberKind.of(kernel, settings) : MemberKind.usual(settings.features > 0 ? settings.features : (int) IntStream.range(0, dimensionality).filter(ranges::varies).count(), settings);
    // The first kind has one more, if they cannot have the same number.
    this.members = IntStream.range(0, settings.members).map(m -> m * kinds.length / settings.members).toArray();
    this.samples = draw();
  }

  /**
   * Draw the samples.
   *
   * @return Rows of each sample, last the reference rows
   */
  private int[][] draw() {
    final long[] cells = new long[size], identities = new long[size];
    for(int i = 0; i < size; i++) {
      final double[] row = rows.apply(i);
      cells[i] = RowIdentity.cell(row, ranges);
      identities[i] = RowIdentity.identity(row);
    }
    final int sample = settings.sampleOf(size);
    final int[] sizes = IntStream.rangeClosed(0, members.length).map(m -> sample).toArray();
    sizes[sizes.length - 1] = Math.min(EnsembleSettings.REFERENCE, size);
    return new SampleDraw(cells, identities).draw(sizes, settings.seed);
  }

  /**
   * Sample of a member.
   *
   * @param m Number of the member
   * @return Numbers of the rows
   */
  int[] sample(int m) {
    return samples[m];
  }

  /**
   * Train the members.
   *
   * @param progress Told the number of members done
   * @return Trained ensemble
   */
  EnsembleModel train(IntConsumer progress) {
    final ColumnTransform[] columns = Arrays.stream(kinds).map(this::transform).toArray(ColumnTransform[]::new);
    final Convergence convergence = new Convergence();
    final MemberTraining training = new MemberTraining(settings, settings.memoryInBytes() / workers.threads(), convergence);
    final JudgedSample[] judged = new JudgedSample[members.length];
    workers.run(members.length, () -> m -> {
      final MemberKind kind = kinds[members[m]];
      final double[][] sample = Arrays.stream(samples[m]).mapToObj(rows).toArray(double[][]::new);
      final double[][] transformed = Arrays.stream(sample).map(columns[members[m]]::apply).toArray(double[][]::new);
      judged[m] = training.train(sample, transformed, kind.kernel, kind.remove(number(m)));
    }, progress);
    convergence.warnIfUnfinished(LOG);
    final MemberGroup[] groups = new MemberGroup[kinds.length];
    for(int k = 0; k < kinds.length; k++) {
      final int kind = k;
      final Member[] trained = IntStream.range(0, members.length).filter(m -> members[m] == kind).mapToObj(m -> judged[m].member).toArray(Member[]::new);
      groups[k] = new MemberGroup(kinds[k].kernelName(), kinds[k].unit, columns[k], trained);
    }
    return new EnsembleModel(groups, byIdentity(judged));
  }

  /**
   * Number of members.
   *
   * @return Number of members
   */
  int size() {
    return members.length;
  }

  /**
   * Number of a member among those of its kind.
   *
   * @param m Number of the member
   * @return Number, from 0
   */
  private int number(int m) {
    return (int) Arrays.stream(members, 0, m).filter(kind -> kind == members[m]).count();
  }

  /**
   * What to do to the columns.
   *
   * @param kind Kind of the members
   * @return Transformation
   */
  private ColumnTransform transform(MemberKind kind) {
    if(kind.normalScores) {
      return PartlyRaw.of(new NormalScores(Arrays.stream(samples[members.length]).mapToObj(i -> PartlyRaw.hide(rows.apply(i), settings.asIs)).toArray(double[][]::new)), settings.asIs);
    }
    return settings.standardize ? PartlyRaw.of(ColumnScaling.of(PartlyRaw.hide(ranges, settings.asIs), size, rows), settings.asIs) : new RawColumns(ranges);
  }

  /**
   * Collect the scores of rows in samples.
   *
   * @param judged Judged samples, by member
   * @return Scores by identity and member, NaN for rows that are not in the sample
   */
  private static Map<Long, double[]> byIdentity(JudgedSample[] judged) {
    final Map<Long, double[]> scores = new HashMap<>();
    for(int m = 0; m < judged.length; m++) {
      for(int i = 0; i < judged[m].scores.length; i++) {
        scores.computeIfAbsent(judged[m].identities[i], x -> {
          final double[] unknown = new double[judged.length];
          Arrays.fill(unknown, Double.NaN);
          return unknown;
        })[m] = judged[m].scores[i];
      }
    }
    return scores;
  }
}
