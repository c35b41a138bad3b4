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

import elki.utilities.Alias;
import elki.utilities.optionhandling.OptionID;
import elki.utilities.optionhandling.Parameterizer;
import elki.utilities.optionhandling.parameterization.Parameterization;
import elki.utilities.optionhandling.parameters.DoubleParameter;

/**
 * The product of Laplace kernels of the columns, \(\exp(-d_1/s)\) with the
 * Manhattan distance \(d_1\); \(s\) is a share of the median distance between two
 * points.
 *
 * @author The pyelki-losdd developers
 * @since 0.2.0
 */
@Alias("laplacian")
public class Laplacian implements VectorKernel {
  /**
   * Share of the median distance.
   */
  private final double width;

  /**
   * Constructor.
   *
   * @param width Share of the median distance
   */
  public Laplacian(double width) {
    this.width = width;
  }

  @Override
  public KernelFunction fit(PointTable points) {
    final double median = points.medianDistance(KernelArgument.MANHATTAN_DISTANCE);
    // Identical points have distance 0, any width will do.
    return new Fitted(median > 0. ? 1. / (width * median) : 1.);
  }

  /**
   * The kernel function \(\exp(-\gamma d_1)\).
   *
   * @author The pyelki-losdd developers
   */
  public static final class Fitted extends KernelFunction {
    /**
     * Factor of the distance.
     */
    private final double gamma;

    /**
     * Constructor.
     *
     * @param gamma Factor of the distance
     */
    public Fitted(double gamma) {
      this.gamma = gamma;
    }

    @Override
    public KernelArgument argument() {
      return KernelArgument.MANHATTAN_DISTANCE;
    }

    @Override
    public double gamma() {
      return gamma;
    }

    @Override
    public void apply(double[] values, int begin, int end) {
      for(int j = begin; j < end; j++) {
        values[j] *= -gamma;
      }
      Exponential.apply(values, begin, end);
    }

    @Override
    public void addWeighted(float[] values, float weight, float[] sums, int count) {
      SingleExponential.addWeighted(values, gamma, weight, sums, count);
    }

    @Override
    public double logOf(double value) {
      return -gamma * value;
    }
  }

  /**
   * Parameterization class.
   *
   * @author The pyelki-losdd developers
   */
  public static class Par implements Parameterizer {
    /**
     * Share of the median distance.
     */
    public static final OptionID WIDTH_ID = new OptionID("losvm.width", //
        "Width of the kernel, as a share of the median distance between two points.");

    /**
     * Share of the median distance.
     */
    private double width;

    @Override
    public void configure(Parameterization config) {
      new DoubleParameter(WIDTH_ID, .25) //
          .addConstraint(new OptionRange(WIDTH_ID, x -> x > 0. && x < Double.POSITIVE_INFINITY, "> 0")) //
          .grab(config, x -> width = x);
    }

    @Override
    public Laplacian make() {
      return new Laplacian(width);
    }
  }
}
