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
 * The kernel matrix of some points, from columns of that of all points.
 *
 * @author The pyelki-losdd developers
 * @since 0.1.0
 *
 * @assoc - - - KernelCache
 */
public class SelectedKernelMatrix implements KernelMatrix {
  /**
   * Columns of all points.
   */
  private final KernelCache all;

  /**
   * Points selected.
   */
  private final int[] points;

  /**
   * Constructor.
   *
   * @param all Columns of all points
   * @param points Points selected
   */
  public SelectedKernelMatrix(KernelCache all, int[] points) {
    this.all = all;
    this.points = points;
  }

  @Override
  public int size() {
    return points.length;
  }

  @Override
  public void column(int i, int begin, int end, double[] out, int offset) {
    final double[] column = all.column(points[i]);
    for(int k = begin; k < end; k++) {
      out[offset + k - begin] = column[points[k]];
    }
  }

  @Override
  public double diagonal(int i) {
    return all.kernel().diagonal(points[i]);
  }

  @Override
  public double[] logColumn(int i) {
    final double[] column = all.kernel().logColumn(points[i]), out = new double[points.length];
    for(int k = 0; k < out.length; k++) {
      out[k] = column[points[k]];
    }
    return out;
  }

  @Override
  public boolean isPositive() {
    return all.kernel().isPositive();
  }
}
