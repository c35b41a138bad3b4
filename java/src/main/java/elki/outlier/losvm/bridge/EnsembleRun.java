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
import java.util.Map;
import java.util.concurrent.Callable;

import elki.database.Database;
import elki.database.ids.DBID;
import elki.database.ids.DBIDFactory;
import elki.database.relation.DBIDView;
import elki.outlier.losvm.ensemble.EnsembleModel;
import elki.outlier.losvm.ensemble.EnsembleResult;
import elki.outlier.losvm.ensemble.EnsembleScores;
import elki.outlier.losvm.ensemble.LOSDDEnsemble;
import elki.outlier.losvm.ensemble.ModelArrays;
import elki.outlier.losvm.sampling.RowSource;

/**
 * A run of the ensemble; the outcome are primitive arrays, by name.
 *
 * @author The pyelki-losdd developers
 * @since 0.2.0
 */
public final class EnsembleRun implements Callable<Map<String, Object>> {
  /**
   * Options.
   */
  private final Map<String, Object> options;

  /**
   * Rows, or {@code null}.
   */
  private final RowSource rows;

  /**
   * Kernel matrix, or {@code null}; forgotten after the run.
   */
  private DataTable matrix;

  /**
   * Constructor.
   *
   * @param rows Rows, or {@code null}
   * @param matrix Kernel matrix, or {@code null}
   * @param options Options
   */
  private EnsembleRun(RowSource rows, DataTable matrix, Map<String, ?> options) {
    this.rows = rows;
    this.matrix = matrix;
    this.options = new HashMap<>(options);
  }

  /**
   * Prepare a run on rows of numbers.
   *
   * @param rows Rows, finite
   * @param options Options
   * @return Job, not started yet
   */
  public static Job<Map<String, Object>> ofRows(RowSource rows, Map<String, ?> options) {
    return new Job<>(new EnsembleRun(rows, null, options));
  }

  /**
   * Prepare a run on a kernel matrix.
   *
   * @param matrix Kernel matrix
   * @param options Options
   * @return Job, not started yet
   */
  public static Job<Map<String, Object>> ofMatrix(DataTable matrix, Map<String, ?> options) {
    return new Job<>(new EnsembleRun(null, matrix, options));
  }

  @Override
  public Map<String, Object> call() {
    if(matrix != null) {
      return describe(runOnMatrix());
    }
    final LOSDDEnsemble<?> instance = instance(options);
    if(!instance.ofVectors()) {
      return describe(runOnObjects(instance));
    }
    final EnsembleModel model = instance.train(rows);
    return describe(LOSDDEnsemble.score(model, rows, instance.settings().threads), model);
  }

  /**
   * Set up the ensemble.
   *
   * @param options Options
   * @return Ensemble
   */
  static LOSDDEnsemble<?> instance(Map<String, ?> options) {
    KernelChoice.check(options);
    return Setup.instantiate(LOSDDEnsemble.class, options, FileOptions.READ);
  }

  /**
   * Describe scores by an ensemble.
   *
   * @param scores Scores
   * @param model Ensemble
   * @return Arrays by name
   */
  private static Map<String, Object> describe(EnsembleScores scores, EnsembleModel model) {
    final Map<String, Object> ret = new LinkedHashMap<>();
    ret.put("scores", scores.means());
    ret.put("deviation", scores.deviations());
    ret.put("model", ModelArrays.of(model));
    return ret;
  }

  /**
   * Describe a result that has no model.
   *
   * @param result Result
   * @return Arrays by name
   */
  private static Map<String, Object> describe(EnsembleResult result) {
    final Map<String, Object> ret = new LinkedHashMap<>();
    ret.put("scores", Rows.valuesOf(result.getScores(), result.getScores().size()));
    ret.put("deviation", Rows.valuesOf(result.getDeviations(), result.getScores().size()));
    ret.put("model", null);
    return ret;
  }

  /**
   * Run on objects of ELKI.
   *
   * @param instance Ensemble
   * @return Result
   */
  private EnsembleResult runOnObjects(LOSDDEnsemble<?> instance) {
    final Database database = new DataTable(rows).toDatabase();
    try {
      return (EnsembleResult) instance.autorun(database);
    }
    finally {
      DataTable.release(database);
    }
  }

  /**
   * Run on a kernel matrix.
   *
   * @return Result
   */
  @SuppressWarnings("unchecked")
  private EnsembleResult runOnMatrix() {
    final int n = matrix.size();
    options.put(LOSDDEnsemble.Par.KERNEL_ID.getName(), matrix.toKernel());
    matrix = null;
    final LOSDDEnsemble<DBID> instance = Setup.instantiate(LOSDDEnsemble.class, options, FileOptions.READ);
    options.clear(); // of the matrix
    return instance.run(new DBIDView(DBIDFactory.FACTORY.generateStaticDBIDRange(0, n)));
  }
}
