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

/**
 * Members of the same kind. Scores of different kinds have different units: they
 * are compared after a shift and a division.
 *
 * @author The pyelki-losdd developers
 * @since 0.2.0
 */
final class MemberGroup {
  /**
   * Name of the kernel.
   */
  final String kernel;

  /**
   * What is done to the columns first.
   */
  final ColumnTransform columns;

  /**
   * Members.
   */
  final Member[] members;

  /**
   * Weight of the mean score.
   */
  final double weight;

  /**
   * Shift of the scores.
   */
  final double center;

  /**
   * Unit of the scores.
   */
  final double unit;

  /**
   * Constructor.
   *
   * @param weight Weight of the mean score
   * @param kernel Name of the kernel
   * @param columns What is done to the columns first
   * @param members Members
   * @param center Shift of the scores
   * @param unit Unit of the scores
   */
  MemberGroup(double weight, String kernel, ColumnTransform columns, Member[] members, double center, double unit) {
    this.weight = weight;
    this.kernel = kernel;
    this.columns = columns;
    this.members = members;
    this.center = center;
    this.unit = unit;
  }

  /**
   * The same members with other units.
   *
   * @param center Shift of the scores
   * @param unit Unit of the scores
   * @return Group
   */
  MemberGroup in(double center, double unit) {
    return new MemberGroup(weight, kernel, columns, members, center, unit);
  }
}
