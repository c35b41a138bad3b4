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

import elki.outlier.losvm.solver.IndefiniteKernelException;
import elki.outlier.losvm.solver.IterativeTraining;
import elki.outlier.losvm.solver.Problem;
import elki.svm.solver.WarmSolver;

/**
 * Training by the loop of ELKI's port of LIBSVM.
 * <p>
 * Points that are left out stand at the end, and the size is reduced by them. The
 * port computes with kernel values that are rounded to floats. As it begins with a
 * gradient of full precision, this matters for the weight that it moves only; where
 * even that is too much for the tolerance, the gradient is computed anew, and the
 * port goes on from there.
 *
 * @author The pyelki-losdd developers
 * @since 0.2.0
 *
 * @composed - - - WarmSolver
 * @composed - - - PortMatrix
 */
final class PortTraining extends IterativeTraining {
  /** Rounding errors of floats. */
  private static final double ROUNDING = Math.ulp(1.f);

  /** Share of the tolerance that rounding errors may take up. */
  private static final double SHARE = .1;

  /** Limit on how often to compute the gradient anew. */
  private static final int REFRESH = 5;

  /** Squared distances below this multiple of the kernel values show that the kernel is none. */
  private static final double NEGATIVE = -1e-8;

  /** Kernel matrix, which knows the place of each point. */
  private final PortMatrix matrix;

  /** ELKI's solver. */
  private final WarmSolver solver;

  /** Linear term, by place. */
  private final double[] linear;

  /** Factor of the port's kernel values. */
  private final double factor;

  /** Upper bounds, weights and gradient, by place. */
  private final double[] bounds, weights, gradients;

  /** Number of the iteration after which to give up. */
  private long last;

  /** Whether to give up. */
  private boolean spent;

  /** What the tolerance refers to. */
  private double scale;

  /**
   * Constructor.
   *
   * @param problem Problem to solve
   * @param columns Its kernel columns for the port
   */
  PortTraining(Problem problem, PortColumns columns) {
    super(problem, problem.tolerance());
    final int n = problem.size();
    this.matrix = new PortMatrix(problem, columns);
    this.factor = columns.factor;
    this.linear = new double[n];
    this.bounds = new double[n];
    this.weights = new double[n];
    this.gradients = new double[n];
    this.solver = new WarmSolver() {
      @Override
      protected boolean stop(int i, int j, double gap, double rho) {
        scale = scaleAt(rho);
        return spent || isOptimal(gap / factor, scale) || !proceedWith(i, j, gap);
      }
    };
  }

  @Override
  protected String name() {
    return "port";
  }

  @Override
  protected boolean optimize(long most) {
    last = iterations + most;
    spent = false;
    for(int repeat = 0; repeat < REFRESH; repeat++) {
      final long before = iterations;
      final double moved = proceed();
      if(iterations == before || spent || ROUNDING * problem.magnitude() * moved <= SHARE * tolerance * scale) {
        break;
      }
      refresh();
    }
    return !spent;
  }

  /**
   * Have the port go on from this state. The gradient of the points that are left out
   * is what it was before.
   *
   * @return Weight moved
   */
  private double proceed() {
    final int size = matrix.arrange(upper);
    for(int k = 0; k < size; k++) {
      final int i = matrix.point(k);
      linear[k] = factor * problem.linear(i);
      bounds[k] = upper[i];
      weights[k] = alpha[i];
      gradients[k] = factor * gradient[i];
    }
    solver.proceed(size, matrix, linear, bounds, weights, gradients);
    double moved = 0.;
    for(int k = 0; k < size; k++) {
      final int i = matrix.point(k);
      moved += Math.abs(weights[k] - alpha[i]);
      set(i, weights[k]);
      gradient[i] = gradients[k] / factor;
    }
    return moved;
  }

  /**
   * What the tolerance refers to, during the training.
   *
   * @param rho Estimate of rho, as the port has it
   * @return Scale
   */
  private double scaleAt(double rho) {
    return (problem.needsDiagonal() ? Math.abs(.5 * solver.norm(linear) - rho) : Math.abs(rho)) / factor;
  }

  /**
   * Count a step, and look whether to make it.
   *
   * @param i Place that is to gain weight
   * @param j Place that is to lose weight
   * @param gap Gap, as the port has it
   * @return {@code false} to give up
   */
  private boolean proceedWith(int i, int j, double gap) {
    final int first = matrix.point(i), second = matrix.point(j);
    final double sum = problem.diagonal(first) + problem.diagonal(second);
    final double curvature = sum - 2. * problem.columns().column(first)[second];
    if(curvature < NEGATIVE * sum) {
      throw new IndefiniteKernelException(first, second, curvature);
    }
    spent = !count(last, gap / factor, scale);
    return !spent;
  }
}
