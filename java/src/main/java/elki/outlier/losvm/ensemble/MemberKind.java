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

import elki.similarity.Similarity;
import elki.utilities.Alias;

/**
 * How a group of members is trained.
 *
 * @author The pyelki-losdd developers
 * @since 0.2.0
 */
final class MemberKind {
  /**
   * Weight of the members' mean score.
   */
  final double weight;

  /**
   * Whether distances are those of normal scores, else of values.
   */
  final boolean normalScores;

  /**
   * Kernel.
   */
  final Similarity<?> kernel;

  /**
   * Bound on the share of rows outside of the margin.
   */
  final double nu;

  /**
   * Share of the sample to peel off, or number of rows.
   */
  final double remove;

  /**
   * Constructor.
   *
   * @param weight Weight of the members' mean score
   * @param normalScores Whether distances are those of normal scores
   * @param kernel Kernel
   * @param nu Bound on the share of rows outside of the margin
   * @param remove Share of the sample to peel off, or number of rows
   */
  MemberKind(double weight, boolean normalScores, Similarity<?> kernel, double nu, double remove) {
    this.weight = weight;
    this.normalScores = normalScores;
    this.kernel = kernel;
    this.nu = nu;
    this.remove = remove;
  }

  /**
   * Name of the kernel.
   *
   * @return Name
   */
  String kernelName() {
    return kernel.getClass().getAnnotation(Alias.class).value()[0];
  }
}
