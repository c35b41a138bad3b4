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

import java.util.Arrays;

import org.junit.Test;

import elki.database.ids.DBIDIter;
import elki.outlier.losvm.solver.auto.SolverChoice;

/**
 * How many points are removed when, and what their scores refer to.
 */
public class RoundsTest {
  private static final double[][] DATA = TestData.random(71, 50, 2, 0.);

  /** Number of objects removed in each round, beginning with round 0. */
  private static int[] counts(LeaveOutResult result) {
    return result.getRounds().stream().mapToInt(r -> r.removed).toArray();
  }

  /** Check that everything in a result says the same. */
  private static void assertConsistent(LeaveOutResult result) {
    int[] removed = TestData.removed(result), counts = counts(result), rounds = new int[DATA.length];
    for(DBIDIter it = result.getRemovalRounds().iterDBIDs(); it.valid(); it.advance()) {
      rounds[it.internalGetIndex()] = result.getRemovalRounds().get(it);
    }
    int next = 0;
    for(int k = 0; k < counts.length; k++) {
      assertEquals(k, result.getRounds().get(k).round);
      for(int i = 0; i < counts[k]; i++) {
        assertEquals(k, rounds[removed[next++]]);
      }
    }
    assertEquals(removed.length, next);
    assertEquals(removed.length, Arrays.stream(rounds).filter(r -> r > 0).count());
    assertEquals(removed.length, Arrays.stream(removed).distinct().count());
    for(int s : TestData.support(result)) {
      assertEquals("Support vectors of the final model were kept", 0, rounds[s]);
    }
    assertEquals(1., Arrays.stream(result.getModel().getWeights()).sum(), 1e-9);
  }

  @Test
  public void batches() {
    for(SolverChoice solver : TestData.SOLVERS) {
      Object[][] cases = { // batches, remove, number of removals in each round
          { 10, null, new int[] { 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1 } }, //
          { 4, 10, new int[] { 0, 2, 3, 2, 3 } }, //
          { 3, 10, new int[] { 0, 3, 3, 4 } }, //
          { 1, 7, new int[] { 0, 7 } }, //
          { 5, 3, new int[] { 0, 1, 1, 1 } }, // Rounds that would remove nothing are left out
          { 2, .1, new int[] { 0, 2, 3 } }, //
          { 3, .001, new int[] { 0, 1 } }, //
          { 2, .96, new int[] { 0, 24, 24 } }, //
          { 3, 0, new int[] { 0, 0 } }, //
          { 0, null, new int[] { 0 } }, //
          { 0, 5, new int[] { 0 } }, //
          { 2, 48, new int[] { 0, 24, 24 } } };
      for(Object[] c : cases) {
        Object[] options = { "losvm.batches", c[0], "losvm.solver", solver.name() };
        if(c[1] != null) {
          options = TestData.with(options, "losvm.remove", c[1]);
        }
        LeaveOutResult result = TestData.run("losdd", DATA, options);
        assertArrayEquals(Arrays.toString(options), (int[]) c[2], counts(result));
        assertConsistent(result);
      }
    }
  }

  @Test
  public void plainModel() {
    for(SolverChoice solver : TestData.SOLVERS) {
      for(String method : TestData.METHODS) {
        LeaveOutResult result = TestData.run(method, DATA, "losvm.batches", 0, "losvm.solver", solver.name(), "losvm.tolerance", 1e-9);
        double[] scores = TestData.scores(result);
        for(int i = 0; i < DATA.length; i++) {
          assertEquals(TestData.score(result, DATA[i]), scores[i], 1e-12);
        }
        for(int s : TestData.support(result)) {
          assertEquals("On the boundary", 0., scores[s], 1e-8);
        }
        assertEquals(0, result.getRemoved().size());
      }
    }
  }

  @Test
  public void removedByFallingScore() {
    LeaveOutResult result = TestData.run("losdd", DATA, "losvm.batches", 3, "losvm.remove", 12);
    double[] scores = TestData.scores(result);
    int[] removed = TestData.removed(result);
    for(int i = 1; i < removed.length; i++) {
      if(i % 4 != 0) {
        assertTrue(scores[removed[i - 1]] >= scores[removed[i]]);
      }
    }
  }

