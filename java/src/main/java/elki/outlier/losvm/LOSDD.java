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
package elki.outlier.losvm;

import elki.similarity.Similarity;
import elki.utilities.Alias;
import elki.utilities.documentation.Description;
import elki.utilities.documentation.Reference;
import elki.utilities.documentation.Title;

/**
 * LOSDD: outlier detection with the leave-out support vector data description
 * (SVDD), the smallest sphere around the data in kernel space.
 * <p>
 * Every support vector is judged by a model trained without it; the worst are
 * removed in batches, so that the outliers they masked come out.
 * <p>
 * The score of the paper is the distance to the sphere, \(d^2-R^2\): set
 * losvm.score to distance. By default, scores are comparable between models, see
 * {@link AbstractLeaveOutSVM} for this and other deviations.
 * <p>
 * Reference:
 * <p>
 * D. Boiar, T. Liebig, E. Schubert<br>
 * LOSDD: Leave-Out Support Vector Data Description for Outlier Detection<br>
 * arXiv preprint 2212.13626
 *
 * @author The pyelki-losdd developers
 * @since 0.1.0
 *
 * @param <O> the type of objects handled by this algorithm
 */
@Title("LOSDD: Leave-Out Support Vector Data Description")
@Description("Judges every support vector by a model trained without it, and removes the worst in batches, so that masked outliers come out.")
@Reference(authors = "D. Boiar, T. Liebig, E. Schubert", //
    title = "LOSDD: Leave-Out Support Vector Data Description for Outlier Detection", //
    booktitle = "arXiv preprint 2212.13626", //
    url = "https://arxiv.org/abs/2212.13626", //
    bibkey = "DBLP:journals/corr/abs-2212-13626")
@Alias("losdd")
public class LOSDD<O> extends AbstractLeaveOutSVM<O> {
  /**
   * Constructor.
   *
   * @param kernel Kernel
   * @param settings Settings
   */
  public LOSDD(Similarity<? super O> kernel, Settings settings) {
    super(kernel, settings);
  }

  @Override
  protected boolean isDataDescription() {
    return true;
  }

  /**
   * Parameterization class.
   *
   * @author The pyelki-losdd developers
   *
   * @param <O> the type of objects
   */
  public static class Par<O> extends AbstractLeaveOutSVM.Par<O> {
    @Override
    public LOSDD<O> make() {
      return new LOSDD<>(kernel, settings);
    }
  }
}
