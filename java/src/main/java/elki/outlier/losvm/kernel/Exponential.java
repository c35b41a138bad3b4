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

/**
 * The exponential function of many numbers at once: the JVM vectorizes these
 * loops, but not calls of its own function, which takes twice as long.
 * <p>
 * With \(x=k\log2+r\), \(\exp x=2^k\exp r\), and as \(|r|\leq\tfrac12\log2\), a
 * few terms of the series suffice. The error is at most one unit in the last
 * place more than that of {@link Math#exp}, and does not depend on the position.
 *
 * @author The pyelki-losdd developers
 * @since 0.1.0
 */
final class Exponential {
  /**
   * The logarithm of 2, in two parts: products of the first part and small
   * integers are exact.
   */
  private static final double LOG2_HIGH = 0x1.62e42fee00000p-1, LOG2_LOW = 0x1.a39ef35793c76p-33;

  /**
   * Its inverse.
   */
  private static final double INVERSE_LOG2 = 1. / Math.log(2.);

  /**
   * Added and subtracted, this rounds to an integer.
   */
  private static final double INTEGERS = 0x1.8p52;

  /**
   * Powers of 1/2, down to the smallest number.
   */
  private static final double[] POWERS = new double[1076];

  static {
    for(int k = 0; k < POWERS.length; k++) {
      POWERS[k] = Math.scalb(1., -k);
    }
  }

  /**
   * Space for exponents, by thread: with new memory each time, computing a kernel
   * takes an eighth longer.
   */
  private static final ThreadLocal<double[]> SPACE = ThreadLocal.withInitial(() -> new double[0]);

  /**
   * Static methods only.
   */
  private Exponential() {
  }

  /**
   * Replace numbers by their exponentials.
   *
   * @param values Numbers, none of which is positive
   * @param begin First position
   * @param end End of the positions (exclusive)
   */
  static void apply(double[] values, int begin, int end) {
    double[] exponents = SPACE.get();
    if(exponents.length < end) {
      exponents = new double[end];
      SPACE.set(exponents);
    }
    for(int j = begin; j < end; j++) {
      final double x = values[j], k = x * INVERSE_LOG2 + INTEGERS - INTEGERS;
      final double r = x - k * LOG2_HIGH - k * LOG2_LOW;
      double sum = 1. / 6227020800.;
      sum = sum * r + 1. / 479001600.;
      sum = sum * r + 1. / 39916800.;
      sum = sum * r + 1. / 3628800.;
      sum = sum * r + 1. / 362880.;
      sum = sum * r + 1. / 40320.;
      sum = sum * r + 1. / 5040.;
      sum = sum * r + 1. / 720.;
      sum = sum * r + 1. / 120.;
      sum = sum * r + 1. / 24.;
      sum = sum * r + 1. / 6.;
      sum = sum * r + .5;
      values[j] = sum * (r * r) + r + 1.;
      exponents[j] = k;
    }
    for(int j = begin; j < end; j++) { // By itself, as a table cannot be vectorized
      values[j] = exponents[j] > -POWERS.length ? values[j] * POWERS[-(int) exponents[j]] : 0.;
    }
  }
}
