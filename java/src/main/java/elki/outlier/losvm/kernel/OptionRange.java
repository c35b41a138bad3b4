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

import java.util.function.DoublePredicate;

import elki.utilities.optionhandling.OptionID;
import elki.utilities.optionhandling.ParameterException;
import elki.utilities.optionhandling.WrongParameterValueException;
import elki.utilities.optionhandling.constraints.ParameterConstraint;

/**
 * Range of a numerical option. Unlike with the constraints of ELKI, the message
 * names the option, and NaN is not within any range.
 *
 * @author The pyelki-losdd developers
 * @since 0.1.0
 */
public final class OptionRange implements ParameterConstraint<Number> {
  /**
   * Option.
   */
  private final OptionID option;

  /**
   * Test for values within the range.
   */
  private final DoublePredicate within;

  /**
   * Description of the range.
   */
  private final String text;

  /**
   * Constructor.
   *
   * @param option Option
   * @param within Test for values within the range; {@code false} for NaN
   * @param text Description of the range, such as "&gt; 0"
   */
  public OptionRange(OptionID option, DoublePredicate within, String text) {
    this.option = option;
    this.within = within;
    this.text = text;
  }

  @Override
  public void test(Number value) throws ParameterException {
    if(!within.test(value.doubleValue())) {
      throw new WrongParameterValueException("The option " + option.getName() + " must be " + text + ", but was " + value + '.');
    }
  }

  @Override
  public String getDescription(String parameterName) {
    return parameterName + " must be " + text;
  }
}
