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
import java.util.stream.IntStream;

/**
 * Which columns of numbers belong together: a category becomes several columns,
 * but is one reason.
 *
 * @author The pyelki-losdd developers
 * @since 0.2.0
 */
public final class ColumnGroups {
  /**
   * Group of each column of numbers.
   */
  private final int[] groupOf;

  /**
   * Number of groups.
   */
  private final int size;

  /**
   * Constructor.
   *
   * @param groupOf Group of each column of numbers, from 0
   */
  public ColumnGroups(int[] groupOf) {
    this.groupOf = groupOf.clone();
    this.size = Arrays.stream(groupOf).max().orElse(-1) + 1;
  }

  /**
   * Make groups of a column each.
   *
   * @param dimensionality Number of columns
   * @return Groups
   */
  public static ColumnGroups single(int dimensionality) {
    return new ColumnGroups(IntStream.range(0, dimensionality).toArray());
  }

  /**
   * Number of groups.
   *
   * @return Number of groups
   */
  public int size() {
    return size;
  }

  /**
   * Number of columns of numbers.
   *
   * @return Number of columns
   */
  public int columns() {
    return groupOf.length;
  }

  /**
   * Group of a column.
   *
   * @param column Column of numbers
   * @return Group
   */
  public int of(int column) {
    return groupOf[column];
  }
}
