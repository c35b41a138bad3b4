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

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import elki.utilities.optionhandling.parameters.ClassListParameter;
import elki.utilities.optionhandling.parameters.ClassParameter;
import elki.utilities.optionhandling.parameters.IntGeneratorParameter;
import elki.utilities.optionhandling.parameters.IntListParameter;
import elki.utilities.optionhandling.parameters.IntParameter;
import elki.utilities.optionhandling.parameters.ListParameter;
import elki.utilities.optionhandling.parameters.LongParameter;
import elki.utilities.optionhandling.parameters.Parameter;
import elki.utilities.optionhandling.parameters.RandomParameter;

/**
 * Completes the names of options: {@code k} is {@code lof.k} for LOF,
 * {@code lof_k} too. Values that name classes may be simple class names.
 * <p>
 * Which options there are depends on the values of others (such as the distance
 * function), so this proceeds until there is nothing more to learn.
 * <p>
 * Integers that do not fit are refused: ELKI may read another one instead.
 *
 * @author The pyelki-losdd developers
 * @since 0.1.0
 */
final class OptionNames {
  /**
   * An integer, also one of a list or a range; no part of a fraction.
   */
  private static final Pattern INTEGER = Pattern.compile("(?<![\\w.])[+-]?[0-9]+(?![\\w.])");

  /**
   * Class to set up.
   */
  private final Class<?> owner;

  /**
   * Options with full names.
   */
  private final Map<String, Object> resolved = new LinkedHashMap<>();

  /**
   * Options whose names are not understood yet.
   */
  private final Map<String, Object> open = new LinkedHashMap<>();

  /**
   * Constructor.
   *
   * @param owner Class to set up
   * @param options Options, with names that are complete or not
   */
  private OptionNames(Class<?> owner, Map<String, ?> options) {
    this.owner = owner;
    open.putAll(options);
  }

  /**
   * Complete the names of options.
   *
   * @param owner Class to set up
   * @param options Options, with names that are complete or not
   * @return Options with full names
   */
  static Map<String, Object> resolve(Class<?> owner, Map<String, ?> options) {
    return new OptionNames(owner, options).resolve();
  }

  /**
   * Complete the names.
   *
   * @return Options with full names
   */
  private Map<String, Object> resolve() {
    Map<String, Parameter<?>> known = Setup.explore(owner, resolved);
    for(int before = -1; !open.isEmpty() && before != open.size();) {
      before = open.size();
      for(Map.Entry<String, Object> entry : new ArrayList<>(open.entrySet())) {
        final List<String> matches = matches(known, entry.getKey());
        if(matches.size() == 1) {
          put(known.get(matches.get(0)), entry);
        }
      }
      known = Setup.explore(owner, resolved);
    }
    for(String name : open.keySet()) {
      throw new IllegalArgumentException(complaint(name, known));
    }
    return resolved;
  }

  /**
   * Note an option whose name is understood now.
   *
   * @param parameter Parameter
   * @param entry Name and value as given
   */
  private void put(Parameter<?> parameter, Map.Entry<String, Object> entry) {
    final String name = parameter.getOptionID().getName();
    checkRange(parameter, entry);
    if(resolved.put(name, classNames(parameter, entry.getValue())) != null) {
      throw new IllegalArgumentException("Option '" + name + "' is given twice: '" + entry.getKey() + "' means the same.");
    }
    open.remove(entry.getKey());
  }

  /**
   * Refuse integers that the parameter cannot hold. ELKI misses many overflows:
   * it only sees those that make the number smaller while it reads the digits.
   *
   * @param parameter Parameter
   * @param entry Name and value as given
   */
  private void checkRange(Parameter<?> parameter, Map.Entry<String, Object> entry) {
    final int bits = bits(parameter);
    for(Matcher m = INTEGER.matcher(String.valueOf(entry.getValue())); bits > 0 && m.find();) {
      if(new BigInteger(m.group()).bitLength() >= bits) {
        final long max = -1L >>> (Long.SIZE - bits + 1);
        throw new IllegalArgumentException("Option '" + entry.getKey() + "' of " + Registry.simpleName(owner) + " cannot be " + m.group() //
            + ": it takes integers from " + ~max + " to " + max + '.');
      }
    }
  }

