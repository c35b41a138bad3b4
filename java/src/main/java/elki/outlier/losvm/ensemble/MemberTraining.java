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

import elki.outlier.losvm.kernel.DistinctPoints;
import elki.outlier.losvm.kernel.PointTable;
import elki.outlier.losvm.kernel.VectorKernel;
import elki.outlier.losvm.kernel.VectorKernelMatrix;
import elki.outlier.losvm.sampling.RowIdentity;
import elki.outlier.losvm.solver.Convergence;
import elki.similarity.Similarity;

/**
 * Trains members on rows of numbers.
 *
 * @author The pyelki-losdd developers
 * @since 0.2.0
 */
final class MemberTraining {
  /**
   * Settings.
   */
  private final EnsembleSettings settings;

  /**
   * Memory for kernel values of a member, in bytes.
   */
  private final long memory;

  /**
   * Whether the training of all members converged.
   */
  private final Convergence convergence;

  /**
   * Constructor.
   *
   * @param settings Settings
   * @param memory Memory for kernel values of a member, in bytes
   * @param convergence To note if training does not converge
   */
  MemberTraining(EnsembleSettings settings, long memory, Convergence convergence) {
    this.settings = settings;
    this.memory = memory;
    this.convergence = convergence;
  }

  /**
   * Train a member.
   *
   * @param rows Rows of the sample, as they are
   * @param scaled The same rows, scaled
   * @param similarity Kernel
   * @param remove Share of the sample to peel off, or number of rows
   * @return Member, and the scores of its rows
   */
  JudgedSample train(double[][] rows, double[][] scaled, Similarity<?> similarity, double remove) {
    final int size = rows.length, dim = scaled[0].length;
    final double[][] columns = new double[dim][size];
    for(int i = 0; i < size; i++) {
      for(int k = 0; k < dim; k++) {
        columns[k][i] = scaled[i][k] + 0.; // Turns -0 into 0: they are equal
      }
    }
    final PointTable table = new PointTable(columns, size);
    final DistinctPoints distinct = table.distinct();
    final VectorKernelMatrix kernel = table.kernel((VectorKernel) similarity);
    final PeeledSample peeled = new PeeledSample(kernel, distinct, remove, settings, memory, convergence);
    final double[][] support = Arrays.stream(peeled.support).mapToObj(i -> scaled[distinct.object(i, 0)]).toArray(double[][]::new);
    return new JudgedSample(new Member(kernel.function(), support, peeled.weights, peeled.rho), //
        Arrays.stream(rows).mapToLong(RowIdentity::identity).toArray(), peeled.scores);
  }
}
