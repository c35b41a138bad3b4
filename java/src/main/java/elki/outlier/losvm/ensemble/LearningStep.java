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

import java.util.Map;

import elki.outlier.losvm.sampling.ColumnRanges;
import elki.outlier.losvm.sampling.KeyIntervals;

/**
 * What there is to do next, to train an ensemble on rows of numbers: another pass
 * over them, or the training itself.
 *
 * @author The pyelki-losdd developers
 * @since 0.2.0
 */
public interface LearningStep {
  /** Name of the entry that tells steps apart. */
  String STEP = "step";

  /**
   * Everything that {@link #of} needs.
   *
   * @return Arrays and numbers by name
   */
  Map<String, Object> toMap();

  /**
   * Make a step of what {@link #toMap} returned.
   *
   * @param map Arrays and numbers by name
   * @param settings Settings
   * @return Step
   */
  @SuppressWarnings("unchecked")
  static LearningStep of(Map<String, ?> map, EnsembleSettings settings) {
    final String step = (String) map.get(STEP);
    if(step.equals(RangesPass.NAME)) {
      return new RangesPass(((Number) map.get("dimensionality")).intValue(), settings);
    }
    final ColumnRanges ranges = new ColumnRanges(map);
    final Map<String, ?> intervals = (Map<String, ?>) map.get("intervals");
    switch(step){
    case CountingPass.NAME:
      return new CountingPass(ranges, intervals == null ? KeyIntervals.coarse() : new KeyIntervals(intervals), intervals == null, settings);
    case CollectingPass.NAME:
      return new CollectingPass(ranges, new ColumnScaling((Map<String, ?>) map.get("scaling")), new KeyIntervals(intervals), ((Number) map.get("size")).longValue(), settings);
    case TrainingRows.NAME:
      return new TrainingRows(ranges, map);
    default:
      throw new IllegalArgumentException("There is no step " + step + " of learning an ensemble.");
    }
  }
}
