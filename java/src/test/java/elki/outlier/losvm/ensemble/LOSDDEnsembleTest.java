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
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotEquals;
import static org.junit.Assert.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

import org.junit.Test;

import elki.data.NumberVector;
import elki.database.ids.DBIDArrayIter;
import elki.database.ids.DBIDUtil;
import elki.database.relation.DoubleRelation;
import elki.database.relation.Relation;
import elki.outlier.losvm.LeaveOutModel;
import elki.outlier.losvm.LeaveOutResult;
import elki.outlier.losvm.TestData;
import elki.outlier.losvm.kernel.Polynomial;
import elki.outlier.losvm.kernel.PrecomputedKernel;
import elki.outlier.losvm.kernel.RelationKernel;
import elki.outlier.losvm.parallel.Workers;
import elki.outlier.losvm.sampling.ArrayRows;
import elki.similarity.kernel.LaplaceKernel;
import elki.utilities.ELKIBuilder;

/**
 * The ensemble does what it says: by single leave-out SVMs on the same samples,
 * and by what must not change its scores.
 */
public class LOSDDEnsembleTest {
  /** Small samples, so that most rows are in some of them but not in all. */
  private static final Object[] SMALL = { "losvm.members", 5, "losvm.sample", 40 };

  /** Kernels: the usual mixture, those with a fast path, and some by similarities alone. */
  private static final Object[][] KERNELS = { {}, { "losvm.kernel", "laplace" }, { "losvm.kernel", "rbf" }, { "losvm.kernel", "rational_quadratic" }, //
      { "losvm.kernel", "elki.outlier.losvm.kernel.Laplacian" }, { "losvm.kernel", "polynomial" }, { "losvm.kernel", "LaplaceKernel" } };

  private static EnsembleResult run(Relation<NumberVector> relation, Object... options) {
    ELKIBuilder<LOSDDEnsemble<NumberVector>> builder = new ELKIBuilder<>(LOSDDEnsemble.class);
    for(int i = 0; i < options.length; i += 2) {
      builder.with((String) options[i], options[i + 1]);
    }
    return builder.build().run(relation);
  }

  private static double[] scores(double[][] data, Object... options) {
    return values(run(TestData.relation(data), options).getScores());
  }

  private static double[] values(DoubleRelation relation) {
    final double[] array = new double[relation.size()];
    for(DBIDArrayIter it = DBIDUtil.ensureArray(relation.getDBIDs()).iter(); it.valid(); it.advance()) {
      array[it.getOffset()] = relation.doubleValue(it);
    }
    return array;
  }

  private static int[] shuffled(int n) {
    List<Integer> order = new ArrayList<>();
    for(int i = 0; i < n; i++) {
      order.add(i);
    }
    Collections.shuffle(order, new Random(1));
    return order.stream().mapToInt(i -> i).toArray();
  }

  private static double[][] map(double[][] data, int column, double factor, double shift) {
    return Arrays.stream(data).map(row -> {
      final double[] changed = row.clone();
      changed[column] = factor * row[column] + shift;
      return changed;
    }).toArray(double[][]::new);
  }

  /** Rows of a sample are judged as LOSDD does, others by its final model; in single precision where that is faster. */
  @Test
  public void aMemberIsLOSDD() {
    double[][] data = TestData.duplicated(TestData.random(4, 300, 3, 0.));
    for(Object[] kernel : KERNELS) {
      if(kernel.length > 0) {
        EnsembleResult result = run(TestData.relation(data), TestData.with(kernel, "losvm.raw", true, "losvm.members", 1, "losvm.sample", 80, "losvm.remove", .3, "losvm.nu", .2));
        double[] actual = values(result.getScores());
        // The same sample again, as a data set of its own.
        double[][] drawn = sampleOf(data, 80, kernel);
        LeaveOutResult single = TestData.run("losdd", drawn, TestData.with(kernel, "losvm.batches", 10, "losvm.remove", .3, "losvm.nu", .2, "losvm.reference", "final"));
        double[] judged = TestData.scores(single);
        @SuppressWarnings("unchecked")
        LeaveOutModel<NumberVector> model = (LeaveOutModel<NumberVector>) single.getModel();
        int others = 0;
        for(int i = 0; i < data.length; i++) {
          final double[] row = data[i];
          final int place = IntStream.range(0, drawn.length).filter(s -> Arrays.equals(drawn[s], row)).findFirst().orElse(-1);
          others += place >= 0 ? 0 : 1;
          assertEquals(kernel[1] + " row " + i, place >= 0 ? judged[place] : model.score(TestData.vector(row)), actual[i], 2e-5);
        }
        assertTrue(others > 200);
      }
    }
  }

