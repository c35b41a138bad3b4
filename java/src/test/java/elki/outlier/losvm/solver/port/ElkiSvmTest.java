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
package elki.outlier.losvm.solver.port;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.io.File;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.stream.Collectors;

import org.junit.Test;

import elki.outlier.losvm.LOSDD;
import elki.outlier.losvm.TestData;
import elki.outlier.losvm.kernel.OptionException;

/**
 * Class paths with, without, and with a late elki-svm, for which the tests have a
 * stand-in.
 */
public class ElkiSvmTest {
  private static final double[][] DATA = TestData.random(41, 30, 2, 0.);

  /** Jars of the class path; folders are those of the tests. */
  private static URL[] path(boolean jars) throws IOException {
    List<URL> urls = new ArrayList<>();
    for(String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
      Path path = Paths.get(entry);
      if(entry.endsWith(".jar") == jars && path.toFile().exists()) {
        urls.add(path.toUri().toURL());
      }
    }
    return urls.toArray(new URL[0]);
  }

  /** Ask a class of another class loader to check itself. */
  private static void check(ClassLoader loader, ClassLoader other) throws Throwable {
    Method check = loader.loadClass(ElkiSvm.class.getName()).getDeclaredMethod("check", ClassLoader.class, ClassLoader.class);
    check.setAccessible(true);
    try {
      check.invoke(null, loader, other);
    }
    catch(InvocationTargetException e) {
      throw e.getCause();
    }
  }

  @Test
  public void there() {
    ElkiSvm.check(ElkiSvm.class.getClassLoader(), null);
    assertEquals("port", TestData.run("losdd", DATA, "losvm.solver", "port").getRounds().get(0).solver);
  }

  /** What is not there, nobody misses, until it is asked for. */
  @Test
  public void missing() throws Throwable {
    try (URLClassLoader alone = new URLClassLoader(path(true), ClassLoader.getPlatformClassLoader())) {
      assertThrows(ClassNotFoundException.class, () -> alone.loadClass("elki.svm.solver.Solver"));
      Class<?> choice = alone.loadClass("elki.outlier.losvm.solver.auto.SolverChoice");
      assertEquals(4, choice.getEnumConstants().length);
      String message = assertThrows(Throwable.class, () -> check(alone, null)).getMessage();
      for(String word : new String[] { "losvm.solver", "elki-svm", "configure(classpath=[\"elki-bundle-0.8.0.jar\"])", "--classpath", "exact" }) {
        assertTrue(message, message.contains(word));
      }
      assertFalse(message, message.contains("\n") || message.contains("two"));
    }
  }

  @Test
  public void late() throws Throwable {
    try (URLClassLoader alone = new URLClassLoader(path(true), ClassLoader.getPlatformClassLoader());
        URLClassLoader late = new URLClassLoader(path(false), alone)) {
      assertNotNull(late.loadClass("elki.svm.solver.Solver"));
      String message = assertThrows(Throwable.class, () -> check(alone, late)).getMessage();
      assertTrue(message, message.contains("loaded by two") && message.contains("when Java starts"));
    }
    // The plugin itself may be late.
    try (URLClassLoader port = new URLClassLoader(path(false), ClassLoader.getPlatformClassLoader());
        URLClassLoader late = new URLClassLoader(path(true), port)) {
      String message = assertThrows(Throwable.class, () -> check(late, null)).getMessage();
      assertTrue(message, message.contains("loaded by two"));
    }
  }

  /** Of ELKI's packages, only the class that extends the port. */
  @Test
  public void nothingOfElkiInTheJar() throws Exception {
    Path jar = Paths.get(LOSDD.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    try (JarFile file = new JarFile(jar.toFile())) {
      Set<String> others = file.stream().map(e -> e.getName()).filter(n -> n.endsWith(".class") && n.startsWith("elki/") && !n.startsWith("elki/outlier/losvm/")) //
          .collect(Collectors.toCollection(TreeSet::new));
      assertEquals(new TreeSet<>(Arrays.asList("elki/svm/solver/WarmSolver.class")), others);
    }
  }

  @Test
  public void message() {
    String message = assertThrows(OptionException.class, () -> ElkiSvm.check(ClassLoader.getPlatformClassLoader(), null)).toString();
    assertTrue(message, message.startsWith("losvm.solver: port needs "));
  }
}
