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

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.util.Arrays;
import java.util.stream.IntStream;

import org.junit.Test;

import elki.data.NumberVector;
import elki.database.ids.DBIDUtil;
import elki.database.relation.Relation;
import elki.outlier.losvm.kernel.PrecomputedKernel;
import elki.utilities.exceptions.AbortException;

/**
 * The cleaned model, and the scores it gives to other objects.
 */
public class LeaveOutModelTest {
  @Test
  public void trainingData() {
    for(String method : TestData.METHODS) {
      for(KernelCase kernel : KernelCase.values()) {
        double[][] data = kernel.data(method, 81, 40);
        LeaveOutResult result = TestData.run(method, data, kernel.with("losvm.batches", 0));
        double[] scores = TestData.scores(result);
        for(int i = 0; i < data.length; i++) {
          assertEquals(method + " " + kernel, scores[i], TestData.score(result, data[i]), 1e-10 * (1. + Math.abs(scores[i])));
        }
      }
    }
  }

  @Test
  public void otherDataAreScoredByTheCleanedModel() {
    double[][] data = TestData.random(82, 60, 2, 0.), others = TestData.random(83, 30, 2, 1.);
    for(String method : TestData.METHODS) {
      LeaveOutResult result = TestData.run(method, data, "losvm.batches", 3, "losvm.remove", 6, "losvm.gamma", .5, "losvm.tolerance", 1e-10);
      int[] removed = TestData.removed(result);
      double[][] kept = IntStream.range(0, data.length).filter(i -> Arrays.stream(removed).noneMatch(r -> r == i)).mapToObj(i -> data[i]).toArray(double[][]::new);
      LeaveOutResult clean = TestData.run(method, kept, "losvm.batches", 0, "losvm.gamma", .5, "losvm.tolerance", 1e-10);
      for(double[] x : others) {
        assertEquals(TestData.score(clean, x), TestData.score(result, x), 1e-8);
      }
      assertEquals(clean.getRadius(), result.getRadius(), 1e-9);
      assertEquals(clean.getModel().getNorm(), result.getModel().getNorm(), 1e-9);
      assertEquals(clean.getSupport().size(), result.getSupport().size());
      assertEquals(.5, result.getGamma(), 0.);
      // Far away is more outlying than nearby.
      assertTrue(TestData.score(result, 30., 30.) > TestData.score(result, 9., 9.));
      assertTrue(TestData.score(result, 9., 9.) > 0.);
      assertTrue(TestData.score(result, 3., 3.) < 0.);
    }
  }

  @Test
  @SuppressWarnings("unchecked")
  public void manyObjects() {
    LeaveOutResult result = TestData.run("losdd", TestData.random(84, 50, 2, 0.), "losvm.batches", 2);
    double[][] others = TestData.random(85, 1000, 2, 0.);
    Relation<NumberVector> relation = TestData.relation(others);
    LeaveOutModel<NumberVector> model = (LeaveOutModel<NumberVector>) result.getModel();
    double[] expected = Arrays.stream(others).mapToDouble(x -> TestData.score(result, x)).toArray();
    for(int threads : new int[] { 0, 1, 3 }) {
      assertArrayEquals(expected, model.score(relation, DBIDUtil.ensureArray(relation.getDBIDs()), threads), 0.);
    }
  }

  @Test
  public void duplicatesOfSupportVectors() {
    double[][] data = TestData.duplicated(TestData.random(86, 40, 2, 0.));
    LeaveOutResult result = TestData.run("losdd", data, "losvm.batches", 4, "losvm.remove", 8);
    int[] removed = TestData.removed(result);
    for(int s : TestData.support(result)) {
      assertTrue(Arrays.stream(removed).noneMatch(r -> r == s));
    }
    assertEquals(result.getSupport().size(), result.getModel().getWeights().length);
  }

  @Test
  public void objectsThatDoNotFit() {
    LeaveOutResult result = TestData.run("losdd", TestData.random(87, 40, 2, 0.), "losvm.batches", 0);
    String message = assertThrows(AbortException.class, () -> TestData.score(result, 1., 2., 3.)).getMessage();
    assertTrue(message, message.contains("has 3 values, but the model was trained on objects with 2"));
    message = assertThrows(AbortException.class, () -> TestData.score(result, 1., Double.NaN)).getMessage();
    assertTrue(message, message.contains("NaN"));
    LeaveOutResult given = TestData.run("losdd", new double[3][1], "losvm.kernel", new PrecomputedKernel(new double[][] { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } }), "losvm.batches", 0);
    message = assertThrows(UnsupportedOperationException.class, () -> TestData.score(given, 1.)).getMessage();
    assertTrue(message, message.contains("precomputed kernel"));
  }
}
