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

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.Test;

/**
 * Packages depend on each other in one direction only, so that each can be read
 * and tested without those above it.
 */
public class PackageCycleTest {
  private static final String ROOT = "elki.outlier.losvm";

  /** A class of ours, in an import or written out. */
  private static final Pattern REFERENCE = Pattern.compile("\\b(" + ROOT.replace(".", "\\.") + "(?:\\.[a-z]\\w*)*)\\.[A-Z]");

  /** Packages, each with those it uses. */
  private static Map<String, Set<String>> dependencies() throws IOException {
    final Path sources = Paths.get("java/src/main/java");
    final List<Path> files;
    try (Stream<Path> walk = Files.walk(sources)) {
      files = walk.filter(f -> f.toString().endsWith(".java")).collect(Collectors.toList());
    }
    assertTrue("Only " + files.size() + " sources found", files.size() > 50);
    final Map<String, Set<String>> uses = new TreeMap<>();
    for(Path file : files) {
      final String own = sources.relativize(file.getParent()).toString().replace('\\', '/').replace('/', '.');
      final String text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8).replaceAll("(?s)/\\*.*?\\*/", "");
      final Set<String> used = uses.computeIfAbsent(own, x -> new TreeSet<>());
      for(Matcher m = REFERENCE.matcher(text); m.find();) {
        used.add(m.group(1));
      }
      used.remove(own);
    }
    return uses;
  }

  /** Packages that are part of a cycle, or above one: what remains when those that use no other are taken away. */
  private static Map<String, Set<String>> cyclic(Map<String, Set<String>> uses) {
    final Deque<String> free = new ArrayDeque<>();
    do {
      free.clear();
      uses.forEach((p, used) -> {
        if(used.isEmpty()) {
          free.add(p);
        }
      });
      for(String p : free) {
        uses.remove(p);
        uses.values().forEach(used -> used.remove(p));
      }
    }
    while(!free.isEmpty());
    return uses;
  }

  @Test
  public void noCycle() throws IOException {
    final Map<String, Set<String>> uses = dependencies();
    assertTrue(uses.toString(), uses.get(ROOT + ".solver.exact").contains(ROOT + ".linalg"));
    assertEquals("Packages that depend on each other", "{}", cyclic(uses).toString());
  }

  @Test
  public void aCycleIsFound() {
    final Map<String, Set<String>> uses = new TreeMap<>();
    for(String line : new String[] { "a b", "b c", "c b d", "d", "e d" }) {
      final List<String> names = new ArrayList<>(List.of(line.split(" ")));
      uses.put(names.remove(0), new TreeSet<>(names));
    }
    assertEquals("[a, b, c]", cyclic(uses).keySet().toString());
  }
}
