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

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

import org.junit.Test;

import elki.data.NumberVector;
import elki.logging.Logging.Level;
import elki.logging.progress.AbstractProgress;
import elki.logging.progress.FiniteProgress;
import elki.logging.progress.Progress;
import elki.logging.progress.ProgressLogRecord;
import elki.outlier.losvm.ensemble.EnsembleSettings;
import elki.outlier.losvm.ensemble.LOSDDEnsemble;
import elki.outlier.losvm.solver.auto.SolverChoice;

/**
 * Statistics and progress, logged the ELKI way.
 */
public class StatisticsTest {
  private static final double[][] DATA = TestData.random(121, 60, 2, 0.);

  @Test
  public void rounds() {
    for(SolverChoice solver : TestData.SOLVERS) {
      LeaveOutResult result = TestData.run("losdd", DATA, "losvm.batches", 3, "losvm.remove", 5, "losvm.solver", solver.name());
      List<RoundStatistics> rounds = result.getRounds();
      assertEquals(4, rounds.size());
      for(RoundStatistics r : rounds) {
        assertTrue(r.supportVectors > 1 && r.supportVectors <= 60);
        assertTrue(r.rho > 0. && r.rho < 1.);
        assertTrue(r.radius > 0. && r.radius < 1.);
        assertTrue(r.seconds >= 0. && r.seconds < 60.);
        assertEquals(solver.name().toLowerCase(Locale.ROOT), r.solver);
      }
      // The first round begins with the model that was trained.
      assertEquals(rounds.get(0).rho, rounds.get(1).rho, 0.);
      assertEquals(rounds.get(0).supportVectors, rounds.get(1).supportVectors);
      assertTrue(rounds.get(0).iterations > 0 && rounds.get(1).iterations > 0);
      assertTrue(rounds.get(0).kernelEvaluations >= 60 && rounds.get(0).kernelEvaluations <= 60 * 60);
      // Without outliers, the rest is closer together.
      assertTrue(rounds.get(3).rho > rounds.get(1).rho && rounds.get(3).radius < rounds.get(1).radius);
      assertTrue(result.getModel().getRho() > rounds.get(3).rho);
    }
  }

  /** Judging all points by the final model is work of the last round; all else is the same. */
  @Test
  public void finalJudgement() {
    Object[] options = { "losvm.batches", 3, "losvm.remove", 5, "losvm.solver", "smo", "losvm.threads", 1 };
    List<RoundStatistics> round = TestData.run("losdd", DATA, options).getRounds(), last = TestData.run("losdd", DATA, TestData.with(options, "losvm.reference", "final")).getRounds();
    assertEquals(round.size(), last.size());
    for(int k = 0; k < 4; k++) {
      assertEquals(round.get(k).supportVectors, last.get(k).supportVectors);
      assertEquals(round.get(k).rho, last.get(k).rho, 0.);
      assertTrue("Round " + k, k == 3 ? last.get(k).iterations > round.get(k).iterations : last.get(k).iterations == round.get(k).iterations);
    }
  }

  @Test
  public void kernelColumnsAreKept() {
    // As many values as the matrix has, and each but once.
    LeaveOutResult result = TestData.run("losdd", DATA, "losvm.batches", 5, "losvm.solver", "smo", "losvm.threads", 1);
    long sum = result.getRounds().stream().mapToLong(r -> r.kernelEvaluations).sum();
    assertTrue("Evaluations: " + sum, sum <= 60 * 60);
  }

  @Test
  public void logged() {
    try (LogCapture log = new LogCapture(Level.STATISTICS)) {
      LeaveOutResult result = TestData.run("losdd", DATA, "losvm.batches", 2);
      String all = String.join("\n", log.messages(Level.STATISTICS));
      for(RoundStatistics r : result.getRounds()) {
        String prefix = "elki.outlier.losvm.LOSDD.round-" + r.round + ".";
        for(String line : new String[] { "support-vectors: " + r.supportVectors, "removed: " + r.removed, "iterations: " + r.iterations, "rho: " + r.rho, "radius: " + r.radius, "kernel-evaluations: ", "seconds: " }) {
          assertTrue(all, all.contains(prefix + line));
        }
      }
    }
    try (LogCapture log = new LogCapture(Level.STATISTICS)) {
      LeaveOutResult result = TestData.run("losoc", DATA, "losvm.batches", 0, "losvm.kernel", "laplace", "losvm.solver", "smo");
      List<String> all = log.messages(Level.STATISTICS);
      for(String line : new String[] { "gamma: " + result.getGamma(), "score: LOG_RATIO", "solver: SMO" }) {
        assertTrue(all.toString(), all.contains("elki.outlier.losvm.LOSOC." + line));
      }
      TestData.run("losoc", DATA, "losvm.batches", 0, "losvm.kernel", "polynomial", "losvm.solver", "smo");
      assertTrue(log.messages(Level.STATISTICS).contains("elki.outlier.losvm.LOSOC.score: RELATIVE"));
    }
    try (LogCapture log = new LogCapture(Level.WARNING)) {
      TestData.run("losdd", DATA, "losvm.batches", 2);
      assertEquals(0, log.records.size());
    }
  }

  @Test
  public void ensemble() {
    try (LogCapture log = new LogCapture(Level.STATISTICS)) {
      new LOSDDEnsemble<NumberVector>(null, new EnsembleSettings()).run(TestData.relation(DATA));
      String all = String.join("\n", log.messages(Level.STATISTICS)), prefix = "elki.outlier.losvm.ensemble.LOSDDEnsemble.kernel-";
      for(int k = 1; k <= 2; k++) {
        assertTrue(all, all.contains(prefix + k + ".members: 12") && all.contains(prefix + k + ".gamma: ") && all.contains(prefix + k + ": "));
      }
    }
  }

  @Test
  public void progress() {
    for(String reference : new String[] { "round", "final" }) {
      for(SolverChoice solver : TestData.SOLVERS) {
        try (LogCapture log = new LogCapture(Level.VERBOSE)) {
          TestData.run("losdd", DATA, "losvm.batches", 3, "losvm.reference", reference, "losvm.solver", solver.name());
          List<Progress> seen = log.records.stream().filter(r -> r instanceof ProgressLogRecord).map(r -> ((ProgressLogRecord) r).getProgress()).distinct().collect(Collectors.toList());
          // Python shows one after the other: none may remain open.
          assertTrue(seen.stream().allMatch(Progress::isComplete));
          assertEquals(solver == SolverChoice.EXACT ? List.of("Training", "Inverting the kernel matrix", "Leaving out support vectors") //
              : List.of("Training", "Leaving out support vectors"), //
              seen.stream().map(p -> ((AbstractProgress) p).getTask()).distinct().collect(Collectors.toList()));
          FiniteProgress last = (FiniteProgress) seen.get(seen.size() - 1);
          assertEquals(last.getTotal(), last.getProcessed());
          assertEquals(solver.name(), List.of(), log.messages(Level.WARNING));
        }
      }
    }
  }
}
