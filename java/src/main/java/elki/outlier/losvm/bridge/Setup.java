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

import java.util.LinkedHashMap;
import java.util.Map;

import elki.utilities.ClassGenericsUtil;
import elki.utilities.exceptions.AbortException;
import elki.utilities.exceptions.ClassInstantiationException;
import elki.utilities.optionhandling.ParameterException;
import elki.utilities.optionhandling.parameterization.ListParameterization;
import elki.utilities.optionhandling.parameterization.TrackParameters;
import elki.utilities.optionhandling.parameterization.TrackedParameter;
import elki.utilities.optionhandling.parameters.Parameter;

/**
 * Sets up ELKI objects from named options, strictly: every error is reported,
 * not only logged, and an option that nobody asked for is an error, too.
 *
 * @author The pyelki-losdd developers
 * @since 0.1.0
 */
final class Setup {
  /**
   * Do not instantiate.
   */
  private Setup() {
    // Static methods only.
  }

  /**
   * Instantiate a class.
   *
   * @param <C> Type
   * @param type Class to instantiate
   * @param options Options with full names
   * @param files What options that name files may do
   * @return Instance
   */
  static <C> C instantiate(Class<C> type, Map<String, ?> options, FileOptions files) {
    final ListParameterization config = configuration(options, files);
    final C instance;
    try {
      instance = ClassGenericsUtil.tryInstantiate(type, type, config);
    }
    catch(ClassInstantiationException e) {
      throw new AbortException("Could not set up " + type.getName() + ": " + rootMessage(e), e);
    }
    final StringBuilder errors = new StringBuilder();
    for(ParameterException e : config.getErrors()) {
      errors.append(errors.length() > 0 ? "\n" : "").append(String.valueOf(e.getMessage()).trim());
    }
    if(errors.length() == 0 && config.hasUnusedParameters()) {
      errors.append("Unknown options for ").append(type.getName()).append(": ").append(config.toString().trim());
    }
    if(errors.length() > 0) {
      throw new IllegalArgumentException(errors.toString());
    }
    return instance;
  }

  /**
   * Find out which options a class has.
   *
   * @param type Class
   * @param options Options given so far, which may lead to others
   * @return Parameters by name, in the order of use
   */
  static Map<String, Parameter<?>> explore(Class<?> type, Map<String, ?> options) {
    final TrackParameters tracker = new TrackParameters(configuration(options, FileOptions.READ));
    try {
      ClassGenericsUtil.tryInstantiate(Object.class, type, tracker);
    }
    catch(ClassInstantiationException | RuntimeException | LinkageError e) {
      // Incomplete options are the rule here, and what they lead to is not
      // of interest: instantiate() will report it.
    }
    final Map<String, Parameter<?>> ret = new LinkedHashMap<>();
    for(TrackedParameter tracked : tracker.getAllParameters()) {
      ret.putIfAbsent(tracked.getParameter().getOptionID().getName(), tracked.getParameter());
    }
    return ret;
  }

  /**
   * Put options into ELKI's form.
   * <p>
   * Reading a value may look up a class in ELKI's registry, which needs the
   * lock. All the rest of the setup is code of others that may open files and
   * wait, so that nobody may have to wait for it.
   *
   * @param options Options
   * @param files What options that name files may do
   * @return Parameterization
   */
  private static ListParameterization configuration(Map<String, ?> options, FileOptions files) {
    final ListParameterization config = new ListParameterization() {
      @Override
      public boolean setValueForOption(Parameter<?> opt) throws ParameterException {
        final String name = opt.getOptionID().getName();
        files.check(opt, options.get(name));
        try {
          synchronized(Registry.LOCK) {
            return super.setValueForOption(opt);
          }
        }
        catch(ParameterException e) {
          // Constraints do not say whose value they reject.
          final String message = String.valueOf(e.getMessage()).trim();
          throw message.contains(name) ? e : new ParameterException("Option '" + name + "': " + message, e);
        }
      }
    };
    options.forEach(config::addParameter);
    return config;
  }

  /**
   * Get the message of the first cause.
   *
   * @param e Exception
   * @return Message
   */
  private static String rootMessage(Throwable e) {
    while(e.getCause() != null) {
      e = e.getCause();
    }
    return e.getMessage() != null ? e.getMessage() : e.toString();
  }
}
