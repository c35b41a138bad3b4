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
package elki.outlier.losvm.ensemble;

import elki.outlier.losvm.solver.auto.SolverChoice;

/**
 * Settings of the ensemble, with their default values.
 *
 * @author The pyelki-losdd developers
 * @since 0.2.0
 */
public class EnsembleSettings {
  /**
   * Number of rows that ranks are taken from.
   */
  static final int REFERENCE = 2048;

  /**
   * Fewest rows in a sample, if there are that many.
   */
  private static final int FEWEST = 20;

  /**
   * Shares of a sample that are removed where little or much may be dirty.
   */
  static final double LITTLE = .1, MUCH = .35;

  /**
   * Number of members.
   */
  public int members = 24;

  /**
   * Rows in each sample.
   */
  public int sample = 128;

  /**
   * Number of rounds in which outliers are removed.
   */
  public int batches = 10;

  /**
   * Share of each sample to remove, or number of rows; NaN for the usual mixture.
   */
  public double remove = Double.NaN;

  /**
   * Bound on the share of rows outside of the margin.
   */
  public double nu = .2;

  /**
   * Seed of the samples.
   */
  public long seed = 0L;

  /**
   * Whether to give each column mean 0 and standard deviation 1.
   */
  public boolean standardize = true;

  /**
   * Solver.
   */
  public SolverChoice solver = SolverChoice.AUTO;

  /**
   * Tolerance of the iterative solver, relative to rho.
   */
  public double tolerance = 1e-3;

  /**
   * Number of threads, 0 for all cores.
   */
  public int threads = 0;

  /**
   * Memory for kernel values in megabytes; 0 for half of the heap.
   */
  public int memory = 0;

  /**
   * Size of each sample: of few rows, half of them, as samples have to differ.
   *
   * @param size Number of rows
   * @return Number of rows in each sample
   */
  int sampleOf(int size) {
    return Math.min(sample, Math.max((size + 1) / 2, Math.min(FEWEST, size)));
  }

  /**
   * Memory for kernel values.
   *
   * @return Memory in bytes
   */
  long memoryInBytes() {
    return memory > 0 ? (long) memory << 20 : Runtime.getRuntime().maxMemory() >>> 1;
  }
}
