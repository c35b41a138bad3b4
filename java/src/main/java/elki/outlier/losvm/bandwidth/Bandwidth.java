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
package elki.outlier.losvm.bandwidth;

/**
 * Rule that chooses the bandwidth of a kernel from the extent of the data.
 * <p>
 * All rules return the parameter \(\gamma=1/(2\sigma^2)\) of the radial basis
 * function kernel; other kernels derive their own scale from it.
 *
 * @author The pyelki-losdd developers
 * @since 0.1.0
 */
public interface Bandwidth {
  /**
   * Choose the bandwidth.
   *
   * @param size Number of points
   * @param dim Number of columns that vary, positive
   * @param variance Variance of all their values, positive
   * @return gamma
   */
  double gamma(int size, int dim, double variance);
}
