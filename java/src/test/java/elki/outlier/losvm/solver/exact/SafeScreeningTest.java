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
package elki.outlier.losvm.solver.exact;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;

import org.junit.Test;

import elki.data.NumberVector;
import elki.outlier.losvm.TestData;
import elki.outlier.losvm.kernel.KernelCache;
import elki.outlier.losvm.linalg.Blas;
import elki.outlier.losvm.parallel.Workers;
import elki.outlier.losvm.solver.Judgement;
import elki.outlier.losvm.solver.Problem;
import elki.outlier.losvm.solver.Problems;
import elki.outlier.losvm.solver.SMO;
import elki.outlier.losvm.solver.auto.SolverChoice;
import elki.similarity.Similarity;
import elki.similarity.kernel.RadialBasisFunctionKernel;
import elki.similarity.kernel.RationalQuadraticKernel;

/**
 * Points that the tableau leaves aside have no effect on any model: none that
 * matters is ever taken for a far one.
 */
public class SafeScreeningTest {
  private static final double[][] DATA = TestData.random(8, 2000, 5, 0.);

  /** Narrow enough for hundreds of support vectors. */
  private static final Similarity<NumberVector> KERNEL = new RadialBasisFunctionKernel(.3);

  private final Workers workers = new Workers(2);

  private final Problem problem = problem();

  /** A problem with memory for everything. */
  private static Problem problem() {
    Problems small = new Problems(SolverChoice.SMO, DATA, KERNEL, true, 2., 1e-3);
    return new Problem(new KernelCache(small.data.kernel(), 1L << 28, 2), true, 2., small.copies, 1e-3);
  }

  /** The exact solution, without any rows. */
  private ActiveSet trained() {
    SMO smo = new SMO(problem, 1e-4);
    smo.initialize();
    assertTrue(smo.improve(Long.MAX_VALUE));
    ActiveSet base = new ActiveSet(problem, workers);
    assertTrue(base.load(smo, Workers.QUIET));
    assertTrue(new ActiveSetRefinement(base, ActiveSet.EPSILON).run());
    base.tableau.open(true);
    return base;
  }

  /** How the model without a point differs, as far as the tableau knows the points. */
  private static WeightChange leaveOut(ActiveSet base, SafeScreening far, int t) {
    PathScratch scratch = new PathScratch(base);
    LeaveOutPath path = follow(base, t, scratch);
    path.judge(scratch);
    return path.change(scratch, far.members());
  }

  private static LeaveOutPath follow(ActiveSet base, int t, PathScratch scratch) {
    base.tableau.require(new int[] { t }, done -> {
    });
    LeaveOutPath path = new LeaveOutPath(base, t);
    while(!path.advance(scratch)) {
      base.tableau.require(new int[] { path.missing() }, done -> {
      });
    }
    assertFalse(path.isLost());
    return path;
  }

  /** Gradient of a point, in units of rho, minus 1. */
  private double slack(ActiveSet base, WeightChange change, int i) {
    double sum = base.slack[i] / base.rho;
    for(int k = 0; k < change.size(); k++) {
      sum += change.value(k) * problem.columns().column(change.point(k))[i];
    }
    return sum;
  }

  /**
   * Nothing is known but the members: many points object, and exactly those models
   * are in doubt for which one of them does.
   */
  @Test
  public void objections() {
    objections(true);
    objections(false);
  }

  private void objections(boolean keep) {
    ActiveSet base = trained();
    SafeScreening far = new SafeScreening(base, workers, true, keep);
    int[] left = base.members.toArray();
    assertTrue("Enough support vectors: " + left.length, left.length >= 256);
    far.update();
    WeightChange[] changes = Arrays.stream(left).mapToObj(t -> leaveOut(base, far, t)).toArray(WeightChange[]::new);
    boolean[] doubtful = far.verify(left, changes, done -> {
    });
    int inDoubt = 0, unknown = 0;
    for(int k = 0; k < left.length; k++) {
      double least = Double.POSITIVE_INFINITY;
      for(int i = 0; i < problem.size(); i++) {
        if(!base.members.contains(i)) {
          final double v = slack(base, changes[k], i);
          least = Math.min(least, v);
          assertTrue("Point " + i + " is near without " + left[k] + ": " + v, base.tableau.rows.contains(i) || v >= .0099);
          unknown += !base.tableau.rows.contains(i) ? 1 : 0;
        }
      }
      if(!(Math.abs(least) < 1e-5)) { // Single precision does not tell
        assertEquals("Slack " + least, least < 0., doubtful[k]);
      }
      inDoubt += doubtful[k] ? 1 : 0;
    }
    assertTrue("Models in doubt: " + inDoubt, inDoubt > 50 && inDoubt < left.length);
    assertTrue("Some points are far", unknown > 0);
    // What was seen once is known, and anything else is not.
    double[] scratch = new double[base.members.room()];
    for(int k = 0; k < left.length; k++) {
      assertEquals(!doubtful[k], far.areFar(left[k], changes[k], scratch));
      assertFalse(far.areFar(left[k], changes[(k + 1) % left.length], scratch) && changes[k].total > .1 && changes[(k + 1) % left.length].total > .1);
    }
  }

