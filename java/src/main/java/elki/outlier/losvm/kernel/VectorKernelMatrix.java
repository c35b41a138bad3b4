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

import java.util.Arrays;

/**
 * Kernel matrix of number vectors, computed on arrays.
 *
 * @author The pyelki-losdd developers
 * @since 0.1.0
 *
 * @composed - - - KernelFunction
 */
public class VectorKernelMatrix implements KernelMatrix {
  /**
   * Number of points processed together, so that their values stay in the
   * first-level cache while the dimensions are summed up.
   */
  private static final int BLOCK = 512;

  /**
   * Coordinates of the points, by block, dimension, and position in the block.
   * Loops over a block then have the same index for all arrays: only such loops
   * are vectorized by all JVMs.
   */
  private final double[][][] blocks;

  /**
   * Number of dimensions.
   */
  private final int dimensionality;

  /**
   * Number of points.
   */
  private final int size;

  /**
   * Kernel function.
   */
  private final KernelFunction function;

  /**
   * Constructor.
   *
   * @param coordinates Coordinates of the points, by dimension
   * @param size Number of points
   * @param function Kernel function
   */
  public VectorKernelMatrix(double[][] coordinates, int size, KernelFunction function) {
    this.size = size;
    this.function = function;
    this.dimensionality = coordinates.length;
    this.blocks = new double[(size + BLOCK - 1) / BLOCK][dimensionality][];
    for(int b = 0; b < blocks.length; b++) {
      for(int k = 0; k < dimensionality; k++) {
        blocks[b][k] = Arrays.copyOfRange(coordinates[k], b * BLOCK, Math.min((b + 1) * BLOCK, size));
      }
    }
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public void column(int i, int begin, int end, double[] out, int offset) {
    column(vector(i), begin, end, out, offset);
  }

  /**
   * Kernel values of a vector to some of the points.
   *
   * @param vector Vector
   * @param begin First point
   * @param end End of the points (exclusive)
   * @param out Output
   * @param offset Position of the first point in the output
   */
  public void column(double[] vector, int begin, int end, double[] out, int offset) {
    final double[] sums = new double[BLOCK];
    for(int from = begin; from < end;) {
      final int first = from % BLOCK, last = Math.min(first + end - from, BLOCK);
      function.argument().apply(blocks[from / BLOCK], vector, sums, first, last);
      function.apply(sums, first, last);
      System.arraycopy(sums, first, out, offset + from - begin, last - first);
      from += last - first;
    }
  }

  @Override
  public Rows rows(int[] rows) {
    final double[][] coordinates = new double[dimensionality][rows.length];
    for(int k = 0; k < dimensionality; k++) {
      for(int j = 0; j < rows.length; j++) {
        coordinates[k][j] = blocks[rows[j] / BLOCK][k][rows[j] % BLOCK];
      }
    }
    final VectorKernelMatrix part = new VectorKernelMatrix(coordinates, rows.length, function);
    return (i, out, offset) -> part.column(vector(i), 0, rows.length, out, offset);
  }

  @Override
  public double[] logColumn(int i) {
    final double[] vector = vector(i), sums = new double[BLOCK], out = new double[size];
    for(int from = 0; from < size; from += BLOCK) {
      final int last = Math.min(size - from, BLOCK);
      function.argument().apply(blocks[from / BLOCK], vector, sums, 0, last);
      for(int j = 0; j < last; j++) {
        out[from + j] = Math.max(function.logOf(sums[j]), -Double.MAX_VALUE);
      }
    }
    return out;
  }

  /**
   * Vector of a point.
   *
   * @param i Point
   * @return Vector
   */
  private double[] vector(int i) {
    final double[] vector = new double[dimensionality];
    for(int k = 0; k < vector.length; k++) {
      vector[k] = blocks[i / BLOCK][k][i % BLOCK];
    }
    return vector;
  }

  @Override
  public double diagonal(int i) {
    return self(vector(i));
  }

  /**
   * Kernel value of a vector with itself.
   *
   * @param vector Vector
   * @return Kernel value
   */
  public double self(double[] vector) {
    double sum = 0.;
    for(double v : vector) {
      sum += function.argument().term(v, v);
    }
    final double[] value = { sum };
    function.apply(value, 0, 1);
    return value[0];
  }

  /**
   * Logarithm of the kernel value of a vector and a point.
   *
   * @param vector Vector
   * @param j Point
   * @return Logarithm
   */
  public double logValue(double[] vector, int j) {
    double sum = 0.;
    for(int k = 0; k < vector.length; k++) {
      sum += function.argument().term(vector[k], blocks[j / BLOCK][k][j % BLOCK]);
    }
    return Math.max(function.logOf(sum), -Double.MAX_VALUE);
  }

  @Override
  public boolean isPositive() {
    return function.isPositive();
  }

  /**
   * Kernel function.
   *
   * @return Kernel function
   */
  public KernelFunction function() {
    return function;
  }
}
