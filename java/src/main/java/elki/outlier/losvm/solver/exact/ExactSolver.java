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
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.DoubleConsumer;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

import elki.logging.Logging;
import elki.logging.progress.FiniteProgress;
import elki.outlier.losvm.kernel.OptionException;
import elki.outlier.losvm.parallel.Workers;
import elki.outlier.losvm.solver.ColumnPrefetcher;
import elki.outlier.losvm.solver.Judgement;
import elki.outlier.losvm.solver.LeaveOutSolver;
import elki.outlier.losvm.solver.Problem;
import elki.outlier.losvm.solver.SMO;
import elki.outlier.losvm.solver.SMOSolver;
import elki.outlier.losvm.solver.ShrunkTraining;
import elki.outlier.losvm.solver.Solution;

/**
 * Exact leave-one-out: one inverse matrix yields nearly all models at once, and
 * the others after exchanging a few points. There is no tolerance.
 *
 * @author The pyelki-losdd developers
 * @since 0.1.0
 *
 * @composed - - - ActiveSet
 * @assoc - - - ActiveSetRefinement
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
  private static final double[] TOLERANCES = { 3e-4, 1e-8 };

  /**
   * Tolerance from which on, as a rule, only points near the boundary matter.
   */
  private static final double COARSE = .05;

  /**
   * Iterations after which a model is not easy.
   */
  private static final long EASY_ITERATIONS = 1000L;

  /**
   * Multiple of the iterations so far that are spent on more accuracy.
   */
  private static final int EFFORT = 4;

  /**
   * Tolerance where the iterative solver takes over from an exact solution.
   */
  private static final double CONTINUE = 1e-4;

  /**
   * Tolerance where the iterative solver has to take over.
   */
  private static final double SINGULAR = 1e-6;

  /**
   * Errors above this, relative to rho, require a new factorization.
   */
  private static final double ACCURACY = 1e-9;

  /**
   * Number of points left out at first, to see whether the models are similar.
   */
  private static final int PROBE = 16;

  /**
   * Operations that are spent on exact models which differ much, unless the exact
   * solver is required.
   */
  private static final double AFFORDABLE = 1e11;

  /**
   * Steps of the progress of an inversion.
   */
  private static final int STEPS = 1000;

  /**
   * For what is a task of a thread itself.
   */
  private static final Workers SERIAL = new Workers(1);

  /**
   * Share of the progress for computing the columns of the points left out; most
   * of the rest are columns of other points. With few rows, these take longer.
   */
  private static final double COLUMNS_SHARE = .65, SHORT_COLUMNS_SHARE = .4;

  /**
   * Share of the progress for models without the far points, and for beginning
   * again where one of these matters.
   */
  private static final double BEGIN_SHARE = .6, AGAIN_SHARE = .2;

  /**
   * Problem.
   */
  private final Problem problem;

  /**
   * Threads.
   */
  private final Workers workers;

  /**
   * Whether to fail, rather than to use another solver, if the memory does not
   * suffice.
   */
  private final boolean required;

  /**
   * Current solution.
   */
  private ActiveSet base;

  /**
   * Points that do not matter, of which the tableau knows nothing.
   */
  private SafeScreening far;

  /**
   * Iterative solver, if this one cannot be used.
   */
  private SMOSolver fallback;

  /**
   * Memory needed.
   */
  private MemoryPlan plan;

  /**
   * Time that the inversion of the kernel matrix took.
   */
  private double inversionSeconds;

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
   * @param required Fail if the memory does not suffice, else use another solver
   */
  public ExactSolver(Problem problem, Workers workers, boolean required) {
    this.problem = problem;
    this.workers = workers;
    this.required = required;
    this.paths = new LeaveOutPath[problem.size()];
  }

  @Override
  public void train() {
    final SMO smo = new SMO(problem, COARSE);
    smo.initialize();
    smo.beginProgress();
    new ColumnPrefetcher(smo, problem).during(() -> smo.approach(10_000L + 10L * problem.size()), workers);
    final boolean trained = new ShrunkTraining(smo, problem).train(TOLERANCES[0], effort(smo), workers);
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
  private static long effort(SMO smo) {
    return EFFORT * Math.max(smo.iterations(), EASY_ITERATIONS);
  }

  /**
   * Make an iterative solution exact. If it is too far off for this, improve it.
   *
   * @param smo State to begin with
   * @param trained Whether its points near the boundary have been trained
   */
  private void makeExact(SMO smo, boolean trained) {
    Arrays.fill(paths, null); // They belong to another model
    for(double tolerance : TOLERANCES) {
      // At first, only as long as this is easy: making it exact may be easier.
      final boolean converged = tolerance == TOLERANCES[0] ? trained || approach(smo, tolerance, effort(smo)) : approach(smo, tolerance, Long.MAX_VALUE);
      plan = new MemoryPlan(problem.size(), smo.supportSize(), workers.threads(), problem.columns().memory());
      if(!(required ? plan.fits() : plan.pays())) {
        if(required) {
          throw new OptionException("losvm.memory", plan.explain() + " Raise it (and the heap of Java, -Xmx), or use the solver smo.");
        }
        fallBack(smo, problem.tolerance(), plan.explain());
        return;
      }
      base = new ActiveSet(problem, workers);
      final long start = System.nanoTime();
      if(load(smo)) {
        final double seconds = (System.nanoTime() - start) * 1e-9;
        if(new ActiveSetRefinement(base, ActiveSet.EPSILON).run()) {
          inversionSeconds = seconds;
          return;
        }
      }
      if(!converged && tolerance < TOLERANCES[0]) { // Nor will it with a smaller tolerance.
        break;
      }
    }
    fallBack(smo, Math.min(problem.tolerance(), SINGULAR), "The kernel matrix of the support vectors is numerically singular.");
  }

  /**
   * Train iteratively, with all points.
   *
   * @param smo State to begin with
   * @param tolerance Tolerance
   * @param effort Number of iterations
   * @return {@code false} if it has not converged
   */
  private boolean approach(SMO smo, double tolerance, long effort) {
    final long before = smo.iterations();
    smo.setTolerance(tolerance);
    smo.refresh(); // Some points may not have been trained lately
    smo.beginProgress();
    final boolean converged = smo.approach(effort);
    smo.endProgress();
    iterations.add(smo.iterations() - before);
    return converged;
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
   * Go on with the iterative solver.
   *
   * @param smo State to continue from
   * @param tolerance Tolerance
   * @param reason Reason
   */
  private void fallBack(SMO smo, double tolerance, String reason) {
    LOG.verbose(reason + " Using the solver smo instead of the exact one.");
    base = null;
    fallback = new SMOSolver(problem, workers, tolerance);
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
    prepare();
    far.approach(points);
    if(!required && points.length > 8 * PROBE && base.tableau.amplification() > LeaveOutPath.DOUBTFUL && !probe(points)) {
      final SMO smo = new SMO(problem, CONTINUE);
      smo.load(base.alpha, base.upper);
      fallBack(smo, Math.min(problem.tolerance(), CONTINUE), "The kernel matrix is nearly singular, so that models without one of the points differ much.");
      return fallback.leaveOut(points, progress);
    }
    final Judgement[] result = new Judgement[points.length];
    final LeaveOutPath[] current = new LeaveOutPath[points.length];
    final Deque<int[]> chunks = new ArrayDeque<>();
    for(int begin = 0; begin < points.length; begin += plan.chunk()) {
      chunks.add(IntStream.range(begin, Math.min(begin + plan.chunk(), points.length)).toArray());
    }
    int done = 0;
    while(!chunks.isEmpty()) {
      final int[] chunk = chunks.pop();
      final int[] rest = new Chunk(points, chunk, result, current, done, progress).run();
      done += chunk.length - rest.length;
      if(rest.length > 1) { // Too much for the memory: divide
        chunks.push(Arrays.copyOfRange(rest, rest.length / 2, rest.length));
        chunks.push(Arrays.copyOf(rest, rest.length / 2));
      }
    }
    completeLost(points, result);
    final boolean[] needed = new boolean[problem.size()];
    for(int k = 0; k < points.length; k++) {
      paths[points[k]] = current[k];
      needed[points[k]] = true;
      current[k].addNeeded(needed);
    }
    base.tableau.retain(plan.keepsAll() ? needed : new boolean[needed.length]);
    return result;
  }

  /**
   * Leave out some of the points, to see whether their models are similar to the
   * one with all points.
   *
   * @param points Points to leave out
   * @return {@code false} if most of them are not
   */
  private boolean probe(int[] points) {
    final int[] some = IntStream.range(0, PROBE).map(k -> (int) ((k + .5) * points.length / PROBE)).toArray();
    final LeaveOutPath[] current = new LeaveOutPath[points.length];
    new Chunk(points, some, new Judgement[points.length], current, 0, done -> {
    }).run();
    return 2 * Arrays.stream(some).filter(k -> current[k].isLost()).count() <= PROBE;
  }

  /**
   * Prepare the tableau, before anything is left out.
   */
  private void prepare() {
    if(!base.tableau.isPrepared()) {
      if(LOG.isVerbose()) {
        LOG.verbose(plan.announce(base.tableau.m, inversionSeconds));
      }
      problem.columns().shrink(plan.cacheColumns());
      base.tableau.prepare(plan.keepsRows());
      far = new SafeScreening(base, workers, plan.keepsAll(), plan.keepsRows());
      far.begin();
    }
    far.update();
  }

  /**
   * Points that are left out together, as computing many columns of the tableau
   * at once is much faster: a path that lacks a column waits for the others.
   *
   * @author The pyelki-losdd developers
   */
  private class Chunk {
    /**
     * All points to leave out.
     */
    private final int[] points;

    /**
     * Positions of those that are not finished yet.
     */
    private int[] pending;

    /**
     * Number of points of this chunk.
     */
    private final int size;

    /**
     * Results, by position.
     */
    private final Judgement[] result;

    /**
     * Paths, by position.
     */
    private final LeaveOutPath[] current;

    /**
     * How models differ that the far points have not been compared to, by position.
     */
    private final WeightChange[] unverified;

    /**
     * Number of points finished.
     */
    private final AtomicInteger finished = new AtomicInteger();

    /**
     * Number of points done before.
     */
    private final int done;

    /**
     * Told the progress.
     */
    private final IntConsumer progress;

    /**
     * Share of this chunk that is done, and that will be at the end of what is being
     * done.
     */
    private double share = 0., next = 1.;

    /**
     * Share that was done before this.
     */
    private double last = 0.;

    /**
     * Constructor.
     *
     * @param points All points to leave out
     * @param chunk Positions of those of this chunk
     * @param result Results
     * @param current Paths
     * @param done Number of points done before
     * @param progress Told the number of points done
     */
    Chunk(int[] points, int[] chunk, Judgement[] result, LeaveOutPath[] current, int done, IntConsumer progress) {
      this.points = points;
      this.pending = chunk;
      this.size = chunk.length;
      this.result = result;
      this.current = current;
      this.unverified = new WeightChange[points.length];
      this.done = done;
      this.progress = progress;
      if(!far.isEmpty() && !far.isKnown(points[chunk[0]])) {
        this.next = BEGIN_SHARE;
      }
    }

    /**
     * Report the progress. It never goes back.
     *
     * @param reached Share of what is being done
     */
    private void report(double reached) {
      share = Math.max(share, last + (next - last) * reached);
      progress.accept(done + (int) (share * size));
    }

    /**
     * Leave out the points of the chunk.
     *
     * @return Positions that could not be finished, as there are too many columns
     */
    int[] run() {
      makeRoom();
      base.tableau.require(Arrays.stream(pending).map(k -> points[k]).toArray(), d -> report((far.isEmpty() ? COLUMNS_SHARE : SHORT_COLUMNS_SHARE) * d));
      boolean begin = true;
      while(pending.length > 0) {
        final int[] needed = wave(begin);
        if(pending.length > 0 && base.tableau.columns() + needed.length > plan.maxColumns()) {
          base.tableau.retain(new boolean[problem.size()]);
          final int[] rest = pending;
          verify();
          return IntStream.concat(IntStream.of(rest), IntStream.of(pending)).sorted().toArray();
        }
        // How many will follow is not known; as a rule, each time there are fewer.
        final double before = (share - last) / (next - last);
        base.tableau.require(needed, d -> report(before + .5 * (1. - before) * d));
        begin = pending.length == 0;
        if(begin) {
          verify();
        }
      }
      next = 1.;
      report(1.);
      return pending;
    }

    /**
     * Proceed to what is to be done next.
     *
     * @param end Share that will be done at its end
     */
    private void proceed(double end) {
      last = Math.min(next, 1. - AGAIN_SHARE);
      next = end;
    }

    /**
     * Compare the far points to the models. Where one of them matters, begin again.
     */
    private void verify() {
      final int[] open = IntStream.range(0, unverified.length).filter(k -> unverified[k] != null).toArray();
      pending = new int[0];
      if(open.length > 0) {
        proceed(1. - AGAIN_SHARE);
        final boolean[] doubtful = far.verify(Arrays.stream(open).map(k -> points[k]).toArray(), //
            Arrays.stream(open).mapToObj(k -> unverified[k]).toArray(WeightChange[]::new), this::report);
        proceed(1.);
        pending = IntStream.range(0, open.length).filter(x -> doubtful[x]).map(x -> open[x]).toArray();
        finished.addAndGet(-pending.length);
        for(int k : pending) {
          result[k] = null;
        }
        Arrays.fill(unverified, null);
      }
    }

    /**
     * Make room for this chunk, and for as many other columns: best by forgetting
     * those of points left out before, as other chunks need the others as well.
     */
    private void makeRoom() {
      final Tableau tableau = base.tableau;
      final boolean[] needed = new boolean[problem.size()];
      for(int k : pending) {
        needed[points[k]] = true;
      }
      for(int i = 0; i < needed.length; i++) {
        needed[i] |= tableau.slot[i] < 0;
      }
      if(tableau.columns() + 2 * pending.length > plan.maxColumns()) {
        tableau.retain(needed);
      }
      if(tableau.columns() + 2 * pending.length > plan.maxColumns()) {
        tableau.retain(new boolean[needed.length]);
      }
    }

    /**
     * Follow all paths as far as possible.
     *
     * @param begin Begin of the paths
     * @return Points whose columns are needed to continue
     */
    private int[] wave(boolean begin) {
      final int[] wave = pending;
      final boolean[] waiting = new boolean[wave.length];
      workers.run(wave.length, () -> {
        final LeaveOutPath.Scratch scratch = new LeaveOutPath.Scratch(base);
        return item -> {
          final int k = wave[item];
          if(begin) {
            current[k] = start(points[k], scratch);
          }
          waiting[item] = !finish(current[k], scratch, result, k);
          unverified[k] = waiting[item] ? null : unverified(current[k], scratch);
          finished.addAndGet(waiting[item] ? 0 : 1);
        };
      }, d -> report(next < 1. ? 0. : finished.get() / (double) size));
      pending = IntStream.range(0, wave.length).filter(item -> waiting[item]).map(item -> wave[item]).toArray();
      return Arrays.stream(pending).map(k -> current[k].missing()).sorted().distinct().toArray();
    }
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
   * How the weights differ at the end of a path, if the far points may matter then.
   *
   * @param path Path that is finished
   * @param scratch Scratch space used for it
   * @return Differences, or {@code null} if there is nothing to verify
   */
  private WeightChange unverified(LeaveOutPath path, LeaveOutPath.Scratch scratch) {
    final WeightChange change = path.isLost() || far.isEmpty() ? null : path.change(scratch, far.members());
    return change == null || far.areFar(path.t, change, scratch.alpha) ? null : change;
  }

  /**
   * Leave out the points whose path was lost.
   *
   * @param points All points
   * @param result Judgements, completed by this
   */
  private void completeLost(int[] points, Judgement[] result) {
    final int[] lost = lost(result);
    if(lost.length > 0 && (required || lost.length * ActiveSetRefinement.operations(problem.size(), base.tableau.m) < AFFORDABLE)) {
      LOG.verbose("Training " + lost.length + " models one by one, as they differ much from the one with all points.");
      polish(lost, points, result);
    }
    final int[] rest = lost(result);
    if(rest.length > 0) {
      LOG.verbose("Using the smo solver for " + rest.length + " models that differ much from the one with all points, as the kernel matrix is nearly singular.");
      iterate(rest, points, result);
    }
  }

  /**
   * Find what is missing.
   *
   * @param result Judgements
   * @return Positions without a judgement
   */
  private static int[] lost(Judgement[] result) {
    return IntStream.range(0, result.length).filter(k -> result[k] == null).toArray();
  }

  /**
   * Leave out points by training with an inverse matrix of their own.
   *
   * @param lost Positions of the points
   * @param points All points
   * @param result Judgements, completed by this
   */
  private void polish(int[] lost, int[] points, Judgement[] result) {
    final int copies = Math.min(workers.threads(), plan.copies());
    if(copies == 0) {
      return;
    }
    if(!plan.keepsAll()) {
      base.tableau.retain(new boolean[problem.size()]);
    }
    final SMO start = new SMO(problem, ActiveSetRefinement.ACCURACY);
    start.load(base.alpha, base.upper);
    new Workers(copies).run(lost.length, item -> {
      final int t = points[lost[item]];
      // With few support vectors, iterating is easy, but neighbors may coincide.
      final SMO smo = new SMO(problem, ActiveSetRefinement.ACCURACY);
      smo.copy(start);
      smo.takeAway(t);
      if(smo.improve(EASY_ITERATIONS)) {
        result[lost[item]] = smo.solution().judgeAfresh(t);
        return;
      }
      final ActiveSet set = base.without(t, SERIAL);
      if(set != null && new ActiveSetRefinement(set, ActiveSetRefinement.ACCURACY).run()) {
        result[lost[item]] = set.solution().judgeAfresh(t);
      }
    });
  }

  /**
   * Leave out points with the iterative solver.
   *
   * @param lost Positions of the points
   * @param points All points
   * @param result Judgements, completed by this
   */
  private void iterate(int[] lost, int[] points, Judgement[] result) {
    final SMOSolver smo = new SMOSolver(problem, workers, Math.min(problem.tolerance(), CONTINUE));
    smo.load(base.alpha, base.upper);
    final Judgement[] judged = smo.leaveOut(Arrays.stream(lost).map(k -> points[k]).toArray(), done -> {
    });
    for(int k = 0; k < lost.length; k++) {
      result[lost[k]] = judged[k];
    }
    iterations.add(smo.iterations());
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
   * Follow the path of a single point.
   *
   * @param t Point
   * @return Path, at its end or lost
   */
  private LeaveOutPath follow(int t) {
    far.approach(new int[] { t });
    base.tableau.require(new int[] { t }, Workers.QUIET);
    final LeaveOutPath.Scratch scratch = new LeaveOutPath.Scratch(base);
    while(true) {
      final LeaveOutPath path = start(t, scratch);
      while(path.breakpoints >= 0 && !path.advance(scratch)) {
        base.tableau.require(new int[] { path.missing() }, Workers.QUIET);
      }
      if(path.isLost() || far.isEmpty() || path.judge(scratch) == null) {
        return path;
      }
      final WeightChange change = unverified(path, scratch);
      if(change == null || !far.verify(new int[] { t }, new WeightChange[] { change }, Workers.QUIET)[0]) {
        return path;
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
    final LeaveOutPath path = follow(t);
    final SMO smo = new SMO(problem, TOLERANCES[0]);
    if(path.isLost()) {
      final ActiveSet set = plan.copies() > 0 ? base.without(t, workers) : null;
      if(set != null && new ActiveSetRefinement(set, ActiveSet.EPSILON).run()) {
        Arrays.fill(paths, null);
        base = set;
        return;
      }
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
    makeExact(smo, false);
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
