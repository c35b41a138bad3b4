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

/**
 * The search for the next breakpoint of a path: which point changes its state
 * first.
 *
 * @author The pyelki-losdd developers
 * @since 0.2.0
 */
final class Breakpoint {
  /** Point that has changed its state last. */
  private final int last;

  /** Steps up to this are rounding errors. */
  private final double rounding;

  /** Weight that can be taken away until then. */
  private double step;

  /** Whether there is one before the end of the path. */
  private boolean found = false;

  /** Point that changes its state. */
  private int point;

  /** Its new state. */
  private PointState becomes;

  /**
   * Constructor.
   *
   * @param step Weight that remains to be taken away
   * @param last Point that has changed its state last
   * @param rounding Steps up to this are rounding errors
   */
  Breakpoint(double step, int last, double rounding) {
    this.step = step;
    this.last = last;
    this.rounding = rounding;
  }

  /**
   * Consider a free weight that may reach a bound.
   *
   * @param i Point
   * @param v Value
   * @param d Derivative
   * @param u Upper bound
   */
  void considerWeight(int i, double v, double d, double u) {
    if(d < 0. && v < -step * d) {
      set(i, Math.max(0., -v / d), PointState.LOWER);
    }
    else if(d > 0. && u - v < step * d) {
      set(i, Math.max(0., (u - v) / d), PointState.UPPER);
    }
  }

  /**
   * Consider a slack that may reach zero.
   *
   * @param i Point
   * @param v Value
   * @param d Derivative
   * @param atUpper Whether the point is at its upper bound
   */
  void considerSlack(int i, double v, double d, boolean atUpper) {
    if(atUpper) {
      considerSlack(i, -v, -d, false);
    }
    else if(d < 0. && v < -step * d) {
      set(i, Math.max(0., -v / d), PointState.FREE);
    }
  }

  /**
   * A point changes its state before all others so far.
   *
   * @param i Point
   * @param s Step
   * @param state New state
   */
  private void set(int i, double s, PointState state) {
    // A point that has just changed its state must not change back at once, for
    // rounding errors.
    if(i != last || s > rounding) {
      found = true;
      step = s;
      point = i;
      becomes = state;
    }
  }

  /**
   * Weight that can be taken away until then.
   *
   * @return Step
   */
  double step() {
    return step;
  }

  /**
   * Whether there is a breakpoint before the end of the path.
   *
   * @return {@code false} at the end
   */
  boolean isFound() {
    return found;
  }

  /**
   * Point that changes its state.
   *
   * @return Point
   */
  int point() {
    return point;
  }

  /**
   * Its new state.
   *
   * @return State
   */
  PointState becomes() {
    return becomes;
  }
}
