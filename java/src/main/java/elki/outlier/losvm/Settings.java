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
      "Number of objects R to remove in total, or a share of the data set below 1. Unset, one in each round.");

  /** Upper bound of the weights. */
  public static final OptionID C_ID = new OptionID("losvm.C", //
      "Upper bound C of the weight of an object; 1 is the hard margin, where no object may lie outside of the boundary. Or set losvm.nu.");

  /** Bound on the share of outliers. */
  public static final OptionID NU_ID = new OptionID("losvm.nu", //
      "Soft margin by an upper bound nu on the share of objects outside of the boundary, which sets C = 1/(nu*n). Unset, losvm.C is used.");

  /** Form of the score. */
  public static final OptionID SCORE_ID = new OptionID("losvm.score", //
      "Form of the score: LOG_RATIO, log rho - log g, which compares well between rounds, RELATIVE, 1 - g/rho, DISTANCE, to the boundary as in the paper, " + //
          "or WEIGHT, alpha, as ELKI's own SVDD and OCSVM have it. With kernels that can be negative, the default is RELATIVE.");

  /** Model that scores refer to. */
  public static final OptionID REFERENCE_ID = new OptionID("losvm.reference", //
      "What a score refers to: ROUND, the model of the round in which the object was judged, as in the paper, or FINAL, the cleaned model after all removals.");

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
    final DoubleParameter c = new DoubleParameter(C_ID, cost) //
        .addConstraint(new OptionRange(C_ID, x -> x > 0., "> 0"));
    final DoubleParameter share = new DoubleParameter(NU_ID) //
        .addConstraint(new OptionRange(NU_ID, x -> x > 0. && x <= 1., "> 0 and <= 1")) //
        .setOptional(true);
    final boolean hasC = c.grab(config, x -> cost = x) && !c.tookDefaultValue();
    if(share.grab(config, x -> nu = x) && hasC) {
      config.reportError(new WrongParameterValueException(c, "excludes", share, "Give one of them."));
    }
    final NameParameter<ScoreForm> form = new NameParameter<>(SCORE_ID, ScoreForm.class, ScoreForm.LOG_RATIO);
    form.grab(config, x -> score = form.tookDefaultValue() ? null : x);
    new NameParameter<>(REFERENCE_ID, ScoreReference.class, reference) //
        .grab(config, x -> reference = x);
  }
}