  /**
   * With rows for all that object, the models are those of the iterative solver;
   * also after some points were removed.
   */
  @Test
  public void agreesWithIterations() {
    for(Similarity<NumberVector> kernel : Arrays.asList(KERNEL, new RationalQuadraticKernel(.5))) {
      Problems exact = new Problems(SolverChoice.EXACT, DATA, kernel, true, 2., 1e-3);
      Problems smo = new Problems(SolverChoice.SMO, DATA, kernel, true, 2., 1e-9);
      for(int round = 0; round < 3; round++) {
        int[] support = exact.solver.solution().support();
        assertTrue("Enough support vectors: " + support.length, support.length >= 256);
        int[] some = IntStream.range(0, 60).map(k -> support[k * support.length / 60]).toArray();
        Judgement[] judged = exact.leaveOut(support), expected = smo.leaveOut(some);
        for(int k = 0; k < some.length; k++) {
          final Judgement own = judged[k * support.length / 60];
          assertEquals(expected[k].rho, own.rho, 1e-7 * own.rho);
          assertEquals(expected[k].gradient, own.gradient, 1e-7 * own.rho);
        }
        int[] worst = IntStream.range(0, support.length).boxed().sorted((a, b) -> Double.compare(judged[a].gradient / judged[a].rho, judged[b].gradient / judged[b].rho)) //
            .limit(15).mapToInt(k -> support[k]).toArray();
        exact.solver.remove(worst);
        smo.solver.remove(worst);
      }
    }
  }

  /**
   * Points that come near to the boundary of the current solution are not far any
   * more.
   */
  @Test
  public void sinking() {
    ActiveSet base = trained();
    SafeScreening far = new SafeScreening(base, workers, true, true);
    far.update();
    final int sinks = IntStream.range(0, problem.size()).filter(i -> !base.members.contains(i) && base.slack[i] > .1 * base.rho).findFirst().getAsInt();
    base.slack[sinks] -= .005 * base.rho;
    far.update();
    assertFalse(base.tableau.rows.contains(sinks));
    base.slack[sinks] -= .002 * base.rho;
    far.update();
    assertEquals(0, base.tableau.rows.row(sinks));
    assertEquals(1, base.tableau.rows.size());
  }

  /** Sources are added one after the other; values are the same, kept or not. */
  @Test
  public void kernelValues() {
    for(boolean keep : new boolean[] { true, false }) {
      ScreeningKernel kernel = new ScreeningKernel(problem.columns(), keep);
      int[][] more = { { 7, 3, 900 }, { 3, 5, 11 }, {}, { 1999, 7 } };
      int[] expected = { 7, 3, 900, 5, 11, 1999 }, sizes = { 3, 5, 5, 6 };
      for(int step = 0; step < more.length; step++) {
        kernel.require(more[step]);
        assertEquals(sizes[step], kernel.size());
        float[][] space = kernel.space();
        for(int b = 0; b < kernel.blocks(); b++) {
          float[][] values = kernel.values(b, space);
          for(int j = 0; j < sizes[step]; j++) {
            assertEquals(j, kernel.position(expected[j]));
            for(int i = b * ScreeningKernel.BLOCK; i < Math.min((b + 1) * ScreeningKernel.BLOCK, problem.size()); i++) {
              assertEquals(problem.columns().column(expected[j])[i], values[j][i - b * ScreeningKernel.BLOCK], 1e-7);
            }
          }
        }
        assertEquals((problem.size() + ScreeningKernel.BLOCK - 1) / ScreeningKernel.BLOCK, kernel.blocks());
      }
    }
  }

