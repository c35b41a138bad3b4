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

import elki.outlier.losvm.linalg.Blas;

/**
 * What follows from some points being in another state than in the tableau: a
 * small system of equations, and the weights and the slack of all points by its
 * solution.
 * <p>
 * For members that are fixed (D) and other points that are free (A), with their
 * slack s and their change of weight v, it is
 * \[\begin{pmatrix}G_{DD}&-Z_{AD}^T\\Z_{AD}&W_{AA}\end{pmatrix}
 * \begin{pmatrix}s\\v\end{pmatrix}=\begin{pmatrix}\Delta\alpha_D\\-s_A\end{pmatrix},\]
 * less what points contribute whose change of weight is known. All of it is a
 * linear function of the weight of the point left out, hence the derivatives.
 *
 * @author The pyelki-losdd developers
 * @since 0.2.0
 */
final class DifferenceSystem {
  /**
   * Smaller pivots, in units of the kernel, mean that a system of equations is
   * singular.
   */
  private static final double SINGULAR = 1e-11;

  /** The current solution with all points. */
  private final ActiveSet base;

  /** Inverse matrix of its free points. */
  private final BorderedInverse inverse;

  /** Members of the tableau. */
  private final Members members;

  /** How other points depend on the members. */
  private final TableauColumns columns;

  /** Points whose state differs. */
  private final Differences differences;

  /**
   * Solution and its derivative: the slack of fixed members, and the change of the
   * weight of all others.
   */
  private double[] now, rate;

  /**
   * Constructor.
   *
   * @param base Current solution
   * @param differences Points whose state differs
   */
  DifferenceSystem(ActiveSet base, Differences differences) {
    this.base = base;
    this.inverse = base.tableau.inverse;
    this.members = base.members;
    this.columns = base.tableau.columns();
    this.differences = differences;
  }

  /**
   * Solve the system of equations.
   *
   * @return {@code false} if it is singular
   */
  boolean solve() {
    final Differences d = differences;
    final int size = d.size();
    now = new double[size];
    rate = new double[size];
    final int[] index = new int[size];
    int count = 0;
    for(int k = 0; k < size; k++) {
      if(d.isUnknown(k)) {
        index[count++] = k;
      }
      else {
        now[k] = d.weight(k) - baseWeight(k);
        rate[k] = k == 0 ? -1. : 0.;
      }
    }
    // Members have the unit of the inverse kernel, other points that of the kernel.
    final double unit = Math.sqrt(base.problem.magnitude());
    final double[][] a = new double[count][count + 2];
    for(int x = 0; x < count; x++) {
      fillRow(a[x], index, x);
    }
    for(int x = 0; x < count; x++) {
      final double sx = d.isMember(index[x]) ? unit : 1. / unit;
      for(int y = 0; y < count + 2; y++) {
        a[x][y] *= y >= count ? sx : sx * (d.isMember(index[y]) ? unit : 1. / unit);
      }
    }
    if(!eliminate(a)) {
      return false;
    }
    for(int x = 0; x < count; x++) {
      final double sx = d.isMember(index[x]) ? unit : 1. / unit;
      now[index[x]] = sx * a[x][count];
      rate[index[x]] = sx * a[x][count + 1];
    }
    return true;
  }

  /**
   * Fill a row of the system, with its two right hand sides.
   *
   * @param row Output
   * @param index Positions of the unknowns
   * @param x Unknown the row belongs to
   */
  private void fillRow(double[] row, int[] index, int x) {
    final Differences d = differences;
    final int count = row.length - 2, k = index[x], i = d.point(k);
    final boolean member = d.isMember(k);
    for(int y = 0; y < count; y++) {
      final int j = d.point(index[y]);
      row[y] = !member ? columns.entry(i, j) : d.isMember(index[y]) ? inverse.g(members.slot(i), members.slot(j)) : -columns.entry(j, i);
    }
    row[count] = member ? d.weight(k) - baseWeight(k) : -base.slack[i];
    row[count + 1] = member && k == 0 ? -1. : 0.;
    for(int f = 0; f < d.size(); f++) {
      if(!d.isUnknown(f)) { // No member, and fixed
        final double factor = member ? columns.entry(d.point(f), i) : -columns.entry(i, d.point(f));
        row[count] += factor * now[f];
        row[count + 1] += factor * rate[f];
      }
    }
  }

