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
import elki.data.type.SimpleTypeInformation;
import elki.database.query.similarity.SimilarityQuery;
import elki.database.relation.Relation;
import elki.similarity.Similarity;

/**
 * A kernel for number vectors that has a fast path, and whose parameters may
 * depend on the data set.
 * <p>
 * It is an ordinary {@link Similarity}; in leave-out SVMs, its columns are
 * computed on arrays instead of through a similarity query.
 *
 * @author The pyelki-losdd developers
 * @since 0.1.0
 *
 * @has - produces - KernelFunction
 */
public interface VectorKernel extends Similarity<NumberVector> {
  /**
   * Fix the parameters of the kernel for a data set.
   *
   * @param points Data set
   * @return Kernel function
   */
  KernelFunction fit(PointTable points);

  @Override
  default SimpleTypeInformation<? super NumberVector> getInputTypeRestriction() {
    return NumberVector.FIELD;
  }

  @Override
  default <T extends NumberVector> SimilarityQuery<T> instantiate(Relation<T> relation) {
    return fit(PointTable.of(relation)).instantiate(relation);
  }
}
