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

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.DoubleConsumer;

/**
 * Products of the kernel with the vectors of many points at once, by which their
 * columns are completed: of members, those of the inverse matrix; of others, their
 * coefficients.
 *
 * @author The pyelki-losdd developers
 * @since 0.2.0
 */
final class ColumnProducts {
  /** Length from which a run of slots is multiplied by itself. */
  private static final int RUN = 256;

  /** Inverse matrix of the members. */
  private final BorderedInverse inverse;

  /** Members. */
  private final Members members;

  /** Points that have a row, with their kernel values. */
  private final KernelRows rows;

  /** Coefficients by point, of those that are no members. */
  private final double[][] coefficients;

  /** Takes the products. */
  private final Part part;

  /**
   * Constructor.
   *
   * @param inverse Inverse matrix of the members
   * @param rows Points that have a row
   * @param coefficients Coefficients by point
   * @param part Takes the products
   */
  ColumnProducts(BorderedInverse inverse, KernelRows rows, double[][] coefficients, Part part) {
    this.inverse = inverse;
    this.members = inverse.members;
    this.rows = rows;
    this.coefficients = coefficients;
    this.part = part;
  }

  /**
   * Complete columns.
   *
   * @param points Points whose columns to complete
   * @param from First row that is missing
   * @param progress Progress listener, 0 to 1
   */
  void complete(List<Integer> points, int from, DoubleConsumer progress) {
    final int room = members.room();
    // Members first, by slot, as their vectors are columns of G already.
    points.sort(Comparator.comparingInt(i -> members.contains(i) ? members.slot(i) : room + i));
    final int count = points.size();
    // Long runs of slots are columns of G already; everything else is collected, as
    // each product may have to compute the kernel once more.
    final List<Integer> collected = new ArrayList<>();
    int done = 0;
    for(int c = 0; c < count;) {
      final int begin = c, first = members.slot(points.get(c));
      while(++c < count && first >= 0 && members.slot(points.get(c)) == first + c - begin) {
        // Find the end of the run.
      }
      if(c - begin < RUN) {
        collected.addAll(points.subList(begin, c));
      }
      else {
        multiply(points.subList(begin, c), inverse.g(), first * room, from, share(progress, done, c - begin, count));
        done += c - begin;
      }
    }
    if(!collected.isEmpty()) {
      final double[] v = new double[Math.multiplyExact(room, collected.size() + 1)];
      for(int c = 0; c < collected.size(); c++) {
        final int i = collected.get(c);
        final boolean member = members.contains(i);
        System.arraycopy(member ? inverse.g() : coefficients[i], member ? members.slot(i) * room : 0, v, c * room, members.size());
      }
      multiply(collected, v, 0, from, share(progress, done, collected.size(), count));
    }
  }

  /**
   * Report the progress of a product as a share of everything.
   *
   * @param progress Progress listener, 0 to 1
   * @param before Columns done before
   * @param columns Columns of this product
   * @param count Columns in total
   * @return Progress listener for this product
   */
  private static DoubleConsumer share(DoubleConsumer progress, int before, int columns, int count) {
    return done -> progress.accept((before + columns * done) / count);
  }

  /**
   * Complete columns, from the vectors to multiply the kernel with.
   *
   * @param points Points
   * @param v Vectors
   * @param offset Offset of the first vector
   * @param from First row
   * @param progress Progress listener, 0 to 1
   */
  private void multiply(List<Integer> points, double[] v, int offset, int from, DoubleConsumer progress) {
    rows.multiply(v, offset, points.size(), from, (c, begin, count, y, first) -> part.accept(points.get(c), begin, count, y, first), progress);
  }

  /**
   * Takes a part of the product of a column, possibly many at the same time.
   *
   * @author The pyelki-losdd developers
   */
  @FunctionalInterface
  interface Part {
    /**
     * Complete a part of a column.
     *
     * @param i Point
     * @param begin First row
     * @param count Number of rows
     * @param y Product of the kernel and the vector of this column
     * @param offset Offset in the product
     */
    void accept(int i, int begin, int count, double[] y, int offset);
  }
}
