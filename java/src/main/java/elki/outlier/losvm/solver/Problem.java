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
package elki.outlier.losvm.solver;

import java.util.Arrays;

import elki.outlier.losvm.kernel.KernelCache;
import elki.outlier.losvm.kernel.KernelMatrix;

/**
 * The optimization problem of one-class support vector machines: minimize
 * \(\tfrac12\alpha^TK\alpha+p^T\alpha\) subject to \(\sum\alpha=1\) and
 * \(0\leq\alpha\leq u\).
 * <p>
 * \(u\) is the cost \(C\) for each copy of a point. \(p=0\) for the one-class
 * SVM, and \(p=-\tfrac12\mathrm{diag} K\) for the support vector data
 * description. Where the diagonal is constant, it does not matter; with positive
 * kernels, \(p=0\) is used for both then, as rho is positive this way.
 *
 * @author The pyelki-losdd developers
 * @since 0.1.0
 *
 * @composed - - - KernelCache
 */
public final class Problem {
  /**
   * Weights that are this close to a bound, relative to the bound, are at the
   * bound.
   */
  public static final double AT_BOUND = 1e-11;

  /** Kernel columns. */
  private final KernelCache columns;

  /** Diagonal of the kernel matrix. */
  final double[] diagonal;

  /** Largest absolute value on the diagonal, for judging rounding errors. */
  private final double magnitude;

  /** Linear term p, {@code null} if it is 0. */
  private final double[] linear;

  /** Upper bound of the weight of a single copy. */
  final double cost;

  /** Copies of each point. */
  final int[] copies;

  /** Tolerance, relative to rho. */
  private final double tolerance;

  /** Whether iterative training reached its tolerance. */
  private final Convergence convergence;

  /**
   * Constructor.
   *
   * @param columns Kernel columns
   * @param svdd Support vector data description, else one-class SVM
   * @param cost Upper bound C of the weight of a single copy
   * @param copies Copies of each point
   * @param tolerance Tolerance, relative to rho
   */
  public Problem(KernelCache columns, boolean svdd, double cost, int[] copies, double tolerance) {
    this.columns = columns;
    this.cost = cost;
    this.copies = copies;
    this.tolerance = tolerance;
    this.convergence = new Convergence();
    final KernelMatrix kernel = columns.kernel();
    final int n = kernel.size();
    this.diagonal = new double[n];
    boolean constant = true;
    double max = 0.;
    for(int i = 0; i < n; i++) {
      final double v = diagonal[i] = kernel.diagonal(i);
      constant &= v == diagonal[0];
      max = Math.max(max, Math.abs(v));
      if(!(v >= 0.)) {
        throw new IndefiniteKernelException(i, i, v);
      }
    }
    this.magnitude = max;
    this.linear = svdd && !(constant && kernel.isPositive()) ? new double[n] : null;
    if(linear != null) {
      for(int i = 0; i < n; i++) {
        linear[i] = -.5 * diagonal[i];
      }
    }
  }

  /**
   * Constructor, for the same problem with some of the points.
   *
   * @param whole Problem with all points
   * @param points Points
   * @param columns Kernel columns of these points
   */
  Problem(Problem whole, int[] points, KernelCache columns) {
    this.columns = columns;
    this.cost = whole.cost;
    this.copies = Arrays.stream(points).map(i -> whole.copies[i]).toArray();
    this.tolerance = whole.tolerance;
    this.convergence = whole.convergence;
    this.diagonal = Arrays.stream(points).mapToDouble(i -> whole.diagonal[i]).toArray();
    this.magnitude = whole.magnitude;
    this.linear = whole.linear == null ? null : Arrays.stream(points).mapToDouble(i -> whole.linear[i]).toArray();
  }

  /**
   * Whether iterative training reached its tolerance.
   *
   * @return What was noted so far
   */
  public Convergence convergence() {
    return convergence;
  }

  /**
   * Upper bound of a point that loses one of its copies.
   *
   * @param bound Upper bound with all copies
   * @return Upper bound
   */
  public double boundWithout(double bound) {
    // Bounds of several copies are sums, with rounding errors.
    return bound - cost < .5 * cost ? 0. : bound - cost;
  }

  /**
   * Number of distinct points.
   *
   * @return Number of points
   */
  public int size() {
    return diagonal.length;
  }

  /**
   * Linear term.
   *
   * @param i Point
   * @return Linear term
   */
  public double linear(int i) {
    return linear == null ? 0. : linear[i];
  }

  /**
   * Linear terms of all points.
   *
   * @param out Output
   */
  public void copyLinear(double[] out) {
    if(linear == null) {
      Arrays.fill(out, 0.);
    }
    else {
      System.arraycopy(linear, 0, out, 0, linear.length);
    }
  }

  /**
   * Whether the diagonal K(x,x) matters: it varies, and enters the problem as its
   * linear term.
   *
   * @return {@code false} if p = 0
   */
  public boolean needsDiagonal() {
    return linear != null;
  }

  /**
   * Kernel columns.
   *
   * @return Kernel columns
   */
  public KernelCache columns() {
    return columns;
  }

  /**
   * Diagonal of the kernel matrix.
   *
   * @param i Point
   * @return Diagonal value
   */
  public double diagonal(int i) {
    return diagonal[i];
  }

  /**
   * Largest absolute value on the diagonal, for judging rounding errors.
   *
   * @return Magnitude of the kernel
   */
  public double magnitude() {
    return magnitude;
  }

  /**
   * Tolerance of the iterative solver.
   *
   * @return Tolerance, relative to rho
   */
  public double tolerance() {
    return tolerance;
  }
}
