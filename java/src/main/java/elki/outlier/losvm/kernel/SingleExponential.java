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
 * The exponential function of many numbers at once in single precision, for sums
 * of many kernel values: twice as fast as {@link Exponential}, with a relative
 * error of less than 1e-5.
 * <p>
 * \(\exp(-x)=\exp(-x/64)^{64}\), by a polynomial and six squarings. Other ways
 * take the exponent of a number apart, which is not vectorized by all JVMs.
 *
 * @author The pyelki-losdd developers
 * @since 0.2.0
 */
final class SingleExponential {
  /**
   * Share of a number whose exponential the polynomial is.
   */
  private static final double PART = 1. / 64.;

  /**
   * Numbers above this have the same exponential, \(e^{-80}\).
   */
  private static final float LARGEST = 1.25f;

  /**
   * Coefficients of the polynomial: interpolation at the Chebyshev points of the
   * interval from 0 to {@link #LARGEST}.
   */
  private static final float C0, C1, C2, C3, C4, C5, C6, C7;

  static {
    final double[] c = interpolate(8);
    C0 = (float) c[0];
    C1 = (float) c[1];
    C2 = (float) c[2];
    C3 = (float) c[3];
    C4 = (float) c[4];
    C5 = (float) c[5];
    C6 = (float) c[6];
    C7 = (float) c[7];
  }

  /**
   * Static methods only.
   */
  private SingleExponential() {
  }

  /**
   * Interpolate \(\exp(-x)\), by Newton's divided differences.
   *
   * @param n Number of points
   * @return Coefficients of the polynomial
   */
  private static double[] interpolate(int n) {
    final double[] x = new double[n], y = new double[n];
    for(int i = 0; i < n; i++) {
      x[i] = .5 * LARGEST * (1. - Math.cos(Math.PI * (i + .5) / n));
      y[i] = Math.exp(-x[i]);
    }
    for(int k = 1; k < n; k++) {
      for(int i = n - 1; i >= k; i--) {
        y[i] = (y[i] - y[i - 1]) / (x[i] - x[i - k]);
      }
    }
    final double[] c = new double[n];
    for(int k = n - 1; k >= 0; k--) {
      for(int i = n - 1; i > 0; i--) {
        c[i] = c[i - 1] - x[k] * c[i];
      }
      c[0] = y[k] - x[k] * c[0];
    }
    return c;
  }

  /**
   * Add weighted exponentials \(w\exp(-\gamma x)\) to sums.
   *
   * @param values Numbers x, none of which is negative
   * @param gamma Factor gamma
   * @param weight Weight w
   * @param sums Sums to add to
   * @param count Number of values
   */
  static void addWeighted(float[] values, double gamma, float weight, float[] sums, int count) {
    final float scale = (float) (gamma * PART);
    for(int j = 0; j < count; j++) {
      final float x = Math.min(scale * values[j], LARGEST);
      float p = ((((((C7 * x + C6) * x + C5) * x + C4) * x + C3) * x + C2) * x + C1) * x + C0;
      p *= p;
      p *= p;
      p *= p;
      p *= p;
      p *= p;
      p *= p;
      sums[j] += weight * p;
    }
  }
}
