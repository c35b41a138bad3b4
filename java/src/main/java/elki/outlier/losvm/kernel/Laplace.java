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

import elki.outlier.losvm.bandwidth.Bandwidth;
import elki.utilities.Alias;

/**
 * The Laplace (exponential) kernel, \(\exp(-d/\sigma)\) with
 * \(\sigma=1/\sqrt{2\gamma}\).
 *
 * @author The pyelki-losdd developers
 * @since 0.1.0
 */
@Alias("laplace")
public class Laplace extends AbstractBandwidthKernel {
  /**
   * Constructor.
   *
   * @param bandwidth Bandwidth rule
   */
  public Laplace(Bandwidth bandwidth) {
    super(bandwidth);
  }

  @Override
  public KernelFunction withGamma(double gamma) {
    return new Fitted(gamma);
  }

  /**
   * The kernel function.
   *
   * @author The pyelki-losdd developers
   */
  private static class Fitted extends OfDistance {
    /**
     * Constructor.
     *
     * @param gamma Bandwidth
     */
    Fitted(double gamma) {
      super(gamma);
    }

    @Override
    public void apply(double[] values, int begin, int end) {
      final double scale = -Math.sqrt(2. * gamma);
      for(int j = begin; j < end; j++) {
        values[j] = scale * Math.sqrt(values[j]);
      }
      Exponential.apply(values, begin, end);
    }

    @Override
    public void addWeighted(float[] values, float weight, float[] sums, int count) {
      for(int j = 0; j < count; j++) {
        values[j] = (float) Math.sqrt(values[j]);
      }
      SingleExponential.addWeighted(values, Math.sqrt(2. * gamma), weight, sums, count);
    }

    @Override
    public double logOf(double value) {
      return -Math.sqrt(2. * gamma) * Math.sqrt(value);
    }
  }

  /**
   * Parameterization class.
   *
   * @author The pyelki-losdd developers
   */
  public static class Par extends AbstractBandwidthKernel.Par {
    /**
     * Constructor.
     */
    public Par() {
      super(Laplace::new);
    }
  }
}
