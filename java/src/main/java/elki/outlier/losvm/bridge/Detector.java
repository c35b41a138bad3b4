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

import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import elki.outlier.OutlierAlgorithm;
import elki.utilities.ELKIServiceRegistry;
import elki.utilities.documentation.Description;
import elki.utilities.documentation.Reference;
import elki.utilities.documentation.Title;
import elki.utilities.optionhandling.parameters.ObjectParameter;
import elki.utilities.optionhandling.parameters.Parameter;

/**
 * An outlier algorithm known to ELKI: what it is, which options it has.
 *
 * @author The pyelki-losdd developers
 * @since 0.1.0
 */
public final class Detector {
  /**
   * The algorithm.
   */
  private final Class<? extends OutlierAlgorithm> algorithm;

  /**
   * Its aliases.
   */
  private final List<String> aliases;

  /**
   * Constructor.
   *
   * @param algorithm Algorithm
   * @param aliases Aliases
   */
  private Detector(Class<? extends OutlierAlgorithm> algorithm, List<String> aliases) {
    this.algorithm = algorithm;
    this.aliases = aliases;
  }

  /**
   * List all outlier algorithms that ELKI knows.
   *
   * @return Detectors, in the order of ELKI's registry
   */
  public static List<Detector> list() {
    final Map<String, List<String>> aliases = Registry.aliases(OutlierAlgorithm.class);
    final List<Detector> ret = new ArrayList<>();
    synchronized(Registry.LOCK) {
      for(Class<?> c : ELKIServiceRegistry.findAllImplementations(OutlierAlgorithm.class)) {
        ret.add(new Detector(c.asSubclass(OutlierAlgorithm.class), aliases.getOrDefault(c.getName(), Collections.emptyList())));
      }
    }
    return ret;
  }

  /**
   * Get an outlier algorithm by its name.
   *
   * @param name Class name, simple class name, or alias
   * @return Detector
   */
  public static Detector get(String name) {
    return new Detector(find(name), Collections.emptyList());
  }

  /**
   * Find an outlier algorithm; nothing else is ever instantiated by name.
   *
   * @param name Class name, simple class name, or alias
   * @return Class
   */
  static Class<? extends OutlierAlgorithm> find(String name) {
    final Class<? extends OutlierAlgorithm> c = Registry.find(OutlierAlgorithm.class, name);
    if(c == null || Modifier.isAbstract(c.getModifiers())) {
      throw new IllegalArgumentException("'" + name + "' is no outlier algorithm known to ELKI. " + Registry.suggest(OutlierAlgorithm.class, name));
    }
    return c;
  }

  /**
   * Describe the algorithm.
   *
   * @return Facts by name: name, class, alias (an array), title, description,
   *         reference, and options
   */
  public Map<String, Object> describe() {
    final Title title = algorithm.getAnnotation(Title.class);
    final Description description = algorithm.getAnnotation(Description.class);
    final Map<String, Object> ret = new LinkedHashMap<>();
    ret.put("name", Registry.simpleName(algorithm));
    ret.put("class", algorithm.getName());
    ret.put("alias", aliases.toArray(new String[0]));
    ret.put("title", title == null ? Registry.simpleName(algorithm) : title.value());
    ret.put("description", description == null ? "" : description.value());
    ret.put("reference", reference());
    ret.put("options", describeOptions());
    return ret;
  }

  /**
   * Get the publication.
   *
   * @return Reference, empty if there is none
   */
  private String reference() {
    final Reference[] references = algorithm.getAnnotationsByType(Reference.class);
    if(references.length == 0) {
      return "";
    }
    final Reference ref = references[0];
    return ref.authors() + ": " + ref.title() + ". " + ref.booktitle() + (ref.url().isEmpty() ? "" : ". " + ref.url());
  }

  /**
   * Describe the options that the algorithm has while all others have their
   * defaults.
   *
   * @return For each option, facts by name: name, syntax, default ({@code null} if
   *         there is none), required, description
   */
  public List<Map<String, Object>> describeOptions() {
    final List<Map<String, Object>> ret = new ArrayList<>();
    for(Parameter<?> p : Setup.explore(algorithm, Collections.emptyMap()).values()) {
      final Map<String, Object> option = new LinkedHashMap<>();
      option.put("name", p.getOptionID().getName());
      option.put("syntax", p.getSyntax());
      option.put("default", defaultOf(p));
      option.put("required", !(p.isOptional() || p.hasDefaultValue()));
      option.put("description", p.getOptionID().getDescription());
      ret.add(option);
    }
    return ret;
  }

  /**
   * Get the default of a parameter.
   *
   * @param p Parameter
   * @return Default, {@code null} if there is none
   */
  private static String defaultOf(Parameter<?> p) {
    // A default object: the parameter holds it in the place of a value.
    final String text = p.hasDefaultValue() ? p.getDefaultValueAsString() //
        : p instanceof ObjectParameter && p.isDefined() ? p.getValueAsString() : null;
    return text == null || text.isEmpty() ? null : text;
  }
}
