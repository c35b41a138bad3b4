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
import elki.outlier.losvm.ensemble.EnsembleResult;
import elki.outlier.losvm.ensemble.LOSDDEnsemble;
import elki.outlier.losvm.ensemble.ModelArrays;

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
   * @param data Data, or kernel matrix
   * @param precomputed Whether the data are a kernel matrix
   * @param options Options
   */
  private EnsembleRun(DataTable data, boolean precomputed, Map<String, ?> options) {
    this.data = data;
    this.precomputed = precomputed;
    this.n = data.size();
    this.options = new HashMap<>(options);
  }

  /**
   * Prepare a run.
   *
   * @param data Data, or kernel matrix
   * @param precomputed Whether the data are a kernel matrix
   * @param options Options
   * @return Job, not started yet
   */
  public static Job<Map<String, Object>> job(DataTable data, boolean precomputed, Map<String, ?> options) {
    return new Job<>(new EnsembleRun(data, precomputed, options));
  }

  @Override
  public Map<String, Object> call() {
    final EnsembleResult result = precomputed ? runOnMatrix() : runOnVectors();
    final Map<String, Object> ret = new LinkedHashMap<>();
    ret.put("scores", Rows.valuesOf(result.getScores(), n));
    ret.put("deviation", Rows.valuesOf(result.getDeviations(), n));
    ret.put("model", result.getModel() == null ? null : ModelArrays.of(result.getModel()));
    return ret;
  }

  /**
   * Run on vectors.
   *
   * @return Result
   */
  private EnsembleResult runOnVectors() {
    KernelChoice.check(options);
    final LOSDDEnsemble<?> instance = Setup.instantiate(LOSDDEnsemble.class, options, FileOptions.READ);
    final Database database = data.toDatabase();
    try {
      return (EnsembleResult) instance.autorun(database);
    }
    finally {
      DataTable.release(database);
      data = null;
    }
  }

  /**
   * Run on a kernel matrix.
   *
   * @return Result
   */
  @SuppressWarnings("unchecked")
  private EnsembleResult runOnMatrix() {
    options.put(LOSDDEnsemble.Par.KERNEL_ID.getName(), data.toKernel());
    data = null;
    final LOSDDEnsemble<DBID> instance = Setup.instantiate(LOSDDEnsemble.class, options, FileOptions.READ);
    options.clear(); // of the matrix
    return instance.run(new DBIDView(DBIDFactory.FACTORY.generateStaticDBIDRange(0, n)));
  }
}
