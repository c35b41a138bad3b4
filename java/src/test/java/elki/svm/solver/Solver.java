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
package elki.svm.solver;

import elki.svm.qmatrix.QMatrix;

/**
 * Stands in for ELKI's solver, module elki-svm, which is in no repository: the members
 * that we use, with a plain optimization for labels that are all 1.
 */
public class Solver {
  double[] alpha, G, G_bar;

  int l, active_size;

  private QMatrix kernel;

  private double[] linear;

  private double cost, tolerance;

  double get_C(int i) {
    return cost;
  }

  boolean is_upper_bound(int i) {
    return alpha[i] >= get_C(i);
  }

  public void initializeGradient() {
    final float[] column = new float[l];
    G = new double[l];
    for(int i = 0; i < l; i++) {
      kernel.get_Q(i, l, column);
      G[i] = linear[i];
      for(int j = 0; j < l; j++) {
        G[i] += column[j] * alpha[j];
      }
    }
  }

  boolean select_working_set(int[] working_set) {
    final double lowest = maxViolating(working_set);
    return !(lowest + minViolating(working_set, lowest) >= tolerance);
  }

  protected double maxViolating(int[] working_set) {
    working_set[0] = -1;
    double max = Double.NEGATIVE_INFINITY;
    for(int i = 0; i < active_size; i++) {
      if(!is_upper_bound(i) && -G[i] > max) {
        max = -G[i];
        working_set[0] = i;
      }
    }
    return max;
  }

  protected double minViolating(int[] working_set, double Gi) {
    final float[] column = new float[l];
    kernel.get_Q(working_set[0], l, column);
    double most = 0., max = Double.NEGATIVE_INFINITY;
    for(int j = 0; j < active_size; j++) {
      final double difference = Gi + G[j];
      if(alpha[j] > 0.) {
        max = Math.max(max, G[j]);
        final double decrease = difference > 0. ? difference * difference / curvature(working_set[0], j, column) : 0.;
        if(decrease > most) {
          most = decrease;
          working_set[1] = j;
        }
      }
    }
    return most > 0. ? max : Double.NaN;
  }

  private double curvature(int i, int j, float[] column) {
    return Math.max(kernel.get_QD()[i] + kernel.get_QD()[j] - 2. * column[j], 1e-12);
  }

  public SolutionInfo solve(int l, QMatrix Q, double[] p_, byte[] y_, double[] alpha_, double Cp, double Cn, double eps, boolean shrinking) {
    this.l = active_size = l;
    kernel = Q;
    linear = p_.clone();
    alpha = alpha_.clone();
    cost = Cp;
    tolerance = eps;
    initializeGradient();
    final float[] grow = new float[l], fall = new float[l];
    for(int[] pair = new int[2]; !select_working_set(pair);) {
      final int i = pair[0], j = pair[1];
      Q.get_Q(i, l, grow);
      Q.get_Q(j, l, fall);
      final double free = Math.min(get_C(i) - alpha[i], alpha[j]), wanted = (G[j] - G[i]) / curvature(i, j, grow), step = Math.min(free, wanted);
      alpha[i] = Math.min(alpha[i] + step, get_C(i));
      alpha[j] -= step;
      for(int k = 0; k < l; k++) {
        G[k] += step * (grow[k] - fall[k]);
      }
    }
    return new SolutionInfo();
  }

  /** Nobody looks at it. */
  public static class SolutionInfo {
  }
}
