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
 * Members of the same kind.
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
   * Unit of the scores: the log ratio is multiplied by this.
   */
  final double unit;

  /**
   * What is done to the columns first.
   */
  final ColumnTransform columns;

  /**
   * Members.
   */
  final Member[] members;

  /**
   * Constructor.
   *
   * @param kernel Name of the kernel
   * @param unit Unit of the scores
   * @param columns What is done to the columns first
   * @param members Members
   */
  MemberGroup(String kernel, double unit, ColumnTransform columns, Member[] members) {
    this.kernel = kernel;
    this.unit = unit;
    this.columns = columns;
    this.members = members;
  }
}
