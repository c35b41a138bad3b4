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
 * How the weights of a model differ from those of the current solution, both in
 * units of rho: with these, the gradient is 1 on the boundary. In single
 * precision, as there are many such models.
 *
 * @author The pyelki-losdd developers
 * @since 0.1.0
 */
final class WeightChange {
  /** Relative error of a number in single precision. */
  static final double ROUNDING = 0x1p-24;

  /**
   * Points whose weights can differ: the members of the tableau, which many models
   * share, and others.
   */
  private final int[] members, others;

  /** Differences, of the members first. */
  private final float[] values;

  /** Sum of the absolute values. */
  final double total;

  /**
   * Constructor.
   *
   * @param base Current solution
   * @param members Members of its tableau
   * @param others Other points that can have a weight
   * @param alpha Weights of the model, by point
   * @param rho Its gradient on the boundary
   */
  WeightChange(ActiveSet base, int[] members, int[] others, double[] alpha, double rho) {
    this.members = members;
    this.others = others;
    this.values = new float[members.length + others.length];
    final double f = 1. / rho, g = 1. / base.rho;
    double sum = 0.;
    for(int k = 0; k < values.length; k++) {
      final int i = point(k);
      values[k] = (float) (f * alpha[i] - g * base.alpha[i]);
      sum += Math.abs(values[k]);
    }
    this.total = sum;
  }

  /**
   * Number of points whose weights can differ.
   *
   * @return Number of points
   */
  int size() {
    return values.length;
  }

  /**
   * Point.
   *
   * @param k Position
   * @return Point
   */
  int point(int k) {
    return k < members.length ? members[k] : others[k - members.length];
  }

  /**
   * Difference.
   *
   * @param k Position
   * @return Difference of the weight of the point at this position
   */
  float value(int k) {
    return values[k];
  }

  /**
   * Mark the points that are no members.
   *
   * @param out Output
   */
  void addOthers(boolean[] out) {
    for(int i : others) {
      out[i] = true;
    }
  }

  /**
   * Multiply with kernel values.
   *
   * @param row Kernel values of a point, by source
   * @param kernel Knows the sources
   * @return Product
   */
  double multiply(float[] row, ScreeningKernel kernel) {
    // Several sums, as each has to wait for its last term.
    double s0 = 0., s1 = 0., s2 = 0., s3 = 0.;
    int k = 0;
    for(; k + 4 <= members.length; k += 4) {
      s0 += (double) values[k] * row[kernel.position(members[k])];
      s1 += (double) values[k + 1] * row[kernel.position(members[k + 1])];
      s2 += (double) values[k + 2] * row[kernel.position(members[k + 2])];
      s3 += (double) values[k + 3] * row[kernel.position(members[k + 3])];
    }
    for(; k < values.length; k++) {
      s0 += (double) values[k] * row[kernel.position(point(k))];
    }
    return s0 + s1 + (s2 + s3);
  }

  /**
   * Total decrease of weights since an earlier change.
   *
   * @param before Change before
   * @param current Members of the tableau, as of this change
   * @param scratch Space for a number for each member
   * @return Sum of all decreases
   */
  double totalDecrease(WeightChange before, Members current, double[] scratch) {
    double sum = 0.;
    for(int s = 0; s < members.length; s++) {
      scratch[s] = values[s];
    }
    for(int k = 0; k < before.values.length; k++) {
      final int i = before.point(k);
      if(current.contains(i)) {
        scratch[current.slot(i)] -= before.values[k];
      }
      else {
        sum += Math.max(0., before.values[k] - (double) other(i));
      }
    }
    for(int s = 0; s < members.length; s++) {
      sum -= Math.min(0., scratch[s]);
    }
    for(int k = members.length; k < values.length; k++) {
      // Those that could differ before have been considered.
      sum -= before.canDiffer(point(k)) ? 0. : Math.min(0., values[k]);
    }
    return sum;
  }

  /**
   * Difference of a point that is no member.
   *
   * @param i Point
   * @return Difference
   */
  private float other(int i) {
    for(int k = 0; k < others.length; k++) {
      if(others[k] == i) {
        return values[members.length + k];
      }
    }
    return 0.f;
  }

  /**
   * Test if the weight of a point can differ.
   *
   * @param i Point
   * @return {@code true} if it is one of the points
   */
  private boolean canDiffer(int i) {
    for(int k = values.length - 1; k >= 0; k--) {
      if(point(k) == i) {
        return true;
      }
    }
    return false;
  }
}
