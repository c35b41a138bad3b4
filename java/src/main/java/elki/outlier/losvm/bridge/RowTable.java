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

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

import elki.outlier.losvm.sampling.RowSource;

/**
 * Rows of numbers in the memory of numpy, in double or single precision, by row or
 * by column. Nothing is copied but the block that is looked at.
 * <p>
 * A buffer holds at most 2 GB, so a large array consists of several parts. Once the
 * table is {@link #release}d, the memory is not looked at any more.
 *
 * @author The pyelki-losdd developers
 * @since 0.2.0
 */
public final class RowTable implements RowSource {
  /**
   * Number of rows, of columns, and of rows in each part but the last.
   */
  private final int size, dimensionality, partSize;

  /**
   * Whether the values are in single precision.
   */
  private final boolean single;

  /**
   * Parts: a buffer by row, or one for each column.
   */
  private final List<ByteBuffer[]> parts = new ArrayList<>();

  /**
   * Held by those who read, and against them by who releases the memory.
   */
  private final ReadWriteLock lock = new ReentrantReadWriteLock();

  /**
   * Constructor, for a table whose parts are added one after the other.
   *
   * @param size Number of rows
   * @param dimensionality Number of columns
   * @param partSize Number of rows in each part but the last
   * @param single Whether the values are in single precision
   */
  public RowTable(int size, int dimensionality, int partSize, boolean single) {
    this.size = size;
    this.dimensionality = dimensionality;
    this.partSize = partSize;
    this.single = single;
  }

  /**
   * Add the next part.
   *
   * @param buffers Direct buffer with the rows one after the other, or one for each
   *        column
   */
  public void add(ByteBuffer... buffers) {
    parts.add(buffers);
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public int dimensionality() {
    return dimensionality;
  }

  /**
   * Forget the memory; waits for those who are reading a block. Who reads later is
   * told that the work was cancelled.
   */
  public void release() {
    lock.writeLock().lock();
    try {
      parts.clear();
    }
    finally {
      lock.writeLock().unlock();
    }
  }

  @Override
  public void read(int start, int count, double[][] columns) {
    lock.readLock().lock();
    try {
      if(parts.isEmpty()) {
        throw new CancellationException("Cancelled.");
      }
      for(int done = 0; done < count;) {
        final int part = (start + done) / partSize, first = start + done - part * partSize, rows = Math.min(count - done, partSize - first);
        read(parts.get(part), first, rows, columns, done);
        done += rows;
      }
    }
    finally {
      lock.readLock().unlock();
    }
  }

  /**
   * Read rows of a part.
   *
   * @param buffers Part
   * @param first First row
   * @param count Number of rows
   * @param columns Output, by column
   * @param offset Position of the first row there
   */
  private void read(ByteBuffer[] buffers, int first, int count, double[][] columns, int offset) {
    final boolean byColumn = buffers.length == dimensionality;
    for(int k = 0; k < dimensionality; k++) {
      final ByteBuffer buffer = buffers[byColumn ? k : 0].duplicate().order(ByteOrder.nativeOrder());
      final int from = byColumn ? first : first * dimensionality + k, step = byColumn ? 1 : dimensionality;
      if(single) {
        copy(buffer.asFloatBuffer(), from, step, count, columns[k], offset);
      }
      else {
        copy(buffer.asDoubleBuffer(), from, step, count, columns[k], offset);
      }
    }
  }

  /**
   * Copy values of a column.
   *
   * @param from Values
   * @param position Position of the first one
   * @param step Distance of their positions
   * @param count Number of values
   * @param to Output
   * @param offset Position of the first one there
   */
  private static void copy(DoubleBuffer from, int position, int step, int count, double[] to, int offset) {
    for(int j = 0; j < count; j++) {
      to[offset + j] = from.get(position + j * step);
    }
  }

  /**
   * Copy values of a column in single precision.
   *
   * @param from Values
   * @param position Position of the first one
   * @param step Distance of their positions
   * @param count Number of values
   * @param to Output
   * @param offset Position of the first one there
   */
  private static void copy(FloatBuffer from, int position, int step, int count, double[] to, int offset) {
    for(int j = 0; j < count; j++) {
      to[offset + j] = from.get(position + j * step);
    }
  }
}
