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
package elki.outlier.losvm.reasons;

import java.util.Arrays;
import java.util.stream.IntStream;

import elki.outlier.losvm.kernel.KernelArgument;
import elki.outlier.losvm.kernel.KernelFunction;

/**
 * A trained model that can say why a row is an outlier: a kernel function of a
 * distance, support vectors and their weights.
 *
 * @author The pyelki-losdd developers
 * @since 0.2.0
 */
public final class Witness {
  /**
   * Kernel function.
   */
  final KernelFunction function;

  /**
   * Unit of the scores: the log ratio is multiplied by this.
   */
  final double unit;

  /**
   * Columns of the data that the model looks at.
   */
  final int[] columns;

  /**
   * Support vectors, in the columns that the model looks at.
   */
  private final double[][] support;

  /**
   * Values that the support vectors had in the data.
   */
  private final double[][] values;

  /**
   * Logarithms of the weights.
   */
  private final double[] logWeights;

  /**
   * Constructor.
   *
   * @param function Kernel function, of a distance
   * @param unit Unit of the scores
   * @param columns Columns of the data that the model looks at
   * @param support Support vectors, in these columns, as the model sees them
   * @param values Values that they had in the data, in these columns
   * @param weights Their weights
   */
  public Witness(KernelFunction function, double unit, int[] columns, double[][] support, double[][] values, double[] weights) {
    if(!function.argument().isDistance()) {
      throw new IllegalArgumentException("Only a kernel of a distance can be taken apart by columns, but not " + function.getClass().getName() + '.');
    }
    this.function = function;
    this.unit = unit;
    this.columns = columns;
    this.support = support;
    this.values = values;
    this.logWeights = Arrays.stream(weights).map(Math::log).toArray();
  }

  /**
   * Find a column.
   *
   * @param k Number of a column of the data
   * @return Its place among those that the model looks at, or -1
   */
  int place(int k) {
    for(int i = 0; i < columns.length; i++) {
      if(columns[i] == k) {
        return i;
      }
    }
    return -1;
  }

  /**
   * Number of support vectors.
   *
   * @return Number
   */
  int size() {
    return support.length;
  }

  /**
   * Terms of the distances to a row.
   *
   * @param row Row, as the model sees it
   * @param groups Which columns belong together
   * @return Terms, by support vector and group of columns
   */
  double[][] terms(double[] row, ColumnGroups groups) {
    final KernelArgument argument = function.argument();
    final double[][] terms = new double[support.length][groups.size()];
    for(int i = 0; i < support.length; i++) {
      for(int k = 0; k < columns.length; k++) {
        terms[i][groups.of(columns[k])] += argument.term(row[k], support[i][k]);
      }
    }
    return terms;
  }

  /**
   * Support vectors that have a say about a row.
   *
   * @param row Row, as the model sees it
   * @param without Whether those that are equal to the row have none
   * @return Numbers of the support vectors
   */
  int[] heard(double[] row, boolean without) {
    final int[] others = IntStream.range(0, support.length).filter(i -> !without || !Arrays.equals(row, support[i])).toArray();
    // Where all are equal to the row, there is nothing else to compare it with.
    return others.length > 0 ? others : IntStream.range(0, support.length).toArray();
  }

  /**
   * Logarithm of the weight of a support vector.
   *
   * @param i Support vector
   * @return Logarithm
   */
  double logWeight(int i) {
    return logWeights[i];
  }

  /**
   * A value that a support vector had in the data.
   *
   * @param i Support vector
   * @param k One of the columns that the model looks at
   * @return Value
   */
  double value(int i, int k) {
    return values[i][k];
  }
}
