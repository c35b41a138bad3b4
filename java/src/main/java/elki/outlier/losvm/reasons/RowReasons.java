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
package elki.outlier.losvm.reasons;

import java.util.Arrays;

/**
 * Why a row is an outlier.
 *
 * @author The pyelki-losdd developers
 * @since 0.2.0
 */
public final class RowReasons {
  /**
   * Cost of each group of columns, at least 0, in the unit of the scores.
   */
  public final double[] costs;

  /**
   * Two groups that explain the row together and not alone, or {-1, -1}.
   */
  public int[] pair = { -1, -1 };

  /**
   * Cost of leaving out both of them; 0 if there is no pair.
   */
  public double pairCost;

  /**
   * What was expected in each column of numbers: weighted mean, median, and where
   * nine tenths of the weight are; NaN in columns that no model looks at.
   */
  public final double[] mean, median, low, high;

  /**
   * Constructor.
   *
   * @param costs Cost of each group of columns
   * @param columns Number of columns of numbers
   */
  RowReasons(double[] costs, int columns) {
    this.costs = costs;
    this.mean = unknown(columns);
    this.median = unknown(columns);
    this.low = unknown(columns);
    this.high = unknown(columns);
  }

  /**
   * Groups that are left out to tell what was expected in one of them.
   *
   * @param group Group
   * @return The group, and its partner if it is one of the pair
   */
  int[] without(int group) {
    return group == pair[0] || group == pair[1] ? pair : new int[] { group };
  }

  /**
   * Make an array of unknown values.
   *
   * @param size Size
   * @return Array of NaN
   */
  private static double[] unknown(int size) {
    final double[] values = new double[size];
    Arrays.fill(values, Double.NaN);
    return values;
  }
}
