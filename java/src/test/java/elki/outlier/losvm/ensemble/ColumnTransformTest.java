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
package elki.outlier.losvm.ensemble;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.IntStream;

import org.junit.Test;

import elki.outlier.losvm.parallel.Workers;
import elki.outlier.losvm.sampling.ArrayRows;
import elki.outlier.losvm.sampling.ColumnMoments;
import elki.outlier.losvm.sampling.ColumnRanges;
import elki.outlier.losvm.sampling.PassState;
import elki.outlier.losvm.sampling.RowPass;

/**
 * Values come back from all transformations of columns.
 */
public class ColumnTransformTest {
  /** A column with ties, a constant one, and one with huge values. */
  private static double[][] data() {
    final Random random = new Random(0);
    return IntStream.range(0, 101).mapToObj(i -> new double[] { random.nextInt(7), 3., 1e12 * random.nextGaussian() }).toArray(double[][]::new);
  }

  private static ColumnRanges ranges(double[][] data) {
    return gather(data, () -> new ColumnRanges(data[0].length));
  }

  private static <S extends PassState<S>> S gather(double[][] data, Supplier<S> state) {
    return RowPass.gather(new ArrayRows(data), state, new Workers(1), done -> {
    });
  }

  @Test
  public void valuesComeBack() {
    final double[][] data = data();
    final ColumnRanges ranges = ranges(data);
    final ColumnTransform[] all = { ColumnScaling.of(ranges, gather(data, () -> new ColumnMoments(ranges))), new RawColumns(ranges), new NormalScores(data) };
    for(ColumnTransform columns : all) {
      assertArrayEquals(new int[] { 0, 2 }, columns.columns());
      for(double[] row : data) {
        final double[] transformed = columns.apply(row);
        for(int i = 0; i < transformed.length; i++) {
          final double value = row[columns.columns()[i]];
          assertEquals(value, columns.original(i, transformed[i]), 1e-11 * Math.abs(value)); // 0 is 0
        }
      }
    }
  }

  /** A normal score between two ranks stands for one of the two values around it, and beyond all for the last. */
  @Test
  public void valuesThatWereNotThere() {
    final double[][] data = IntStream.range(0, 10).mapToObj(i -> new double[] { 10. * i }).toArray(double[][]::new);
    final NormalScores columns = new NormalScores(data);
    for(double value = -25.; value < 120.; value += 10.) {
      final double back = columns.original(0, columns.apply(new double[] { value })[0]);
      assertEquals(Math.min(Math.max(value, 0.), 90.), back, 5.);
      assertTrue(value < 0. || value == 45. || value > 90. || Math.abs(back - 45.) <= Math.abs(value - 45.));
    }
  }
}