  private static double[][] sampleOf(double[][] data, int size, Object[] kernel) {
    final EnsembleSettings settings = new EnsembleSettings();
    settings.members = 1;
    settings.sample = size;
    final Object name = kernel[1];
    if(!name.equals("polynomial") && !name.equals("LaplaceKernel")) {
      return VectorEnsemble.draw(settings, new ArrayRows(data), new Workers(1)).sample(0);
    }
    // By similarities: the sample has points, of which any object will do.
    final RelationKernel<NumberVector> points = RelationKernel.of(name.equals("polynomial") ? new Polynomial(2, 1.) : new LaplaceKernel(1.), TestData.relation(data));
    return Arrays.stream(new ObjectEnsemble(settings, points, new Workers(1)).draw()[0]).mapToObj(p -> data[points.distinct().object(p, 0)]).toArray(double[][]::new);
  }

  @Test
  public void permutation() {
    double[][] data = TestData.duplicated(TestData.random(5, 200, 3, 0.));
    int[] order = shuffled(data.length);
    double[][] other = Arrays.stream(order).mapToObj(i -> data[i]).toArray(double[][]::new);
    for(Object[] kernel : KERNELS) {
      double[] expected = scores(data, TestData.with(kernel, SMALL)), actual = scores(other, TestData.with(kernel, SMALL));
      assertArrayEquals(Arrays.toString(kernel), Arrays.stream(order).mapToDouble(i -> expected[i]).toArray(), actual, 0.);
    }
  }

  @Test
  public void threads() {
    double[][] data = TestData.random(6, 1000, 3, 0.);
    for(Object[] kernel : KERNELS) {
      double[] expected = scores(data, TestData.with(TestData.with(kernel, SMALL), "losvm.threads", 1));
      for(int threads : new int[] { 2, 5 }) {
        assertArrayEquals(expected, scores(data, TestData.with(TestData.with(kernel, SMALL), "losvm.threads", threads)), 0.);
      }
    }
  }

  @Test
  public void seeds() {
    double[][] data = TestData.random(7, 300, 3, 0.);
    double[] one = scores(data, SMALL);
    assertArrayEquals(one, scores(data, TestData.with(SMALL, "losvm.seed", 0)), 0.);
    assertFalse(Arrays.equals(one, scores(data, TestData.with(SMALL, "losvm.seed", 1))));
  }

  @Test
  public void identicalRows() {
    double[][] data = TestData.duplicated(TestData.random(8, 300, 2, 0.));
    for(Object[] kernel : KERNELS) {
      double[] scores = scores(data, TestData.with(kernel, SMALL));
      int pairs = 0;
      for(int i = 0; i < data.length; i++) {
        for(int j = 0; j < i; j++) {
          if(Arrays.equals(data[i], data[j])) {
            assertEquals(scores[i], scores[j], 0.);
            pairs++;
          }
        }
      }
      assertTrue(pairs > 30);
    }
  }

  /** Units do not matter, nor do constant columns. */
  @Test
  public void units() {
    double[][] data = TestData.random(9, 300, 3, 0.);
    double[] expected = scores(data, SMALL);
    assertArrayEquals(expected, scores(map(data, 1, 1024., 0.), SMALL), 1e-9);
    assertArrayEquals(expected, scores(map(data, 2, .3, 1e3), SMALL), 1e-6);
    assertArrayEquals(expected, scores(Arrays.stream(data).map(row -> {
      final double[] wider = Arrays.copyOf(row, row.length + 1);
      wider[row.length] = 42.;
      return wider;
    }).toArray(double[][]::new), SMALL), 0.);
  }

