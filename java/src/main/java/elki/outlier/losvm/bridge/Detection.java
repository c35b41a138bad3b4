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

import elki.database.Database;
import elki.outlier.OutlierAlgorithm;
import elki.result.outlier.InvertedOutlierScoreMeta;
import elki.result.outlier.OutlierResult;
import elki.result.outlier.OutlierScoreMeta;

/**
 * A run of one of ELKI's outlier algorithms, and its outcome.
 *
 * @author The pyelki-losdd developers
 * @since 0.1.0
 */
public final class Detection implements Callable<Detection> {
  /**
   * Data; forgotten after the run.
   */
  private DataTable data;

  /**
   * Name of the algorithm, complete after the run.
   */
  private String algorithm;

  /**
   * Names of the options, complete after the run.
   */
  private String[] names;

  /**
   * Values of the options.
   */
  private Object[] values;

  /**
   * Scores by row.
   */
  private double[] scores;

  /**
   * What the scores mean.
   */
  private OutlierScoreMeta meta;

  /**
   * Title of the scores.
   */
  private String title;

  /**
   * Constructor.
   *
   * @param data Data
   * @param algorithm Name of the algorithm
   * @param names Names of options, complete or not
   * @param values Values of options
   */
  private Detection(DataTable data, String algorithm, String[] names, Object[] values) {
    this.data = data;
    this.algorithm = algorithm;
    this.names = names;
    this.values = values;
  }

  /**
   * Prepare a run of an algorithm.
   *
   * @param data Data
   * @param algorithm Name of the algorithm
   * @param names Names of options, complete or not
   * @param values Values of options
   * @return Job, not started yet
   */
  public static Job<Detection> job(DataTable data, String algorithm, String[] names, Object[] values) {
    return new Job<>(new Detection(data, algorithm, names, values));
  }

  @Override
  public Detection call() {
    final Class<? extends OutlierAlgorithm> c = Detector.find(algorithm);
    final Map<String, Object> options = OptionNames.resolve(c, names, values);
    final OutlierAlgorithm instance = Setup.instantiate(c, options, FileOptions.READ);
    final Database database = data.toDatabase();
    NeighborSearch.makeExact();
    try {
      final OutlierResult result = instance.autorun(database);
      scores = Rows.valuesOf(result.getScores(), data.size());
      meta = result.getOutlierMeta();
      title = result.getScores().getLongName();
    }
    finally {
      DataTable.release(database);
      data = null;
    }
    algorithm = c.getName();
    names = options.keySet().toArray(new String[0]);
    values = options.values().toArray();
    return this;
  }

  /**
   * Get the scores.
   *
   * @return Scores by row, NaN for rows without
   */
  public double[] getScores() {
    return scores;
  }

  /**
   * Get what the scores mean.
   *
   * @return Actual minimum and maximum, theoretical minimum and maximum,
   *         baseline
   */
  public double[] getMeta() {
    return new double[] { meta.getActualMinimum(), meta.getActualMaximum(), //
        meta.getTheoreticalMinimum(), meta.getTheoreticalMaximum(), meta.getTheoreticalBaseline() };
  }

  /**
   * Whether small scores are the outlying ones.
   *
   * @return {@code true} for inverted scores
   */
  public boolean isInverted() {
    return meta instanceof InvertedOutlierScoreMeta;
  }

  /**
   * Get the title of the scores.
   *
   * @return Title
   */
  public String getTitle() {
    return title;
  }

  /**
   * Get the algorithm.
   *
   * @return Class name
   */
  public String getAlgorithm() {
    return algorithm;
  }

  /**
   * Get the options, with complete names.
   *
   * @return Name and value of each option, one after the other
   */
  public String[] getOptions() {
    final String[] ret = new String[2 * names.length];
    for(int i = 0; i < names.length; i++) {
      ret[2 * i] = names[i];
      ret[2 * i + 1] = String.valueOf(values[i]);
    }
    return ret;
  }
}
