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

import elki.outlier.losvm.kernel.Laplacian;
import elki.similarity.Similarity;
import elki.utilities.Alias;

/**
 * How some of the members are trained.
 *
 * @author The pyelki-losdd developers
 * @since 0.2.0
 */
final class MemberKind {
  /**
   * Whether distances are those of normal scores, else of values.
   */
  final boolean normalScores;

  /**
   * Kernel.
   */
  final Similarity<?> kernel;

  /**
   * Unit of the scores: the log ratio is multiplied by this.
   */
  final double unit;

  /**
   * Shares of the sample to peel off, which the members take in turns.
   */
  private final double[] remove;

  /**
   * Constructor.
   *
   * @param normalScores Whether distances are those of normal scores
   * @param kernel Kernel
   * @param unit Unit of the scores
   * @param settings Settings
   * @param remove Shares of the sample to peel off, unless one is set
   */
  private MemberKind(boolean normalScores, Similarity<?> kernel, double unit, EnsembleSettings settings, double... remove) {
    this.normalScores = normalScores;
    this.kernel = kernel;
    this.unit = unit;
    this.remove = Double.isNaN(settings.remove) ? remove : new double[] { settings.remove };
  }

  /**
   * Members with a kernel that was asked for.
   *
   * @param kernel Kernel
   * @param settings Settings
   * @return Kinds
   */
  static MemberKind[] of(Similarity<?> kernel, EnsembleSettings settings) {
    return new MemberKind[] { new MemberKind(false, kernel, 1., settings, EnsembleSettings.MUCH) };
  }

  /**
   * The usual members: half of them look at values, closely, the others at normal
   * scores, from further away. The former are closer to the data if many rows are
   * peeled off: this is better where much is dirty, and worse where little is, so
   * they do both in turns.
   * <p>
   * Far from all support vectors, the log ratio grows with the distance divided by
   * the width of the kernel. Multiplied by the width, scores are distances, in
   * units of the median distance in the sample, and members of both kinds can be
   * compared.
   *
   * @param dimensionality Number of columns that vary
   * @param settings Settings
   * @return Kinds
   */
  static MemberKind[] usual(int dimensionality, EnsembleSettings settings) {
    final double root = Math.sqrt(Math.max(1, dimensionality));
    final double narrow = Math.min(.6 / root, 1.), wide = Math.min(.9 / root, 1.);
    return new MemberKind[] { //
        new MemberKind(false, new Laplacian(narrow), narrow, settings, EnsembleSettings.LITTLE, EnsembleSettings.MUCH), //
        new MemberKind(true, new Laplacian(wide), wide, settings, EnsembleSettings.MUCH) };
  }

  /**
   * How much of its sample a member peels off.
   *
   * @param number Number of the member among those of its kind
   * @return Share of the sample, or number of rows
   */
  double remove(int number) {
    return remove[number % remove.length];
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
