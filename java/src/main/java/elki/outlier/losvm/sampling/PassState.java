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
package elki.outlier.losvm.sampling;

import java.util.Map;

/**
 * What a pass over the rows gathers. Rows may come in any blocks and in any order,
 * and what was gathered of different rows can be merged: the result is the same,
 * to the last bit.
 *
 * @author The pyelki-losdd developers
 * @since 0.2.0
 *
 * @param <S> The same type
 */
public interface PassState<S extends PassState<S>> {
  /**
   * Look at some rows.
   *
   * @param columns Rows, by column
   * @param count Number of rows
   */
  void see(double[][] columns, int count);

  /**
   * Add what was gathered of other rows.
   *
   * @param other State of the same pass
   */
  void merge(S other);

  /**
   * Everything that is needed to go on elsewhere.
   *
   * @return Arrays and numbers by name
   */
  Map<String, Object> toMap();
}
