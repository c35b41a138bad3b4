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

import elki.data.NumberVector;
import elki.database.query.similarity.PrimitiveSimilarityQuery;
import elki.database.query.similarity.SimilarityQuery;
import elki.database.relation.Relation;
import elki.similarity.AbstractVectorSimilarity;

/**
 * A kernel function with all its parameters known: a function of a distance, or
 * of the scalar product, of two vectors.
 * <p>
 * It is applied to whole arrays of such values, so that the inner loops have no
 * virtual calls.
 *
 * @author The pyelki-losdd developers
 * @since 0.1.0
 */
public abstract class KernelFunction extends AbstractVectorSimilarity implements VectorKernel {
  /**
   * What the kernel is a function of.
   *
   * @return Argument
   */
  public abstract KernelArgument argument();

  /**
   * Whether no value is negative.
   *
   * @return {@code true} for positive kernels
   */
  public boolean isPositive() {
    return argument().isDistance();
  }

  /**
   * Replace arguments by kernel values.
   *
   * @param values Values to replace
   * @param begin First position
   * @param end End position (exclusive)
   */
  public abstract void apply(double[] values, int begin, int end);

  /**
   * Logarithm of the kernel value, for a single argument.
   *
   * @param value Argument
   * @return Logarithm of the kernel value
   */
  public abstract double logOf(double value);

  /**
   * Add weighted kernel values to sums, in single precision: for scoring many
   * objects, where a relative error of 1e-5 is below what can be noticed.
   *
   * @param values Arguments; overwritten
   * @param weight Weight
   * @param sums Sums to add to
   * @param count Number of values
   */
  public void addWeighted(float[] values, float weight, float[] sums, int count) {
    final double[] exact = new double[count];
    for(int j = 0; j < count; j++) {
      exact[j] = values[j];
    }
    apply(exact, 0, count);
    for(int j = 0; j < count; j++) {
      sums[j] += weight * exact[j];
    }
  }

  /**
   * Bandwidth in use.
   *
   * @return gamma, or NaN when the kernel has none
   */
  public double gamma() {
    return Double.NaN;
  }

  @Override
  public KernelFunction fit(PointTable points) {
    return this;
  }

  @Override
  public <T extends NumberVector> SimilarityQuery<T> instantiate(Relation<T> relation) {
    return new PrimitiveSimilarityQuery<>(relation, this);
  }

  @Override
  public double similarity(NumberVector o1, NumberVector o2) {
    double sum = 0.;
    for(int k = 0, dim = o1.getDimensionality(); k < dim; k++) {
      sum += argument().term(o1.doubleValue(k), o2.doubleValue(k));
    }
    final double[] value = { sum };
    apply(value, 0, 1);
    return value[0];
  }
}
