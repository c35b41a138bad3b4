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

import java.util.Collections;
import java.util.Map;

/**
 * An option has a value that does not suit the data.
 * <p>
 * The option and the problem are kept apart: callers that have names of their
 * own for the options, such as Python, write the message with those.
 *
 * @author The pyelki-losdd developers
 * @since 0.2.0
 */
public class OptionException extends UserException {
  /**
   * Serialization version.
   */
  private static final long serialVersionUID = 1L;

  /**
   * Name of the option.
   */
  private final String option;

  /**
   * What is wrong.
   */
  private final String problem;

  /**
   * Numbers that a message can be made of, by name.
   */
  private final transient Map<String, Number> facts;

  /**
   * Constructor.
   *
   * @param option Name of the option
   * @param problem What is wrong with its value, and what to do; the name of the
   *        option is written as {}
   */
  public OptionException(String option, String problem) {
    this(option, problem, Collections.emptyMap());
  }

  /**
   * Constructor.
   *
   * @param option Name of the option
   * @param problem What is wrong with its value, and what to do; the name of the
   *        option is written as {}
   * @param facts Numbers that a message can be made of, by name
   */
  public OptionException(String option, String problem, Map<String, Number> facts) {
    super(option + ": " + problem.replace("{}", option));
    this.option = option;
    this.problem = problem;
    this.facts = facts;
  }

  /**
   * Get the option.
   *
   * @return Name of the option
   */
  public String getOption() {
    return option;
  }

  /**
   * Get the problem.
   *
   * @return What is wrong with the value of the option, and what to do; its name
   *         is written as {}
   */
  public String getProblem() {
    return problem;
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
