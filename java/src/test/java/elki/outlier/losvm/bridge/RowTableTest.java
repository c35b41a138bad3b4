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

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertThrows;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.CancellationException;
import java.util.stream.IntStream;

import org.junit.Test;

import elki.outlier.losvm.TestData;

/**
 * Rows are read from memory as numpy has them.
 */
public class RowTableTest {
  @Test
  public void layouts() {
    for(int dim : new int[] { 1, 3 }) {
      final double[][] data = TestData.random(1, 10, dim, 0.);
      for(boolean single : new boolean[] { false, true }) {
        for(boolean byColumn : new boolean[] { false, true }) {
          for(int partSize : new int[] { 3, 5, 10, 100 }) {
            final RowTable table = new RowTable(10, dim, partSize, single);
            for(int start = 0; start < 10; start += partSize) {
              table.add(part(data, start, Math.min(10, start + partSize), single, byColumn));
            }
            check(data, table, single);
          }
        }
      }
    }
  }

  private static void check(double[][] data, RowTable table, boolean single) {
    final int dim = table.dimensionality();
    final double[][] columns = new double[dim][10];
    for(int start = 0; start < 10; start++) {
      for(int count = 1; start + count <= 10; count++) {
        table.read(start, count, columns);
        for(int j = 0; j < count; j++) {
          final double[] row = data[start + j];
          final int place = j;
          assertArrayEquals(IntStream.range(0, dim).mapToDouble(k -> single ? (float) row[k] : row[k]).toArray(), //
              IntStream.range(0, dim).mapToDouble(k -> columns[k][place]).toArray(), 0.);
        }
      }
    }
    table.release();
    assertThrows(CancellationException.class, () -> table.read(0, 1, columns));
  }

  private static ByteBuffer[] part(double[][] data, int start, int end, boolean single, boolean byColumn) {
    final int dim = data[0].length;
    final ByteBuffer[] buffers = new ByteBuffer[byColumn ? dim : 1];
    for(int b = 0; b < buffers.length; b++) {
      buffers[b] = ByteBuffer.allocateDirect((end - start) * dim * 8).order(ByteOrder.nativeOrder());
    }
    for(int i = start; i < end; i++) {
      for(int k = 0; k < dim; k++) {
        final ByteBuffer buffer = buffers[byColumn ? k : 0];
        if(single) {
          buffer.putFloat((float) data[i][k]);
        }
        else {
          buffer.putDouble(data[i][k]);
        }
      }
    }
    for(ByteBuffer buffer : buffers) {
      buffer.rewind();
    }
    return buffers;
  }
}
