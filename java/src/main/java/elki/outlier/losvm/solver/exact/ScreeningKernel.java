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
package elki.outlier.losvm.solver.exact;

import java.util.Arrays;

import elki.outlier.losvm.kernel.KernelCache;

/**
 * Kernel values of all points to those whose weights change, the sources, in
 * single precision; by blocks of points. (To pick the far points only would take
 * longer than what it saves.)
 *
 * @author The pyelki-losdd developers
 * @since 0.1.0
 */
final class ScreeningKernel {
  /** Points processed together. */
  static final int BLOCK = 512;

  /**
   * Added and subtracted, this leaves no kernel values that are tiny: computing with
   * the smallest numbers in single precision is slow.
   */
  private static final double TINY = 1e-20;

  /** Kernel columns. */
  private final KernelCache columns;

  /** Sources. */
  private int[] sources = new int[0];

  /** Position of each point in the sources, -1 for others. */
  private final int[] position;

  /**
   * Values by block, source, and position in the block; {@code null} if they are
   * to be collected each time.
   */
  private final float[][][] kept;

  /**
   * Constructor.
   *
   * @param columns Kernel columns
   * @param keep Keep the values in memory
   */
  ScreeningKernel(KernelCache columns, boolean keep) {
    this.columns = columns;
    this.position = new int[columns.size()];
    Arrays.fill(position, -1);
    this.kept = keep ? new float[blocks()][0][] : null;
  }

  /**
   * Number of blocks of points.
   *
   * @return Number of blocks
   */
  int blocks() {
    return (columns.size() + BLOCK - 1) / BLOCK;
  }

  /**
   * Add sources.
   *
   * @param more Points, whether they are sources already or not
   */
  void require(int[] more) {
    final int[] missing = Arrays.stream(more).filter(i -> position[i] < 0).toArray();
    final int before = sources.length;
    sources = Arrays.copyOf(sources, before + missing.length);
    for(int k = 0; k < missing.length; k++) {
      sources[before + k] = missing[k];
      position[missing[k]] = before + k;
    }
  }

  /**
   * Number of sources.
   *
   * @return Number of sources
   */
  int size() {
    return sources.length;
  }

  /**
   * Position of a point in the sources.
   *
   * @param i Point
   * @return Position
   */
  int position(int i) {
    return position[i];
  }

  /**
   * Space for a block, if values are not kept.
   *
   * @return Space
   */
  float[][] space() {
    return kept != null ? null : new float[sources.length][BLOCK];
  }

  /**
   * Get the values of a block. Only one thread at a time may ask for it.
   *
   * @param b Block: points from b times {@link #BLOCK} on
   * @param space Space for the values
   * @return Values by source
   */
  float[][] values(int b, float[][] space) {
    if(kept == null) {
      fill(b, 0, space);
      return space;
    }
    final int known = kept[b].length;
    if(known < sources.length) {
      kept[b] = Arrays.copyOf(kept[b], sources.length);
      for(int j = known; j < sources.length; j++) {
        kept[b][j] = new float[BLOCK];
      }
      fill(b, known, kept[b]);
    }
    return kept[b];
  }

  /**
   * Compute the values of a block.
   *
   * @param b Block
   * @param from First source
   * @param out Output, by source
   */
  private void fill(int b, int from, float[][] out) {
    final int begin = b * BLOCK, length = Math.min(BLOCK, columns.size() - begin);
    final double[] part = new double[length];
    for(int j = from; j < sources.length; j++) {
      columns.part(sources[j], begin, begin + length, part, 0);
      for(int i = 0; i < length; i++) {
        out[j][i] = (float) (part[i] + TINY - TINY);
      }
    }
  }
}
