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

import elki.outlier.losvm.kernel.UserException;
import elki.outlier.losvm.sampling.ColumnRanges;
import elki.outlier.losvm.sampling.KeyIntervals;

/**
 * The first pass finds the smallest and the largest value of each column.
 *
 * @author The pyelki-losdd developers
 * @since 0.2.0
 */
public final class RangesPass implements LearningPass<ColumnRanges> {
  /** Name of the step. */
  static final String NAME = "ranges";

  /**
   * Number of columns.
   */
  private final int dimensionality;

  /**
   * Settings.
   */
  private final EnsembleSettings settings;

  /**
   * Constructor.
   *
   * @param dimensionality Number of columns
   * @param settings Settings
   */
  public RangesPass(int dimensionality, EnsembleSettings settings) {
    this.dimensionality = dimensionality;
    this.settings = settings;
  }

  @Override
  public Map<String, Object> toMap() {
    return Map.of(STEP, NAME, "dimensionality", dimensionality);
  }

  @Override
  public ColumnRanges start() {
    return new ColumnRanges(dimensionality);
  }

  @Override
  public ColumnRanges read(Map<String, ?> map) {
    return new ColumnRanges(map);
  }

  @Override
  public LearningStep next(ColumnRanges all) {
    if(!all.areFinite()) {
      throw new UserException("There are no rows, or not all values are finite numbers: remove or impute the others first.");
    }
    return new CountingPass(all, KeyIntervals.coarse(), true, settings);
  }
}
