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

import org.junit.Test;

import elki.data.NumberVector;
import elki.outlier.losvm.solver.Judgement;
import elki.result.outlier.OutlierScoreMeta;
import elki.utilities.exceptions.AbortException;

/**
 * Scores against their formulas, with kernel values of ELKI.
 */
public class ScoreFormTest {
  private static final String[] FORMS = { "distance", "relative", "log_ratio" };

  /** Score by the formula; NaN if not defined. */
  private static double formula(String form, boolean svdd, boolean constant, double kaa, double ka, double aka, double rho) {
    // Gradient and rho without the linear term.
    final double square = kaa - 2. * ka + aka, radius = constant ? 1. - 2. * rho + aka : aka - 2. * rho;
    switch(form){
    case "distance":
      return svdd ? square - radius : (rho - ka) / Math.sqrt(aka);
    case "relative":
      return svdd && !constant ? square / radius - 1. : 1. - ka / rho;
    default:
      return svdd && !constant ? Double.NaN : Math.log(rho / ka);
    }
  }

  @Test
  public void formulas() {
    int defined = 0;
    for(String method : TestData.METHODS) {
      for(KernelCase kernel : KernelCase.values()) {
        for(String form : FORMS) {
          double[][] data = kernel.data(method, 51, 40);
          NumberVector[] x = Arrays.stream(data).map(TestData::vector).toArray(NumberVector[]::new);
          Object[] options = kernel.with("losvm.batches", 0, "losvm.score", form);
          boolean svdd = method.equals("losdd"), constant = kernel.elki.similarity(x[0], x[0]) == kernel.elki.similarity(x[1], x[1]);
          if(form.equals("log_ratio") && svdd && !constant) {
            String message = assertThrows(AbortException.class, () -> TestData.run(method, data, options)).getMessage();
            assertTrue(message, message.contains("losvm.score") && message.contains("log_ratio") && message.contains("relative"));
            continue;
          }
          LeaveOutResult result = TestData.run(method, data, options);
          double[] scores = TestData.scores(result), weights = result.getModel().getWeights();
          int[] support = TestData.support(result);
          double aka = 0.;
          double[] ka = new double[data.length];
          for(int i = 0; i < data.length; i++) {
            for(int s = 0; s < support.length; s++) {
              ka[i] += weights[s] * kernel.elki.similarity(x[i], x[support[s]]);
            }
          }
          for(int s = 0; s < support.length; s++) {
            aka += weights[s] * ka[support[s]];
          }
          for(int i = 0; i < data.length; i++) {
            double expected = formula(form, svdd, constant, kernel.elki.similarity(x[i], x[i]), ka[i], aka, result.getModel().getRho());
            assertEquals(method + " " + kernel + " " + form, expected, scores[i], 1e-9 * (1. + Math.abs(expected)));
          }
          ++defined;
        }
      }
    }
    assertEquals(2 * 7 * 3 - 3, defined);
  }

  @Test
  public void defaults() {
    for(String method : TestData.METHODS) {
      for(KernelCase kernel : KernelCase.values()) {
        LeaveOutResult result = TestData.run(method, kernel.data(method, 52, 40), kernel.with("losvm.batches", 0));
        boolean positive = kernel == KernelCase.RBF || kernel == KernelCase.LAPLACE || kernel == KernelCase.RATIONAL_QUADRATIC || kernel == KernelCase.GENERAL;
        assertEquals(kernel.name(), positive ? ScoreForm.LOG_RATIO : ScoreForm.RELATIVE, result.getModel().getScoreForm());
      }
    }
  }

  @Test
  public void sameOrderWithinAModel() {
    double[][] data = TestData.random(53, 60, 2, 0.);
    double[][] scores = new double[FORMS.length][];
    for(int f = 0; f < FORMS.length; f++) {
      scores[f] = TestData.scores(TestData.run("losdd", data, "losvm.batches", 0, "losvm.score", FORMS[f]));
    }
    for(int i = 0; i < data.length; i++) {
      for(int j = 0; j < i; j++) {
        for(int f = 1; f < FORMS.length; f++) {
          if(Math.abs(scores[0][i] - scores[0][j]) > 1e-10) {
            assertTrue(scores[0][i] > scores[0][j] == scores[f][i] > scores[f][j]);
          }
        }
      }
    }
  }

