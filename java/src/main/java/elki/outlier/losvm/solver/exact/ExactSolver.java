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

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

import elki.logging.Logging;
import elki.logging.progress.FiniteProgress;
import elki.outlier.losvm.parallel.Workers;
import elki.outlier.losvm.solver.ColumnPrefetcher;
import elki.outlier.losvm.solver.Judgement;
import elki.outlier.losvm.solver.LeaveOutSolver;
import elki.outlier.losvm.solver.Problem;
import elki.outlier.losvm.solver.SMO;
import elki.outlier.losvm.solver.ShrunkTraining;
import elki.outlier.losvm.solver.Solution;

/**
 * Exact leave-one-out: one inverse matrix yields nearly all models at once, and
 * the others after exchanging a few points. There is no tolerance.
 * <p>
 * Where it is not the right solver, it throws an {@link UnsuitableException};
 * another one can go on from its {@link #state}.
 *
 * @author The pyelki-losdd developers
 * @since 0.1.0
 *
 * @composed - - - ActiveSet
 * @composed - - - PathFollower
 * @assoc - - - ActiveSetRefinement
 * @assoc - - - Chunk
 * @assoc - - - SeparateTraining
 * @assoc - - - RemovalCost
 */
public class ExactSolver implements LeaveOutSolver {
  /** Class logger. */
  private static final Logging LOG = Logging.getLogger(ExactSolver.class);

  /** Tolerance from which on, as a rule, only points near the boundary matter. */
  private static final double COARSE = .05;

  /** Tolerances of the training before the solution is made exact; the second one only if the first does not suffice. */
  private static final double FIRST_TOLERANCE = 3e-4, SECOND_TOLERANCE = 1e-8;

  /** Multiple of the iterations so far that are spent on more accuracy. */
  private static final int EFFORT = 4;

  /** Errors above this, relative to rho, require a new factorization. */
  private static final double ACCURACY = 1e-9;

  /** Number of points left out at first, to see whether the models are similar. */
  private static final int PROBE = 16;

  /** Steps of the progress of an inversion. */
  private static final int STEPS = 1000;

  /** Problem. */
  private final Problem problem;

  /** Threads. */
  private final Workers workers;

  /** Effort to spend. */
  private final Effort effort;

  /** How to use the memory. */
  private MemoryPlan plan;

  /** As many of the threads as there is memory for. */
  private Workers affordable;

  /** Approximate solution that the exact one was made of. */
  private SMO approximate;

  /** Whether the current solution is exact. */
  private boolean exact = false;

  /** Current solution. */
  private ActiveSet base;

  /** Follows the paths of points left out, from the current solution. */
  private PathFollower follower;

  /** Time that the inversion of the kernel matrix took. */
  private double inversionSeconds;

  /** Whether the user was told what is to be done. */
  private boolean announced = false;

  /** Iterations and breakpoints. */
  private final LongAdder iterations = new LongAdder();

  /**
   * Constructor.
   *
   * @param problem Problem
   * @param workers Threads
   * @param effort Effort to spend
   */
  public ExactSolver(Problem problem, Workers workers, Effort effort) {
    this.problem = problem;
    this.workers = workers;
    this.effort = effort;
  }

  @Override
  public void train() {
    final SMO smo = new SMO(problem, COARSE);
    smo.initialize();
    smo.beginProgress();
    new ColumnPrefetcher(smo, problem).during(() -> smo.iterate(10_000L + 10L * problem.size()), workers);
    final boolean trained = new ShrunkTraining(smo, problem).train(FIRST_TOLERANCE, affordableIterations(smo), workers);
    smo.endProgress();
    iterations.add(smo.iterations());
    makeExact(smo, trained);
  }

  /**
   * Iterations to spend on more accuracy: as long as this is easy.
   *
   * @param smo State
   * @return Number of iterations
   */
  private static long affordableIterations(SMO smo) {
    return EFFORT * Math.max(smo.iterations(), SeparateTraining.EASY_ITERATIONS);
  }

  /**
   * Make an iterative solution exact. If it is too far off for this, improve it.
   *
   * @param smo State to begin with
   * @param trained Whether it has been trained to the first tolerance
   */
  private void makeExact(SMO smo, boolean trained) {
    approximate = smo;
    exact = false;
    // At first, only as long as this is easy: making it exact may be easier.
    if(!trained) {
      iterate(smo, FIRST_TOLERANCE, affordableIterations(smo));
    }
    if(refine(smo)) {
      return;
    }
    smo.refresh(); // Some points may not have been trained lately
    iterate(smo, SECOND_TOLERANCE, Long.MAX_VALUE);
    if(!refine(smo)) {
      throw new UnsuitableException(UnsuitableException.Reason.SINGULAR, "losvm.solver", "The kernel matrix of the support vectors is numerically singular.", "Use smo.");
    }
  }

