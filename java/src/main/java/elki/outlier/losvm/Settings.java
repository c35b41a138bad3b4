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

import elki.outlier.losvm.kernel.OptionRange;
import elki.utilities.optionhandling.OptionID;
import elki.utilities.optionhandling.WrongParameterValueException;
import elki.utilities.optionhandling.parameterization.Parameterization;
import elki.utilities.optionhandling.parameters.DoubleParameter;

/**
 * Settings of a leave-out SVM, with their default values and options.
 *
 * @author The pyelki-losdd developers
 * @since 0.1.0
 */
public class Settings extends CommonSettings {
  /** Number of objects to remove. */
  public static final OptionID REMOVE_ID = new OptionID("losvm.remove", //
      "Number of objects R to remove in total, or a share of the data set below 1. By default, one for each batch.");

  /** Upper bound of the weights. */
  public static final OptionID C_ID = new OptionID("losvm.c", //
      "Upper bound C of the weight of an object; 1 (the default) is the hard margin. Alternative to nu.");

  /** Bound on the share of outliers. */
  public static final OptionID NU_ID = new OptionID("losvm.nu", //
      "Upper bound nu on the share of objects outside of the margin, C = 1/(nu*n). Alternative to C.");

  /** Form of the score. */
  public static final OptionID SCORE_ID = new OptionID("losvm.score", //
      "Form of the score: distance (to the boundary, as in the paper), relative (to the size of the model), or log_ratio. " + //
          "By default log_ratio for positive kernels, and relative otherwise.");

  /** Model that scores refer to. */
  public static final OptionID REFERENCE_ID = new OptionID("losvm.reference", //
      "What a score refers to: the model of the round in which the object was judged, or the final model, after all removals.");

  /** Upper bound of the weight of an object. */
  public double cost = 1.;

  /** Bound on the share of outliers; NaN if the cost is used. */
  public double nu = Double.NaN;

  /** Form of the score, {@code null} to choose by the kernel. */
  public ScoreForm score = null;

  /** Model that scores refer to. */
  public ScoreReference reference = ScoreReference.ROUND;

  @Override
  protected OptionID removeID() {
    return REMOVE_ID;
  }

  @Override
  public void configure(Parameterization config) {
    super.configure(config);
    final DoubleParameter c = new DoubleParameter(C_ID) //
        .addConstraint(new OptionRange(C_ID, x -> x > 0., "> 0")) //
        .setOptional(true);
    final DoubleParameter share = new DoubleParameter(NU_ID) //
        .addConstraint(new OptionRange(NU_ID, x -> x > 0. && x <= 1., "> 0 and <= 1")) //
        .setOptional(true);
    final boolean hasC = c.grab(config, x -> cost = x);
    if(share.grab(config, x -> nu = x) && hasC) {
      config.reportError(new WrongParameterValueException(c, "excludes", share, "Give one of them."));
    }
    new NameParameter<>(SCORE_ID, ScoreForm.class) //
        .grab(config, x -> score = x);
    new NameParameter<>(REFERENCE_ID, ScoreReference.class, reference) //
        .grab(config, x -> reference = x);
  }
}
