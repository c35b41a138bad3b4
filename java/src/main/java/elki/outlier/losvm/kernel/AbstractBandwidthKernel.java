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

import java.util.function.Function;

import elki.outlier.losvm.bandwidth.Bandwidth;
import elki.outlier.losvm.bandwidth.Silverman;
import elki.utilities.optionhandling.OptionID;
import elki.utilities.optionhandling.Parameterizer;
import elki.utilities.optionhandling.parameterization.Parameterization;
import elki.utilities.optionhandling.parameters.DoubleParameter;
import elki.utilities.optionhandling.parameters.ObjectParameter;

/**
 * Base class of the positive kernels that fall with the distance, and whose
 * bandwidth is chosen by a rule.
 *
 * @author The pyelki-losdd developers
 * @since 0.1.0
 *
 * @composed - - - Bandwidth
 */
public abstract class AbstractBandwidthKernel implements VectorKernel {
  /**
   * Rule for the bandwidth.
   */
  private final Bandwidth bandwidth;

  /**
   * Constructor.
   *
   * @param bandwidth Bandwidth rule
   */
  protected AbstractBandwidthKernel(Bandwidth bandwidth) {
    this.bandwidth = bandwidth;
  }

  /**
   * Make the kernel function.
   *
   * @param gamma Bandwidth
   * @return Kernel function
   */
  public abstract KernelFunction withGamma(double gamma);

  @Override
  public KernelFunction fit(PointTable points) {
    final double variance = points.variance();
    // Identical points have distance 0, any bandwidth will do.
    final double gamma = bandwidth.gamma(points.originalSize(), Math.max(points.countVarying(), 1), variance > 0. ? variance : 1.);
    if(!(gamma > 0. && gamma < Double.POSITIVE_INFINITY)) {
      throw new OptionException(Par.GAMMA_ID.getName(), "the bandwidth rule " + bandwidth.getClass().getSimpleName() + " yields gamma = " + gamma //
          + " because the variance of the data is " + variance + ". Standardize the data, or set {}.");
    }
    return withGamma(gamma);
  }

  /**
   * Kernel function of the squared distance.
   *
   * @author The pyelki-losdd developers
   */
  protected abstract static class OfDistance extends KernelFunction {
    /**
     * Bandwidth.
     */
    protected final double gamma;

    /**
     * Constructor.
     *
     * @param gamma Bandwidth
     */
    protected OfDistance(double gamma) {
      this.gamma = gamma;
    }

    @Override
    public KernelArgument argument() {
      return KernelArgument.SQUARED_DISTANCE;
    }

    @Override
    public double gamma() {
      return gamma;
    }
  }

  /**
   * Parameterization class.
   *
   * @author The pyelki-losdd developers
   */
  public static class Par implements Parameterizer {
    /**
     * Rule to choose the bandwidth.
     */
    public static final OptionID BANDWIDTH_ID = new OptionID("losvm.bandwidth", //
        "Rule to choose the bandwidth of the kernel from the data: silverman, scott, or sklearn. A value of losvm.gamma overrides it.");

    /**
     * Fixed bandwidth.
     */
    public static final OptionID GAMMA_ID = new OptionID("losvm.gamma", //
        "Bandwidth gamma = 1/(2 sigma^2) of the kernel, greater than 0. Unset, the rule losvm.bandwidth chooses it.");

    /**
     * Constructor of the kernel.
     */
    private final Function<Bandwidth, AbstractBandwidthKernel> constructor;

    /**
     * Rule for the bandwidth.
     */
    private Bandwidth bandwidth;

    /**
     * Fixed bandwidth, NaN if the rule is used.
     */
    private double gamma = Double.NaN;

    /**
     * Constructor.
     *
     * @param constructor Constructor of the kernel
     */
    protected Par(Function<Bandwidth, AbstractBandwidthKernel> constructor) {
      this.constructor = constructor;
    }

    @Override
    public void configure(Parameterization config) {
      DoubleParameter number = new DoubleParameter(GAMMA_ID) //
          .addConstraint(new OptionRange(GAMMA_ID, x -> x > 0. && x < Double.POSITIVE_INFINITY, "> 0")) //
          .setOptional(true);
      number.grab(config, x -> gamma = x);
      new ObjectParameter<Bandwidth>(BANDWIDTH_ID, Bandwidth.class, Silverman.class) //
          .grab(config, x -> bandwidth = x);
    }

    @Override
    public VectorKernel make() {
      final AbstractBandwidthKernel kernel = constructor.apply(bandwidth);
      // With the bandwidth, all is known: the data need not be asked.
      return Double.isNaN(gamma) ? kernel : kernel.withGamma(gamma);
    }
  }
}
