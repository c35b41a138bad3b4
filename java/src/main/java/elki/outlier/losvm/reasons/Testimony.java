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
package elki.outlier.losvm.reasons;

import java.util.Arrays;

/**
 * What a model says about a row, column by column.
 * <p>
 * Distances without a column are sums of the terms of the other columns: to take
 * the column's term away from the whole would leave nothing but rounding errors
 * where this term is much larger than the others. Logarithms are never
 * exponentiated on the way, as far from the data all kernel values are 0.
 *
 * @author The pyelki-losdd developers
 * @since 0.2.0
 */
public final class Testimony {
  /**
   * Logarithms below this are as good as minus infinity; their sums are finite.
   */
  private static final double LOWEST = -1e300;

  /**
   * Logarithm of what is too small, beside 1, to be added.
   */
  private static final double NEGLIGIBLE = -45.;

  /**
   * The model.
   */
  private final Witness witness;

  /**
   * Number of the model's first support vector among those of all models.
   */
  final int begin;

  /**
   * How much the testimony counts among others.
   */
  final double share;

  /**
   * Support vectors that have a say.
   */
  final int[] heard;

  /**
   * Terms of the distances, by support vector and group of columns.
   */
  private final double[][] terms;

  /**
   * Logarithms of weights times kernel values without one of the groups, by group
   * and by support vector that has a say.
   */
  private final double[][] without;

  /**
   * Logarithm of the sum of kernel values with all columns.
   */
  private final double log;

  /**
   * Constructor.
   *
   * @param witness The model
   * @param begin Number of its first support vector among those of all models
   * @param heard Support vectors that have a say
   * @param terms Terms of the distances, by support vector and group of columns
   * @param share How much the testimony counts among others
   */
  Testimony(Witness witness, int begin, int[] heard, double[][] terms, double share) {
    this.witness = witness;
    this.begin = begin;
    this.heard = heard;
    this.terms = terms;
    this.share = share;
    final int groups = terms[0].length;
    this.without = new double[groups][heard.length];
    final double[] after = new double[groups + 1], logs = new double[heard.length];
    for(int h = 0; h < heard.length; h++) {
      final double[] row = terms[heard[h]];
      for(int g = groups - 1; g >= 0; g--) {
        after[g] = after[g + 1] + row[g];
      }
      logs[h] = logOf(heard[h], after[0]);
      double before = 0.;
      for(int g = 0; g < groups; g++) {
        without[g][h] = logOf(heard[h], before + after[g + 1]);
        before += row[g];
      }
    }
    this.log = sum(logs);
  }

  /**
   * Cost of each group of columns.
   *
   * @return Costs, at least 0, in the unit of the scores
   */
  double[] costs() {
    return Arrays.stream(without).mapToDouble(logs -> cost(sum(logs))).toArray();
  }

  /**
   * Cost of all columns together: that of being elsewhere than all support
   * vectors.
   *
   * @return Cost
   */
  double whole() {
    return cost(sum(Arrays.stream(heard).mapToDouble(witness::logWeight).toArray()));
  }

  /**
   * Costs of pairs of groups.
   *
   * @param groups Groups
   * @return Costs of leaving out two of them
   */
  double[][] pairCosts(int[] groups) {
    final double[] rest = new double[heard.length], logs = new double[heard.length];
    for(int h = 0; h < heard.length; h++) {
      for(int g = 0; g < without.length; g++) {
        rest[h] += isIn(g, groups) ? 0. : terms[heard[h]][g];
      }
    }
    final double[][] costs = new double[groups.length][groups.length];
    for(int a = 0; a < groups.length; a++) {
      for(int b = 0; b < a; b++) {
        for(int h = 0; h < heard.length; h++) {
          double distance = rest[h];
          for(int c = 0; c < groups.length; c++) {
            distance += c == a || c == b ? 0. : terms[heard[h]][groups[c]];
          }
          logs[h] = logOf(heard[h], distance);
        }
        costs[a][b] = costs[b][a] = cost(sum(logs));
      }
    }
    return costs;
  }

  /**
   * Say how much each support vector has to do with the row, without some of the
   * columns.
   *
   * @param groups Groups that are left out
   * @return For each support vector that has a say, the logarithm of its weight
   *         times its kernel value
   */
  double[] logs(int... groups) {
    if(groups.length == 1) {
      return without[groups[0]];
    }
    final double[] logs = new double[heard.length];
    for(int h = 0; h < heard.length; h++) {
      double distance = 0.;
      for(int g = 0; g < without.length; g++) {
        distance += isIn(g, groups) ? 0. : terms[heard[h]][g];
      }
      logs[h] = logOf(heard[h], distance);
    }
    return logs;
  }

  /**
   * Search a short list.
   *
   * @param g Number
   * @param list List
   * @return {@code true} if the number is in the list
   */
  private static boolean isIn(int g, int[] list) {
    for(int other : list) {
      if(other == g) {
        return true;
      }
    }
    return false;
  }

  /**
   * Logarithm of weight times kernel value.
   *
   * @param i Support vector
   * @param distance Argument of the kernel function
   * @return Logarithm
   */
  private double logOf(int i, double distance) {
    return witness.logWeight(i) + Math.max(witness.function.logOf(distance), LOWEST);
  }

  /**
   * Logarithm of a sum.
   *
   * @param logs Logarithms of the terms
   * @return Logarithm of the sum
   */
  private static double sum(double[] logs) {
    double max = Double.NEGATIVE_INFINITY, sum = 0.;
    for(double log : logs) {
      max = Math.max(max, log);
    }
    for(double log : logs) {
      sum += exp(log - max);
    }
    return max + Math.log(sum);
  }

  /**
   * Exponential function of a term that is compared with a larger one: the smallest
   * are lost in rounding, and not worth their time.
   *
   * @param x Logarithm, not positive
   * @return Exponential function, or 0
   */
  static double exp(double x) {
    return x > NEGLIGIBLE ? Math.exp(x) : 0.;
  }

  /**
   * What the row gains.
   *
   * @param rest Logarithm of the sum of kernel values without some columns
   * @return Cost of these columns
   */
  private double cost(double rest) {
    return Math.max(0., witness.unit * (rest - log));
  }
}
