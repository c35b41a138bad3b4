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

import java.util.Arrays;
import java.util.logging.Level;
import java.util.logging.Logger;

import elki.svm.qmatrix.QMatrix;

/**
 * ELKI's port of LIBSVM, opened: it goes on from a gradient that is known, with an
 * upper bound for each point, and asks before each step whether to stop.
 * <p>
 * What this takes is package-private in the port, so this class must stand in the
 * port's package, and be loaded by the same class loader. All else that Algorithm 1
 * needs is in {@code elki.outlier.losvm.solver.port}. Points are numbers from 0, as
 * they are in the kernel matrix.
 *
 * @author The pyelki-losdd developers
 * @since 0.2.0
 */
public abstract class WarmSolver extends Solver {
  /** The port's logger. */
  private static final Logger LOG = Logger.getLogger(Solver.class.getName());

  static {
    // It has something to say about each solution; here, there are thousands.
    LOG.setLevel(Level.WARNING);
  }

  /** Upper bounds. */
  private double[] bounds;

  /** Gradient to begin with. */
  private double[] known;

  /** Points of the step before, -1 for none. */
  private int first, second;

  /** Their weights before the step. */
  private double firstAlpha, secondAlpha;

  /**
   * Decide whether to stop, before weight moves.
   *
   * @param i Point that is to gain weight
   * @param j Point that is to lose weight
   * @param gap Largest difference of gradients
   * @param rho Gradient in the middle of the gap
   * @return {@code true} to stop
   */
  protected abstract boolean stop(int i, int j, double gap, double rho);

  /**
   * Go on optimizing.
   *
   * @param size Number of points; arrays may be longer
   * @param kernel Kernel matrix
   * @param linear Linear term
   * @param upper Upper bounds
   * @param weights Weights, input and output
   * @param gradient Gradient of the first weights
   */
  public void proceed(int size, QMatrix kernel, double[] linear, double[] upper, double[] weights, double[] gradient) {
    final byte[] labels = new byte[size];
    Arrays.fill(labels, (byte) 1);
    bounds = upper;
    known = gradient;
    first = second = -1;
    // Without shrinking, which would compute gradients from its rounded kernel values alone.
    solve(size, kernel, linear, labels, weights, 0., 0., 0., false);
    System.arraycopy(alpha, 0, weights, 0, size);
  }

  /**
   * Squared length of the center of the current weights.
   *
   * @param linear Linear term
   * @return Squared length
   */
  public double norm(double[] linear) {
    double norm = 0.;
    for(int i = 0; i < l; i++) {
      norm += alpha[i] > 0. ? alpha[i] * (G[i] - linear[i]) : 0.;
    }
    return norm;
  }

  @Override
  double get_C(int i) {
    return bounds[i];
  }

  @Override
  public void initializeGradient() {
    G = Arrays.copyOf(known, l);
    G_bar = new double[l]; // For shrinking only
  }

  /**
   * As the port does for labels that are all 1, but of several that are the same it
   * chooses the first, as our own solver does, and few get as far as the second test.
   */
  @Override
  protected double maxViolating(int[] working_set) {
    double max = Double.NEGATIVE_INFINITY;
    int best = -1;
    for(int i = 0; i < active_size; i++) {
      if(-G[i] > max && !is_upper_bound(i)) {
        max = -G[i];
        best = i;
      }
    }
    working_set[0] = best;
    return max;
  }

  @Override
  boolean select_working_set(int[] working_set) {
    final double max = maxViolating(working_set);
    final int i = working_set[0];
    if(i < 0) { // Every point is at its upper bound.
      return true;
    }
    final double gap = max + minViolating(working_set, max);
    if(!(gap > 0.)) { // NaN if no point may lose weight to it
      return true;
    }
    final int j = working_set[1];
    if(i == first && j == second && alpha[i] == firstAlpha && alpha[j] == secondAlpha) {
      return true; // Steps have become smaller than the resolution of the weights.
    }
    if(stop(i, j, gap, .5 * gap - max)) {
      return true;
    }
    first = i;
    second = j;
    firstAlpha = alpha[i];
    secondAlpha = alpha[j];
    return false;
  }
}
