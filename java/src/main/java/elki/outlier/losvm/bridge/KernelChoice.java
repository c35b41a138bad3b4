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
package elki.outlier.losvm.bridge;

import java.util.Map;

import elki.data.NumberVector;
import elki.outlier.losvm.AbstractLeaveOutSVM;
import elki.outlier.losvm.kernel.KernelParameter;
import elki.outlier.losvm.kernel.OptionException;
import elki.outlier.losvm.kernel.RBF;
import elki.similarity.Similarity;
import elki.utilities.optionhandling.Parameterizer;
import elki.utilities.optionhandling.parameterization.Parameterization;

/**
 * The kernel alone, chosen by the same options as that of the algorithms.
 *
 * @author The pyelki-losdd developers
 * @since 0.1.0
 */
final class KernelChoice {
  /**
   * The kernel.
   */
  final Similarity<? super NumberVector> kernel;

  /**
   * Constructor.
   *
   * @param kernel The kernel
   */
  private KernelChoice(Similarity<? super NumberVector> kernel) {
    this.kernel = kernel;
  }

  /**
   * Check the class name of a kernel that is none of ours, with a message that
   * helps.
   *
   * @param options Options
   */
  static void check(Map<String, ?> options) {
    final String option = AbstractLeaveOutSVM.Par.KERNEL_ID.getName();
    final Object kernel = options.get(option);
    if(kernel instanceof String && ((String) kernel).indexOf('.') >= 0 && Registry.find(Similarity.class, (String) kernel) == null) {
      throw new OptionException(option, "ELKI knows no such similarity. " + Registry.suggest(Similarity.class, (String) kernel));
    }
  }

  /**
   * Parameterization class.
   *
   * @author The pyelki-losdd developers
   */
  public static class Par implements Parameterizer {
    /**
     * The kernel.
     */
    private Similarity<? super NumberVector> kernel;

    @Override
    public void configure(Parameterization config) {
      new KernelParameter<NumberVector>(AbstractLeaveOutSVM.Par.KERNEL_ID, RBF.class) //
          .grab(config, x -> kernel = x);
    }

    @Override
    public KernelChoice make() {
      return new KernelChoice(kernel);
    }
  }
}
