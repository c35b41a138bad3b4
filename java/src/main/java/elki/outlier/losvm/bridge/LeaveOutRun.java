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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;

import elki.database.Database;
import elki.database.ids.DBID;
import elki.database.ids.DBIDFactory;
import elki.database.relation.DBIDView;
import elki.outlier.losvm.AbstractLeaveOutSVM;
import elki.outlier.losvm.LOSDD;
import elki.outlier.losvm.LOSOC;
import elki.outlier.losvm.LeaveOutModel;
import elki.outlier.losvm.LeaveOutResult;
import elki.outlier.losvm.RoundStatistics;

/**
 * A run of LOSDD or LOSOC; the outcome are primitive arrays, by name.
 *
 * @author The pyelki-losdd developers
 * @since 0.1.0
 */
public final class LeaveOutRun implements Callable<Map<String, Object>> {
  /**
   * Name of the option for the kernel.
   */
  private static final String KERNEL = AbstractLeaveOutSVM.Par.KERNEL_ID.getName();

  /**
   * Algorithm to run.
   */
  private final Class<? extends AbstractLeaveOutSVM<?>> algorithm;

  /**
   * Options.
   */
  private final Map<String, Object> options;

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
   * Constructor.
   *
   * @param algorithm Algorithm to run
   * @param data Data, or kernel matrix
   * @param precomputed Whether the data are a kernel matrix
   * @param options Options
   */
  private LeaveOutRun(Class<? extends AbstractLeaveOutSVM<?>> algorithm, DataTable data, boolean precomputed, Map<String, ?> options) {
    this.algorithm = algorithm;
    this.data = data;
    this.precomputed = precomputed;
    this.n = data.size();
    this.options = new HashMap<>(options);
  }

  /**
   * Prepare a run of an algorithm.
   *
   * @param method "losdd" or "losoc"
   * @param data Data, or kernel matrix
   * @param precomputed Whether the data are a kernel matrix
   * @param options Options
   * @return Job, not started yet
   */
  public static Job<Map<String, Object>> job(String method, DataTable data, boolean precomputed, Map<String, ?> options) {
    return new Job<>(new LeaveOutRun(algorithm(method), data, precomputed, options));
  }

  /**
   * Choose the algorithm.
   *
   * @param method "losdd" or "losoc"
   * @return Algorithm
   */
  @SuppressWarnings("unchecked")
  static Class<? extends AbstractLeaveOutSVM<?>> algorithm(String method) {
    switch(method){
    case "losdd":
      return (Class<? extends AbstractLeaveOutSVM<?>>) (Class<?>) LOSDD.class;
    case "losoc":
      return (Class<? extends AbstractLeaveOutSVM<?>>) (Class<?>) LOSOC.class;
    default:
      throw new IllegalArgumentException("Method must be losdd or losoc, but is " + method + '.');
    }
  }

  @Override
  public Map<String, Object> call() {
    return describe(precomputed ? runOnMatrix() : runOnVectors());
  }

  /**
   * Run on vectors.
   *
   * @return Result
   */
  private LeaveOutResult runOnVectors() {
    KernelChoice.check(options);
    final AbstractLeaveOutSVM<?> instance = Setup.instantiate(algorithm, options, FileOptions.READ);
    final Database database = data.toDatabase();
    try {
      return (LeaveOutResult) instance.autorun(database);
    }
    finally {
      DataTable.release(database);
      data = null;
    }
  }

  /**
   * Run on a kernel matrix: the objects are nothing but their numbers, which
   * ELKI calls their ids.
   *
   * @return Result
   */
  @SuppressWarnings("unchecked")
  private LeaveOutResult runOnMatrix() {
    options.put(KERNEL, data.toKernel());
    data = null;
    final AbstractLeaveOutSVM<?> instance = Setup.instantiate(algorithm, options, FileOptions.READ);
    options.clear(); // of the matrix
    return ((AbstractLeaveOutSVM<DBID>) instance).run(new DBIDView(DBIDFactory.FACTORY.generateStaticDBIDRange(0, n)));
  }

  /**
   * Take what Python needs out of ELKI's result.
   *
   * @param result Result
   * @return Arrays and numbers by name
   */
  private Map<String, Object> describe(LeaveOutResult result) {
    final LeaveOutModel<?> model = result.getModel();
    final Map<String, Object> ret = new LinkedHashMap<>();
    ret.put("scores", Rows.valuesOf(result.getScores(), n));
    ret.put("removal_round", Rows.valuesOf(result.getRemovalRounds(), n));
    ret.put("removed", Rows.numbersOf(result.getRemoved()));
    ret.put("alpha", weights(result));
    ret.put("rho", model.getRho());
    ret.put("norm", model.getNorm());
    ret.put("needs_diagonal", model.needsDiagonal());
    ret.put("score_form", model.getScoreForm().name().toLowerCase(Locale.ROOT));
    ret.put("radius", result.getRadius());
    ret.put("gamma", result.getGamma());
    ret.put("rounds", describe(result.getRounds()));
    return ret;
  }

  /**
   * Get the weights of the cleaned model.
   *
   * @param result Result
   * @return Weights by row, 0 for rows that are no support vectors
   */
  private double[] weights(LeaveOutResult result) {
    final double[] ret = new double[n], weights = result.getModel().getWeights();
    final int[] support = Rows.numbersOf(result.getSupport());
    for(int i = 0; i < support.length; i++) {
      ret[support[i]] = weights[i];
    }
    return ret;
  }

  /**
   * Arrange the statistics of the rounds in columns.
   *
   * @param rounds Rounds
   * @return Columns by name
   */
  private static Map<String, Object> describe(List<RoundStatistics> rounds) {
    final Map<String, Object> ret = new LinkedHashMap<>();
    ret.put("round", rounds.stream().mapToLong(r -> r.round).toArray());
    ret.put("support_vectors", rounds.stream().mapToLong(r -> r.supportVectors).toArray());
    ret.put("removed", rounds.stream().mapToLong(r -> r.removed).toArray());
    ret.put("rho", rounds.stream().mapToDouble(r -> r.rho).toArray());
    ret.put("radius", rounds.stream().mapToDouble(r -> r.radius).toArray());
    ret.put("iterations", rounds.stream().mapToLong(r -> r.iterations).toArray());
    ret.put("kernel_evaluations", rounds.stream().mapToLong(r -> r.kernelEvaluations).toArray());
    ret.put("seconds", rounds.stream().mapToDouble(r -> r.seconds).toArray());
    ret.put("solver", rounds.stream().map(r -> r.solver).toArray(String[]::new));
    return ret;
  }
}
