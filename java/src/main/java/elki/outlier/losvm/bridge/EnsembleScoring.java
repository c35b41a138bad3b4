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

import java.util.Map;
import java.util.concurrent.Callable;

import elki.outlier.losvm.ensemble.EnsembleScores;
import elki.outlier.losvm.ensemble.LOSDDEnsemble;
import elki.outlier.losvm.ensemble.ModelArrays;
import elki.outlier.losvm.sampling.RowSource;

/**
 * Scores other data by an ensemble that Python has kept in plain arrays.
 *
 * @author The pyelki-losdd developers
 * @since 0.2.0
 */
public final class EnsembleScoring implements Callable<Map<String, Object>> {
  /**
   * Rows to score.
   */
  private final RowSource rows;

  /**
   * Model, as {@link EnsembleRun} or {@link EnsembleLearning} described it.
   */
  private final Map<String, ?> model;

  /**
   * Number of threads, 0 for all cores.
   */
  private final int threads;

  /**
   * Constructor.
   *
   * @param rows Rows to score
   * @param model Model
   * @param threads Number of threads, 0 for all cores
   */
  private EnsembleScoring(RowSource rows, Map<String, ?> model, int threads) {
    this.rows = rows;
    this.model = model;
    this.threads = threads;
  }

  /**
   * Prepare the scoring of data.
   *
   * @param rows Rows to score, finite
   * @param model Model, as {@link EnsembleRun} or {@link EnsembleLearning} described it
   * @param threads Number of threads, 0 for all cores
   * @return Job, not started yet: its result are the scores and their deviation
   */
  public static Job<Map<String, Object>> job(RowSource rows, Map<String, ?> model, int threads) {
    return new Job<>(new EnsembleScoring(rows, model, threads));
  }

  @Override
  public Map<String, Object> call() {
    final EnsembleScores scores = LOSDDEnsemble.score(ModelArrays.toModel(model), rows, threads);
    return Map.of("scores", scores.means(), "deviation", scores.deviations());
  }
}
