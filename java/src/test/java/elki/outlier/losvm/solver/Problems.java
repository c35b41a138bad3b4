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
package elki.outlier.losvm.solver;

import java.util.stream.IntStream;

import elki.data.NumberVector;
import elki.outlier.losvm.TestData;
import elki.outlier.losvm.kernel.KernelCache;
import elki.outlier.losvm.kernel.RelationKernel;
import elki.outlier.losvm.parallel.Workers;
import elki.outlier.losvm.solver.auto.SolverChoice;
import elki.similarity.Similarity;

/**
 * Problems to solve in tests, with the data they stem from.
 */
public final class Problems {
  /** Data. */
  public final RelationKernel<NumberVector> data;

  /** Copies of each point. */
  public final int[] copies;

  /** Upper bound of the weight of a copy. */
  public final double cost;

  /** Problem. */
  public final Problem problem;

  /** Trained solver. */
  public final LeaveOutSolver solver;

  public Problems(SolverChoice choice, double[][] rows, Similarity<NumberVector> kernel, boolean svdd, double cost, double tolerance) {
    data = RelationKernel.of(kernel, TestData.relation(rows));
    this.cost = cost;
    copies = IntStream.range(0, data.distinct().size()).map(data.distinct()::copies).toArray();
    problem = new Problem(new KernelCache(data.kernel(), 1L << 24, 2), svdd, cost, copies, tolerance);
    solver = choice.make(problem, new Workers(2));
    solver.train();
  }

  /** Weight of a row. Identical rows share theirs. */
  public double alpha(int row) {
    int point = data.distinct().pointOf(row);
    return solver.solution().alpha(point) / data.distinct().copies(point);
  }

  /** Judge every point, each by the model without it. */
  public Judgement[] leaveOut(int... points) {
    return solver.leaveOut(points, done -> {
    });
  }
}
