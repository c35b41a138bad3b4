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
package elki.outlier.losvm;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

import elki.logging.Logging;
import elki.logging.progress.FiniteProgress;
import elki.logging.statistics.DoubleStatistic;
import elki.logging.statistics.LongStatistic;
import elki.outlier.losvm.kernel.DistinctPoints;
import elki.outlier.losvm.solver.Judgement;
import elki.outlier.losvm.solver.LeaveOutSolver;
import elki.outlier.losvm.solver.Problem;
import elki.outlier.losvm.solver.Solution;

/**
 * Algorithm 1 of the paper: judge every support vector by a model without it,
 * remove the worst, repeat.
 * <p>
 * Scores belong to points, that is to sets of identical objects: once a copy is
 * removed, the score of the point remains.
 *
 * @author The pyelki-losdd developers
 * @since 0.1.0
 *
 * @composed - - - LeaveOutSolver
 */
public final class LeaveOutRounds {
  /** Class logger. */
  private static final Logging LOG = Logging.getLogger(LeaveOutRounds.class);

  /** Share of the progress of a round for leaving out; the rest is for removing. */
  private static final double JUDGE_SHARE = .95;

  /** Limit on the number of progress steps. */
  private static final int MAX_STEPS = 1_000_000_000;

  /** Objects that share a point. */
  private final DistinctPoints distinct;

  /** Problem. */
  private final Problem problem;

  /** Solver. */
  private final LeaveOutSolver solver;

  /** Data description, else one-class SVM. */
  private final boolean svdd;

  /** Form of the score. */
  final ScoreForm form;

  /** Whether to log nothing, as one of many runs. */
  private final boolean quiet;

  /** Largest kernel value. */
  private final double magnitude;

  /** Score of each point. */
  public final double[] scores;

  /** Copies of each point that remain. */
  private final int[] remaining;

  /** Object offsets removed, in order. */
  final List<Integer> removed = new ArrayList<>();

  /** Round of removal for each object offset, 0 if it was kept. */
  final int[] removalRound;

  /** Statistics of the rounds. */
  final List<RoundStatistics> statistics = new ArrayList<>();

  /** Number of objects that remain, would be outliers, and have twins. */
  private int masked = 0;

  /** Progress over all rounds, may be {@code null}. */
  private FiniteProgress progress;

  /** Steps of the progress of a round. */
  private int perRound;

  /**
   * Constructor.
   *
   * @param distinct Objects that share a point
   * @param problem Problem
   * @param solver Solver
   * @param svdd Data description, else one-class SVM
   * @param form Form of the score
   * @param quiet Whether to log nothing, as one of many runs
   */
  public LeaveOutRounds(DistinctPoints distinct, Problem problem, LeaveOutSolver solver, boolean svdd, ScoreForm form, boolean quiet) {
    this.distinct = distinct;
    this.problem = problem;
    this.solver = solver;
    this.svdd = svdd;
    this.form = form;
    this.quiet = quiet;
    this.magnitude = IntStream.range(0, problem.size()).mapToDouble(problem::diagonal).max().orElse(0.);
    this.scores = new double[distinct.size()];
    this.remaining = IntStream.range(0, distinct.size()).map(distinct::copies).toArray();
    this.removalRound = new int[distinct.objects()];
  }

  /**
   * Run all rounds.
   *
   * @param batches Number of batches, 0 for a plain SVM
   * @param remove Number of objects to remove in total
   * @param reference Model that scores refer to
   */
  public void run(int batches, int remove, ScoreReference reference) {
    train();
    if(batches == 0) {
      return;
    }
    // Rounds that remove nothing would only repeat what the one before them found.
    final int rounds = Math.max(1, Math.min(batches, remove));
    final boolean rejudge = reference == ScoreReference.FINAL;
    startProgress(rejudge ? rounds + 1 : rounds);
    for(int k = 1; k <= rounds; k++) {
      final Watch watch = new Watch();
      watch.note(solver.solution());
      final int quota = (int) (k * (long) remove / rounds - (k - 1L) * remove / rounds);
      round(k, quota, k == rounds && !rejudge);
      if(rejudge && k == rounds) {
        judgeAll(rounds); // Work of the last round
      }
      watch.log(k, quota);
    }
    LOG.ensureCompleted(progress);
  }

