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
import elki.outlier.losvm.kernel.OptionWarning;
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

  /** Share of the points, all but a few. */
  private static final double NEARLY_ALL = .95;

  /** With fewer points than this, nearly all are all. */
  private static final int FEW = 20;

  /** Rounding errors of a sum of kernel values. */
  private static final double ROUNDING = 1e-3;

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
   * Warn of all that makes the scores worth little, once for each cause.
   *
   * @param rounds Rounds, done
   * @param problem Problem
   * @param gamma Bandwidth, NaN if the kernel has none
   */
  static void warn(LeaveOutRounds rounds, Problem problem, double gamma) {
    problem.convergence().warnIfUnfinished(LOG);
    // Where all are outliers but for twins, no few stand out.
    if(!warnIfDegenerate(rounds.statistics.get(0), problem, gamma) && rounds.masked() > 0) {
      LOG.log(new OptionWarning(OptionWarning.Cause.TWINS, rounds.masked() + " objects would be outliers, but have twins or near-twins: leaving out one, the others still vouch for it, however many rounds there are. " //
          + "Use a softer margin, such as " + Settings.NU_ID.getName() + " .2, or the algorithm LOSDDEnsemble.", Map.of("count", rounds.masked())));
    }
  }

  /**
   * Warn if the kernel does not discriminate.
   *
   * @param training Statistics of the training
   * @param problem Problem
   * @param gamma Bandwidth
   * @return {@code true} if it does not
   */
  private static boolean warnIfDegenerate(RoundStatistics training, Problem problem, double gamma) {
    final int n = problem.size(), support = training.supportVectors;
    final double diagonal = problem.diagonal(0);
    // Without a radius, K(x,x) varies.
    if(problem.needsDiagonal() || Double.isNaN(training.radius) || n < 3 || !(diagonal > 0.)) {
      return false;
    }
    final String setting = Double.isNaN(gamma) ? "the bandwidth parameter of the kernel (gamma)" : "losvm.gamma, now " + gamma + ",";
    final Map<String, Number> facts = Map.of("gamma", gamma, "support", support, "size", n);
    // The weights sum up to 1: diagonal / (n * rho) is how much of its gradient a point owes to itself, on average.
    final double others = training.rho * n / diagonal;
    // A few points are all support vectors with most kernels: nothing is wrong with these.
    if(support >= NEARLY_ALL * n && others < (n < FEW ? 1. + ROUNDING : 2.) && others > 1. - ROUNDING) {
      LOG.log(new OptionWarning(OptionWarning.Cause.IDENTITY, "The kernel matrix is nearly the identity: " + support + " of " + n + " points are support vectors, on average more similar to themselves than to all others together. " //
          + "Scores depend on little but the nearest neighbors. Decrease " + setting + " for a smoother boundary.", facts));
      return true;
    }
    if(diagonal - training.rho < 1e-6 * diagonal) {
      LOG.log(new OptionWarning(OptionWarning.Cause.CONSTANT, "The kernel matrix is nearly constant: all points are the same to the model. Increase " + setting + " or standardize the data.", facts));
      return true;
    }
    return false;
  }
}
