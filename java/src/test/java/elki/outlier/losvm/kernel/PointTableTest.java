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

import static org.junit.Assert.assertEquals;

import java.util.Arrays;

import org.junit.Test;

import elki.outlier.losvm.TestData;

/**
 * What is asked of points is what their definition says.
 */
public class PointTableTest {
  @Test
  public void medianDistance() {
    for(int size : new int[] { 1, 2, 3, 4, 50 }) {
      for(int dim : new int[] { 1, 4, 6 }) {
        final double[][] data = TestData.random(size, size, dim, 0.), columns = new double[dim][size];
        for(int i = 0; i < size; i++) {
          for(int k = 0; k < dim; k++) {
            columns[k][i] = data[i][k];
          }
        }
        for(KernelArgument distance : new KernelArgument[] { KernelArgument.MANHATTAN_DISTANCE, KernelArgument.SQUARED_DISTANCE }) {
          final double[] all = new double[size * (size - 1) / 2];
          for(int i = 0, next = 0; i < size; i++) {
            for(int j = 0; j < i; j++) {
              all[next++] = distance.between(data[i], data[j]);
            }
          }
          Arrays.sort(all);
          final double median = all.length == 0 ? 0. : .5 * (all[(all.length - 1) / 2] + all[all.length / 2]);
          assertEquals(median, new PointTable(columns.clone(), size).medianDistance(distance), 1e-12 * median);
        }
      }
    }
  }
}
