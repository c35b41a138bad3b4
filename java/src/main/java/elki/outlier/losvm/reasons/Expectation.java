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
import java.util.List;

/**
 * What models expected in a column of a row: the values of their support vectors,
 * weighted by how similar these are to the row in the other columns.
 * <p>
 * Far from the data, nearly all weight may be on a single support vector. Its
 * value is a guess, and tells nothing about how certain it is. For medians and
 * ranges, the square root of the similarities is then taken, as often as is needed
 * for at least {@link #FEWEST} support vectors to have a say.
 *
 * @author The pyelki-losdd developers
 * @since 0.2.0
 */
final class Expectation {
  /**
   * Effective number of support vectors that a range is told by, if there are as
   * many.
   */
  static final double FEWEST = 20.;

  /**
   * The power of the similarities is halved until it is as small as this.
   */
  private static final double FLATTEST = 1e-6;

  /**
   * What a sum of weights may lack to a quantile: rounding errors must not decide.
   */
  private static final double SLACK = 1e-9;

  /**
   * Parts of the weight that are below the range, at the median, and within the
   * upper end of the range.
   */
  private static final double LOW = .05, MIDDLE = .5, HIGH = .95;

  /**
   * What models said.
   */
  private final List<Testimony> testimonies;

  /**
   * Logarithms of weights times kernel values, by model.
   */
  private final double[][] logs;

  /**
   * Weights of all support vectors of all models: as they are, and flattened.
   */
  private final double[] exact, flat;

  /**
   * Constructor.
   *
   * @param testimonies What models said
   * @param size Number of support vectors of all models
   */
  Expectation(List<Testimony> testimonies, int size) {
    this.testimonies = testimonies;
    this.logs = new double[testimonies.size()][];
    this.exact = new double[size];
    this.flat = new double[size];
  }

  /**
   * Find the weights without some columns.
   *
   * @param groups Groups to leave out
   */
  void leaveOut(int[] groups) {
    for(int m = 0; m < logs.length; m++) {
      logs[m] = testimonies.get(m).logs(groups);
    }
    final int number = Arrays.stream(logs).mapToInt(x -> x.length).sum();
    final double wanted = Math.min(FEWEST, .5 * number);
    fill(exact, 1.);
    System.arraycopy(exact, 0, flat, 0, exact.length);
    for(double power = .5; power > FLATTEST && effective(flat) < wanted; power *= .5) {
      fill(flat, power);
    }
  }

  /**
   * Weigh all support vectors.
   *
   * @param weights Output
   * @param power Power of the similarities
   */
  private void fill(double[] weights, double power) {
    Arrays.fill(weights, 0.);
    for(int m = 0; m < logs.length; m++) {
      final Testimony testimony = testimonies.get(m);
      double max = Double.NEGATIVE_INFINITY, sum = 0.;
      for(double log : logs[m]) {
        max = Math.max(max, log);
      }
      for(int h = 0; h < logs[m].length; h++) {
        sum += weights[testimony.begin + testimony.heard[h]] = Testimony.exp(power * (logs[m][h] - max));
      }
      for(int i : testimony.heard) {
        weights[testimony.begin + i] *= testimony.share / sum;
      }
    }
  }

  /**
   * Effective number of weights: how many equal ones would be as certain.
   *
   * @param weights Weights
   * @return Number
   */
  private static double effective(double[] weights) {
    double sum = 0., square = 0.;
    for(double w : weights) {
      sum += w;
      square += w * w;
    }
    return sum * sum / square;
  }

  /**
   * Describe what was expected in a column.
   *
   * @param reasons Output
   * @param k Column of numbers
   * @param order Support vectors that have a value there, by value
   * @param values Their values, in this order
   */
  void describe(RowReasons reasons, int k, int[] order, double[] values) {
    double sum = 0., weighted = 0., total = 0.;
    for(int i = 0; i < order.length; i++) {
      sum += exact[order[i]];
      weighted += exact[order[i]] * values[i];
      total += flat[order[i]];
    }
    if(!(total > 0.)) {
      return; // Nobody looks at this column, or has anything to say.
    }
    reasons.mean[k] = sum > 0. ? weighted / sum : Double.NaN;
    double before = 0.;
    for(int i = 0; i < order.length; i++) {
      final double until = before + flat[order[i]] / total;
      if(flat[order[i]] > 0.) {
        reasons.low[k] = reached(before, until, LOW) ? values[i] : reasons.low[k];
        reasons.median[k] = reached(before, until, MIDDLE) ? values[i] : reasons.median[k];
        reasons.high[k] = reached(before, until, HIGH) ? values[i] : reasons.high[k];
      }
      before = until;
    }
  }

  /**
   * Whether a sum of weights reaches a part of all of them.
   *
   * @param before Sum before a value
   * @param until Sum with it
   * @param part Part of all weights
   * @return {@code true} if the quantile is this value
   */
  private static boolean reached(double before, double until, double part) {
    return before < part - SLACK && until >= part - SLACK;
  }
}
