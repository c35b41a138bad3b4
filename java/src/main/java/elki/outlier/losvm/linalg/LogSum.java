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
package elki.outlier.losvm.linalg;

/**
 * Logarithm of a sum, from the logarithms of its terms.
 *
 * @author The pyelki-losdd developers
 * @since 0.1.0
 */
public final class LogSum {
  /**
   * Sums of positive terms below this value may have lost digits to underflow,
   * and are better computed in the log domain.
   */
  public static final double UNDERFLOW = 1e-280;

  /** Largest term so far. */
  private double max = Double.NEGATIVE_INFINITY;

  /** Sum, relative to the largest term. */
  private double sum = 0.;

  /**
   * Add a term.
   *
   * @param log Logarithm of the term
   */
  public void add(double log) {
    if(log <= max) {
      sum += Math.exp(log - max);
    }
    else {
      sum = sum * Math.exp(max - log) + 1.;
      max = log;
    }
  }

  /**
   * Logarithm of the sum.
   *
   * @return Logarithm
   */
  public double value() {
    return max + Math.log(sum);
  }
}
