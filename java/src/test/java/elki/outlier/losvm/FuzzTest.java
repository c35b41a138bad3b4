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
import static org.junit.Assert.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.logging.Level;

import org.junit.Test;

import elki.outlier.losvm.bridge.Failure;

/**
 * Random options on random data: finite scores, or an exception that speaks of
 * options or data.
 * <p>
 * Few trials, and always the same, unless LOSDD_SOAK is set (make soak).
 */
public class FuzzTest {
  private static final boolean SOAK = System.getenv("LOSDD_SOAK") != null;

  private static final int TRIALS = SOAK ? 20_000 : 400;

  /** Values that some option may take, or none at all. */
  private static final String[] JUNK = { "", " ", "0", "-1", "1", "2", "3", "0.5", "1e-300", "1e300", "1e999", "NaN", "-Infinity", "2147483648", "-0.0", "x", "null", "true", "rbf", "linear", //
      "java.lang.String", "elki.clustering.dbscan.DBSCAN", "losdd", "\u0000", "\u00e9", "1,2", "1:2", "../../x" };

  private static final String[] OPTIONS = { "batches", "remove", "c", "nu", "kernel", "bandwidth", "gamma", "degree", "bias", "score", "reference", "solver", "tolerance", "threads", "memory" };

  /**
   * Data of random shape and scale, with duplicates, constants and a far point.
   */
  private static double[][] data(Random rnd) {
    final int n = 3 + rnd.nextInt(30), d = 1 + rnd.nextInt(5);
    final boolean one = rnd.nextBoolean();
    final double common = Math.pow(10., rnd.nextInt(601) - 300);
    final double[][] data = new double[n][d];
    for(int j = 0; j < d; j++) {
      final int kind = rnd.nextInt(4);
      final double scale = kind == 3 ? Double.MIN_VALUE : one ? 1. : common, fixed = rnd.nextGaussian();
      for(double[] row : data) {
        row[j] = scale * (kind == 0 ? fixed : kind == 1 ? rnd.nextInt(3) : kind == 2 ? rnd.nextGaussian() : rnd.nextInt(9) - 4);
      }
    }
    if(rnd.nextBoolean()) {
      for(int i = 0; i < n; i++) {
        data[i] = data[rnd.nextInt(n)];
      }
    }
    if(rnd.nextBoolean()) {
      data[0] = Arrays.stream(data[0]).map(x -> Math.max(-1e308, Math.min(1e308, 1e6 * x))).toArray();
    }
    return data;
  }

  /**
   * Mostly sensible options.
   */
  private static List<Object> options(Random rnd) {
    final List<Object> options = new ArrayList<>();
    final String[] kernels = { "rbf", "laplace", "rational_quadratic", "linear", "polynomial" };
    final String kernel = pick(rnd, kernels);
    add(options, "kernel", kernel);
    add(options, "batches", rnd.nextInt(6));
    if(Arrays.asList(kernels).indexOf(kernel) < 3) {
      if(rnd.nextBoolean()) {
        add(options, "bandwidth", pick(rnd, "silverman", "scott", "sklearn"));
      }
      else {
        add(options, "gamma", Math.pow(10., rnd.nextInt(601) - 300));
      }
    }
    if(rnd.nextInt(3) == 0) {
      add(options, "nu", rnd.nextDouble());
    }
    add(options, "reference", pick(rnd, "round", "final"));
    add(options, "solver", pick(rnd, "auto", "exact", "smo"));
    add(options, "threads", rnd.nextInt(3));
    if(rnd.nextBoolean()) {
      add(options, "score", pick(rnd, "distance", "relative", "log_ratio"));
    }
    return options;
  }

  private static void add(List<Object> options, String name, Object value) {
    options.add("losvm." + name);
    options.add(value);
  }

  private static String pick(Random rnd, String... choices) {
    return choices[rnd.nextInt(choices.length)];
  }

  /**
   * Run, and return the scores, or {@code null} if there was a proper exception.
   */
  @SuppressWarnings("try") // the log is kept from the console, and not looked at
  private static double[] attempt(String method, double[][] data, List<Object> options) {
    try (LogCapture log = new LogCapture(Level.OFF)) {
      final double[] scores = TestData.scores(TestData.run(method, data, options.toArray()));
      assertEquals(data.length, scores.length);
      for(double score : scores) {
        assertTrue("Score " + score, Double.isFinite(score));
      }
      return scores;
    }
    catch(RuntimeException e) {
      assertEquals(e.toString(), "VALUE", Failure.of(e).getKind());
      return null;
    }
  }

  @Test(timeout = 1_200_000)
  public void finiteScoresInAnyOrder() {
    final Random rnd = new Random(SOAK ? System.nanoTime() : 8);
    for(int trial = 0; trial < TRIALS; trial++) {
      final double[][] data = data(rnd);
      final String method = pick(rnd, TestData.METHODS);
      final List<Object> options = options(rnd);
      final String name = method + " " + options + " on " + Arrays.deepToString(data);
      try {
        final double[] scores = attempt(method, data, options);
        final int n = data.length, shift = 1 + rnd.nextInt(n);
        final double[][] rotated = new double[n][];
        for(int i = 0; i < n; i++) {
          rotated[(i + shift) % n] = data[i];
        }
        final double[] others = attempt(method, rotated, options);
        assertEquals(scores == null, others == null);
        if(scores != null) {
          final double[] back = new double[n];
          for(int i = 0; i < n; i++) {
            back[i] = others[(i + shift) % n];
          }
          assertArrayEquals(scores, back, 1e-9 * Math.max(1., Arrays.stream(scores).map(Math::abs).max().getAsDouble()));
        }
      }
      catch(AssertionError e) {
        throw new AssertionError("Trial " + trial + ": " + name, e);
      }
    }
    tally();
  }

  /**
   * Tell scripts/soak.py how many trials there were.
   */
  private static void tally() {
    System.out.println("random options and data in Java: " + TRIALS);
  }

  @Test(timeout = 1_200_000)
  public void junkIsRefused() {
    final Random rnd = new Random(SOAK ? System.nanoTime() : 9);
    final double[][] data = TestData.random(5, 25, 2, 0.);
    int refused = 0;
    for(int trial = 0; trial < TRIALS; trial++) {
      final List<Object> options = new ArrayList<>();
      for(int i = rnd.nextInt(3); i >= 0; i--) {
        add(options, pick(rnd, OPTIONS), pick(rnd, JUNK));
      }
      try {
        refused += attempt(pick(rnd, TestData.METHODS), data, options) == null ? 1 : 0;
      }
      catch(AssertionError e) {
        throw new AssertionError("Trial " + trial + ": " + options, e);
      }
    }
    assertTrue(refused > TRIALS / 3 && refused < TRIALS);
    tally();
  }
}
