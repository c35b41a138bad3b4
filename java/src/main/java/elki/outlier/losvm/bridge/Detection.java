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

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;

import elki.database.Database;
import elki.outlier.OutlierAlgorithm;
import elki.result.outlier.InvertedOutlierScoreMeta;
import elki.result.outlier.OutlierResult;
import elki.result.outlier.OutlierScoreMeta;

/**
 * A run of one of ELKI's outlier algorithms; the outcome is found by name.
 *
 * @author The pyelki-losdd developers
 * @since 0.1.0
 */
public final class Detection implements Callable<Map<String, Object>> {
  /**
   * Data; forgotten after the run.
   */
  private DataTable data;

  /**
   * Name of the algorithm.
   */
  private final String algorithm;

  /**
   * Options, with names that are complete or not.
   */
  private final Map<String, ?> options;

  /**
   * Constructor.
   *
   * @param data Data
   * @param algorithm Name of the algorithm
   * @param options Options, with names that are complete or not
   */
  private Detection(DataTable data, String algorithm, Map<String, ?> options) {
    this.data = data;
    this.algorithm = algorithm;
    this.options = options;
  }

  /**
   * Prepare a run of an algorithm.
   *
   * @param data Data
   * @param algorithm Name of the algorithm
   * @param options Options, with names that are complete or not
   * @return Job, not started yet
   */
  public static Job<Map<String, Object>> job(DataTable data, String algorithm, Map<String, ?> options) {
    return new Job<>(new Detection(data, algorithm, options));
  }

  @Override
  public Map<String, Object> call() {
    final Class<? extends OutlierAlgorithm> c = Detector.find(algorithm);
    final Map<String, Object> complete = OptionNames.resolve(c, options);
    final OutlierAlgorithm instance = Setup.instantiate(c, complete, FileOptions.READ);
    final int n = data.size();
    final Database database = data.toDatabase();
    NeighborSearch.makeExact();
    try {
      final OutlierResult result = instance.autorun(database);
      final Map<String, Object> ret = new LinkedHashMap<>();
      ret.put("scores", Rows.valuesOf(result.getScores(), n));
      ret.put("meta", describe(result));
      ret.put("class", c.getName());
      complete.replaceAll((name, value) -> String.valueOf(value));
      ret.put("options", complete);
      return ret;
    }
    finally {
      DataTable.release(database);
      data = null;
    }
  }

  /**
   * Say what the scores mean.
   *
   * @param result Result
   * @return Facts by name
   */
  private static Map<String, Object> describe(OutlierResult result) {
    final OutlierScoreMeta meta = result.getOutlierMeta();
    final Map<String, Object> ret = new LinkedHashMap<>();
    ret.put("name", result.getScores().getLongName());
    ret.put("minimum", meta.getActualMinimum());
    ret.put("maximum", meta.getActualMaximum());
    ret.put("theoretical_minimum", meta.getTheoreticalMinimum());
    ret.put("theoretical_maximum", meta.getTheoreticalMaximum());
    ret.put("baseline", meta.getTheoreticalBaseline());
    ret.put("inverted", meta instanceof InvertedOutlierScoreMeta); // small scores are the outlying ones
    return ret;
  }
}
