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
package elki.outlier.losvm.solver.exact;

import java.util.Arrays;
import java.util.stream.IntStream;

import elki.logging.Logging;
import elki.outlier.losvm.parallel.Workers;
import elki.outlier.losvm.solver.Judgement;
import elki.outlier.losvm.solver.Problem;
import elki.outlier.losvm.solver.SMO;
import elki.outlier.losvm.solver.SMOSolver;

/**
 * Trains models one by one that differ too much from the one with all points to be
 * reached by a path: each with an inverse matrix of its own, or where this fails
 * or takes too long, iteratively.
 *
 * @author The pyelki-losdd developers
 * @since 0.2.0
 *
 * @assoc - - - ActiveSetRefinement
 * @assoc - - - SMOSolver
 */
final class SeparateTraining {
  /** Class logger. */
  private static final Logging LOG = Logging.getLogger(SeparateTraining.class);

  /** Operations to spend on inverse matrices, where effort is limited. */
  private static final double AFFORDABLE = 1e11;

  /** Tolerance of models that are trained iteratively. */
  static final double TOLERANCE = 1e-4;

  /** Iterations after which a model is not easy. */
  static final long EASY_ITERATIONS = 1000L;

  /** Single-threaded, for use inside a task. */
  private static final Workers SINGLE = new Workers(1);

  /** Current solution. */
  private final ActiveSet base;

  /** Its problem. */
  private final Problem problem;

  /** Threads. */
  private final Workers workers;

  /** Number of iterations. */
  private long iterations = 0L;

  /**
   * Constructor.
   *
   * @param base Current solution
   * @param workers Threads
   */
  SeparateTraining(ActiveSet base, Workers workers) {
    this.base = base;
    this.problem = base.problem;
    this.workers = workers;
  }

  /**
   * Leave out points one by one.
   *
   * @param points Points
   * @param effort Effort to spend
   * @param copies Number of further inverse matrices that fit into memory
   * @return Judgements
   */
  Judgement[] leaveOut(int[] points, Effort effort, int copies) {
    final Judgement[] result = new Judgement[points.length];
    final double operations = points.length * ActiveSetRefinement.operations(problem.size(), base.members.size());
    if(points.length > 0 && copies > 0 && (effort == Effort.ANY || operations < AFFORDABLE)) {
      LOG.verbose("Training " + points.length + " models one by one, as they differ much from the one with all points.");
      refine(points, result, copies);
    }
    final int[] rest = IntStream.range(0, result.length).filter(k -> result[k] == null).toArray();
    if(rest.length > 0) {
      LOG.verbose("Using the smo solver for " + rest.length + " models that differ much from the one with all points, as the kernel matrix is nearly singular.");
      iterate(rest, points, result);
    }
    return result;
  }

  /**
   * Train with an inverse matrix of its own for each model.
   *
   * @param points Points to leave out
   * @param result Judgements, completed where this succeeds
   * @param copies Number of inverse matrices that fit into memory
   */
  private void refine(int[] points, Judgement[] result, int copies) {
    final SMO start = new SMO(problem, ActiveSetRefinement.ACCURACY);
    start.load(base.alpha, base.upper);
    workers.atMost(copies).run(points.length, k -> {
      final int t = points[k];
      // With few support vectors, iterating is easy, but neighbors may coincide.
      final SMO smo = new SMO(problem, ActiveSetRefinement.ACCURACY);
      smo.copy(start);
      smo.takeAway(t);
      if(smo.improve(EASY_ITERATIONS)) {
        result[k] = smo.solution().judgeAfresh(t);
        return;
      }
      final ActiveSet set = base.without(t, SINGLE);
      if(set != null && new ActiveSetRefinement(set, ActiveSetRefinement.ACCURACY).run()) {
        result[k] = set.solution().judgeAfresh(t);
      }
    });
  }

  /**
   * Train iteratively.
   *
   * @param rest Positions of the points to leave out
   * @param points All points
   * @param result Judgements, completed by this
   */
  private void iterate(int[] rest, int[] points, Judgement[] result) {
    final SMOSolver smo = new SMOSolver(problem, workers, Math.min(problem.tolerance(), TOLERANCE));
    smo.load(base.alpha, base.upper);
    final Judgement[] judged = smo.leaveOut(Arrays.stream(rest).map(k -> points[k]).toArray(), done -> {
    });
    for(int k = 0; k < rest.length; k++) {
      result[rest[k]] = judged[k];
    }
    iterations += smo.iterations();
  }

  /**
   * Number of iterations of models that were trained iteratively.
   *
   * @return Number of iterations
   */
  long iterations() {
    return iterations;
  }
}
