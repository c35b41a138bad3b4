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

import java.net.URI;
import java.net.URISyntaxException;

import elki.utilities.optionhandling.ParameterException;
import elki.utilities.optionhandling.parameters.FileParameter;
import elki.utilities.optionhandling.parameters.FileParameter.FileType;
import elki.utilities.optionhandling.parameters.Parameter;

/**
 * What options that name files may do. Writing is never among it: detectors
 * return their scores, and files are the business of Python.
 *
 * @author The pyelki-losdd developers
 * @since 0.1.0
 */
enum FileOptions {
  /**
   * Read files of this machine, as the user of a detector asks for.
   */
  READ,
  /**
   * Nothing: a model that comes from a file must not make us open others.
   */
  NONE;

  /**
   * Check an option before its value is read.
   *
   * @param option Option
   * @param given Value given, or {@code null}
   * @throws ParameterException if it is not allowed
   */
  void check(Parameter<?> option, Object given) throws ParameterException {
    if(given == null || !(option instanceof FileParameter)) {
      return;
    }
    final String what = "Option '" + option.getOptionID().getName() + "' with the value '" + given + "': ";
    if(this == NONE) {
      throw new ParameterException(what + "models must not depend on files.");
    }
    if(((FileParameter) option).getFileType() != FileType.INPUT_FILE) {
      throw new ParameterException(what + "options that write files are not supported; leave it out, and save the result instead.");
    }
    final String scheme = scheme(String.valueOf(given));
    if(scheme != null && !scheme.equalsIgnoreCase("file")) {
      throw new ParameterException(what + "must be a file of this machine; download it first.");
    }
  }

  /**
   * Get the scheme of a file name that ELKI would take for an URI.
   *
   * @param name Name
   * @return Scheme, {@code null} if there is none
   */
  private static String scheme(String name) {
    try {
      return name.startsWith("/") ? null : new URI(name).getScheme();
    }
    catch(URISyntaxException e) {
      return null;
    }
  }
}
