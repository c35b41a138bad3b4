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

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.IntConsumer;

import elki.logging.Logging;

/**
 * Exact leave-one-out: one inverse matrix yields nearly all models at once, and
 * the others after exchanging a few points. There is no tolerance.
 *
 * @author The pyelki-losdd developers
 * @since 0.1.0
 *
 * @composed - - - ActiveSet
 * @assoc - - - LeaveOutPath
 * @assoc - - - SMOSolver
 */
public class ExactSolver implements LeaveOutSolver {
  /**
   * Class logger.
   */
  private static final Logging LOG = Logging.getLogger(ExactSolver.class);

  /**
   * Tolerances to try when training, before the solution is made exact.
   */
  private static final double[] TOLERANCES = { 1e-6, 1e-9, 1e-12 };

  /**
   * Tolerance where the iterative solver has to help out.
   */
  private static final double FALLBACK = 1e-10;

  /**
   * Errors above this, relative to rho, require a new factorization.
   */
  private static final double ACCURACY = 1e-9;

  /**
   * Problem.
   */
  private final Problem problem;

  /**
   * Threads.
   */
  private final Workers workers;

  /**
   * Current solution.
   */
  private ActiveSet base;

  /**
   * Iterative solver, if the problem turned out to be singular.
   */
  private SMOSolver fallback;

  /**
   * Last path of each point.
   */
  private final LeaveOutPath[] paths;

  /**
   * Breakpoints and iterations.
   */
  private final LongAdder iterations = new LongAdder();

  /**
   * Constructor.
   *
   * @param problem Problem
   * @param workers Threads
   */
  public ExactSolver(Problem problem, Workers workers) {
    this.problem = problem;
    this.workers = workers;
    this.paths = new LeaveOutPath[problem.size()];
  }

  @Override
  public void train() {
    final SMO smo = new SMO(problem, TOLERANCES[0]);
    smo.initialize();
    trainFrom(smo);
  }

  /**
   * Train iteratively, then make the solution exact. If the iterative solution
   * is too far off for this, improve it.
   *
   * @param smo State to begin with
   */
  private void trainFrom(SMO smo) {
    for(double tolerance : TOLERANCES) {
      final long before = smo.iterations;
      smo.tolerance = tolerance;
      smo.train();
      iterations.add(smo.iterations - before);
      base = new ActiveSet(problem, workers);
      if(base.load(smo) && base.polish()) {
        base.tableau.prepare(true);
        base.refresh();
        return;
      }
    }
    LOG.verbose("The kernel matrix of the support vectors is numerically singular, using the smo solver.");
    base = null;
    fallback = new SMOSolver(problem, workers, Math.min(problem.tolerance, FALLBACK));
    fallback.trainFrom(smo);
  }

  @Override
  public Solution solution() {
    return fallback != null ? fallback.solution() : base.solution();
  }

  @Override
  public Judgement[] leaveOut(int[] points, IntConsumer progress) {
    if(fallback != null) {
      return fallback.leaveOut(points, progress);
    }
    final Judgement[] result = new Judgement[points.length];
    base.tableau.require(points);
    int[] pending = new int[points.length];
    Arrays.setAll(pending, k -> k);
    final LeaveOutPath[] current = new LeaveOutPath[points.length];
    final AtomicInteger finished = new AtomicInteger();
    // Whoever lacks a column waits for the next wave, as computing many columns at
    // once is much faster.
    for(boolean first = true; pending.length > 0; first = false) {
      final int[] wave = pending;
      final boolean begin = first;
      final boolean[] waiting = new boolean[wave.length];
      workers.run(wave.length, () -> {
        final LeaveOutPath.Scratch scratch = new LeaveOutPath.Scratch(base);
        return item -> {
          final int k = wave[item];
          if(begin) {
            current[k] = start(points[k], scratch);
          }
          waiting[item] = !finish(current[k], scratch, result, k);
          finished.addAndGet(waiting[item] ? 0 : 1);
        };
      }, done -> progress.accept(finished.get()));
      final List<Integer> rest = new ArrayList<>();
      final TreeSet<Integer> needed = new TreeSet<>();
      for(int item = 0; item < wave.length; item++) {
        if(waiting[item]) {
          rest.add(wave[item]);
          needed.add(current[wave[item]].missing());
        }
      }
      base.tableau.require(needed.stream().mapToInt(Integer::intValue).toArray());
      pending = rest.stream().mapToInt(Integer::intValue).toArray();
    }
    for(int k = 0; k < points.length; k++) {
      paths[points[k]] = current[k];
      if(result[k] == null) {
        result[k] = iterate(points[k]);
      }
    }
    return result;
  }

  /**
   * Begin a path: first try what was right before.
   *
   * @param t Point
   * @param scratch Scratch space
   * @return Path
   */
  private LeaveOutPath start(int t, LeaveOutPath.Scratch scratch) {
    final LeaveOutPath path = new LeaveOutPath(base, t);
    if(paths[t] != null && !paths[t].isLost()) {
      path.guess(paths[t]);
    }
    if(path.missing() < 0 && path.isOptimalAtEnd(scratch)) {
      path.breakpoints = -1; // Nothing left to do
    }
    else {
      path.restart();
    }
    return path;
  }

  /**
   * Continue a path.
   *
   * @param path Path
   * @param scratch Scratch space
   * @param result Judgements
   * @param k Position in the result
   * @return {@code false} if a column is missing
   */
  private boolean finish(LeaveOutPath path, LeaveOutPath.Scratch scratch, Judgement[] result, int k) {
    if(path.breakpoints >= 0) {
      if(!path.advance(scratch)) {
        return false;
      }
      iterations.add(path.breakpoints);
    }
    result[k] = path.isLost() ? null : path.judge(scratch);
    return true;
  }

  /**
   * Leave out a point with the iterative solver.
   *
   * @param t Point
   * @return Judgement
   */
  private Judgement iterate(int t) {
    LOG.verbose("The exact solution was lost for a point, using the smo solver for it.");
    final SMO smo = new SMO(problem, FALLBACK);
    smo.load(base.alpha, base.upper);
    smo.takeAway(t);
    smo.optimize();
    iterations.add(smo.iterations);
    return smo.solution().judgeAfresh(t);
  }

  @Override
  public void remove(int[] points) {
    for(int k = 0; k < points.length; k++) {
      if(fallback != null) {
        fallback.remove(Arrays.copyOfRange(points, k, points.length));
        return;
      }
      remove(points[k]);
    }
  }

  /**
   * Remove a copy of a point: by an update, or else by training again.
   *
   * @param t Point
   */
  private void remove(int t) {
    final LeaveOutPath.Scratch scratch = new LeaveOutPath.Scratch(base);
    base.tableau.require(new int[] { t });
    final LeaveOutPath path = start(t, scratch);
    if(path.breakpoints >= 0) {
      while(!path.advance(scratch)) {
        base.tableau.require(new int[] { path.missing() });
      }
    }
    final SMO smo = new SMO(problem, FALLBACK);
    if(path.isLost() || !path.canCommit()) {
      smo.load(base.alpha, base.upper);
      smo.takeAway(t);
    }
    else {
      path.commit();
      if(base.refresh() <= ACCURACY) {
        return;
      }
      LOG.verbose("Rounding errors have accumulated, factorizing again.");
      smo.load(base.alpha, base.upper);
    }
    trainFrom(smo);
  }

  @Override
  public long iterations() {
    return iterations.sum() + (fallback != null ? fallback.iterations() : 0L);
  }

  @Override
  public String name() {
    return fallback != null ? fallback.name() : "exact";
  }
}
