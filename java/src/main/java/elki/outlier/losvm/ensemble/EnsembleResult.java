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
package elki.outlier.losvm.ensemble;

import elki.database.relation.DoubleRelation;
import elki.result.Metadata;
import elki.result.outlier.OutlierResult;
import elki.result.outlier.OutlierScoreMeta;

/**
 * Result of the ensemble: the outlier scores, how much the members disagree, and
 * the models.
 *
 * @author The pyelki-losdd developers
 * @since 0.2.0
 *
 * @composed - - - EnsembleModel
 */
public class EnsembleResult extends OutlierResult {
  /**
   * Standard deviations of the members' scores.
   */
  private final DoubleRelation deviations;

  /**
   * Trained ensemble.
   */
  private final EnsembleModel model;

  /**
   * Constructor.
   *
   * @param meta Score meta data
   * @param scores Scores
   * @param deviations Standard deviations of the members' scores
   * @param model Trained ensemble
   */
  EnsembleResult(OutlierScoreMeta meta, DoubleRelation scores, DoubleRelation deviations, EnsembleModel model) {
    super(meta, scores);
    this.deviations = deviations;
    this.model = model;
    // Next to the scores, ELKI's visualizer would pass it over.
    Metadata.hierarchyOf(scores).addChild(deviations);
  }

  /**
   * How much the members disagree about each object.
   *
   * @return Standard deviations of the members' scores
   */
  public DoubleRelation getDeviations() {
    return deviations;
  }

  /**
   * The trained ensemble.
   *
   * @return Model
   */
  public EnsembleModel getModel() {
    return model;
  }
}