  /**
   * Solve a small system of equations by elimination with pivoting.
   *
   * @param a Matrix, with the right hand sides in the last columns; replaced by
   *        the solution
   * @return {@code false} if it is singular
   */
  private static boolean eliminate(double[][] a) {
    final int n = a.length;
    for(int k = 0; k < n; k++) {
      int p = k;
      for(int i = k + 1; i < n; i++) {
        p = Math.abs(a[i][k]) > Math.abs(a[p][k]) ? i : p;
      }
      final double[] row = a[p];
      a[p] = a[k];
      a[k] = row;
      if(!(Math.abs(row[k]) > SINGULAR)) {
        return false;
      }
      for(int j = k + 1; j < row.length; j++) {
        row[j] /= row[k];
      }
      for(int i = 0; i < n; i++) {
        final double f = a[i][k];
        if(i != k && f != 0.) {
          for(int j = k + 1; j < row.length; j++) {
            a[i][j] -= f * row[j];
          }
        }
      }
    }
    return true;
  }

  /**
   * Proceed along the derivative.
   *
   * @param step Weight to take away
   */
  void proceed(double step) {
    for(int k = 0; k < now.length; k++) {
      now[k] += step * rate[k];
    }
  }

  /**
   * Weight of a point in the current solution with all points.
   *
   * @param k Position in the differences
   * @return Weight
   */
  private double baseWeight(int k) {
    return base.alpha[differences.point(k)];
  }

  /**
   * Solution for one of the points.
   *
   * @param k Position in the differences
   * @return Slack of a fixed member, or change of the weight of another point
   */
  double now(int k) {
    return now[k];
  }

  /**
   * Derivative of the solution for one of the points.
   *
   * @param k Position in the differences
   * @return Derivative
   */
  double rate(int k) {
    return rate[k];
  }

  /**
   * Weight of a free point that is no member.
   *
   * @param k Position in the differences
   * @return Weight
   */
  double weight(int k) {
    return baseWeight(k) + now[k];
  }

  /**
   * Compute the weights of the members.
   *
   * @param out Output, by slot
   */
  void weights(double[] out) {
    for(int j = 0; j < members.size(); j++) {
      out[j] = base.alpha[members.point(j)];
    }
    combine(now, out);
  }

  /**
   * Compute the derivatives of the weights of the members.
   *
   * @param out Output, by slot
   */
  void weightRates(double[] out) {
    Arrays.fill(out, 0, members.size(), 0.);
    combine(rate, out);
  }

  /**
   * Add the effect of all differences on the weights of the members.
   *
   * @param factors Factors
   * @param out Output, by slot
   */
  private void combine(double[] factors, double[] out) {
    for(int k = 0; k < factors.length; k++) {
      if(differences.isMember(k)) {
        inverse.addG(factors[k], members.slot(differences.point(k)), out);
      }
      else {
        final double[] c = columns.coefficients(differences.point(k));
        for(int j = 0; j < members.size(); j++) {
          out[j] -= factors[k] * c[j];
        }
      }
    }
  }

  /**
   * Rho of the model.
   *
   * @return Gradient on the boundary
   */
  double rho() {
    double rho = base.rho;
    for(int k = 0; k < now.length; k++) {
      final int i = differences.point(k);
      rho += now[k] * (differences.isMember(k) ? -inverse.q(members.slot(i)) : columns.r(i));
    }
    return rho;
  }

  /**
   * Slack of a point that is no member.
   *
   * @param i Point that has a row
   * @return Slack
   */
  double slack(int i) {
    return combine(base.slack[i], now, i);
  }

  /**
   * Derivative of the slack of a point that is no member.
   *
   * @param i Point that has a row
   * @return Derivative
   */
  double slackRate(int i) {
    return combine(0., rate, i);
  }

  /**
   * Add the effect of all differences on the slack of a point.
   *
   * @param start Value to add to
   * @param factors Factors
   * @param i Point
   * @return Sum
   */
  private double combine(double start, double[] factors, int i) {
    double v = start;
    for(int k = 0; k < factors.length; k++) {
      v += factors[k] * columns.entry(i, differences.point(k));
    }
    return v;
  }

  /**
   * Compute the slack of some rows.
   *
   * @param begin First row
   * @param count Number of rows
   * @param out Output
   */
  void slackAtZero(int begin, int count, double[] out) {
    System.arraycopy(base.slackAtZero, begin, out, 0, count);
    for(int k = 0; k < now.length; k++) {
      Blas.addMultiple(now[k], columns.column(differences.point(k)), begin, out, 0, count);
    }
  }

  /**
   * Compute the slack of some rows, and its derivatives.
   *
   * @param begin First row
   * @param count Number of rows
   * @param out Output
   * @param rates Output, derivatives
   */
  void slackAtZero(int begin, int count, double[] out, double[] rates) {
    System.arraycopy(base.slackAtZero, begin, out, 0, count);
    Arrays.fill(rates, 0, count, 0.);
    for(int k = 0; k < now.length; k++) {
      final double[] column = columns.column(differences.point(k));
      Blas.addMultiple(now[k], column, begin, out, 0, count);
      if(rate[k] != 0.) {
        Blas.addMultiple(rate[k], column, begin, rates, 0, count);
      }
    }
  }
}
