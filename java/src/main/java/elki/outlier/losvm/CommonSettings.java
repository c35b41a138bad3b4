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

import elki.outlier.losvm.kernel.OptionRange;
import elki.outlier.losvm.solver.auto.SolverChoice;
import elki.utilities.optionhandling.OptionID;
import elki.utilities.optionhandling.parameterization.Parameterization;
import elki.utilities.optionhandling.parameters.DoubleParameter;
import elki.utilities.optionhandling.parameters.IntParameter;

/**
 * What a single leave-out SVM and an ensemble of them have in common: how much to
 * remove, and how to solve. A setting is a field with its default value, an option,
 * and its line in {@link #configure}.
 *
 * @author The pyelki-losdd developers
 * @since 0.2.0
 */
public abstract class CommonSettings {
  /** Number of batches. */
  public static final OptionID BATCHES_ID = new OptionID("losvm.batches", //
      "Number of rounds b of judging and removing. 0 is the plain SVM, 1 is leave-one-out with a single removal.");

  /** Tolerance. */
  public static final OptionID TOLERANCE_ID = new OptionID("losvm.tolerance", //
      "Tolerance of the iterative solvers, relative to rho.");

  /** Solver. */
  public static final OptionID SOLVER_ID = new OptionID("losvm.solver", //
      "Solver: EXACT, without tolerance, SMO, iterative as in the paper, PORT, the same by ELKI's own port of LIBSVM, which is in ELKI's bundle, or AUTO, exact where memory and work allow.");

  /** Number of threads. */
  public static final OptionID THREADS_ID = new OptionID("losvm.threads", //
      "Number of threads, 0 for all cores. It does not change the result.");

  /** Memory for kernel columns. */
  public static final OptionID MEMORY_ID = new OptionID("losvm.memory", //
      "Memory for kernel columns and matrices in megabytes, 0 for half of the heap.");

  /** Number of batches, 0 for a plain SVM. */
  public int batches = 10;

  /** Number of objects to remove, or a share below 1. NaN for the default. */
  public double remove = Double.NaN;

  /** Tolerance of the iterative solver, relative to rho. */
  public double tolerance = 1e-3;

  /** Solver. */
  public SolverChoice solver = SolverChoice.AUTO;

  /** Number of threads, 0 for all cores. */
  public int threads = 0;

  /** Memory for kernel columns in megabytes; 0 for half of the heap. */
  public int memory = 0;

  /**
   * The option of how much to remove, whose default is not the same for all.
   *
   * @return Option
   */
  protected abstract OptionID removeID();

  /**
   * Take the settings from options.
   *
   * @param config Options
   */
  public void configure(Parameterization config) {
    new IntParameter(BATCHES_ID, batches) //
        .addConstraint(new OptionRange(BATCHES_ID, x -> x >= 0., ">= 0")) //
        .grab(config, x -> batches = x);
    new DoubleParameter(removeID()) //
        .addConstraint(new OptionRange(removeID(), x -> x >= 0. && x <= Integer.MAX_VALUE && (x < 1. || x == Math.rint(x)), "a whole number >= 0, or a share below 1")) //
        .setOptional(true) //
        .grab(config, x -> remove = x);
    new DoubleParameter(TOLERANCE_ID, tolerance) //
        .addConstraint(new OptionRange(TOLERANCE_ID, x -> x > 0. && x < 1., "> 0 and < 1")) //
        .grab(config, x -> tolerance = x);
    new NameParameter<>(SOLVER_ID, SolverChoice.class, solver) //
        .grab(config, x -> solver = x);
    new IntParameter(THREADS_ID, threads) //
        .addConstraint(new OptionRange(THREADS_ID, x -> x >= 0., ">= 0")) //
        .grab(config, x -> threads = x);
    new IntParameter(MEMORY_ID, memory) //
        .addConstraint(new OptionRange(MEMORY_ID, x -> x >= 0., ">= 0")) //
        .grab(config, x -> memory = x);
  }

  /**
   * Memory for kernel columns and matrices.
   *
   * @return Memory in bytes
   */
  public long memoryInBytes() {
    return memory > 0 ? (long) memory << 20 : Runtime.getRuntime().maxMemory() >>> 1;
  }
}
