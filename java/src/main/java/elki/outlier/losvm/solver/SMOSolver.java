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

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntConsumer;
import java.util.function.Supplier;

import elki.outlier.losvm.parallel.Workers;

/**
 * The solver of the paper: retrain the SVM for each support vector, from the
 * solution that has it. Trains by {@link SMO}, or another iterative training.
 *
 * @author The pyelki-losdd developers
 * @since 0.1.0
 *
 * @composed - - - IterativeTraining
 * @assoc - - - Workers
 */
public class SMOSolver implements LeaveOutSolver {
  /** Makes a training without a state. */
  private final Supplier<IterativeTraining> trainings;

  /** Threads. */
  private final Workers workers;

  /** Current model. */
  private final IterativeTraining base;

  /** Iterations of leaving out. */
  private final AtomicLong iterations = new AtomicLong();

  /**
   * Constructor.
   *
   * @param problem Problem to solve
   * @param workers Threads
   */
  public SMOSolver(Problem problem, Workers workers) {
    this(problem, workers, problem.tolerance());
  }

  /**
   * Constructor.
   *
   * @param problem Problem to solve
   * @param workers Threads
   * @param tolerance Tolerance, relative to rho
   */
  public SMOSolver(Problem problem, Workers workers, double tolerance) {
    this(() -> new SMO(problem, tolerance), workers);
  }

  /**
   * Constructor, for another iterative training.
   *
   * @param trainings Makes a training without a state
   * @param workers Threads
   */
  public SMOSolver(Supplier<IterativeTraining> trainings, Workers workers) {
    this.trainings = trainings;
    this.workers = workers;
    this.base = trainings.get();
  }

  @Override
  public void train() {
    base.initialize();
    trainAndShow();
  }

  /**
   * Train, from a given state.
   *
   * @param start State to continue from
   */
  public void trainFrom(SMO start) {
    base.copy(start);
    trainAndShow();
  }

  /**
   * Train, and show the number of iterations.
   */
  private void trainAndShow() {
    base.beginProgress();
    base.train();
    base.endProgress();
  }

  /**
   * Begin with a solution that needs no training.
   *
   * @param alpha Weights
   * @param upper Upper bounds of the weights
   */
  public void load(double[] alpha, double[] upper) {
    base.load(alpha, upper);
  }

  @Override
  public Solution solution() {
    return base.solution();
  }

  @Override
  public Judgement[] leaveOut(int[] points, IntConsumer progress) {
    final Judgement[] result = new Judgement[points.length];
    workers.run(points.length, () -> {
      final IterativeTraining smo = trainings.get();
      return item -> {
        smo.copy(base);
        final int t = points[item];
        if(!smo.takeAway(t) && smo.alpha[t] > 0. && smo.alpha[t] < smo.upper[t] * (1. - Problem.AT_BOUND)) {
          result[item] = smo.solution().judgeOnBoundary(); // The other copies remain free
          return;
        }
        final long before = smo.iterations();
        smo.optimize();
        iterations.addAndGet(smo.iterations() - before);
        result[item] = smo.solution().judgeAfresh(t);
      };
    }, progress);
    return result;
  }

  @Override
  public void remove(int[] points) {
    for(int t : points) {
      base.takeAway(t);
    }
    base.train();
  }

  @Override
  public long iterations() {
    return base.iterations() + iterations.get();
  }

  @Override
  public String name() {
    return base.name();
  }
}
