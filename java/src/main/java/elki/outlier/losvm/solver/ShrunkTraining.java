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

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;

import elki.outlier.losvm.kernel.KernelCache;
import elki.outlier.losvm.kernel.SelectedKernelMatrix;
import elki.outlier.losvm.parallel.Workers;

/**
 * Goes on training with the points near the boundary only: once most of the support
 * vectors are known, the others do not matter any more, and iterations are several
 * times as fast, as everything they need remains in the caches of the processor.
 *
 * @author The pyelki-losdd developers
 * @since 0.1.0
 *
 * @assoc - - - SMO
 */
public final class ShrunkTraining {
  /** Points whose slack is below this, relative to the scale, are near. */
  private static final double WIDTH = .03;

  /** Share of the memory for kernel columns that may be used for this. */
  private static final double SHARE = .25;

  /** Training with all points. */
  private final SMO whole;

  /** The problem with all points. */
  private final Problem problem;

  /** Points near the boundary. */
  private final int[] near;

  /**
   * Constructor.
   *
   * @param whole Training with all points
   * @param problem The problem with all points
   */
  public ShrunkTraining(SMO whole, Problem problem) {
    this.whole = whole;
    this.problem = problem;
    double rho = 0.;
    for(int i = 0; i < whole.alpha.length; i++) {
      rho += whole.alpha[i] > 0. ? whole.alpha[i] * whole.gradient[i] : 0.;
    }
    final double limit = rho + WIDTH * whole.scale(rho);
    this.near = IntStream.range(0, whole.alpha.length).filter(i -> whole.alpha[i] > 0. || whole.gradient[i] < limit).toArray();
  }

  /**
   * Go on training, if it pays and there is memory for it.
   *
   * @param tolerance Tolerance
   * @param effort Number of iterations
   * @param workers Threads
   * @return {@code true} if it has converged, for these points
   */
  public boolean train(double tolerance, long effort, Workers workers) {
    final int n = whole.alpha.length;
    final long own = KernelCache.bytes(near.length, near.length);
    if(2 * near.length > n || own > SHARE * problem.columns().memory() || !problem.columns().lend(own)) {
      return false;
    }
    final Problem part = new Problem(problem, near, new KernelCache(new SelectedKernelMatrix(problem.columns(), near), own, workers.threads()));
    final SMO smo = new SMO(part, tolerance);
    smo.select(whole, near);
    workers.run(near.length, k -> {
      if(smo.alpha[k] > 0.) {
        part.columns().column(k);
      }
    });
    final AtomicBoolean converged = new AtomicBoolean();
    try {
      new ColumnPrefetcher(smo, part).during(() -> converged.set(smo.iterate(effort)), workers);
    }
    catch(IndefiniteKernelException e) {
      throw new IndefiniteKernelException(near[e.first], near[e.second], e.value);
    }
    whole.merge(smo, near);
    if(!converged.get()) { // Then all points go on, and need their gradients.
      whole.refresh();
    }
    return converged.get();
  }
}
