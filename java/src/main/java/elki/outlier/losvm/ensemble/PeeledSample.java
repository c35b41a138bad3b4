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
import java.util.stream.IntStream;

import elki.outlier.losvm.LeaveOutRounds;
import elki.outlier.losvm.ScoreForm;
import elki.outlier.losvm.ScoreReference;
import elki.outlier.losvm.kernel.DistinctPoints;
import elki.outlier.losvm.kernel.KernelCache;
import elki.outlier.losvm.kernel.KernelMatrix;
import elki.outlier.losvm.parallel.Workers;
import elki.outlier.losvm.solver.Convergence;
import elki.outlier.losvm.solver.LeaveOutSolver;
import elki.outlier.losvm.solver.Problem;
import elki.outlier.losvm.solver.Solution;

/**
 * A leave-out SVM on a sample, of which a share was peeled off in rounds; every
 * row of the sample is then judged by the cleaned model, as if it had been left
 * out.
 *
 * @author The pyelki-losdd developers
 * @since 0.2.0
 */
final class PeeledSample {
  /**
   * Support vectors of the cleaned model: points of the kernel matrix.
   */
  final int[] support;

  /**
   * Weights of the support vectors.
   */
  final double[] weights;

  /**
   * Gradient on the boundary, and squared length of the center.
   */
  final double rho, norm;

  /**
   * Whether the kernel values K(x,x) matter, as they vary.
   */
  final boolean needsDiagonal;

  /**
   * Form of the scores.
   */
  final ScoreForm form;

  /**
   * Scores, by number of the row in the sample.
   */
  final double[] scores;

  /**
   * Constructor: trains the model, on the calling thread.
   *
   * @param kernel Kernel matrix of the sample's points
   * @param distinct Rows that share a point
   * @param share Share of the sample to peel off, or number of rows
   * @param settings Settings
   * @param memory Memory for kernel values, in bytes
   * @param convergence To note if training does not converge
   */
  PeeledSample(KernelMatrix kernel, DistinctPoints distinct, double share, EnsembleSettings settings, long memory, Convergence convergence) {
    final int size = distinct.objects(), remove = count(share, size);
    final int[] copies = IntStream.range(0, distinct.size()).map(distinct::copies).toArray();
    final Problem problem = new Problem(new KernelCache(kernel, memory, 1), true, cost(settings.nu, size, remove), copies, settings.tolerance);
    this.needsDiagonal = problem.needsDiagonal();
    this.form = kernel.isPositive() && !needsDiagonal ? ScoreForm.LOG_RATIO : ScoreForm.RELATIVE;
    final LeaveOutSolver solver = settings.solver.make(problem, new Workers(1));
    final LeaveOutRounds rounds = new LeaveOutRounds(distinct, problem, solver, true, form, true);
    rounds.run(settings.batches, remove, ScoreReference.FINAL);
    problem.convergence().addTo(convergence);
    final Solution solution = solver.solution();
    this.support = solution.support();
    this.weights = Arrays.stream(support).mapToDouble(solution::alpha).toArray();
    this.rho = solution.rho();
    this.norm = solution.norm();
    this.scores = IntStream.range(0, size).mapToDouble(i -> rounds.scores[distinct.pointOf(i)]).toArray();
  }

  /**
   * Number of rows to remove.
   *
   * @param share Share of the sample, or number of rows
   * @param size Size of the sample
   * @return Number of rows; two remain, and one that may be left out
   */
  static int count(double share, int size) {
    return (int) Math.min(share < 1. ? Math.rint(share * size) : share, size - 3.);
  }

  /**
   * Upper bound of the weight of a row.
   *
   * @param nu Bound on the share of rows outside of the margin
   * @param size Size of the sample
   * @param remove Number of rows to remove
   * @return Cost
   */
  static double cost(double nu, int size, int remove) {
    // The weights of the rows that remain must be able to sum up to 1.
    final double cost = Math.max(1. / (nu * size), 1. / (size - remove - 1.));
    // A hard margin: not even a point that has all the weight is at its bound.
    return cost < 1. ? cost : 2.;
  }
}
