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
package elki.outlier.losvm.solver.exact;

import java.util.Arrays;

/**
 * The few points whose state in a model differs from that in the tableau. The
 * first is the point left out: its weight is prescribed.
 *
 * @author The pyelki-losdd developers
 * @since 0.2.0
 */
final class Differences {
  /** Members of the tableau. */
  private final Members members;

  /** Number of points. */
  private int size = 0;

  /** Points. */
  private int[] points = new int[8];

  /** State of each in the model. */
  private PointState[] states = new PointState[8];

  /** Weight of each; 0 for free points, for which it is to be computed. */
  private double[] weights = new double[8];

  /**
   * Constructor.
   *
   * @param members Members of the tableau
   * @param t Point left out
   * @param weight Its weight
   */
  Differences(Members members, int t, double weight) {
    this.members = members;
    add(t, PointState.REMOVED, weight);
  }

  /**
   * Add a point.
   *
   * @param i Point
   * @param state State
   * @param weight Weight, if fixed
   */
  void add(int i, PointState state, double weight) {
    if(size == points.length) {
      points = Arrays.copyOf(points, 2 * size);
      states = Arrays.copyOf(states, 2 * size);
      weights = Arrays.copyOf(weights, 2 * size);
    }
    points[size] = i;
    states[size] = state;
    weights[size++] = weight;
  }

  /**
   * Change the state of a point.
   *
   * @param k Position
   * @param state State
   * @param weight Weight, if fixed
   */
  void set(int k, PointState state, double weight) {
    states[k] = state;
    weights[k] = weight;
  }

  /**
   * Change the weight of the point left out.
   *
   * @param weight Weight
   */
  void setWeightLeftOut(double weight) {
    weights[0] = weight;
  }

  /**
   * Remove a point, which is as in the tableau again.
   *
   * @param k Position
   */
  void remove(int k) {
    --size;
    System.arraycopy(points, k + 1, points, k, size - k);
    System.arraycopy(states, k + 1, states, k, size - k);
    System.arraycopy(weights, k + 1, weights, k, size - k);
  }

  /** Remove all points but the one left out. */
  void clear() {
    size = 1;
  }

  /**
   * Number of points.
   *
   * @return Number of points
   */
  int size() {
    return size;
  }

  /**
   * Point.
   *
   * @param k Position
   * @return Point
   */
  int point(int k) {
    return points[k];
  }

  /**
   * Whether a point is free in the model.
   *
   * @param k Position
   * @return {@code true} if its weight is to be computed
   */
  boolean isFree(int k) {
    return states[k] == PointState.FREE;
  }

  /**
   * State of a point in the model.
   *
   * @param k Position
   * @return State
   */
  PointState state(int k) {
    return states[k];
  }

  /**
   * Weight of a point that is not free.
   *
   * @param k Position
   * @return Weight
   */
  double weight(int k) {
    return weights[k];
  }

  /**
   * Whether a point is a member of the tableau.
   *
   * @param k Position
   * @return {@code true} for members
   */
  boolean isMember(int k) {
    return members.contains(points[k]);
  }

  /**
   * Whether something about a point has to be computed: the slack of a member that
   * is fixed, or the weight of another point that is free.
   *
   * @param k Position
   * @return {@code true} if it belongs to the system of equations
   */
  boolean isUnknown(int k) {
    return isFree(k) != isMember(k);
  }

  /**
   * Whether a point is one of these.
   *
   * @param i Point
   * @return {@code false} if its state is that in the tableau
   */
  boolean contains(int i) {
    return position(i) >= 0;
  }

  /**
   * Position of a point.
   *
   * @param i Point
   * @return Position, -1 for points that are not contained
   */
  int position(int i) {
    for(int k = 0; k < size; k++) {
      if(points[k] == i) {
        return k;
      }
    }
    return -1;
  }

  /**
   * Number of free points in the model.
   *
   * @return Number of points
   */
  int countFree() {
    int count = members.size();
    for(int k = 0; k < size; k++) {
      if(isUnknown(k)) {
        count += isMember(k) ? -1 : 1;
      }
    }
    return count;
  }

  /**
   * Number of members that are free in the model.
   *
   * @return Number of members
   */
  int countFreeMembers() {
    int count = members.size();
    for(int k = 0; k < size; k++) {
      count -= isMember(k) && isUnknown(k) ? 1 : 0;
    }
    return count;
  }

  /**
   * Mark the points.
   *
   * @param marked Output
   */
  void mark(boolean[] marked) {
    for(int k = 0; k < size; k++) {
      marked[points[k]] = true;
    }
  }
}