  /** Sums over the members are bounds also when members come and go. */
  @Test
  public void sums() {
    ActiveSet base = trained();
    SafeScreening far = new SafeScreening(base, workers, true, true);
    far.update();
    far.sumUp();
    far.takeForNear(IntStream.range(0, problem.size()).filter(i -> !base.members.contains(i) && base.slack[i] < .2 * base.rho).toArray());
    int[] first = far.members();
    for(int k = 0; k < 10; k++) {
      int t = base.members.point(7 * k);
      LeaveOutPath path = follow(base, t, new PathScratch(base));
      assertTrue(path.canCommit());
      path.commit();
      assertTrue(base.refresh() <= 1e-9);
      far.update();
      double[] sums = far.sumUp(), expected = new double[problem.size()];
      for(int j : far.members()) {
        Blas.addMultiple(1., problem.columns().column(j), 0, expected, 0, expected.length);
      }
      for(int i = 0; i < sums.length; i++) {
        assertTrue("Sum of point " + i, sums[i] >= expected[i] - 1e-9 && sums[i] < expected[i] + 10.);
      }
    }
    assertTrue("There are new members", IntStream.of(far.members()).anyMatch(j -> IntStream.of(first).noneMatch(i -> i == j)));
  }

  /**
   * What is kept remains right when members come and go: after every removal, all
   * models agree with those that are computed with little memory.
   */
  @Test
  public void afterRemovals() {
    ExactSolver kept = new ExactSolver(problem, workers, Effort.ANY);
    kept.train();
    Problem small = new Problem(new KernelCache(problem.columns().kernel(), 1L << 24, 2), true, 2., new Problems(SolverChoice.SMO, DATA, KERNEL, true, 2., 1e-3).copies, 1e-3);
    ExactSolver afresh = new ExactSolver(small, workers, Effort.ANY);
    afresh.train();
    for(int round = 0; round < 12; round++) {
      int[] support = kept.solution().support();
      assertArrayEquals(support, afresh.solution().support());
      Judgement[] judged = kept.leaveOut(support, done -> {
      }), expected = afresh.leaveOut(support, done -> {
      });
      int worst = 0;
      for(int k = 0; k < support.length; k++) {
        assertEquals(expected[k].rho, judged[k].rho, 1e-10 * judged[k].rho);
        assertEquals(expected[k].gradient, judged[k].gradient, 1e-10 * judged[k].rho);
        worst = judged[k].gradient < judged[worst].gradient ? k : worst;
      }
      kept.remove(new int[] { support[worst], support[(worst + 40) % support.length] });
      afresh.remove(new int[] { support[worst], support[(worst + 40) % support.length] });
    }
  }

  /** The total decrease of weights, wherever points are found. */
  @Test
  public void totalDecrease() {
    ActiveSet base = trained();
    Random random = new Random(1);
    int n = problem.size(), m = base.members.size();
    int[] members = base.members.toArray();
    int[] before = IntStream.concat(IntStream.of(members).skip(20), IntStream.range(0, n).filter(i -> !base.members.contains(i)).limit(5)).toArray();
    for(int repeat = 0; repeat < 20; repeat++) {
      WeightChange old = change(base, before, others(base, 3 + repeat % 4), random), now = change(base, members, others(base, 6), random);
      double[] oldValues = values(old, n), values = values(now, n);
      double expected = IntStream.range(0, n).mapToDouble(i -> Math.max(0., oldValues[i] - values[i])).sum();
      assertEquals(expected, now.totalDecrease(old, base.members, new double[m]), 1e-9);
    }
  }

  /** Some points that are no members. */
  private static int[] others(ActiveSet base, int skip) {
    return IntStream.range(0, base.alpha.length).filter(i -> !base.members.contains(i)).skip(skip + 5).limit(4).toArray();
  }

  private static WeightChange change(ActiveSet base, int[] members, int[] others, Random random) {
    return new WeightChange(base, members, others, random.doubles(base.alpha.length).toArray(), 1.);
  }

  private static double[] values(WeightChange change, int n) {
    double[] out = new double[n];
    for(int k = 0; k < change.size(); k++) {
      out[change.point(k)] = change.value(k);
    }
    return out;
  }

  /** The number of threads has no effect, to the last bit. */
  @Test
  public void threads() {
    double[][] gradients = new double[2][];
    for(int threads = 1; threads <= 2; threads++) {
      ExactSolver solver = new ExactSolver(problem, new Workers(threads), Effort.ANY);
      solver.train();
      gradients[threads - 1] = Arrays.stream(solver.leaveOut(solver.solution().support(), done -> {
      })).mapToDouble(j -> j.gradient).toArray();
    }
    assertArrayEquals(gradients[0], gradients[1], 0.);
  }
}
