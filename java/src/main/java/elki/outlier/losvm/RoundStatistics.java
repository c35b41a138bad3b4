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

/**
 * Statistics of one round. Round 0 is the training of the first model.
 *
 * @author The pyelki-losdd developers
 * @since 0.1.0
 */
public final class RoundStatistics {
  /** Number of the round. */
  public final int round;

  /** Number of support vectors at the start of the round. */
  public final int supportVectors;

  /** Number of objects removed. */
  public final int removed;

  /** Gradient on the boundary at the start of the round. */
  public final double rho;

  /** Radius at the start of the round, NaN if the boundary is no sphere. */
  public final double radius;

  /** Solver iterations; those of the final judgement belong to the last round. */
  public final long iterations;

  /** Kernel values computed. */
  public final long kernelEvaluations;

  /** Run time in seconds. */
  public final double seconds;

  /** Solver. */
  public final String solver;

  /**
   * Constructor.
   *
   * @param round Number of the round
   * @param supportVectors Number of support vectors
   * @param removed Number of objects removed
   * @param rho Gradient on the boundary
   * @param radius Radius
   * @param iterations Solver iterations
   * @param kernelEvaluations Kernel values computed
   * @param seconds Run time
   * @param solver Solver
   */
  RoundStatistics(int round, int supportVectors, int removed, double rho, double radius, long iterations, long kernelEvaluations, double seconds, String solver) {
    this.round = round;
    this.supportVectors = supportVectors;
    this.removed = removed;
    this.rho = rho;
    this.radius = radius;
    this.iterations = iterations;
    this.kernelEvaluations = kernelEvaluations;
    this.seconds = seconds;
    this.solver = solver;
  }
}