  @Test
  public void removedPointsKeepTheirScore() {
    double[] first = TestData.scores(TestData.run("losdd", DATA, "losvm.batches", 1, "losvm.remove", 4, "losvm.tolerance", 1e-9));
    LeaveOutResult result = TestData.run("losdd", DATA, "losvm.batches", 2, "losvm.remove", 8, "losvm.tolerance", 1e-9);
    double[] scores = TestData.scores(result);
    int[] removed = TestData.removed(result);
    for(int i = 0; i < 4; i++) {
      assertEquals(first[removed[i]], scores[removed[i]], 1e-9);
    }
    // Masked outliers come out only after the first were removed.
    assertTrue(scores[removed[4]] != first[removed[4]]);
  }

  @Test
  public void moreThanTheSupportVectors() {
    for(SolverChoice solver : TestData.SOLVERS) {
      Object[] options = { "losvm.gamma", .05, "losvm.solver", solver.name(), "losvm.tolerance", 1e-9 };
      LeaveOutResult plain = TestData.run("losdd", DATA, TestData.with(options, "losvm.batches", 0));
      int sv = TestData.support(plain).length;
      assertTrue(sv < 15);
      LeaveOutResult result = TestData.run("losdd", DATA, TestData.with(options, "losvm.batches", 1, "losvm.remove", 20));
      assertConsistent(result);
      int[] removed = TestData.removed(result), support = TestData.support(plain), first = Arrays.copyOf(removed, sv);
      Arrays.sort(support);
      Arrays.sort(first);
      assertArrayEquals("All support vectors go first", support, first);
      // Then those closest to the boundary.
      double[] scores = TestData.scores(plain);
      double last = Arrays.stream(removed, sv, 20).mapToDouble(i -> scores[i]).min().getAsDouble();
      for(int i = 0; i < DATA.length; i++) {
        int row = i;
        assertTrue(scores[i] <= last || Arrays.stream(removed).anyMatch(r -> r == row));
      }
    }
  }

  @Test
  public void finalReference() {
    for(SolverChoice solver : TestData.SOLVERS) {
      for(String method : TestData.METHODS) {
        Object[] options = { "losvm.gamma", .4, "losvm.solver", solver.name(), "losvm.tolerance", 1e-9 };
        Object[] rounds = TestData.with(options, "losvm.batches", 3, "losvm.remove", 7);
        LeaveOutResult round = TestData.run(method, DATA, rounds), last = TestData.run(method, DATA, TestData.with(rounds, "losvm.reference", "final"));
        assertArrayEquals(TestData.removed(round), TestData.removed(last));
        // Support vectors by leaving them out of the cleaned data, others by the cleaned model.
        int[] removed = TestData.removed(last), kept = new int[DATA.length - removed.length];
        int size = 0;
        for(int i = 0; i < DATA.length; i++) {
          int row = i;
          if(Arrays.stream(removed).noneMatch(r -> r == row)) {
            kept[size++] = i;
          }
        }
        double[][] clean = Arrays.stream(kept).mapToObj(i -> DATA[i]).toArray(double[][]::new);
        LeaveOutResult cleaned = TestData.run(method, clean, TestData.with(options, "losvm.batches", 1, "losvm.remove", 0));
        double[] scores = TestData.scores(last), expected = TestData.scores(cleaned);
        for(int i = 0; i < kept.length; i++) {
          assertEquals(expected[i], scores[kept[i]], 1e-7);
        }
        for(int r : removed) {
          assertEquals(TestData.score(cleaned, DATA[r]), scores[r], 1e-7);
        }
        assertEquals(cleaned.getModel().getRho(), last.getModel().getRho(), 1e-9);
      }
    }
  }

  @Test
  public void automaticSolver() {
    LeaveOutResult auto = TestData.run("losdd", DATA, "losvm.batches", 2);
    String name = auto.getRounds().get(0).solver;
    assertTrue(name, Arrays.stream(TestData.SOLVERS).anyMatch(s -> s.name().equalsIgnoreCase(name)));
    LeaveOutResult same = TestData.run("losdd", DATA, "losvm.batches", 2, "losvm.solver", name);
    assertArrayEquals(TestData.scores(same), TestData.scores(auto), 0.);
  }
}
