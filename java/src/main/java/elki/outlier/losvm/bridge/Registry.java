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

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URL;
import java.net.URLConnection;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

import elki.distance.strings.LevenshteinDistance;
import elki.utilities.ELKIServiceLoader;
import elki.utilities.ELKIServiceRegistry;
import elki.utilities.exceptions.AbortException;

/**
 * Finds implementations the way Python users name them: by class name, simple
 * class name or alias, in any case; and suggests others if there is none.
 *
 * @author The pyelki-losdd developers
 * @since 0.1.0
 */
final class Registry {
  /**
   * ELKI's registry is not made for several threads: hold this lock for every
   * use, that is, whenever the value of an option is read. Never hold it while
   * other code runs, which may wait for something that never comes.
   */
  static final Object LOCK = new Object();

  /**
   * Do not instantiate.
   */
  private Registry() {
    // Static methods only.
  }

  /**
   * Find an implementation.
   *
   * @param <C> Type wanted
   * @param type Type wanted
   * @param name Class name, simple class name, or alias
   * @return Class, or {@code null} if there is none
   */
  static <C> Class<? extends C> find(Class<C> type, String name) {
    synchronized(LOCK) {
      for(Class<?> c : ELKIServiceRegistry.findAllImplementations(type)) {
        if(simpleName(c).equalsIgnoreCase(name)) {
          return c.asSubclass(type);
        }
      }
      return isOther(type, name) ? null : ELKIServiceRegistry.findImplementation(type, name);
    }
  }

  /**
   * Test for a class of another type, of which ELKI would warn in its log.
   *
   * @param type Type wanted
   * @param name Class name
   * @return {@code true} if there is such a class, but not of this type
   */
  private static boolean isOther(Class<?> type, String name) {
    try {
      return !type.isAssignableFrom(Class.forName(name, false, type.getClassLoader()));
    }
    catch(ClassNotFoundException | LinkageError e) {
      return false;
    }
  }

  /**
   * The name of a class without its package; ELKI leaves out the word Factory
   * of nested factories, too.
   *
   * @param c Class
   * @return Name
   */
  static String simpleName(Class<?> c) {
    final String name = c.getName().endsWith(ELKIServiceRegistry.FACTORY_POSTFIX) ? //
        c.getDeclaringClass().getName() : c.getName();
    return name.substring(name.lastIndexOf('.') + 1);
  }

  /**
   * Read the aliases of all implementations, which ELKI's registry keeps for
   * itself.
   *
   * @param type Interface
   * @return Aliases by class name
   */
  static Map<String, List<String>> aliases(Class<?> type) {
    Map<String, List<String>> ret = new TreeMap<>();
    try {
      for(URL url : Collections.list(type.getClassLoader().getResources(ELKIServiceLoader.RESOURCE_PREFIX + type.getName()))) {
        final URLConnection connection = url.openConnection();
        connection.setUseCaches(false);
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(connection.getInputStream(), StandardCharsets.UTF_8))) {
          for(String line; (line = reader.readLine()) != null;) {
            final String[] words = line.trim().split("\\s+");
            if(words.length > 1 && words[0].charAt(0) != ELKIServiceLoader.COMMENT_CHAR) {
              List<String> aliases = ret.computeIfAbsent(words[0], x -> new ArrayList<>());
              for(int i = 1; i < words.length; i++) {
                if(!aliases.contains(words[i])) {
                  aliases.add(words[i]);
                }
              }
            }
          }
        }
      }
    }
    catch(IOException e) {
      throw new AbortException("Could not read the list of implementations of " + type.getName(), e);
    }
    return ret;
  }

  /**
   * Phrase what might have been meant.
   *
   * @param type Interface
   * @param name Name given
   * @return Sentence
   */
  static String suggest(Class<?> type, String name) {
    Collection<String> known = new TreeSet<>();
    synchronized(LOCK) {
      for(Class<?> c : ELKIServiceRegistry.findAllImplementations(type)) {
        known.add(simpleName(c));
      }
    }
    for(List<String> aliases : aliases(type).values()) {
      known.addAll(aliases);
    }
    return suggest(known, name);
  }

  /**
   * Phrase what might have been meant.
   *
   * @param known Known names
   * @param name Name given
   * @return Sentence
   */
  static String suggest(Collection<String> known, String name) {
    final List<String> ranked = new ArrayList<>(known);
    ranked.sort((a, b) -> Double.compare(unlikeness(a, name), unlikeness(b, name)));
    final StringBuilder buf = new StringBuilder(100);
    for(String candidate : ranked.subList(0, Math.min(5, ranked.size()))) {
      buf.append(buf.length() == 0 ? "Closest matches: " : ", ").append(candidate);
    }
    return buf.length() == 0 ? "There are none." : buf.append('.').toString();
  }

  /**
   * Compare two names.
   *
   * @param known Known name
   * @param given Name given
   * @return Small for similar names
   */
  private static double unlikeness(String known, String given) {
    final String a = OptionNames.normalize(known), b = OptionNames.normalize(given);
    // Parts of names count as near, whatever their length.
    final double edits = LevenshteinDistance.levenshteinDistance(a, b) / (double) Math.max(a.length(), b.length());
    return a.contains(b) || b.contains(a) ? .5 * edits : edits;
  }
}
