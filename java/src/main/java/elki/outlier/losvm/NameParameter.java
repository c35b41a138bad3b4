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

import java.util.Locale;

import elki.utilities.optionhandling.OptionID;
import elki.utilities.optionhandling.ParameterException;
import elki.utilities.optionhandling.parameters.EnumParameter;

/**
 * Enum parameter that takes names in lower case, too.
 *
 * @author The pyelki-losdd developers
 * @since 0.1.0
 *
 * @param <E> Enum type
 */
public class NameParameter<E extends Enum<E>> extends EnumParameter<E> {
  /**
   * Constructor.
   *
   * @param optionID Option
   * @param enumClass Enum
   * @param defaultValue Default value
   */
  public NameParameter(OptionID optionID, Class<E> enumClass, E defaultValue) {
    super(optionID, enumClass, defaultValue);
  }

  @Override
  protected E parseValue(Object obj) throws ParameterException {
    return super.parseValue(obj instanceof String ? ((String) obj).toUpperCase(Locale.ROOT) : obj);
  }
}