  /** Groups of outliers that vouch for each other in the whole data set. */
  @Test
  public void twins() {
    final Random random = new Random(10);
    for(int copies : new int[] { 1, 2, 3, 5 }) {
      for(double spread : new double[] { 0., .01, .5 }) {
        double[][] data = TestData.random(10, 150 + 2 * copies, 2, 0.);
        for(int i = 0; i < 150; i++) {
          data[i] = new double[] { random.nextGaussian(), random.nextGaussian() };
        }
        for(int i = 0; i < 2 * copies; i++) {
          final double sign = i % 2 == 0 ? 1. : -1.;
          data[150 + i] = new double[] { sign * 8. + spread * random.nextGaussian(), 8. + spread * random.nextGaussian() };
        }
        double[] scores = scores(data);
        double inlier = Arrays.stream(scores, 0, 150).max().getAsDouble();
        for(int i = 150; i < data.length; i++) {
          assertTrue(copies + " copies, spread " + spread, scores[i] > inlier);
        }
      }
    }
  }

  /** A matrix knows nothing but similarities, which define the order of the rows. */
  @Test
  public void precomputed() {
    double[][] data = TestData.random(11, 100, 3, 0.);
    data[0] = new double[] { 12., 12., -12. };
    int[] order = shuffled(data.length);
    double[][] other = Arrays.stream(order).mapToObj(i -> data[i]).toArray(double[][]::new);
    double[] expected = scores(data, TestData.with(SMALL, "losvm.kernel", matrix(data)));
    assertArrayEquals(Arrays.stream(order).mapToDouble(i -> expected[i]).toArray(), scores(other, TestData.with(SMALL, "losvm.kernel", matrix(other))), 0.);
    assertEquals(0, IntStream.range(0, data.length).reduce(0, (i, k) -> expected[k] > expected[i] ? k : i));
  }

  private static PrecomputedKernel matrix(double[][] data) {
    double[][] matrix = new double[data.length][data.length];
    LaplaceKernel kernel = new LaplaceKernel(1.);
    for(int i = 0; i < data.length; i++) {
      for(int j = 0; j < data.length; j++) {
        matrix[i][j] = kernel.similarity(TestData.vector(data[i]), TestData.vector(data[j]));
      }
    }
    return new PrecomputedKernel(matrix);
  }

  @Test
  public void awkwardData() {
    for(double[][] data : new double[][][] { //
        { { 1 }, { 2 }, { 9 } }, // three rows
        { { 1, 2 }, { 1, 2 }, { 1, 2 }, { 1, 2 } }, // all the same
        IntStream.range(0, 300).mapToObj(i -> new double[] { i % 100 == 0 ? i : 5., 1. }).toArray(double[][]::new), // 99 % duplicates
        IntStream.range(0, 300).mapToObj(i -> new double[] { i == 7 ? 1e300 : i }).toArray(double[][]::new), // far away
    }) {
      for(Object[] kernel : KERNELS) {
        if(kernel.length == 0 || !kernel[1].equals("polynomial")) {
          for(double v : scores(data, kernel)) {
            assertTrue(Arrays.toString(kernel) + " " + data.length, Math.abs(v) < Double.POSITIVE_INFINITY);
          }
        }
      }
    }
    double[] far = scores(IntStream.range(0, 300).mapToObj(i -> new double[] { i == 7 ? 1e300 : i }).toArray(double[][]::new));
    assertEquals(far[7], Arrays.stream(far).max().getAsDouble(), 0.);
  }

  @Test
  public void membersDisagree() {
    EnsembleResult result = run(TestData.relation(TestData.random(12, 300, 3, 0.)), SMALL);
    double[] deviations = values(result.getDeviations());
    assertTrue(Arrays.stream(deviations).allMatch(v -> v > 0. && v < 100.));
    assertNotEquals(deviations[0], deviations[1], 0.);
  }
}