  /**
   * Train on all points, and judge them by this model. It is the final judgement of
   * those without weight: leaving them out would change nothing.
   */
  private void train() {
    final Watch watch = new Watch();
    solver.train();
    final Solution model = solver.solution();
    watch.note(model);
    for(int i = 0; i < scores.length; i++) {
      scores[i] = score(model.judge(i));
    }
    watch.log(0, 0);
  }

  /**
   * A single round: leave out each support vector, remove the most outlying, train
   * again.
   *
   * @param k Number of the round
   * @param quota Number of objects to remove
   * @param last Whether nothing follows
   */
  private void round(int k, int quota, boolean last) {
    final Solution model = solver.solution();
    final int[] support = model.support();
    final Judgement[] judged = leaveOut(support, k, quota == 0 ? 1. : JUDGE_SHARE);
    final double[] found = scores(judged);
    final int[] copies = remaining.clone();
    for(int s = 0; s < support.length; s++) {
      settle(support[s], found[s]);
    }
    if(quota > 0) {
      remove(k, chooseBatch(quota, model, support, judged, found));
    }
    if(last) {
      countMasked(model, support, judged, copies);
    }
    if(progress != null) {
      progress.setProcessed(k * perRound, LOG);
    }
  }

  /**
   * Set the score of a point, unless a copy of it is gone already: then its score is
   * settled.
   *
   * @param point Point
   * @param score Score
   */
  private void settle(int point, double score) {
    if(remaining[point] == distinct.copies(point)) {
      scores[point] = score;
    }
  }

  /**
   * Choose the most outlying points.
   *
   * @param quota Number of objects to remove
   * @param model Current model
   * @param support Its support vectors
   * @param judged Judgements of these
   * @param found Their scores
   * @return Points; one that is to lose several copies is repeated
   */
  private int[] chooseBatch(int quota, Solution model, int[] support, Judgement[] judged, double[] found) {
    final int[] batch = new int[quota];
    final int size = fill(batch, 0, support, judged, found);
    if(size < quota) {
      // All support vectors go; the next are the points closest to the boundary.
      final int[] others = IntStream.range(0, scores.length).filter(i -> model.alpha(i) == 0. && remaining[i] > 0).toArray();
      final Judgement[] current = Arrays.stream(others).mapToObj(model::judge).toArray(Judgement[]::new);
      final double[] currentScores = scores(current);
      final int end = fill(batch, size, others, current, currentScores);
      for(int i = 0; i < others.length; i++) {
        final int point = others[i];
        if(Arrays.stream(batch, size, end).anyMatch(t -> t == point)) {
          settle(point, currentScores[i]);
        }
      }
    }
    return batch;
  }

  /**
   * Add the most outlying points to a batch.
   *
   * @param batch Batch to fill
   * @param size Current size
   * @param points Points to choose from
   * @param judged Judgements of these points
   * @param found Their scores
   * @return New size
   */
  private int fill(int[] batch, int size, int[] points, Judgement[] judged, double[] found) {
    final double[] sizes = Arrays.stream(judged).mapToDouble(j -> form.size(j, svdd, problem.needsDiagonal())).toArray();
    final double[] logs = Arrays.stream(judged).mapToDouble(j -> j.logGradient - Math.log(j.rho)).toArray();
    final int[] order = RemovalOrder.of(points, found, sizes, logs);
    for(int i = 0; i < order.length && size < batch.length; i++) {
      final int t = points[order[i]];
      for(int copy = 0; copy < remaining[t] && size < batch.length; copy++) {
        batch[size++] = t;
      }
    }
    return size;
  }

  /**
   * Remove the points of a batch, and train again.
   *
   * @param k Number of the round
   * @param batch Points
   */
  private void remove(int k, int[] batch) {
    for(int t : batch) {
      final int object = distinct.object(t, distinct.copies(t) - remaining[t]--);
      removalRound[object] = k;
      removed.add(object);
    }
    solver.remove(batch);
  }

  /**
   * Judge all points by the final model: its support vectors by leaving them
   * out.
   *
   * @param rounds Number of rounds before
   */
  private void judgeAll(int rounds) {
    final Solution model = solver.solution();
    for(int i = 0; i < scores.length; i++) {
      scores[i] = score(remaining[i] > 0 ? model.judge(i) : model.judgeAfresh(i));
    }
    final int[] support = model.support();
    final Judgement[] judged = leaveOut(support, rounds + 1, 1.);
    final double[] found = scores(judged);
    for(int s = 0; s < support.length; s++) {
      scores[support[s]] = found[s];
    }
    countMasked(model, support, judged, remaining);
  }

