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
package elki.outlier.losvm;

import elki.data.NumberVector;
import elki.outlier.losvm.kernel.RBF;
import elki.similarity.PrimitiveSimilarity;
import elki.similarity.kernel.LaplaceKernel;
import elki.similarity.kernel.LinearKernel;
import elki.similarity.kernel.PolynomialKernel;
import elki.similarity.kernel.RadialBasisFunctionKernel;
import elki.similarity.kernel.RationalQuadraticKernel;

/**
 * Kernels to test: how the user asks for them, and the same kernel of ELKI.
 */
public enum KernelCase {
  /** Gaussian. */
  RBF(new RadialBasisFunctionKernel(.3), "losvm.kernel", "rbf", "losvm.gamma", .3),
  /** Exponential; ELKI divides the distance by twice the square of its sigma. */
  LAPLACE(new LaplaceKernel(Math.sqrt(.5 / Math.sqrt(2. * .3))), "losvm.kernel", "laplace", "losvm.gamma", .3),
  /** Rational quadratic. */
  RATIONAL_QUADRATIC(new RationalQuadraticKernel(1. / .3), "losvm.kernel", "rational_quadratic", "losvm.gamma", .3),
  /** Linear. */
  LINEAR(LinearKernel.STATIC, "losvm.kernel", "linear"),
  /** Polynomial. */
  POLYNOMIAL(new PolynomialKernel(3, .5), "losvm.kernel", "polynomial", "losvm.degree", 3, "losvm.bias", .5),
  /** Any similarity: here with a constant diagonal. */
  GENERAL(new RadialBasisFunctionKernel(.7), "losvm.kernel", "RadialBasisFunctionKernel", "kernel.rbf.gamma", .7),
  /** Any similarity: here without. */
  GENERAL_VARYING(new PolynomialKernel(2, 1.), "losvm.kernel", "elki.similarity.kernel.PolynomialKernel", "kernel.polynomial.bias", 1.);

  /** The kernel, in ELKI. */
  public final PrimitiveSimilarity<NumberVector> elki;

  /** Options for it. */
  private final Object[] options;

  KernelCase(PrimitiveSimilarity<NumberVector> elki, Object... options) {
    this.elki = elki;
    this.options = options;
  }

  /**
   * Options.
   *
   * @param more Further options
   * @return All options
   */
  public Object[] with(Object... more) {
    return TestData.with(options, more);
  }

  /**
   * Data for a kernel: without a bias, the one-class SVM needs data that can be
   * separated from the origin.
   *
   * @param method losdd or losoc
   * @param seed Random seed
   * @param n Number of points
   * @return Data
   */
  public double[][] data(String method, long seed, int n) {
    return TestData.random(seed, n, 2, method.equals("losoc") && elki instanceof PolynomialKernel ? 20. : 0.);
  }
}
