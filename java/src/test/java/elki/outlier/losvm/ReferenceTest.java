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
import java.util.function.IntConsumer;

import org.junit.Test;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;

import elki.outlier.losvm.bandwidth.FixedBandwidth;
import elki.outlier.losvm.kernel.KernelCache;
import elki.outlier.losvm.kernel.PointTable;
import elki.outlier.losvm.kernel.RBF;
import elki.outlier.losvm.parallel.Workers;
import elki.outlier.losvm.solver.Judgement;
import elki.outlier.losvm.solver.LeaveOutSolver;
import elki.outlier.losvm.solver.Problem;
import elki.outlier.losvm.solver.Solution;
import elki.outlier.losvm.solver.auto.SolverChoice;

/**
 * Every reference value: the solutions of ELKI's port of LIBSVM, exact
 * solutions, exact leave-one-out values, and whole runs.
 */
public class ReferenceTest {
  /** Tolerances of the solver: tight for exact values, coarse for those of the port, which has single precision. */
  private static final double TIGHT = 1e-10, COARSE = 1e-6;

  private static final IntConsumer QUIET = done -> {
  };

  /** A data set with a trained solver for each choice. */
  private static class Trained {
    final PointTable table;

    final LeaveOutSolver solver;

    Trained(SolverChoice choice, String data, double gamma, double cost, boolean svdd, double tolerance) {
      table = PointTable.of(TestData.relation(TestData.load(data)));
      int[] copies = new int[table.size()];
      Arrays.setAll(copies, table.distinct()::copies);
      KernelCache cache = new KernelCache(table.kernel(new RBF(new FixedBandwidth(gamma))), 1L << 28, 2);
      solver = choice.make(new Problem(cache, svdd, cost, copies, tolerance), new Workers(2));
      solver.train();
    }

    double[] alpha() {
      final double[] alpha = new double[table.originalSize()];
      Arrays.setAll(alpha, i -> solver.solution().alpha(table.distinct().pointOf(i)));
      return alpha;
    }
  }

  private static double[] doubles(JsonElement array) {
    final JsonArray a = array.getAsJsonArray();
    final double[] values = new double[a.size()];
    Arrays.setAll(values, i -> a.get(i).getAsDouble());
    return values;
  }

  private static int[] ints(JsonElement array) {
    return Arrays.stream(doubles(array)).mapToInt(v -> (int) v).toArray();
  }

  @Test
  public void exactSolutions() {
    for(SolverChoice choice : TestData.SOLVERS) {
      for(JsonElement e : TestData.REFERENCE.getAsJsonArray("exact")) {
        JsonObject o = e.getAsJsonObject();
        for(boolean svdd : new boolean[] { false, true }) {
          Trained t = new Trained(choice, o.get("data").getAsString(), o.get("gamma").getAsDouble(), o.get("C").getAsDouble(), svdd, TIGHT);
          Solution s = t.solver.solution();
          assertArrayEquals(doubles(o.get("alpha")), t.alpha(), 1e-6);
          assertEquals(o.get("rho").getAsDouble(), s.rho(), 1e-9);
          assertEquals(o.get("aKa").getAsDouble(), s.norm(), 1e-9);
          assertEquals(o.get("R2").getAsDouble(), s.squaredRadius(), 1e-9);
          assertEquals(o.get("n_sv").getAsInt(), s.support().length);
        }
      }
    }
  }

  @Test
  public void portOfLibsvm() {
    for(SolverChoice choice : TestData.SOLVERS) {
      for(JsonElement e : TestData.REFERENCE.getAsJsonArray("port")) {
        JsonObject o = e.getAsJsonObject();
        boolean svdd = o.get("method").getAsString().equals("SVDD");
        double[] expected = doubles(o.get("alpha"));
        double scale = svdd ? 1. : o.get("nu").getAsDouble() * expected.length;
        double cost = svdd ? o.get("C").getAsDouble() : 1. / scale;
        Trained t = new Trained(choice, o.get("data").getAsString(), o.get("gamma").getAsDouble(), cost, svdd, COARSE);
        double[] alpha = Arrays.stream(t.alpha()).map(a -> a * scale).toArray();
        assertArrayEquals(expected, alpha, 1e-3);
        double rho = t.solver.solution().rho();
        assertEquals(o.get("rho").getAsDouble(), svdd ? rho - .5 : rho * scale, 1e-3);
      }
    }
  }

  @Test
  public void leaveOneOut() {
    for(SolverChoice choice : TestData.SOLVERS) {
      for(JsonElement e : TestData.REFERENCE.getAsJsonArray("leave_one_out")) {
        JsonObject o = e.getAsJsonObject();
        Trained t = new Trained(choice, o.get("data").getAsString(), o.get("gamma").getAsDouble(), 1., true, TIGHT);
        JsonArray rows = o.getAsJsonArray("rows");
        int[] points = new int[rows.size()];
        for(int i = 0; i < points.length; i++) {
          points[i] = t.table.distinct().pointOf(rows.get(i).getAsJsonArray().get(0).getAsInt());
        }
        Judgement[] judged = t.solver.leaveOut(points, QUIET);
        for(int i = 0; i < points.length; i++) {
          JsonArray row = rows.get(i).getAsJsonArray();
          assertEquals(row.get(1).getAsDouble(), judged[i].gradient, 1e-10);
          assertEquals(row.get(2).getAsDouble(), judged[i].rho, 1e-10);
        }
      }
    }
  }

  @Test
  public void wholeRuns() {
    int runs = 0;
    for(SolverChoice choice : TestData.SOLVERS) {
      for(JsonElement e : TestData.REFERENCE.getAsJsonArray("algorithm1")) {
        JsonObject o = e.getAsJsonObject();
        String form = o.get("score").getAsString();
        for(String method : new String[] { "losdd", "losoc" }) {
          if(form.startsWith("distance") && form.endsWith("svdd") != method.equals("losdd")) {
            continue;
          }
          LeaveOutResult result = TestData.run(method, TestData.load(o.get("data").getAsString()), //
              "losvm.batches", o.get("b").getAsInt(), "losvm.remove", o.get("R").getAsDouble(), "losvm.gamma", o.get("gamma").getAsDouble(), //
              "losvm.score", form.startsWith("distance") ? "distance" : form, "losvm.reference", o.get("reference").getAsString(), //
              "losvm.tolerance", TIGHT, "losvm.solver", choice.name());
          String name = choice + " " + method + " " + o.get("data") + " b=" + o.get("b") + " " + form + " " + o.get("reference");
          assertArrayEquals(name, ints(o.get("removed")), TestData.removed(result));
          double[] expected = doubles(o.get("scores")), actual = TestData.scores(result);
          for(int i = 0; i < expected.length; i++) {
            assertEquals(name + " row " + i, expected[i], actual[i], 1e-9 * (1. + Math.abs(expected[i])));
          }
          double[] rho = doubles(o.get("rho"));
          int[] sv = ints(o.get("support_vectors"));
          for(int k = 0; k < rho.length; k++) {
            assertEquals(name, rho[k], result.getRounds().get(k + 1).rho, 1e-9);
            assertEquals(name, sv[k], result.getRounds().get(k + 1).supportVectors);
          }
          runs++;
        }
      }
    }
    assertTrue(runs >= 48);
  }
}