  /**
   * Get the size of the integers of a parameter.
   *
   * @param parameter Parameter
   * @return Bits with the sign, 0 if the parameter does not take integers
   */
  private static int bits(Parameter<?> parameter) {
    if(parameter instanceof IntParameter || parameter instanceof IntListParameter || parameter instanceof IntGeneratorParameter) {
      return Integer.SIZE;
    }
    return parameter instanceof LongParameter || parameter instanceof RandomParameter ? Long.SIZE : 0;
  }

  /**
   * Find the options a name can stand for. The first rule with a hit counts.
   *
   * @param known Known options
   * @param name Name given
   * @return Full names
   */
  private static List<String> matches(Map<String, Parameter<?>> known, String name) {
    List<String> ret = new ArrayList<>();
    if(known.containsKey(name)) {
      ret.add(name);
      return ret;
    }
    final String normal = normalize(name);
    for(String candidate : known.keySet()) {
      if(normalize(candidate).equals(normal)) {
        ret.add(candidate);
      }
    }
    if(ret.isEmpty()) {
      for(String candidate : known.keySet()) {
        if(normalize(candidate).endsWith('.' + normal)) {
          ret.add(candidate);
        }
      }
    }
    return ret;
  }

  /**
   * Write a name the way names are compared.
   *
   * @param name Name
   * @return Lower case, with dots only
   */
  static String normalize(String name) {
    return name.toLowerCase(Locale.ROOT).replace('_', '.').replace('-', '.');
  }

  /**
   * Say what is wrong with a name.
   *
   * @param name Name given
   * @param known Known options
   * @return Message
   */
  private String complaint(String name, Map<String, Parameter<?>> known) {
    final List<String> matches = matches(known, name);
    if(matches.size() > 1) {
      return "Option '" + name + "' of " + Registry.simpleName(owner) + " is ambiguous: it can mean " + String.join(" or ", matches) + '.';
    }
    if(known.isEmpty()) {
      return "Option '" + name + "' is unknown: " + Registry.simpleName(owner) + " has no options.";
    }
    return "Option '" + name + "' is unknown to " + Registry.simpleName(owner) + ". " //
        + (known.size() <= 12 ? "Its options are: " + String.join(", ", known.keySet()) + '.' : Registry.suggest(known.keySet(), name));
  }

  /**
   * Complete the names of classes.
   *
   * @param parameter Parameter
   * @param value Value
   * @return Value, with full class names in the place of simple ones
   */
  private static Object classNames(Parameter<?> parameter, Object value) {
    if(!(value instanceof String)) {
      return value;
    }
    if(parameter instanceof ClassParameter) {
      return className(parameter, ((ClassParameter<?>) parameter).getRestrictionClass(), (String) value);
    }
    if(parameter instanceof ClassListParameter) {
      final Class<?> type = ((ClassListParameter<?>) parameter).getRestrictionClass();
      final String[] names = ListParameter.SPLIT.split((String) value);
      for(int i = 0; i < names.length; i++) {
        names[i] = className(parameter, type, names[i].trim());
      }
      return String.join(ListParameter.LIST_SEP, names);
    }
    return value;
  }

  /**
   * Complete the name of a class.
   *
   * @param parameter Parameter
   * @param type Type wanted
   * @param name Name given
   * @return Full name
   */
  private static String className(Parameter<?> parameter, Class<?> type, String name) {
    final Class<?> c = Registry.find(type, name);
    if(c == null) {
      throw new IllegalArgumentException("Option '" + parameter.getOptionID().getName() + "': '" + name //
          + "' is no known " + Registry.simpleName(type) + ". " + Registry.suggest(type, name));
    }
    return c.getName();
  }
}
