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
import java.util.Comparator;
import java.util.List;
import java.util.function.IntConsumer;
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
 * Algorithm 1 of the article: judge every support vector by a model without it,
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
  /**
   * Class logger.
   */
  private static final Logging LOG = Logging.getLogger(LeaveOutRounds.class);

  /**
   * Share of the progress of a round for leaving out; the rest is for removing.
   */
  private static final double JUDGE_SHARE = .95;

  /**
   * Limit on the number of progress steps.
   */
  private static final int MAX_STEPS = 1_000_000_000;

  /**
   * Objects that share a point.
   */
  private final DistinctPoints distinct;

  /**
   * Problem.
   */
  private final Problem problem;

  /**
   * Solver.
   */
  private final LeaveOutSolver solver;

  /**
   * Data description, else one-class SVM.
   */
  private final boolean svdd;

  /**
   * Form of the score.
   */
  private final ScoreForm form;

  /**
   * Whether to log nothing, as one of many runs.
   */
  private final boolean quiet;

  /**
   * Largest kernel value.
   */
  private final double magnitude;

  /**
   * Score of each point.
   */
  public final double[] scores;

  /**
   * Copies of each point that remain.
   */
  private final int[] remaining;

  /**
   * Object offsets removed, in order.
   */
  final List<Integer> removed = new ArrayList<>();

  /**
   * Round of removal for each object offset, 0 if it was kept.
   */
  final int[] removalRound;

  /**
   * Statistics of the rounds.
   */
  final List<RoundStatistics> statistics = new ArrayList<>();

  /**
   * Progress over all rounds, may be {@code null}.
   */
  private FiniteProgress progress;

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
   * @param batches Number of rounds
   * @param remove Number of objects to remove in total
   * @param reference What scores refer to
   */
  public void run(int batches, int remove, ScoreReference reference) {
    Watch watch = new Watch();
    solver.train();
    final Solution first = solver.solution();
    for(int i = 0; i < scores.length; i++) {
      scores[i] = score(first.judge(i));
    }
    watch.log(0, first.support().length, 0, first.rho(), first.squaredRadius());
    if(batches == 0) {
      return;
    }
    // Rounds that remove nothing would only repeat what the one before them found.
    final int rounds = Math.max(1, Math.min(batches, remove));
    final boolean rejudge = reference == ScoreReference.FINAL;
    final int steps = rejudge ? rounds + 1 : rounds, perRound = Math.min(first.support().length, MAX_STEPS / steps);
    progress = LOG.isVerbose() && !quiet ? new FiniteProgress("Leaving out support vectors", steps * perRound, LOG) : null;
    for(int k = 1; k <= rounds; k++) {
      watch = new Watch();
      final Solution model = solver.solution();
      final int quota = (int) (k * (long) remove / rounds - (k - 1L) * remove / rounds);
      final int[] support = model.support();
      final double rho = model.rho(), square = model.squaredRadius();
      round(k, quota, model, support, perRound);
      if(progress != null) {
        progress.setProcessed(k * perRound, LOG);
      }
      watch.log(k, support.length, quota, rho, square);
    }
    if(rejudge) {
      judgeAll(rounds, perRound);
    }
    LOG.ensureCompleted(progress);
  }

  /**
   * A single round.
   *
   * @param k Number of the round
   * @param quota Number of objects to remove
   * @param model Current model
   * @param support Its support vectors
   * @param perRound Progress steps of a round
   */
  private void round(int k, int quota, Solution model, int[] support, int perRound) {
    final Judgement[] judged = judge(support, (k - 1) * perRound, quota == 0 ? perRound : (int) (JUDGE_SHARE * perRound));
    final double[] found = scores(judged);
    for(int s = 0; s < support.length; s++) {
      // The score of a point of which a copy is gone already is settled.
      if(remaining[support[s]] == distinct.copies(support[s])) {
        scores[support[s]] = found[s];
      }
    }
    if(quota == 0) {
      return;
    }
    final int[] batch = new int[quota];
    int size = fill(batch, 0, support, judged, found);
    if(size < quota) {
      // All support vectors go; the next are the points closest to the boundary.
      final int[] others = IntStream.range(0, scores.length).filter(i -> model.alpha(i) == 0. && remaining[i] > 0).toArray();
      final Judgement[] current = Arrays.stream(others).mapToObj(model::judge).toArray(Judgement[]::new);
      final double[] currentScores = scores(current);
      final int before = size;
      size = fill(batch, size, others, current, currentScores);
      for(int i = 0; i < others.length; i++) {
        final int point = others[i];
        if(remaining[point] == distinct.copies(point) && Arrays.stream(batch, before, size).anyMatch(t -> t == point)) {
          scores[point] = currentScores[i];
        }
      }
    }
    for(int t : batch) {
      final int object = distinct.object(t, distinct.copies(t) - remaining[t]--);
      removalRound[object] = k;
      removed.add(object);
    }
    solver.remove(batch);
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
    final Integer[] order = new Integer[points.length];
    Arrays.setAll(order, i -> i);
    // Far from all others, most scores are the same but for rounding errors: the
    // logarithm of the gradient still tells which point is farther away. Remaining
    // ties are resolved by the canonical order of the points, hence by value.
    final double[] first = Arrays.stream(found).map(v -> 0. - withoutLastDigits(v)).toArray();
    final double[] second = Arrays.stream(judged).mapToDouble(j -> j.logGradient - Math.log(j.rho)).toArray();
    Arrays.sort(order, Comparator.<Integer> comparingDouble(i -> first[i]).thenComparingDouble(i -> second[i]).thenComparingInt(i -> points[i]));
    for(int i = 0; i < order.length && size < batch.length; i++) {
      final int t = points[order[i]];
      for(int copy = 0; copy < remaining[t] && size < batch.length; copy++) {
        batch[size++] = t;
      }
    }
    return size;
  }

  /**
   * Drop the last four of the sixteen digits of a number.
   *
   * @param v Value
   * @return Rounded value
   */
  private static double withoutLastDigits(double v) {
    final double shifted = v * 4097.;
    return Double.isInfinite(shifted) ? v : shifted - (shifted - v);
  }

  /**
   * Judge all points by the final model: its support vectors by leaving them
   * out.
   *
   * @param rounds Number of rounds before
   * @param perRound Progress steps of a round
   */
  private void judgeAll(int rounds, int perRound) {
    final Solution model = solver.solution();
    for(int i = 0; i < scores.length; i++) {
      scores[i] = score(remaining[i] > 0 ? model.judge(i) : model.judgeAfresh(i));
    }
    final int[] support = model.support();
    final Judgement[] judged = judge(support, rounds * perRound, perRound);
    for(int s = 0; s < support.length; s++) {
      scores[support[s]] = score(judged[s]);
    }
  }

  /**
   * Judge support vectors by leaving them out.
   *
   * @param support Support vectors
   * @param base Progress steps before
   * @param steps Progress steps of this round
   * @return Judgements
   */
  private Judgement[] judge(int[] support, int base, int steps) {
    final IntConsumer report = progress == null ? done -> {
    } : done -> progress.setProcessed(base + (int) (done * (long) steps / support.length), LOG);
    return solver.leaveOut(support, report);
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
    /**
     * Values at the begin.
     */
    private final long start = System.nanoTime(), iterations = solver.iterations(), evaluations = problem.columns().evaluations();

    /**
     * Log the statistics.
     *
     * @param round Round
     * @param support Number of support vectors
     * @param removed Number of objects removed
     * @param rho Gradient on the boundary
     * @param square Squared radius
     */
    void log(int round, int support, int removed, double rho, double square) {
      RoundStatistics s = new RoundStatistics(round, support, removed, rho, Math.sqrt(square), solver.iterations() - iterations, //
          problem.columns().evaluations() - evaluations, (System.nanoTime() - start) * 1e-9, solver.name());
      statistics.add(s);
      if(LOG.isStatistics() && !quiet) {
        final String prefix = "losvm.round-" + round + '.';
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
