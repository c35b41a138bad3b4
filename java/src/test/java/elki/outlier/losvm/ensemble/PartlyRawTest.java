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

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.util.Arrays;

import org.junit.Test;

import elki.data.NumberVector;
import elki.database.ids.DBIDArrayIter;
import elki.database.ids.DBIDUtil;
import elki.outlier.losvm.TestData;
import elki.outlier.losvm.parallel.Workers;
import elki.outlier.losvm.sampling.ArrayRows;
import elki.utilities.ELKIBuilder;
import elki.utilities.exceptions.AbortException;

/**
 * Columns that have their weight already.
 */
public class PartlyRawTest {
  /** Small samples. */
  private static final Object[] SMALL = { "losvm.members", 6, "losvm.sample", 40 };

  private static EnsembleResult run(double[][] data, Object... options) {
    ELKIBuilder<LOSDDEnsemble<NumberVector>> builder = new ELKIBuilder<>(LOSDDEnsemble.class);
    final Object[] all = TestData.with(SMALL, options);
    for(int i = 0; i < all.length; i += 2) {
      builder.with((String) all[i], all[i + 1]);
    }
    return builder.build().run(TestData.relation(data));
  }

  private static double[] scores(double[][] data, Object... options) {
    final EnsembleResult result = run(data, options);
    final double[] scores = new double[data.length];
    for(DBIDArrayIter it = DBIDUtil.ensureArray(result.getScores().getDBIDs()).iter(); it.valid(); it.advance()) {
      scores[it.getOffset()] = result.getScores().doubleValue(it);
    }
    return scores;
  }

  private static double[] scores(EnsembleModel model, double[][] data) {
    return model.score(new ArrayRows(data), new Workers(1), done -> {
    }).means();
  }

  private static double[][] scaled(double[][] data, int column, double factor) {
    return Arrays.stream(data).map(row -> {
      final double[] changed = row.clone();
      changed[column] *= factor;
      return changed;
    }).toArray(double[][]::new);
  }

  /** If all columns are to be left as they are, this is the same as no standardizing. */
  @Test
  public void allColumns() {
    double[][] data = scaled(TestData.random(1, 300, 3, 0.), 1, 5.);
    for(String kernel : new String[] { "laplace", "LaplaceKernel" }) {
      double[] expected = scores(data, "losvm.kernel", kernel, "losvm.raw", true);
      assertArrayEquals(kernel, expected, scores(data, "losvm.kernel", kernel, "losvm.asis", "0,1,2"), 1e-6);
      assertFalse(Arrays.equals(expected, scores(data, "losvm.kernel", kernel)));
    }
  }

  /** The weight of a column matters if it is to be left as it is, and otherwise not. */
  @Test
  public void weights() {
    double[][] data = TestData.random(2, 300, 3, 0.);
    double[] expected = scores(data, "losvm.asis", "2");
    assertArrayEquals(expected, scores(scaled(data, 0, 8.), "losvm.asis", "2"), 1e-9);
    double[] other = scores(scaled(data, 2, 8.), "losvm.asis", "2");
    double difference = 0.;
    for(int i = 0; i < data.length; i++) {
      difference = Math.max(difference, Math.abs(expected[i] - other[i]));
    }
    assertTrue(difference > .1);
  }

  /** A column of a rare category is constant among the rows that ranks are taken from. */
  @Test
  public void rareCategories() {
    double[][] data = TestData.random(3, 4000, 3, 0.);
    for(int i = 0; i < data.length; i++) {
      data[i][2] = i == 17 ? 5. : 0.;
    }
    double[] scores = scores(data, "losvm.asis", "2");
    data[17][2] = 0.;
    data[18][2] = 5.;
    assertTrue(scores[17] > scores(data, "losvm.asis", "2")[17] + 1.);
  }

  /** Columns beside each other may stand for one feature only. */
  @Test
  public void features() {
    double[][] data = TestData.random(4, 300, 4, 0.);
    assertArrayEquals(scores(data), scores(data, "losvm.features", 4), 0.);
    assertFalse(Arrays.equals(scores(data), scores(data, "losvm.features", 2)));
  }

  /** A model that is taken apart and put together again has the same scores. */
  @Test
  public void arrays() {
    double[][] data = TestData.random(5, 300, 3, 0.);
    for(Object[] kernel : new Object[][] { {}, { "losvm.kernel", "rbf" } }) {
      EnsembleModel model = run(data, TestData.with(kernel, "losvm.asis", "1")).getModel();
      double[] expected = scores(model, data);
      EnsembleModel again = ModelArrays.toModel(ModelArrays.of(model));
      assertArrayEquals(expected, scores(again, data), 0.);
    }
  }

  @Test
  public void noSuchColumn() {
    for(String columns : new String[] { "3", "0,-1" }) {
      AbortException e = assertThrows(AbortException.class, () -> run(TestData.random(6, 50, 3, 0.), "losvm.asis", columns));
      assertTrue(e.getMessage(), e.getMessage().startsWith("-losvm.asis: there is no column "));
    }
  }
}