  @Test
  public void meta() {
    double[][] data = TestData.random(54, 60, 2, 0.);
    for(String form : FORMS) {
      LeaveOutResult result = TestData.run("losdd", data, "losvm.batches", 3, "losvm.score", form);
      OutlierScoreMeta meta = result.getOutlierMeta();
      double[] scores = TestData.scores(result);
      assertEquals(Arrays.stream(scores).min().getAsDouble(), meta.getActualMinimum(), 0.);
      assertEquals(Arrays.stream(scores).max().getAsDouble(), meta.getActualMaximum(), 0.);
      assertEquals(0., meta.getTheoreticalBaseline(), 0.);
      assertEquals(Double.NEGATIVE_INFINITY, meta.getTheoreticalMinimum(), 0.);
      assertEquals(form.equals("relative") ? 1. : Double.POSITIVE_INFINITY, meta.getTheoreticalMaximum(), 0.);
      assertTrue(meta.normalizeScore(meta.getActualMaximum()) > meta.normalizeScore(meta.getActualMinimum()));
      // Outside of the boundary, there are some.
      assertTrue(meta.getActualMinimum() < 0. && meta.getActualMaximum() > 0.);
    }
  }

  /** The weight is that of the model: nothing is left out, and copies share it. */
  @Test
  public void weight() {
    double[][] data = TestData.duplicated(TestData.random(55, 40, 2, 0.));
    for(String method : TestData.METHODS) {
      LeaveOutResult plain = TestData.run(method, data, "losvm.batches", 0, "losvm.nu", .1, "losvm.score", "weight");
      double[] scores = TestData.scores(plain);
      assertEquals(1., Arrays.stream(scores).sum(), 1e-9);
      assertTrue(Arrays.stream(scores).allMatch(s -> s >= 0. && s <= 1. / (.1 * data.length) * (1. + 1e-9)));
      assertEquals(0., plain.getOutlierMeta().getTheoreticalMinimum(), 0.);
      assertEquals(1., plain.getOutlierMeta().getTheoreticalMaximum(), 0.);
      // What is removed first has the largest weight.
      double[] after = TestData.scores(TestData.run(method, data, "losvm.batches", 1, "losvm.remove", 1, "losvm.nu", .1, "losvm.score", "weight"));
      assertArrayEquals(scores, after, 0.);
      int first = TestData.removed(TestData.run(method, data, "losvm.batches", 1, "losvm.remove", 1, "losvm.nu", .1, "losvm.score", "weight"))[0];
      assertEquals(Arrays.stream(scores).max().getAsDouble(), scores[first], 0.);
      for(Object[] options : new Object[][] { { "losvm.reference", "final" } }) {
        String message = assertThrows(AbortException.class, () -> TestData.run(method, data, TestData.with(options, "losvm.score", "weight"))).getMessage();
        assertTrue(message, message.startsWith("losvm.reference: ") && message.contains("weight") && message.contains("round"));
      }
      String message = assertThrows(AbortException.class, () -> TestData.score(plain, 1., 2.)).getMessage();
      assertTrue(message, message.startsWith("losvm.score: ") && message.contains("log_ratio"));
    }
  }

  @Test
  public void coincidingPoints() {
    // The radius is 0: neither NaN nor infinite.
    Judgement inside = new Judgement(2., Double.NaN, 2., 4.), outside = new Judgement(1., Double.NaN, 2., 4.);
    assertEquals(0., ScoreForm.RELATIVE.score(inside, true, true), 0.);
    assertTrue(ScoreForm.RELATIVE.score(outside, true, true) > 1e9);
    assertTrue(ScoreForm.RELATIVE.score(outside, true, true) < Double.POSITIVE_INFINITY);
  }
}
