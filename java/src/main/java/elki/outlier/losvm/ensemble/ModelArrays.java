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
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import elki.outlier.losvm.bandwidth.FixedBandwidth;
import elki.outlier.losvm.kernel.KernelFunction;
import elki.outlier.losvm.kernel.Laplace;
import elki.outlier.losvm.kernel.Laplacian;
import elki.outlier.losvm.kernel.RBF;
import elki.outlier.losvm.kernel.RationalQuadratic;

/**
 * A trained ensemble as arrays and numbers by name, to be stored and to travel.
 * Matrices are arrays of all their rows.
 *
 * @author The pyelki-losdd developers
 * @since 0.2.0
 */
public final class ModelArrays {
  /**
   * Static methods only.
   */
  private ModelArrays() {
  }

  /**
   * Put the rows of a matrix one after the other.
   *
   * @param rows Rows
   * @return Values of all rows
   */
  static double[] flat(double[][] rows) {
    final double[] values = new double[Arrays.stream(rows).mapToInt(row -> row.length).sum()];
    int next = 0;
    for(double[] row : rows) {
      System.arraycopy(row, 0, values, next, row.length);
      next += row.length;
    }
    return values;
  }

  /**
   * Divide values into rows.
   *
   * @param values Values of all rows
   * @param count Number of rows
   * @return Rows
   */
  static double[][] rows(double[] values, int count) {
    final double[][] rows = new double[count][];
    for(int i = 0, width = count > 0 ? values.length / count : 0; i < count; i++) {
      rows[i] = Arrays.copyOfRange(values, i * width, (i + 1) * width);
    }
    return rows;
  }

  /**
   * Take a model apart.
   *
   * @param model Model
   * @return Arrays and numbers by name
   */
  public static Map<String, Object> of(EnsembleModel model) {
    final Map<String, Object> map = new LinkedHashMap<>();
    final List<Map<String, Object>> groups = new ArrayList<>();
    for(MemberGroup group : model.groups()) {
      groups.add(of(group));
    }
    map.put("groups", groups);
    final Map<Long, double[]> judged = model.judged();
    final long[] identities = judged.keySet().stream().mapToLong(Long::longValue).sorted().toArray();
    map.put("identities", identities);
    map.put("judged", flat(Arrays.stream(identities).mapToObj(judged::get).toArray(double[][]::new)));
    return map;
  }

  /**
   * Take a group apart.
   *
   * @param group Group
   * @return Arrays and numbers by name
   */
  private static Map<String, Object> of(MemberGroup group) {
    final Map<String, Object> map = new LinkedHashMap<>();
    final Member[] members = group.members;
    map.put("columns", group.columns.toMap());
    map.put("kernel", group.kernel);
    map.put("unit", group.unit);
    map.put("sizes", Arrays.stream(members).mapToInt(m -> m.weights().length).toArray());
    map.put("gamma", Arrays.stream(members).mapToDouble(m -> m.function().gamma()).toArray());
    map.put("rho", Arrays.stream(members).mapToDouble(Member::rho).toArray());
    map.put("weights", Arrays.stream(members).flatMapToDouble(m -> Arrays.stream(m.weights())).toArray());
    map.put("support", flat(Arrays.stream(members).flatMap(m -> Arrays.stream(m.support())).toArray(double[][]::new)));
    return map;
  }

  /**
   * Put a model together.
   *
   * @param map Arrays and numbers by name
   * @return Model
   */
  @SuppressWarnings("unchecked")
  public static EnsembleModel toModel(Map<String, ?> map) {
    final MemberGroup[] groups = ((List<Map<String, ?>>) map.get("groups")).stream().map(ModelArrays::toGroup).toArray(MemberGroup[]::new);
    final long[] identities = (long[]) map.get("identities");
    final double[][] judged = rows((double[]) map.get("judged"), identities.length);
    final Map<Long, double[]> known = new HashMap<>();
    for(int i = 0; i < identities.length; i++) {
      known.put(identities[i], judged[i]);
    }
    return new EnsembleModel(groups, known);
  }

  /**
   * Put a group together.
   *
   * @param map Arrays and numbers by name
   * @return Group
   */
  @SuppressWarnings("unchecked")
  private static MemberGroup toGroup(Map<String, ?> map) {
    final int[] sizes = (int[]) map.get("sizes");
    final double[] gamma = (double[]) map.get("gamma"), rho = (double[]) map.get("rho"), weights = (double[]) map.get("weights");
    final double[][] support = rows((double[]) map.get("support"), weights.length);
    final String kernel = (String) map.get("kernel");
    final Member[] members = new Member[sizes.length];
    for(int m = 0, start = 0; m < members.length; start += sizes[m++]) {
      final int end = start + sizes[m];
      members[m] = new Member(function(kernel, gamma[m]), Arrays.copyOfRange(support, start, end), Arrays.copyOfRange(weights, start, end), rho[m]);
    }
    return new MemberGroup(kernel, (Double) map.get("unit"), ColumnTransform.of((Map<String, ?>) map.get("columns")), members);
  }

  /**
   * Take a member apart.
   *
   * @param judged Member, and the scores of its rows
   * @return Arrays and numbers by name
   */
  static Map<String, Object> of(JudgedSample judged) {
    final Map<String, Object> map = new LinkedHashMap<>();
    map.put("gamma", judged.member.function().gamma());
    map.put("rho", judged.member.rho());
    map.put("weights", judged.member.weights());
    map.put("support", flat(judged.member.support()));
    map.put("identities", judged.identities);
    map.put("scores", judged.scores);
    return map;
  }

  /**
   * Put a member together.
   *
   * @param map Arrays and numbers by name
   * @param kernel Name of the kernel
   * @return Member, and the scores of its rows
   */
  static JudgedSample toSample(Map<String, ?> map, String kernel) {
    final double[] weights = (double[]) map.get("weights");
    final Member member = new Member(function(kernel, (Double) map.get("gamma")), rows((double[]) map.get("support"), weights.length), weights, (Double) map.get("rho"));
    return new JudgedSample(member, (long[]) map.get("identities"), (double[]) map.get("scores"));
  }

  /**
   * Make a kernel function.
   *
   * @param kernel Name of the kernel
   * @param gamma Bandwidth
   * @return Kernel function
   */
  private static KernelFunction function(String kernel, double gamma) {
    final FixedBandwidth fixed = new FixedBandwidth(gamma);
    switch(kernel){
    case "rbf":
      return new RBF(fixed).withGamma(gamma);
    case "laplace":
      return new Laplace(fixed).withGamma(gamma);
    case "rational_quadratic":
      return new RationalQuadratic(fixed).withGamma(gamma);
    case "laplacian":
      return new Laplacian.Fitted(gamma);
    default:
      throw new IllegalArgumentException("There is no kernel " + kernel + " for members of an ensemble.");
    }
  }
}
