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

import elki.outlier.losvm.kernel.OptionException;
import elki.outlier.losvm.parallel.Workers;
import elki.outlier.losvm.solver.LeaveOutSolver;
import elki.outlier.losvm.solver.Problem;
import elki.outlier.losvm.solver.SMOSolver;

/**
 * ELKI's module elki-svm, which may be on the class path or not: it is a part of
 * ELKI's bundle, and of no public repository. This class refers to none of it, so that
 * it can be loaded in any case.
 *
 * @author The pyelki-losdd developers
 * @since 0.2.0
 */
public final class ElkiSvm {
  /** The class that ours extends. */
  private static final String SOLVER = "elki.svm.solver.Solver";

  /** What to do. */
  private static final String REMEDY = " to the class path when Java starts: java -cp elki-bundle-0.8.0.jar:pyelki-losdd.jar, losdd --classpath elki-bundle-0.8.0.jar, "
      + "or in Python configure(classpath=[\"elki-bundle-0.8.0.jar\"]). Or use another solver, such as exact.";

  /**
   * Private constructor, this class has static methods only.
   */
  private ElkiSvm() {
    // Do not use.
  }

  /**
   * Make the solver that trains by ELKI's port of LIBSVM.
   *
   * @param problem Problem to solve
   * @param workers Threads
   * @return Solver
   */
  public static LeaveOutSolver solver(Problem problem, Workers workers) {
    check(ElkiSvm.class.getClassLoader(), Thread.currentThread().getContextClassLoader());
    return new SMOSolver(() -> new PortTraining(problem), workers);
  }

  /**
   * Check that elki-svm is there.
   *
   * @param own Class loader of this plugin
   * @param other Another class loader that may have it
   */
  static void check(ClassLoader own, ClassLoader other) {
    final Class<?> found = find(own);
    if(found != null && found.getClassLoader() == own) {
      return;
    }
    if(found != null || find(other) != null) {
      throw new OptionException("losvm.solver", "port needs ELKI's module elki-svm from the same class loader as this plugin, but they were loaded by two. Add both" + REMEDY);
    }
    throw new OptionException("losvm.solver", "port needs ELKI's module elki-svm, which is a part of ELKI's bundle. Add the bundle" + REMEDY);
  }

  /**
   * Look for the class that ours extends.
   *
   * @param loader Class loader, {@code null} for none
   * @return Class, or {@code null}
   */
  private static Class<?> find(ClassLoader loader) {
    try {
      return loader == null ? null : Class.forName(SOLVER, false, loader);
    }
    catch(ClassNotFoundException e) {
      return null;
    }
  }
}
