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

import java.lang.reflect.Field;

import elki.database.query.QueryBuilder;
import elki.logging.Logging;

/**
 * Keeps ELKI 0.8.0 from indexes that miss neighbors.
 * <p>
 * Where a k-d-tree does not suit (more than 30 dimensions, and some distances),
 * ELKI adds a vantage point tree by itself, or else a cover tree. With many equal
 * distances, such as those of binary data, both lose some of the neighbors, and
 * the first of them others each time. Without them, all points are looked at.
 *
 * @author The pyelki-losdd developers
 * @since 0.1.0
 */
final class NeighborSearch {
  /**
   * Class logger.
   */
  private static final Logging LOG = Logging.getLogger(NeighborSearch.class);

  /**
   * Where ELKI has its ways to make these indexes.
   */
  private static final String[] INEXACT = { "vpIndex", "coverIndex" };

  /**
   * Static methods only.
   */
  private NeighborSearch() {
  }

  /**
   * Make neighbors exact from now on.
   */
  static void makeExact() {
    try {
      final Object optimizer = accessible(QueryBuilder.class, "OPTIMIZER").get(null);
      for(String index : INEXACT) {
        accessible(optimizer.getClass(), index).set(optimizer, null);
      }
    }
    catch(ReflectiveOperationException | RuntimeException e) { // Another ELKI, or optimizer
      LOG.warning("Could not keep ELKI from indexes that miss neighbors: " + e + ". Detectors that need neighbors may be wrong where many distances are equal.");
    }
  }

  /**
   * Get a field that is not public.
   *
   * @param owner Class
   * @param name Name of the field
   * @return Field
   * @throws NoSuchFieldException if there is none
   */
  private static Field accessible(Class<?> owner, String name) throws NoSuchFieldException {
    final Field field = owner.getDeclaredField(name);
    field.setAccessible(true);
    return field;
  }
}
