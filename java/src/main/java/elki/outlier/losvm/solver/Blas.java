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
package elki.outlier.losvm.solver;

import java.util.logging.Level;
import java.util.logging.Logger;

import dev.ludovic.netlib.blas.JavaBLAS;

/**
 * The linear algebra library: it uses the vector module of the JVM, if that is
 * enabled. Native libraries are never used, so results do not depend on what is
 * installed.
 *
 * @author The pyelki-losdd developers
 * @since 0.1.0
 */
final class Blas {
  /**
   * Logger of the library, kept from garbage collection.
   */
  private static final Logger LIBRARY = Logger.getLogger("dev.ludovic.netlib");

  /**
   * Shared instance.
   */
  static final JavaBLAS INSTANCE;

  static {
    LIBRARY.setLevel(Level.SEVERE); // It would warn of the missing module.
    INSTANCE = JavaBLAS.getInstance();
  }

  /**
   * Static field only.
   */
  private Blas() {
  }
}