  /**
   * Train iteratively, with all points.
   *
   * @param smo State to begin with
   * @param tolerance Tolerance
   * @param most Limit on the number of iterations
   */
  private void iterate(SMO smo, double tolerance, long most) {
    final long before = smo.iterations();
    smo.setTolerance(tolerance);
    smo.beginProgress();
    smo.iterate(most);
    smo.endProgress();
    iterations.add(smo.iterations() - before);
  }

  /**
   * Turn an iterative solution into the exact one.
   *
   * @param smo Solution
   * @return {@code false} if this does not succeed
   */
  private boolean refine(SMO smo) {
    plan = new MemoryPlan(problem.size(), smo.supportSize(), problem.columns().memory(), effort, workers.threads());
    if(!plan.isSufficient()) {
      throw new UnsuitableException(UnsuitableException.Reason.MEMORY, "losvm.memory", plan.explain(), "Raise it (and the heap of Java, -Xmx), or use the solver smo.");
    }
    affordable = workers.atMost(plan.threads());
    setBase(new ActiveSet(problem, affordable));
    final long start = System.nanoTime();
    if(!load(smo)) {
      return false;
    }
    inversionSeconds = (System.nanoTime() - start) * 1e-9;
    exact = new ActiveSetRefinement(base, ActiveSet.EPSILON).run();
    return exact;
  }

  /**
   * Load an iterative solution, and show how far the inversion is.
   *
   * @param smo Solution
   * @return {@code false} if this does not succeed
   */
  private boolean load(SMO smo) {
    final FiniteProgress progress = LOG.isVerbose() ? new FiniteProgress("Inverting the kernel matrix", STEPS, LOG) : null;
    if(progress == null) {
      return base.load(smo, Workers.QUIET);
    }
    final boolean success = base.load(smo, share -> progress.setProcessed((int) (share * (STEPS - 1)), LOG));
    progress.setProcessed(STEPS, LOG);
    return success;
  }

  /**
   * Begin with another solution. Paths belong to the one before.
   *
   * @param set Solution
   */
  private void setBase(ActiveSet set) {
    base = set;
    follower = null; // Frees the memory of the solution before
  }

  @Override
  public Solution solution() {
    return base.solution();
  }

  /**
   * What has been reached, for another solver to go on from.
   *
   * @return State: the current solution, or an approximate one
   */
  public SMO state() {
    if(!exact) {
      return approximate;
    }
    final SMO smo = new SMO(problem, FIRST_TOLERANCE);
    smo.load(base.alpha, base.upper);
    return smo;
  }

  @Override
  public Judgement[] leaveOut(int[] points, IntConsumer progress) {
    prepare();
    follower.far.takeForNear(points);
    if(effort == Effort.WHERE_IT_PAYS && points.length > 8 * PROBE && base.tableau.inverse.amplification() > PathScratch.DOUBTFUL && !areSimilar(points)) {
      throw new UnsuitableException(UnsuitableException.Reason.UNSTABLE, "losvm.solver", "The kernel matrix is nearly singular, so that models without one of the points differ much.", "Use smo.");
    }
    final Judgement[] result = new Judgement[points.length];
    final LeaveOutPath[] paths = new LeaveOutPath[points.length];
    followPaths(points, result, paths, progress);
    completeLost(points, result);
    follower.remember(paths);
    final boolean[] needed = new boolean[problem.size()];
    if(plan.keepsAll()) {
      for(LeaveOutPath path : paths) {
        needed[path.t] = true;
        path.markNeeded(needed);
      }
    }
    base.tableau.columns().retain(needed);
    return result;
  }

  /**
   * Prepare for leaving out points.
   */
  private void prepare() {
    if(!base.tableau.isOpen()) {
      if(LOG.isVerbose() && !announced) {
        LOG.verbose(plan.announce(base.members.size(), inversionSeconds));
        announced = true;
      }
      problem.columns().shrink(plan.cacheColumns());
      base.tableau.open(plan.keepsRows());
      follower = new PathFollower(base, new SafeScreening(base, affordable, plan.keepsAll(), plan.keepsRows()), iterations);
      follower.far.start();
    }
    follower.far.update();
  }

  /**
   * Leave out some of the points, to see whether their models are similar to the
   * one with all points.
   *
   * @param points Points to leave out
   * @return {@code false} if most of them are not
   */
  private boolean areSimilar(int[] points) {
    final int[] some = IntStream.range(0, PROBE).map(k -> points[(int) ((k + .5) * points.length / PROBE)]).toArray();
    final Chunk chunk = new Chunk(affordable, follower, plan.maxColumns(), some, done -> {
    });
    chunk.run();
    return 2 * Arrays.stream(chunk.paths).filter(LeaveOutPath::isLost).count() <= PROBE;
  }

