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
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

import elki.logging.Logging;
import elki.outlier.losvm.kernel.DistinctPoints;
import elki.outlier.losvm.kernel.KernelCache;
import elki.outlier.losvm.kernel.KernelMatrix;
import elki.outlier.losvm.kernel.RelationKernel;
import elki.outlier.losvm.kernel.SelectedKernelMatrix;
import elki.outlier.losvm.linalg.LogSum;
import elki.outlier.losvm.parallel.Workers;
import elki.outlier.losvm.sampling.RowIdentity;
import elki.outlier.losvm.sampling.SampleDraw;
import elki.outlier.losvm.solver.Convergence;
import elki.outlier.losvm.solver.Judgement;

/**
 * The ensemble for any objects and any kernel, by the kernel matrix alone.
 *
 * @author The pyelki-losdd developers
 * @since 0.2.0
 */
final class ObjectEnsemble {
  /**
   * Warnings are those of the algorithm.
   */
  private static final Logging LOG = Logging.getLogger(LOSDDEnsemble.class);

  /**
   * Settings.
   */
  private final EnsembleSettings settings;

  /**
   * Threads.
   */
  private final Workers workers;

  /**
   * Kernel matrix of the points.
   */
  private final KernelMatrix kernel;

  /**
   * Objects that share a point.
   */
  private final DistinctPoints distinct;

  /**
   * Sums of the scores of each point.
   */
  private final EnsembleScores sums;

  /**
   * Constructor.
   *
   * @param settings Settings
   * @param data Kernel of the relation
   * @param workers Threads
   */
  ObjectEnsemble(EnsembleSettings settings, RelationKernel<?> data, Workers workers) {
    this.settings = settings;
    this.workers = workers;
    this.kernel = data.kernel();
    this.distinct = data.distinct();
    this.sums = new EnsembleScores(settings.members, distinct.size());
  }

  /**
   * Train the members one after the other, and score all objects by each.
   *
   * @param progress Told the number of members done
   * @return Scores, and the standard deviations of the members' scores
   */
  double[][] run(IntConsumer progress) {
    final int[][] samples = draw();
    final Convergence convergence = new Convergence();
    for(int m = 0; m < samples.length; m++) {
      score(samples[m], convergence);
      progress.accept(m + 1);
    }
    convergence.warnIfUnfinished(LOG);
    return new double[][] { ofObjects(sums.means()), ofObjects(sums.deviations()) };
  }

  /**
   * From points to objects.
   *
   * @param values Values by point
   * @return Values by object
   */
  private double[] ofObjects(double[] values) {
    return IntStream.range(0, distinct.objects()).mapToDouble(i -> values[distinct.pointOf(i)]).toArray();
  }

  /**
   * Draw the samples.
   *
   * @return Points of each sample, sorted; those with several copies are repeated
   */
  int[][] draw() {
    final int size = distinct.objects();
    // The points are in an order that depends on the objects only.
    final long[] points = IntStream.range(0, size).mapToLong(distinct::pointOf).toArray();
    final long[] cells = Arrays.stream(points).map(RowIdentity::mix).toArray();
    final int[] sizes = IntStream.range(0, settings.members).map(m -> settings.sampleOf(size)).toArray();
    final int[][] samples = new SampleDraw(cells, points).draw(sizes, settings.seed);
    return Arrays.stream(samples).map(rows -> Arrays.stream(rows).map(distinct::pointOf).sorted().toArray()).toArray(int[][]::new);
  }

  /**
   * Train a member, and add its scores.
   *
   * @param sample Points of the sample
   * @param convergence To note if training does not converge
   */
  private void score(int[] sample, Convergence convergence) {
    final DistinctPoints own = new DistinctPoints(sample.length, (i, j) -> Integer.compare(sample[i], sample[j]));
    final int[] points = IntStream.range(0, own.size()).map(i -> sample[own.object(i, 0)]).toArray();
    final KernelCache columns = new KernelCache(kernel, settings.memoryInBytes() / 2, workers.threads());
    final PeeledSample peeled = new PeeledSample(new SelectedKernelMatrix(columns, points), own, Double.isNaN(settings.remove) ? EnsembleSettings.MUCH : settings.remove, settings, settings.memoryInBytes() / 2, convergence);
    final double[] scores = new double[distinct.size()];
    final int[] support = Arrays.stream(peeled.support).map(i -> points[i]).toArray();
    workers.run(scores.length, t -> scores[t] = judge(peeled, support, t));
    for(int i = 0; i < sample.length; i++) {
      scores[sample[i]] = peeled.scores[i];
    }
    for(int t = 0; t < scores.length; t++) {
      sums.add(t, scores[t]);
    }
  }

  /**
   * Score a point by a member.
   *
   * @param member Member
   * @param support Its support vectors, as points of the data
   * @param t Point
   * @return Score
   */
  private double judge(PeeledSample member, int[] support, int t) {
    final double[] value = new double[1];
    double g = member.needsDiagonal ? -.5 * kernel.diagonal(t) : 0.;
    for(int i = 0; i < support.length; i++) {
      kernel.column(t, support[i], support[i] + 1, value, 0);
      g += member.weights[i] * value[0];
    }
    double log = member.needsDiagonal || !(g >= 0.) ? Double.NaN : Math.log(g);
    if(g >= 0. && g < LogSum.UNDERFLOW && !member.needsDiagonal) {
      final double[] logs = kernel.logColumn(t);
      final LogSum sum = new LogSum();
      for(int i = 0; i < support.length; i++) {
        sum.add(Math.log(member.weights[i]) + logs[support[i]]);
      }
      log = sum.value();
    }
    return member.form.score(new Judgement(g, log, member.rho, member.norm), true, member.needsDiagonal);
  }
}