  /**
   * Count the objects that remain after all rounds only because of their twins.
   *
   * @param model Last model
   * @param support Its support vectors
   * @param judged Judgements of these
   * @param copies Copies of each point in this model
   */
  private void countMasked(Solution model, int[] support, Judgement[] judged, int[] copies) {
    if(!quiet) {
      masked = Arrays.stream(Twins.find(problem, model, support, judged, copies)).map(t -> remaining[t]).sum();
    }
  }

  /**
   * Number of objects that would be outliers, had they no twins.
   *
   * @return Number of objects, as far as they are support vectors
   */
  int masked() {
    return masked;
  }

  /**
   * Judge support vectors, by leaving them out unless the score is about the model
   * that has them.
   *
   * @param support Support vectors
   * @param k Number of the round
   * @param share Share of the progress of this round
   * @return Judgements
   */
  private Judgement[] leaveOut(int[] support, int k, double share) {
    if(!form.leavesOut()) {
      return Arrays.stream(support).mapToObj(solver.solution()::judge).toArray(Judgement[]::new);
    }
    final int start = (k - 1) * perRound, steps = (int) (share * perRound);
    return solver.leaveOut(support, progress == null ? done -> {
    } : done -> progress.setProcessed(start + (int) (done * (long) steps / support.length), LOG));
  }

  /**
   * Start to show the progress.
   *
   * @param rounds Number of rounds
   */
  private void startProgress(int rounds) {
    perRound = Math.min(solver.solution().support().length, MAX_STEPS / rounds);
    progress = LOG.isVerbose() && !quiet ? new FiniteProgress("Leaving out support vectors", rounds * perRound, LOG) : null;
  }

  /**
   * The current model.
   *
   * @return Model; the final one after all rounds
   */
  Solution model() {
    return solver.solution();
  }

  /**
   * Scores of judgements.
   *
   * @param judged Judgements
   * @return Scores
   */
  private double[] scores(Judgement[] judged) {
    return Arrays.stream(judged).mapToDouble(this::score).toArray();
  }

  /**
   * Score of a judgement.
   *
   * @param j Judgement
   * @return Score
   */
  private double score(Judgement j) {
    form.check(j, magnitude, svdd, problem.needsDiagonal());
    return form.score(j, svdd, problem.needsDiagonal());
  }

  /**
   * Measures a round.
   *
   * @author The pyelki-losdd developers
   */
  private class Watch {
    /** Values at the start. */
    private final long start = System.nanoTime(), iterations = solver.iterations(), evaluations = problem.columns().evaluations();

    /** Number of support vectors. */
    private int supportVectors;

    /** Gradient on the boundary, and squared radius. */
    private double rho, square;

    /**
     * Note the model that the round is about.
     *
     * @param model Model
     */
    void note(Solution model) {
      supportVectors = model.support().length;
      rho = model.rho();
      square = model.squaredRadius();
    }

    /**
     * Log the statistics.
     *
     * @param round Round
     * @param removed Number of objects removed
     */
    void log(int round, int removed) {
      final RoundStatistics s = new RoundStatistics(round, supportVectors, removed, rho, Math.sqrt(square), solver.iterations() - iterations, //
          problem.columns().evaluations() - evaluations, (System.nanoTime() - start) * 1e-9, solver.name());
      statistics.add(s);
      if(LOG.isStatistics() && !quiet) {
        final String prefix = (svdd ? LOSDD.class : LOSOC.class).getName() + ".round-" + round + '.';
        LOG.statistics(new LongStatistic(prefix + "support-vectors", s.supportVectors));
        LOG.statistics(new LongStatistic(prefix + "removed", s.removed));
        LOG.statistics(new LongStatistic(prefix + "iterations", s.iterations));
        LOG.statistics(new DoubleStatistic(prefix + "rho", s.rho));
        LOG.statistics(new DoubleStatistic(prefix + "radius", s.radius));
        LOG.statistics(new LongStatistic(prefix + "kernel-evaluations", s.kernelEvaluations));
        LOG.statistics(new DoubleStatistic(prefix + "seconds", s.seconds));
      }
    }
  }
}