  /**
   * Follow the paths of all points, in chunks that the memory suffices for.
   *
   * @param points Points
   * @param result Judgements; {@code null} for paths that are lost
   * @param paths Paths
   * @param progress Progress listener, number of points
   */
  private void followPaths(int[] points, Judgement[] result, LeaveOutPath[] paths, IntConsumer progress) {
    final Deque<int[]> chunks = new ArrayDeque<>();
    for(int begin = 0; begin < points.length; begin += plan.chunk()) {
      chunks.add(IntStream.range(begin, Math.min(begin + plan.chunk(), points.length)).toArray());
    }
    int done = 0;
    while(!chunks.isEmpty()) {
      final int[] positions = chunks.pop();
      final int before = done;
      final Chunk chunk = new Chunk(affordable, follower, plan.maxColumns(), select(points, positions), d -> progress.accept(before + d));
      final int[] rest = select(positions, chunk.run());
      for(int k = 0; k < positions.length; k++) {
        result[positions[k]] = chunk.result[k];
        paths[positions[k]] = chunk.paths[k];
      }
      done += positions.length - rest.length;
      if(rest.length > 1) { // Too much for the memory: divide
        chunks.push(Arrays.copyOfRange(rest, rest.length / 2, rest.length));
        chunks.push(Arrays.copyOf(rest, rest.length / 2));
      }
    }
  }

  /**
   * Select some of the values.
   *
   * @param values Values
   * @param positions Their positions
   * @return Selected values
   */
  private static int[] select(int[] values, int[] positions) {
    return Arrays.stream(positions).map(k -> values[k]).toArray();
  }

  /**
   * Leave out the points whose path was lost.
   *
   * @param points All points
   * @param result Judgements, completed by this
   */
  private void completeLost(int[] points, Judgement[] result) {
    final int[] lost = IntStream.range(0, result.length).filter(k -> result[k] == null).toArray();
    if(lost.length == 0) {
      return;
    }
    if(!plan.keepsAll()) {
      base.tableau.columns().retain(new boolean[problem.size()]);
    }
    final SeparateTraining training = new SeparateTraining(base, affordable);
    final Judgement[] judged = training.leaveOut(select(points, lost), effort, plan.copies());
    for(int k = 0; k < lost.length; k++) {
      result[lost[k]] = judged[k];
    }
    iterations.add(training.iterations());
  }

  @Override
  public void remove(int[] points) {
    final boolean training = RemovalCost.isTrainingCheaper(points.length, remaining(), base.members.size(), base.supportSize());
    if(!training || !removeByTraining(points)) {
      removeByUpdates(points);
    }
  }

  /**
   * Number of points that have not lost all of their copies.
   *
   * @return Number of points
   */
  private int remaining() {
    return (int) Arrays.stream(base.upper).filter(bound -> bound > 0.).count();
  }

  /**
   * Remove points together: train without them, from the current solution, with a new
   * inverse matrix.
   *
   * @param points Points
   * @return {@code false} if this does not succeed, or there is no memory for another
   *         matrix; the current solution remains then
   */
  boolean removeByTraining(int[] points) {
    if(plan.copies() == 0) {
      return false;
    }
    if(base.tableau.isOpen()) {
      base.tableau.columns().retain(new boolean[problem.size()]); // They would not be needed any more
    }
    final SMO smo = state();
    for(int t : points) {
      smo.takeAway(t);
    }
    iterate(smo, FIRST_TOLERANCE, affordableIterations(smo));
    final ActiveSet set = base;
    final PathFollower paths = follower;
    final MemoryPlan planned = plan;
    final Workers threads = affordable;
    try {
      if(refine(smo)) {
        return true;
      }
    }
    catch(UnsuitableException e) {
      LOG.verbose(e.explanation() + " Removing one point after the other.");
    }
    base = set;
    follower = paths;
    plan = planned;
    affordable = threads;
    exact = true;
    return false;
  }

  /**
   * Remove points one after the other.
   *
   * @param points Points
   */
  void removeByUpdates(int[] points) {
    for(int k = 0; k < points.length; k++) {
      try {
        remove(points[k]);
      }
      catch(UnsuitableException e) {
        // Another solver goes on, without any of them.
        approximate = state();
        exact = false;
        for(int j = k + 1; j < points.length; j++) {
          approximate.takeAway(points[j]);
        }
        throw e;
      }
    }
  }

  /**
   * Remove a copy of a point: by an update, or else by training again.
   *
   * @param t Point
   */
  private void remove(int t) {
    prepare();
    final double bound = problem.boundWithout(base.upper[t]);
    final SMO smo = new SMO(problem, FIRST_TOLERANCE);
    try {
      final LeaveOutPath path = follower.follow(t);
      if(path.isLost() && replaceBase(t)) {
        return;
      }
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
    }
    catch(UnsuitableException e) { // The matrix has become too large
      base.upper[t] = bound;
      throw e;
    }
    makeExact(smo, false);
  }

  /**
   * Replace the current solution by the one without a point, with an inverse matrix
   * of its own.
   *
   * @param t Point
   * @return {@code false} if this does not succeed
   */
  private boolean replaceBase(int t) {
    final ActiveSet set = plan.copies() > 0 ? base.without(t, affordable) : null;
    if(set == null || !new ActiveSetRefinement(set, ActiveSet.EPSILON).run()) {
      return false;
    }
    setBase(set);
    return true;
  }

  @Override
  public long iterations() {
    return iterations.sum();
  }

  @Override
  public String name() {
    return "exact";
  }
}
