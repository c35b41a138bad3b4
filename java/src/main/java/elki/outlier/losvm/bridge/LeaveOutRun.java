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
package elki.outlier.losvm.bridge;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

import elki.database.Database;
import elki.outlier.OutlierAlgorithm;
import elki.outlier.losvm.LOSDD;
import elki.outlier.losvm.LOSOC;
import elki.outlier.losvm.LeaveOutResult;
import elki.outlier.losvm.RoundStatistics;

/**
 * A run of LOSDD or LOSOC, and its outcome in primitive arrays.
 *
 * @author The pyelki-losdd developers
 * @since 0.1.0
 */
public final class LeaveOutRun implements Callable<LeaveOutRun> {
  /**
   * Algorithm to run.
   */
  private final Class<? extends OutlierAlgorithm> algorithm;

  /**
   * Options.
   */
  private final Map<String, Object> options = new HashMap<>();

  /**
   * Data, or kernel matrix; forgotten after the run.
   */
  private DataTable data;

  /**
   * Whether the data are a kernel matrix.
   */
  private final boolean precomputed;

  /**
   * Number of rows.
   */
  private final int n;

  /**
   * Outcome.
   */
  private LeaveOutResult result;

  /**
   * Constructor.
   *
   * @param algorithm Algorithm to run
   * @param data Data, or kernel matrix
   * @param precomputed Whether the data are a kernel matrix
   * @param names Names of options
   * @param values Values of options
   */
  private LeaveOutRun(Class<? extends OutlierAlgorithm> algorithm, DataTable data, boolean precomputed, String[] names, String[] values) {
    this.algorithm = algorithm;
    this.data = data;
    this.precomputed = precomputed;
    this.n = data.size();
    for(int i = 0; i < names.length; i++) {
      options.put(names[i], values[i]);
    }
  }

  /**
   * Prepare a run of an algorithm.
   *
   * @param method "losdd" or "losoc"
   * @param data Data, or kernel matrix
   * @param precomputed Whether the data are a kernel matrix
   * @param names Names of options
   * @param values Values of options
   * @return Job, not started yet
   */
  public static Job<LeaveOutRun> job(String method, DataTable data, boolean precomputed, String[] names, String[] values) {
    return new Job<>(new LeaveOutRun(algorithm(method), data, precomputed, names, values));
  }

  /**
   * Choose the algorithm.
   *
   * @param method "losdd" or "losoc"
   * @return Algorithm
   */
  static Class<? extends OutlierAlgorithm> algorithm(String method) {
    switch(method){
    case "losdd":
      return LOSDD.class;
    case "losoc":
      return LOSOC.class;
    default:
      throw new IllegalArgumentException("Method must be losdd or losoc, but is " + method + '.');
    }
  }

  @Override
  public LeaveOutRun call() {
    if(precomputed) {
      options.put("losvm.kernel", data.toKernel());
      data = DataTable.ofRowNumbers(n);
    }
    final OutlierAlgorithm instance = Setup.instantiate(algorithm, options, FileOptions.READ);
    options.clear();
    final Database database = data.toDatabase();
    try {
      result = (LeaveOutResult) instance.autorun(database);
    }
    finally {
      DataTable.release(database);
      data = null;
    }
    return this;
  }

  /**
   * Get the scores.
   *
   * @return Scores by row
   */
  public double[] getScores() {
    return Rows.valuesOf(result.getScores(), n);
  }

  /**
   * Get the round in which each row was removed.
   *
   * @return Rounds by row, 0 for rows that were kept
   */
  public int[] getRemovalRounds() {
    return Rows.valuesOf(result.getRemovalRounds(), n);
  }

  /**
   * Get the removed rows.
   *
   * @return Row numbers, in the order of removal
   */
  public int[] getRemoved() {
    return Rows.numbersOf(result.getRemoved());
  }

  /**
   * Get the weights of the cleaned model.
   *
   * @return Weights by row, 0 for rows that are no support vectors
   */
  public double[] getWeights() {
    final double[] ret = new double[n], weights = result.getModel().getWeights();
    final int[] support = Rows.numbersOf(result.getSupport());
    for(int i = 0; i < support.length; i++) {
      ret[support[i]] = weights[i];
    }
    return ret;
  }

  /**
   * Get the numbers that describe the cleaned model.
   *
   * @return rho, radius, gamma, squared length of the center
   */
  public double[] getModel() {
    return new double[] { result.getModel().getRho(), result.getRadius(), result.getGamma(), result.getModel().getNorm() };
  }

  /**
   * Whether K(x,x) varies, so that the cleaned model needs it.
   *
   * @return {@code true} if it varies
   */
  public boolean isDiagonalNeeded() {
    return result.getModel().needsDiagonal();
  }

  /**
   * Get the form of the scores.
   *
   * @return Name as in the option losvm.score
   */
  public String getScoreForm() {
    return result.getModel().getScoreForm().name().toLowerCase(Locale.ROOT);
  }

  /**
   * Get the counts of each round.
   *
   * @return Round, support vectors, removed, iterations, kernel evaluations,
   *         each with one value per round
   */
  public long[][] getRoundCounts() {
    return new long[][] { longs(r -> r.round), longs(r -> r.supportVectors), longs(r -> r.removed), //
        longs(r -> r.iterations), longs(r -> r.kernelEvaluations) };
  }

  /**
   * Get the measurements of each round.
   *
   * @return rho, radius, seconds, each with one value per round
   */
  public double[][] getRoundValues() {
    return new double[][] { doubles(r -> r.rho), doubles(r -> r.radius), doubles(r -> r.seconds) };
  }

  /**
   * Get the solver of each round.
   *
   * @return Names
   */
  public String[] getSolvers() {
    return result.getRounds().stream().map(r -> r.solver).toArray(String[]::new);
  }

  /**
   * Collect a count.
   *
   * @param getter Count of a round
   * @return Counts of all rounds
   */
  private long[] longs(ToLongFunction<RoundStatistics> getter) {
    return result.getRounds().stream().mapToLong(getter).toArray();
  }

  /**
   * Collect a measurement.
   *
   * @param getter Measurement of a round
   * @return Measurements of all rounds
   */
  private double[] doubles(ToDoubleFunction<RoundStatistics> getter) {
    return result.getRounds().stream().mapToDouble(getter).toArray();
  }
}
