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
package elki.outlier.losvm.solver.port;

import java.util.stream.IntStream;

import elki.outlier.losvm.solver.IndefiniteKernelException;
import elki.outlier.losvm.solver.IterativeTraining;
import elki.outlier.losvm.solver.Problem;
import elki.svm.solver.WarmSolver;

/**
 * Training by the loop of ELKI's port of LIBSVM.
 * <p>
 * The port gets the points that can have weight and may need it; those that are left
 * out are not among them. It computes with kernel values that are rounded to
 * floats. So when it has finished, the gradients of all points are updated by the
 * weight that was moved, in full precision, and if these are not optimal yet, the port
 * goes on from there.
 *
 * @author The pyelki-losdd developers
 * @since 0.2.0
 *
 * @composed - - - WarmSolver
 * @composed - - - PortMatrix
 * @assoc - - - SharedColumns
 */
final class PortTraining extends IterativeTraining {
  /** Part of the tolerance for the port, so that rounding errors do not exceed the whole. */
  private static final double SHARE = .9;

  /** Points whose slack is below this, relative to the scale, may need weight. */
  private static final double WIDTH = .1;

  /**
   * Limit on how often the port may go on: where points nearly coincide, floats cannot
   * tell them apart.
   */
  private static final int PASSES = 50;

  /**
   * Part of the first gap that floats can tell from 0. What would follow are steps along
   * their rounding errors.
   */
  private static final double DIGITS = 1e-6;

  /** Squared distances below this multiple of the kernel values show that the kernel is none. */
  private static final double NEGATIVE = -1e-8;

  /** Kernel matrix, which knows the place of each point. */
  private final PortMatrix matrix;

  /** ELKI's solver. */
  private final WarmSolver solver;

  /** Linear term, upper bounds, weights and gradient, by place. */
  private final double[] linear, bounds, weights, gradients;

  /** Points whose weight the port has changed. */
  private final int[] changed;

  /** By how much. */
  private final double[] changes;

  /** Columns for those that go on from here; {@code null} if not asked for yet. */
  private SharedColumns forOthers;

  /** Columns of the training that this one goes on from, {@code null} for none. */
  private SharedColumns shared;

  /** Number of the iteration after which to give up. */
  private long last;

  /** Whether to give up. */
  private boolean spent;

  /** Gap that this pass begins with, NaN before its first step. */
  private double firstGap;

  /**
   * Constructor.
   *
   * @param problem Problem to solve
   */
  PortTraining(Problem problem) {
    super(problem, problem.tolerance());
    final int n = problem.size();
    this.matrix = new PortMatrix(problem);
    this.linear = new double[n];
    this.bounds = new double[n];
    this.weights = new double[n];
    this.gradients = new double[n];
    this.changed = new int[n];
    this.changes = new double[n];
    this.solver = new WarmSolver() {
      @Override
      protected boolean stop(int i, int j, double gap, double rho) {
        final double scale = scaleAt(rho);
        firstGap = firstGap >= 0. ? firstGap : gap;
        return spent || gap <= DIGITS * firstGap || isOptimal(gap / (SHARE * matrix.factor), scale) || !proceedWith(i, j, gap / matrix.factor, scale);
      }
    };
  }

  @Override
  protected String name() {
    return "port";
  }

  @Override
  public void copy(IterativeTraining other) {
    super.copy(other);
    shared = other instanceof PortTraining ? ((PortTraining) other).share() : null;
  }

  /**
   * Get the columns for trainings that go on from here.
   *
   * @return Columns
   */
  private synchronized SharedColumns share() {
    if(forOthers == null) {
      final double rho = meanGradient();
      forOthers = new SharedColumns(problem, matrix.factor, near(Math.max(rho, largestGradient()) + WIDTH * scale(rho)).toArray());
    }
    return forOthers;
  }

  /**
   * Forget the columns for others, as the state changes.
   */
  private synchronized void unshare() {
    forOthers = null;
  }

  @Override
  protected boolean optimize(long most) {
    unshare();
    last = iterations + most;
    spent = false;
    for(int pass = 0; pass < PASSES && !spent; pass++) {
      final int i = smallestGradient();
      if(i < 0) { // Every point is at its upper bound.
        break;
      }
      final double gap = largestGradient() - gradient[i], middle = gradient[i] + .5 * gap, scale = scale(middle);
      if(isOptimal(gap, scale)) {
        break;
      }
      final long before = iterations;
      final boolean first = pass == 0 && shared != null;
      proceed(first ? chooseShared() : matrix.choose(near(Math.max(middle, meanGradient()) + WIDTH * scale).toArray()));
      if(iterations == before && !first) { // Steps have become smaller than the resolution of the weights.
        break;
      }
    }
    return !spent;
  }

  /**
   * Mean of the gradients, by weight. At the start of a training, all weight is on a few
   * points, and it is large.
   *
   * @return Mean gradient
   */
  private double meanGradient() {
    double mean = 0.;
    for(int i = 0; i < alpha.length; i++) {
      mean += alpha[i] > 0. ? alpha[i] * gradient[i] : 0.;
    }
    return mean;
  }

  /**
   * The points that may need weight.
   *
   * @param limit Points that have no weight, and at least this gradient, are left alone
   * @return Points
   */
  private IntStream near(double limit) {
    return IntStream.range(0, alpha.length).filter(i -> alpha[i] > 0. || upper[i] > 0. && gradient[i] < limit);
  }

  /**
   * Choose the points of the shared columns, which nearly always are all that it takes.
   *
   * @return Number of points
   */
  private int chooseShared() {
    int without = -1;
    for(int i : shared.points()) {
      without = upper[i] > 0. ? without : i;
    }
    return matrix.choose(shared, without);
  }

  /**
   * Have the port go on from this state.
   *
   * @param size Number of points that were chosen
   */
  private void proceed(int size) {
    for(int k = 0; k < size; k++) {
      final int i = matrix.point(k);
      linear[k] = matrix.factor * problem.linear(i);
      bounds[k] = upper[i];
      weights[k] = alpha[i];
      gradients[k] = matrix.factor * gradient[i];
    }
    firstGap = Double.NaN;
    solver.proceed(size, matrix, linear, bounds, weights, gradients);
    int count = 0;
    for(int k = 0; k < size; k++) {
      final int i = matrix.point(k);
      if(weights[k] != alpha[i]) {
        changed[count] = i;
        changes[count++] = weights[k] - alpha[i];
        set(i, weights[k]);
      }
    }
    add(count, changed, changes);
  }

  /**
   * What the tolerance refers to, during the training.
   *
   * @param rho Estimate of rho, as the port has it
   * @return Scale
   */
  private double scaleAt(double rho) {
    return (problem.needsDiagonal() ? Math.abs(.5 * solver.norm(linear) - rho) : Math.abs(rho)) / matrix.factor;
  }

  /**
   * Count a step, and look whether to make it.
   *
   * @param i Place that is to gain weight
   * @param j Place that is to lose weight
   * @param gap Gap
   * @param scale What the tolerance refers to
   * @return {@code false} to give up
   */
  private boolean proceedWith(int i, int j, double gap, double scale) {
    final int to = matrix.point(i), from = matrix.point(j);
    final double sum = problem.diagonal(to) + problem.diagonal(from);
    final double curvature = sum - 2. * problem.columns().column(to)[from];
    if(curvature < NEGATIVE * sum) {
      throw new IndefiniteKernelException(to, from, curvature);
    }
    spent = !count(last, gap, scale);
    return !spent;
  }
}
