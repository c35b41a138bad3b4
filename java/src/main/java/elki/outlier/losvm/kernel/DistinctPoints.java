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
package elki.outlier.losvm.kernel;

import java.util.Arrays;
import java.util.Comparator;
import java.util.function.IntBinaryOperator;

/**
 * Objects in an order that does not depend on how they were stored, with
 * identical objects merged.
 * <p>
 * An iterative solver takes another path when the data come in another order.
 * Data files are often sorted by class, so this would leak the labels into the
 * result; hence all arithmetic is done in a canonical order. Identical objects
 * cannot be told apart, and become one point with several copies.
 *
 * @author The pyelki-losdd developers
 * @since 0.1.0
 */
public final class DistinctPoints {
  /**
   * Point of each object.
   */
  private final int[] pointOf;

  /**
   * Objects of all points, in the order of the points.
   */
  private final int[] objects;

  /**
   * Offset of each point in {@link #objects}, and the end.
   */
  private final int[] begin;

  /**
   * Constructor.
   *
   * @param size Number of objects
   * @param compare Comparison of two objects by value, 0 for identical objects
   */
  public DistinctPoints(int size, IntBinaryOperator compare) {
    final Integer[] order = new Integer[size];
    Arrays.setAll(order, i -> i);
    final Comparator<Integer> byValue = compare::applyAsInt;
    Arrays.sort(order, byValue); // Stable: copies stay in their given order
    objects = new int[size];
    pointOf = new int[size];
    final int[] ends = new int[size + 1];
    int points = 0;
    for(int i = 0; i < size; i++) {
      objects[i] = order[i];
      if(i > 0 && compare.applyAsInt(objects[i - 1], objects[i]) != 0) {
        ends[++points] = i;
      }
      pointOf[objects[i]] = points;
    }
    ends[++points] = size;
    begin = Arrays.copyOf(ends, points + 1);
  }

  /**
   * Number of distinct points.
   *
   * @return number of points
   */
  public int size() {
    return begin.length - 1;
  }

  /**
   * Number of objects.
   *
   * @return number of objects
   */
  public int objects() {
    return objects.length;
  }

  /**
   * Point of an object.
   *
   * @param object Object offset
   * @return Point
   */
  public int pointOf(int object) {
    return pointOf[object];
  }

  /**
   * Number of identical objects at a point.
   *
   * @param point Point
   * @return Number of copies
   */
  public int copies(int point) {
    return begin[point + 1] - begin[point];
  }

  /**
   * Object offset of one of the copies.
   *
   * @param point Point
   * @param copy Number of the copy, in 0 to {@link #copies} - 1
   * @return Object offset
   */
  public int object(int point, int copy) {
    return objects[begin[point] + copy];
  }
}
