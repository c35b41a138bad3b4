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
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

import elki.utilities.datastructures.arrays.DoubleIntegerArrayQuickSort;

/**
 * Models that say together why a row is an outlier: costs and expected values are
 * means over what they say.
 *
 * @author The pyelki-losdd developers
 * @since 0.2.0
 */
public final class Panel {
  /**
   * How many columns, those of highest cost, are tried as parts of a pair.
   */
  static final int CANDIDATES = 5;

  /**
   * How many times as much a pair must cost as its columns one by one.
   */
  static final double FAR = 2.;

  /**
   * Models.
   */
  private final Witness[] witnesses;

  /**
   * Which columns belong together.
   */
  private final ColumnGroups groups;

  /**
   * Number of the first support vector of each model among all of them.
   */
  private final int[] begin;

  /**
   * For each column of numbers, the support vectors that have one, by value.
   */
  private final int[][] order;

  /**
   * Their values, in this order.
   */
  private final double[][] sorted;

  /**
   * Constructor.
   *
   * @param witnesses Models
   * @param groups Which columns belong together
   */
  public Panel(List<Witness> witnesses, ColumnGroups groups) {
    this.witnesses = witnesses.toArray(new Witness[0]);
    this.groups = groups;
    this.begin = new int[this.witnesses.length + 1];
    for(int m = 0; m < this.witnesses.length; m++) {
      begin[m + 1] = begin[m] + this.witnesses[m].size();
    }
    this.order = new int[groups.columns()][];
    this.sorted = new double[groups.columns()][];
    for(int k = 0; k < order.length; k++) {
      sort(k);
    }
  }

  /**
   * Sort the support vectors by their values in a column.
   *
   * @param k Column of numbers
   */
  private void sort(int k) {
    final double[] values = new double[begin[witnesses.length]];
    final int[] numbers = new int[values.length];
    int count = 0;
    for(int m = 0; m < witnesses.length; m++) {
      final int place = witnesses[m].place(k);
      for(int i = 0; place >= 0 && i < witnesses[m].size(); i++) {
        values[count] = witnesses[m].value(i, place);
        numbers[count++] = begin[m] + i;
      }
    }
    DoubleIntegerArrayQuickSort.sort(values, numbers, count);
    order[k] = Arrays.copyOf(numbers, count);
    sorted[k] = Arrays.copyOf(values, count);
  }

  /**
   * Ask a model about a row.
   *
   * @param m Number of the model
   * @param row Row, as the model sees it
   * @param without Whether support vectors that are equal to the row have no say
   * @param share How much the model counts among others
   * @return What it says
   */
  public Testimony ask(int m, double[] row, boolean without, double share) {
    return new Testimony(witnesses[m], begin[m], witnesses[m].heard(row, without), witnesses[m].terms(row, groups), share);
  }

  /**
   * Put together what models said about a row.
   *
   * @param testimonies What they said
   * @return Reasons
   */
  public RowReasons reasons(List<Testimony> testimonies) {
    final double[] costs = new double[groups.size()];
    double whole = 0.;
    for(Testimony testimony : testimonies) {
      add(costs, testimony.costs(), testimony.share);
      whole += testimony.share * testimony.whole();
    }
    final RowReasons reasons = new RowReasons(costs, groups.columns());
    findPair(reasons, whole, testimonies);
    final Expectation expectation = new Expectation(testimonies, begin[witnesses.length]);
    for(int g = 0; g < groups.size(); g++) {
      expectation.leaveOut(reasons.without(g));
      for(int k = 0; k < groups.columns(); k++) {
        if(groups.of(k) == g) {
          expectation.describe(reasons, k, order[k], sorted[k]);
        }
      }
    }
    return reasons;
  }

  /**
   * Look for two groups of columns that explain the row together, where no single
   * one does: leaving out both gains more than twice as much as leaving out any
   * one, and than leaving out each of the two by itself.
   *
   * @param reasons Reasons, with costs
   * @param whole What leaving out everything gains
   * @param testimonies What models said
   */
  private void findPair(RowReasons reasons, double whole, List<Testimony> testimonies) {
    final double[] costs = reasons.costs;
    final double most = Arrays.stream(costs).max().orElse(0.);
    // Two of two columns are the whole row, and no reason.
    if(costs.length < 3 || !(whole > FAR * most)) {
      return;
    }
    final int[] candidates = IntStream.range(0, costs.length).boxed() //
        .sorted(Comparator.comparingDouble((Integer g) -> -costs[g])).limit(CANDIDATES).mapToInt(Integer::intValue).toArray();
    final double[][] pairs = new double[candidates.length][candidates.length];
    for(Testimony testimony : testimonies) {
      final double[][] found = testimony.pairCosts(candidates);
      for(int a = 0; a < pairs.length; a++) {
        add(pairs[a], found[a], testimony.share);
      }
    }
    for(int a = 0; a < pairs.length; a++) {
      for(int b = 0; b < a; b++) {
        final double cost = pairs[a][b];
        if(cost > FAR * most && cost > FAR * (costs[candidates[a]] + costs[candidates[b]]) && cost > reasons.pairCost) {
          reasons.pairCost = cost;
          reasons.pair = new int[] { Math.min(candidates[a], candidates[b]), Math.max(candidates[a], candidates[b]) };
        }
      }
    }
  }

  /**
   * Add a weighted array.
   *
   * @param sums Sums to add to
   * @param values Values
   * @param weight Weight
   */
  private static void add(double[] sums, double[] values, double weight) {
    for(int i = 0; i < sums.length; i++) {
      sums[i] += weight * values[i];
    }
  }
}
