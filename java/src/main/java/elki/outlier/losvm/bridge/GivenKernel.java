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
package elki.outlier.losvm.bridge;

import elki.data.NumberVector;
import elki.outlier.losvm.kernel.ObjectKernel;

/**
 * Kernel whose values are given: an object is the vector of its kernel values to
 * the support vectors, followed by that to itself (which may be left out where
 * it is not needed).
 *
 * @author The pyelki-losdd developers
 * @since 0.1.0
 */
final class GivenKernel implements ObjectKernel<NumberVector> {
  /**
   * Number of support vectors.
   */
  private final int support;

  /**
   * Constructor.
   *
   * @param support Number of support vectors
   */
  GivenKernel(int support) {
    this.support = support;
  }

  @Override
  public void values(NumberVector obj, double[] out) {
    for(int j = 0; j < support; j++) {
      out[j] = obj.doubleValue(j);
    }
  }

  @Override
  public double logValue(NumberVector obj, int j) {
    return Math.log(Math.max(obj.doubleValue(j), Double.MIN_VALUE));
  }

  @Override
  public double self(NumberVector obj) {
    return obj.doubleValue(support);
  }
}
