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

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

import elki.outlier.losvm.parallel.Workers;
import elki.outlier.losvm.reasons.ColumnGroups;
import elki.outlier.losvm.reasons.Panel;
import elki.outlier.losvm.reasons.Reasons;
import elki.outlier.losvm.reasons.Testimony;
import elki.outlier.losvm.reasons.Witness;
import elki.outlier.losvm.sampling.RowIdentity;

/**
 * Asks the members of an ensemble why a row is an outlier.
 * <p>
 * Of each kind, those are asked that have not seen the row in their sample. Where
 * all have, as there are few rows, all are asked, but support vectors that are
 * equal to the row have no say.
 *
 * @author The pyelki-losdd developers
 * @since 0.2.0
 */
public final class MemberReasons {
  /**
   * Ensemble.
   */
  private final EnsembleModel model;

  /**
   * Its members, in their order.
   */
  private final Panel panel;

  /**
   * Constructor.
   *
   * @param model Ensemble
   * @param groups Which columns of the data belong together
   */
  public MemberReasons(EnsembleModel model, ColumnGroups groups) {
    this.model = model;
    final List<Witness> witnesses = new ArrayList<>();
    for(MemberGroup group : model.groups()) {
      for(Member member : group.members) {
        witnesses.add(witness(group, member));
      }
    }
    this.panel = new Panel(witnesses, groups);
  }

  /**
   * Ask about rows.
   *
   * @param size Number of rows
   * @param rows Rows, by number
   * @param threads Number of threads, 0 for all cores
   * @return Reasons
   */
  public Reasons about(int size, IntFunction<double[]> rows, int threads) {
    return new Reasons(size, rows, panel, this::hear, new Workers(threads));
  }

  /**
   * Make a witness of a member.
   *
   * @param group What it belongs to
   * @param member Member
   * @return Witness
   */
  private static Witness witness(MemberGroup group, Member member) {
    final ColumnTransform columns = group.columns;
    final double[][] values = Arrays.stream(member.support()) //
        .map(row -> IntStream.range(0, row.length).mapToDouble(k -> columns.original(k, row[k])).toArray()).toArray(double[][]::new);
    return new Witness(member.function(), group.unit, columns.columns(), member.support(), values, member.weights());
  }

  /**
   * Ask about a row.
   *
   * @param row Row
   * @return What members say
   */
  private List<Testimony> hear(double[] row) {
    final double[] judged = model.judged().get(RowIdentity.identity(row));
    final List<Testimony> heard = new ArrayList<>();
    int begin = 0;
    for(MemberGroup group : model.groups()) {
      final double[] transformed = group.columns.apply(row);
      final int end = begin + group.members.length;
      final int[] others = IntStream.range(begin, end).filter(m -> judged == null || Double.isNaN(judged[m])).toArray();
      final boolean allHaveSeen = others.length == 0;
      // Both kinds count as much as they do in the score.
      final double share = group.members.length / (double) model.size() / (allHaveSeen ? group.members.length : others.length);
      for(int m : allHaveSeen ? IntStream.range(begin, end).toArray() : others) {
        heard.add(panel.ask(m, transformed, allHaveSeen, share));
      }
      begin = end;
    }
    return heard;
  }
}
