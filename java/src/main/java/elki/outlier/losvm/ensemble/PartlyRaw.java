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

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Takes some columns as they are, as they have their weight already, and
 * transforms the others. The former come last.
 *
 * @author The pyelki-losdd developers
 * @since 0.2.0
 */
final class PartlyRaw implements ColumnTransform {
  /**
   * Transformation of the other columns.
   */
  private final ColumnTransform others;

  /**
   * Columns to take as they are.
   */
  private final int[] asIs;

  /**
   * Constructor.
   *
   * @param others Transformation of the other columns
   * @param asIs Columns to take as they are
   */
  private PartlyRaw(ColumnTransform others, int[] asIs) {
    this.others = others;
    this.asIs = asIs;
  }

  /**
   * Constructor.
   *
   * @param map What {@link #toMap} returned
   */
  PartlyRaw(Map<String, ?> map) {
    this.asIs = (int[]) map.get("asis");
    final Map<String, Object> rest = new HashMap<>(map);
    rest.remove("asis");
    this.others = ColumnTransform.of(rest);
  }

  /**
   * Take columns as they are, if there are some.
   *
   * @param others Normal scores of the other columns
   * @param asIs Columns to take as they are
   * @return Transformation of all columns
   */
  static ColumnTransform of(NormalScores others, int[] asIs) {
    return asIs.length == 0 ? others : new PartlyRaw(others, asIs);
  }

  /**
   * Take columns as they are, if there are some.
   *
   * @param scaling Scaling of all columns
   * @param asIs Columns to take as they are
   * @return Transformation of all columns
   */
  static ColumnTransform of(ColumnScaling scaling, int[] asIs) {
    return asIs.length == 0 ? scaling : new PartlyRaw(scaling.without(asIs), asIs);
  }

  /**
   * Let columns look constant, so that a transformation leaves them out.
   *
   * @param rows Rows
   * @param asIs Columns to take as they are
   * @return The rows themselves, or changed copies
   */
  static double[][] hide(double[][] rows, int[] asIs) {
    if(asIs.length == 0) {
      return rows;
    }
    final double[][] hidden = Arrays.stream(rows).map(double[]::clone).toArray(double[][]::new);
    for(double[] row : hidden) {
      for(int k : asIs) {
        row[k] = 0.;
      }
    }
    return hidden;
  }

  @Override
  public Map<String, Object> toMap() {
    final Map<String, Object> map = new HashMap<>(others.toMap());
    map.put("asis", asIs);
    return map;
  }

  @Override
  public int dimensionality() {
    return others.dimensionality() + asIs.length;
  }

  @Override
  public double[] apply(double[] row) {
    final double[] first = others.apply(row), all = Arrays.copyOf(first, first.length + asIs.length);
    for(int i = 0; i < asIs.length; i++) {
      all[first.length + i] = row[asIs[i]];
    }
    return all;
  }

  @Override
  public int[] columns() {
    final int[] first = others.columns(), all = Arrays.copyOf(first, first.length + asIs.length);
    System.arraycopy(asIs, 0, all, first.length, asIs.length);
    return all;
  }

  @Override
  public double original(int i, double value) {
    return i < others.dimensionality() ? others.original(i, value) : value;
  }

  @Override
  public void apply(double[][] rows, int count, float[][] out) {
    others.apply(rows, count, out);
    for(int i = 0, first = others.dimensionality(); i < asIs.length; i++) {
      final double[] column = rows[asIs[i]];
      final float[] single = out[first + i];
      for(int j = 0; j < count; j++) {
        single[j] = (float) column[j];
      }
    }
  }
}
