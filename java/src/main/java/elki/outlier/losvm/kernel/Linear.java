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
import elki.utilities.optionhandling.Parameterizer;

/**
 * The linear kernel, the scalar product \(x^Ty\).
 *
 * @author The pyelki-losdd developers
 * @since 0.1.0
 */
@Alias("linear")
public class Linear extends KernelFunction {
  /**
   * Static instance.
   */
  public static final Linear STATIC = new Linear();

  @Override
  public KernelArgument argument() {
    return KernelArgument.PRODUCT;
  }

  @Override
  public void apply(double[] values, int begin, int end) {
    // The scalar product is the kernel.
  }

  @Override
  public double logOf(double value) {
    return Math.log(value);
  }

  /**
   * Parameterization class.
   *
   * @author The pyelki-losdd developers
   */
  public static class Par implements Parameterizer {
    @Override
    public Linear make() {
      return STATIC;
    }
  }
}
