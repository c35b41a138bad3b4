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

import java.util.List;

import elki.database.ids.ArrayDBIDs;
import elki.database.relation.DoubleRelation;
import elki.database.relation.Relation;
import elki.result.Metadata;
import elki.result.outlier.OutlierResult;
import elki.result.outlier.OutlierScoreMeta;

/**
 * Result of a leave-out SVM: the outlier scores, and beside them the round in
 * which each object was removed, statistics, and the cleaned model.
 *
 * @author The pyelki-losdd developers
 * @since 0.1.0
 *
 * @composed - - - LeaveOutModel
 * @composed - - - RoundStatistics
 */
public class LeaveOutResult extends OutlierResult {
  /**
   * Round of removal, 0 for objects that were kept.
   */
  private final Relation<Integer> removalRounds;

  /**
   * Removed objects, in order.
   */
  private final ArrayDBIDs removed;

  /**
   * Support vectors of the cleaned model.
   */
  private final ArrayDBIDs support;

  /**
   * Cleaned model.
   */
  private final LeaveOutModel<?> model;

  /**
   * Statistics of the rounds.
   */
  private final List<RoundStatistics> rounds;

  /**
   * Radius of the cleaned model, and bandwidth of the kernel.
   */
  private final double radius, gamma;

  /**
   * Constructor.
   *
   * @param meta Score meta data
   * @param scores Scores
   * @param removalRounds Round of removal, 0 for objects that were kept
   * @param removed Removed objects, in order
   * @param support Support vectors of the cleaned model
   * @param model Cleaned model
   * @param radius Radius of the cleaned model, NaN if its boundary is no sphere
   * @param gamma Bandwidth of the kernel, NaN if it has none
   * @param rounds Statistics of the rounds
   */
  LeaveOutResult(OutlierScoreMeta meta, DoubleRelation scores, Relation<Integer> removalRounds, ArrayDBIDs removed, ArrayDBIDs support, LeaveOutModel<?> model, double radius, double gamma, List<RoundStatistics> rounds) {
    super(meta, scores);
    this.removalRounds = removalRounds;
    this.removed = removed;
    this.support = support;
    this.model = model;
    this.radius = radius;
    this.gamma = gamma;
    this.rounds = rounds;
    // Next to the scores, ELKI's visualizer would pass it over.
    Metadata.hierarchyOf(scores).addChild(removalRounds);
  }

  /**
   * Round of removal, 0 for objects that were kept.
   *
   * @return Rounds
   */
  public Relation<Integer> getRemovalRounds() {
    return removalRounds;
  }

  /**
   * Removed objects in the order of their removal, within a round by falling
   * score.
   *
   * @return Objects
   */
  public ArrayDBIDs getRemoved() {
    return removed;
  }

  /**
   * Support vectors of the cleaned model; one of each set of identical objects.
   *
   * @return Objects, in the order of the weights of the model
   */
  public ArrayDBIDs getSupport() {
    return support;
  }

  /**
   * The cleaned model.
   *
   * @return Model
   */
  public LeaveOutModel<?> getModel() {
    return model;
  }

  /**
   * Radius of the cleaned model.
   *
   * @return Radius, NaN if the boundary is no sphere
   */
  public double getRadius() {
    return radius;
  }

  /**
   * Bandwidth of the kernel.
   *
   * @return gamma, NaN if the kernel has none
   */
  public double getGamma() {
    return gamma;
  }

  /**
   * Statistics of the rounds; the first is the training.
   *
   * @return Statistics
   */
  public List<RoundStatistics> getRounds() {
    return rounds;
  }
}
