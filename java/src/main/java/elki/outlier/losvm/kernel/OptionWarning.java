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

import java.util.HashMap;
import java.util.Map;
import java.util.logging.Level;

import elki.logging.ELKILogRecord;

/**
 * A warning that the settings of a run do not suit the data, although there is a
 * result.
 * <p>
 * The message is in the words of ELKI's users. Its cause and numbers are kept
 * apart: callers that have names of their own for the options, such as Python,
 * write the message with those.
 *
 * @author The pyelki-losdd developers
 * @since 0.2.0
 */
public final class OptionWarning extends ELKILogRecord {
  /**
   * Serialization version.
   */
  private static final long serialVersionUID = 1L;

  /**
   * What can be wrong.
   */
  public enum Cause {
    /** The kernel matrix is nearly the identity. */
    IDENTITY,
    /** The kernel matrix is nearly constant. */
    CONSTANT,
    /** Outliers have others right beside them, which say that all is well. */
    TWINS,
    /** The iterative solver has not reached its tolerance. */
    UNFINISHED
  }

  /**
   * What is wrong.
   */
  private final Cause cause;

  /**
   * Numbers that a message can be made of, by name.
   */
  private final HashMap<String, Number> facts;

  /**
   * Constructor.
   *
   * @param cause What is wrong
   * @param message Message for ELKI's users
   * @param facts Numbers that a message can be made of, by name
   */
  public OptionWarning(Cause cause, String message, Map<String, Number> facts) {
    super(Level.WARNING, message);
    this.cause = cause;
    this.facts = new HashMap<>(facts);
  }

  /**
   * Get the cause.
   *
   * @return What is wrong
   */
  public Cause getCause() {
    return cause;
  }

  /**
   * Get the numbers that a message can be made of.
   *
   * @return Numbers by name
   */
  public Map<String, Number> getFacts() {
    return facts;
  }
}
