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
package elki.outlier.losvm.kernel;

import elki.math.MathUtil;
import elki.utilities.Alias;
import elki.utilities.optionhandling.OptionID;
import elki.utilities.optionhandling.Parameterizer;
import elki.utilities.optionhandling.parameterization.Parameterization;
import elki.utilities.optionhandling.parameters.DoubleParameter;
import elki.utilities.optionhandling.parameters.IntParameter;

/**
 * The polynomial kernel, \((x^Ty+\textrm{bias})^{\textrm{degree}}\).
 *
 * @author The pyelki-losdd developers
 * @since 0.1.0
 */
@Alias("polynomial")
public class Polynomial extends KernelFunction {
  /**
   * Degree of the polynomial.
   */
  private final int degree;

  /**
   * Constant added to the scalar product.
   */
  private final double bias;

  /**
   * Constructor.
   *
   * @param degree Degree of the polynomial
   * @param bias Constant added to the scalar product, not negative
   */
  public Polynomial(int degree, double bias) {
    this.degree = degree;
    this.bias = bias;
  }

  @Override
  public KernelArgument argument() {
    return KernelArgument.PRODUCT;
  }

  @Override
  public void apply(double[] values, int begin, int end) {
    for(int j = begin; j < end; j++) {
      values[j] = MathUtil.powi(values[j] + bias, degree);
    }
  }

  @Override
  public double logOf(double value) {
    return degree * Math.log(value + bias);
  }

  /**
   * Parameterization class.
   *
   * @author The pyelki-losdd developers
   */
  public static class Par implements Parameterizer {
    /**
     * Degree of the polynomial.
     */
    public static final OptionID DEGREE_ID = new OptionID("losvm.degree", "Degree of the polynomial kernel, (x y + bias)^degree.");

    /**
     * Constant added to the scalar product.
     */
    public static final OptionID BIAS_ID = new OptionID("losvm.bias", "Constant that the polynomial kernel adds to the scalar product.");

    /**
     * Degree of the polynomial.
     */
    private int degree;

    /**
     * Constant added to the scalar product.
     */
    private double bias;

    @Override
    public void configure(Parameterization config) {
      new IntParameter(DEGREE_ID, 2) //
          .addConstraint(new OptionRange(DEGREE_ID, x -> x >= 1., ">= 1")) //
          .grab(config, x -> degree = x);
      // A negative constant would make the kernel indefinite.
      new DoubleParameter(BIAS_ID, 1.) //
          .addConstraint(new OptionRange(BIAS_ID, x -> x >= 0. && x < Double.POSITIVE_INFINITY, ">= 0")) //
          .grab(config, x -> bias = x);
    }

    @Override
    public Polynomial make() {
      return new Polynomial(degree, bias);
    }
  }
}
