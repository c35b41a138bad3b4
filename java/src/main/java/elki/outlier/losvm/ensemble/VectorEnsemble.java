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
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

import elki.logging.Logging;
import elki.outlier.losvm.kernel.VectorKernel;
import elki.outlier.losvm.parallel.Workers;
import elki.outlier.losvm.sampling.ColumnRanges;
import elki.outlier.losvm.sampling.RowSource;
import elki.outlier.losvm.solver.Convergence;

/**
 * Trains an ensemble on rows of numbers: some passes over them to know the columns
 * and to draw the samples, then the members, and what their kind does to the
 * columns.
 *
 * @author The pyelki-losdd developers
 * @since 0.2.0
 */
public final class VectorEnsemble {
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
   * What each kind does to the columns, once known.
   */
  private final ColumnTransform[] columns;

  /**
   * What the members are trained on.
   */
  private final TrainingRows rows;

  /**
   * Kind of each member.
   */
  private final int[] members;

  /**
   * Constructor.
   *
   * @param settings Settings
   * @param kernel Kernel, or {@code null} for the usual members
   * @param rows What the members are trained on
   */
  VectorEnsemble(EnsembleSettings settings, VectorKernel kernel, TrainingRows rows) {
    this.settings = settings;
    this.rows = rows;
    this.kinds = kernel != null ? MemberKind.of(kernel, settings) : MemberKind.usual(settings.features > 0 ? settings.features : varying(rows.ranges), settings);
    this.columns = new ColumnTransform[kinds.length];
    // The first kind has one more, if they cannot have the same number.
    this.members = IntStream.range(0, settings.members).map(m -> m * kinds.length / settings.members).toArray();
  }

  /**
   * Count the columns that vary.
   *
   * @param ranges Ranges of the columns
   * @return Number of columns
   */
  private static int varying(ColumnRanges ranges) {
    return (int) IntStream.range(0, ranges.dimensionality()).filter(ranges::varies).count();
  }

  /**
   * Draw the samples: do all passes over rows that are here.
   *
   * @param settings Settings
   * @param rows Rows
   * @param workers Threads
   * @return What the members are trained on
   */
  static TrainingRows draw(EnsembleSettings settings, RowSource rows, Workers workers) {
    LearningStep step = new RangesPass(rows.dimensionality(), settings);
    while(step instanceof LearningPass) {
      step = ((LearningPass<?>) step).over(rows, workers);
    }
    return (TrainingRows) step;
  }

  /**
   * Train a member.
   *
   * @param m Number of the member
   * @param memory Memory for kernel values, in bytes
   * @param convergence To note if training does not converge
   * @return Member, and the scores of its rows
   */
  JudgedSample train(int m, long memory, Convergence convergence) {
    final MemberKind kind = kinds[members[m]];
    final ColumnTransform transform = transform(members[m]);
    final double[][] sample = rows.sample(m), transformed = Arrays.stream(sample).map(transform::apply).toArray(double[][]::new);
    return new MemberTraining(settings, memory, convergence).train(sample, transformed, kind.kernel, kind.remove(number(m)));
  }

  /**
   * Train a member.
   *
   * @param m Number of the member
   * @return Member, as {@link #assemble(List)} needs it
   */
  public Map<String, Object> train(int m) {
    final Convergence convergence = new Convergence();
    final JudgedSample judged = train(m, settings.memoryInBytes(), convergence);
    convergence.warnIfUnfinished(LOG);
    return ModelArrays.of(judged);
  }

  /**
   * Train all members.
   *
   * @param workers Threads
   * @param progress Told the number of members done
   * @return Trained ensemble
   */
  EnsembleModel train(Workers workers, IntConsumer progress) {
    final JudgedSample[] judged = new JudgedSample[members.length];
    final Convergence convergence = new Convergence();
    workers.run(members.length, () -> m -> judged[m] = train(m, settings.memoryInBytes() / workers.threads(), convergence), progress);
    convergence.warnIfUnfinished(LOG);
    return assemble(judged);
  }

  /**
   * Put members together that were trained elsewhere.
   *
   * @param trained What {@link #train(int)} returned, for each member in turn
   * @return Trained ensemble
   */
  public EnsembleModel assemble(List<? extends Map<String, ?>> trained) {
    if(trained.size() != members.length) {
      throw new IllegalArgumentException("The ensemble has " + members.length + " members, but " + trained.size() + " were given.");
    }
    return assemble(IntStream.range(0, members.length) //
        .mapToObj(m -> ModelArrays.toSample(trained.get(m), kinds[members[m]].kernelName())).toArray(JudgedSample[]::new));
  }

  /**
   * Put members together.
   *
   * @param judged Members, and the scores of their rows
   * @return Trained ensemble
   */
  private EnsembleModel assemble(JudgedSample[] judged) {
    final MemberGroup[] groups = new MemberGroup[kinds.length];
    for(int k = 0; k < kinds.length; k++) {
      final int kind = k;
      final Member[] trained = IntStream.range(0, members.length).filter(m -> members[m] == kind).mapToObj(m -> judged[m].member).toArray(Member[]::new);
      groups[k] = new MemberGroup(kinds[k].kernelName(), kinds[k].unit, transform(k), trained);
    }
    return new EnsembleModel(groups, byIdentity(judged));
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
   * @param k Kind of the members
   * @return Transformation
   */
  private synchronized ColumnTransform transform(int k) {
    if(columns[k] == null) {
      columns[k] = kinds[k].normalScores ? PartlyRaw.of(new NormalScores(PartlyRaw.hide(rows.reference(), settings.asIs)), settings.asIs) //
          : settings.standardize ? PartlyRaw.of(rows.scaling, settings.asIs) : new RawColumns(rows.ranges);
    }
    return columns[k];
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
