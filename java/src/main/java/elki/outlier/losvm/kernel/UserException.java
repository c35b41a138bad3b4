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

import elki.utilities.exceptions.AbortException;

/**
 * The options or the data do not allow to go on, and the message says what to do.
 * <p>
 * It has no stack trace, which ELKI would print below the message.
 *
 * @author The pyelki-losdd developers
 * @since 0.2.0
 */
public class UserException extends AbortException {
  /**
   * Serialization version.
   */
  private static final long serialVersionUID = 1L;

  /**
   * Constructor.
   *
   * @param message What is wrong, and what to do
   */
  public UserException(String message) {
    super(message);
  }

  @Override
  public synchronized Throwable fillInStackTrace() {
    return this;
  }

  @Override
  public String toString() {
    return getMessage();
  }
}
