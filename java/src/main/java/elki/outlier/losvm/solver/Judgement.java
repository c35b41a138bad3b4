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

import elki.outlier.losvm.linalg.LogSum;

/**
 * How a model sees a point: everything that scores are made of.
 *
 * @author The pyelki-losdd developers
 * @since 0.1.0
 */
public final class Judgement {
  /** Gradient \(g=(K\alpha)_t+p_t\) of the point. */
  public final double gradient;

  /**
   * Logarithm of the gradient, also where the gradient has underflowed. NaN for
   * kernels that are not positive.
   */
  public final double logGradient;

  /** Gradient \(\rho\) on the boundary. */
  public final double rho;

  /** Squared length \(\alpha^TK\alpha\) of the center. */
  public final double norm;

  /** Weight of the point in the model, of each copy; 0 where it was left out. */
  public final double weight;

  /**
   * Constructor.
   *
   * @param gradient Gradient
   * @param logGradient Logarithm of the gradient
   * @param rho Gradient on the boundary
   * @param norm Squared length of the center
   */
  public Judgement(double gradient, double logGradient, double rho, double norm) {
    this(gradient, logGradient, rho, norm, 0.);
  }

  /**
   * Constructor.
   *
   * @param gradient Gradient
   * @param logGradient Logarithm of the gradient
   * @param rho Gradient on the boundary
   * @param norm Squared length of the center
   * @param weight Weight of each copy of the point
   */
  private Judgement(double gradient, double logGradient, double rho, double norm, double weight) {
    this.gradient = gradient;
    this.logGradient = logGradient;
    this.rho = rho;
    this.norm = norm;
    this.weight = weight;
  }

  /**
   * The same judgement, by a model that the point has a weight in.
   *
   * @param weight Weight of each copy of the point
   * @return Judgement
   */
  Judgement withWeight(double weight) {
    return new Judgement(gradient, logGradient, rho, norm, weight);
  }

  /**
   * Judge a point by a model: all terms of its gradient are summed up, without
   * the rounding errors that a gradient maintained by differences has.
   *
   * @param problem Problem
   * @param alpha Weights of the model
   * @param t Point to judge
   * @param rho Gradient on the boundary
   * @param norm Squared length of the center
   * @return Judgement
   */
  public static Judgement of(Problem problem, double[] alpha, int t, double rho, double norm) {
    final double[] column = problem.columns().column(t);
    double g = problem.linear(t);
    for(int j = 0; j < alpha.length; j++) {
      if(alpha[j] > 0.) {
        g += alpha[j] * column[j];
      }
    }
    return of(problem, alpha, t, g, rho, norm);
  }

  /**
   * Judge a point whose gradient is known.
   *
   * @param problem Problem
   * @param alpha Weights of the model
   * @param t Point to judge
   * @param g Gradient of the point
   * @param rho Gradient on the boundary
   * @param norm Squared length of the center
   * @return Judgement
   */
  public static Judgement of(Problem problem, double[] alpha, int t, double g, double rho, double norm) {
    if(problem.needsDiagonal() || !(g >= 0.)) {
      return new Judgement(g, Double.NaN, rho, norm);
    }
    if(g >= LogSum.UNDERFLOW) {
      return new Judgement(g, Math.log(g), rho, norm);
    }
    final double[] logs = problem.columns().kernel().logColumn(t);
    final LogSum sum = new LogSum();
    for(int j = 0; j < alpha.length; j++) {
      if(alpha[j] > 0.) {
        sum.add(Math.log(alpha[j]) + logs[j]);
      }
    }
    return new Judgement(g, sum.value(), rho, norm);
  }
}
