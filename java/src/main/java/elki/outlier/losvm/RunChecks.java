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

import java.util.Map;

import elki.logging.Logging;
import elki.outlier.losvm.AbstractLeaveOutSVM.Par;
import elki.outlier.losvm.kernel.OptionException;
import elki.outlier.losvm.kernel.RelationKernel;
import elki.outlier.losvm.kernel.UserException;
import elki.outlier.losvm.solver.Problem;

/**
 * What is to be checked about a run: settings that the data set is too small for,
 * and kernels that tell nothing about it.
 *
 * @author The pyelki-losdd developers
 * @since 0.2.0
 */
final class RunChecks {
  /** Warnings are those of the algorithm. */
  private static final Logging LOG = Logging.getLogger(AbstractLeaveOutSVM.class);

  /**
   * Static methods only.
   */
  private RunChecks() {
  }

  /**
   * Number of objects to remove.
   *
   * @param settings Settings
   * @param size Size of the data set
   * @return Number of objects
   */
  static int countToRemove(Settings settings, int size) {
    if(size < 3) {
      throw new UserException("Leave-out SVMs need at least 3 objects, but the data set has " + size + '.');
    }
    if(settings.batches == 0) {
      return 0;
    }
    final double r = Double.isNaN(settings.remove) ? settings.batches : settings.remove;
    final double count = r > 0. && r < 1. ? Math.max(1., Math.rint(r * size)) : r;
    if(count > size - 2.) {
      throw new OptionException(Settings.REMOVE_ID.getName(), "Removing " + (long) count + " objects (by default the number of batches, " + Settings.BATCHES_ID.getName() //
          + ") would leave fewer than 2 of the " + size + " objects. Remove at most " + (size - 2) + '.', Map.of("count", (long) count, "size", size));
    }
    return (int) count;
  }

  /**
   * Upper bound of the weight of an object.
   *
   * @param settings Settings
   * @param size Size of the data set
   * @param remove Number of objects to remove
   * @return Cost
   */
  static double cost(Settings settings, int size, int remove) {
    final boolean nu = !Double.isNaN(settings.nu);
    final double cost = nu ? 1. / (settings.nu * size) : settings.cost;
    // When all are removed that are to be, one more may be left out.
    final boolean one = settings.batches > 0 && (remove == 0 || settings.reference == ScoreReference.FINAL);
    final int smallest = size - remove - (one ? 1 : 0);
    if(cost * smallest < 1. - 1e-12) {
      throw new OptionException((nu ? Settings.NU_ID : Settings.C_ID).getName(), "The weights of " + smallest + " objects, each at most C = " + cost + ", cannot sum up to 1. " //
          + "Use " + (nu ? "at most " + smallest / (double) size : "at least " + 1. / smallest) + ", or remove fewer objects.", Map.of("C", cost, "left", smallest, "size", size));
    }
    // A hard margin: not even a point that has all the weight is at its bound.
    return cost < 1. ? cost : 2.;
  }

  /**
   * Check that kernel values can be multiplied without overflow or underflow.
   *
   * @param problem Problem
   * @param data Kernel of the relation
   */
  static void checkMagnitude(Problem problem, RelationKernel<?> data) {
    double max = 0.;
    for(int i = 0; i < problem.size(); i++) {
      if(!(problem.diagonal(i) < 1e100)) {
        throw new OptionException(Par.KERNEL_ID.getName(), "it has the value " + problem.diagonal(i) + " for object " + data.describe(i) + ". Standardize the data, or use a kernel such as rbf.");
      }
      max = Math.max(max, problem.diagonal(i));
    }
    if(max > 0. && max < 1e-100) { // Products would underflow
      throw new OptionException(Par.KERNEL_ID.getName(), "its values are tiny, " + max + " at most. Standardize the data, or use a kernel such as rbf.");
    }
  }

  /**
   * Warn if the kernel does not discriminate.
   *
   * @param training Statistics of the training
   * @param problem Problem
   * @param gamma Bandwidth
   */
  static void warnIfDegenerate(RoundStatistics training, Problem problem, double gamma) {
    final int n = problem.size();
    final double diagonal = problem.diagonal(0);
    // Without a radius, K(x,x) varies.
    if(problem.needsDiagonal() || Double.isNaN(training.radius) || n < 3 || !(diagonal > 0.)) {
      return;
    }
    final String setting = Double.isNaN(gamma) ? "the bandwidth parameter of the kernel (gamma)" : "losvm.gamma, now " + gamma + ",";
    if(training.supportVectors == n && Math.abs(training.rho * n - diagonal) < 1e-3 * diagonal) {
      LOG.warning("The kernel matrix is nearly the identity: every point is a support vector, and similar to itself only. Scores depend on the nearest neighbors alone. Decrease " + setting + " for a smoother boundary.");
    }
    else if(diagonal - training.rho < 1e-6 * diagonal) {
      LOG.warning("The kernel matrix is nearly constant: all points are the same to the model. Increase " + setting + " or standardize the data.");
    }
  }
}
