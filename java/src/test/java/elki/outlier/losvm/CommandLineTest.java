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

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

/**
 * ELKI's command line, as a user has it: another process, files in, files out.
 */
public class CommandLineTest {
  private static final int INLIERS = 57, OUTLIERS = 3;

  private static final double[][] DATA = TestData.random(21, INLIERS + OUTLIERS, 2, 0.);

  static {
    for(int i = INLIERS; i < DATA.length; i++) {
      DATA[i][0] += 9.;
    }
  }

  @Rule
  public TemporaryFolder folder = new TemporaryFolder();

  private Path csv;

  @Before
  public void writeData() throws IOException {
    csv = folder.newFile("data.csv").toPath();
    try (PrintWriter out = new PrintWriter(csv.toFile(), "UTF-8")) {
      for(int i = 0; i < DATA.length; i++) {
        out.println(DATA[i][0] + "," + DATA[i][1] + "," + (i < INLIERS ? "inlier" : "outlier"));
      }
    }
  }

  /** Run ELKI, and return what it printed. */
  private String elki(String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(Arrays.asList(Paths.get(System.getProperty("java.home"), "bin", "java").toString(), "-Xshare:auto", "-XX:TieredStopAtLevel=1", //
        "-cp", System.getProperty("java.class.path"), "elki.application.ELKILauncher", "cli"));
    command.addAll(Arrays.asList(arguments));
    Path log = folder.newFile().toPath();
    Process process = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start();
    boolean done = process.waitFor(60, TimeUnit.SECONDS);
    process.destroyForcibly();
    String printed = new String(Files.readAllBytes(log), StandardCharsets.UTF_8);
    assertTrue(printed, done);
    return printed;
  }

  /** Run an algorithm, write its results to a folder, and return the contents of one of the files. */
  private String evaluate(String algorithm, String file, String... options) throws IOException, InterruptedException {
    Path out = folder.getRoot().toPath().resolve("out-" + algorithm);
    List<String> arguments = new ArrayList<>(Arrays.asList("-dbc.in", csv.toString(), "-algorithm", algorithm, "-evaluator", "outlier.OutlierROCCurve", "-auroc.positive", "outlier", //
        "-resulthandler", "ResultWriter", "-out", out.toString()));
    arguments.addAll(Arrays.asList(options));
    String printed = elki(arguments.toArray(new String[0]));
    assertTrue(printed, Files.isDirectory(out));
    return new String(Files.readAllBytes(out.resolve(file)), StandardCharsets.UTF_8);
  }

  @Test
  public void scoresAndRounds() throws IOException, InterruptedException {
    LeaveOutResult expected = TestData.run("losdd", DATA, "losvm.batches", 4);
    double[] scores = TestData.scores(expected);
    Matcher m = Pattern.compile("ID=(\\d+) .*(inlier|outlier) LOSDD Outlier Score=(\\S+) LOSDD Removed in Round=(\\d+)") //
        .matcher(evaluate("losdd", "LOSDD Outlier Score Order.txt", "-losvm.batches", "4"));
    int count = 0, removed = 0;
    for(double last = Double.POSITIVE_INFINITY; m.find(); count++) {
      int row = Integer.parseInt(m.group(1)) - 1, round = Integer.parseInt(m.group(4));
      double score = Double.parseDouble(m.group(3));
      assertEquals(row < INLIERS ? "inlier" : "outlier", m.group(2));
      assertEquals(scores[row], score, 0.);
      assertTrue("Sorted by score", score <= last);
      last = score;
      if(round > 0) {
        assertEquals(TestData.removed(expected)[round - 1], row);
        ++removed;
      }
    }
    assertEquals(DATA.length, count);
    assertEquals(4, removed);
  }

  /** What the options leave open is written with the settings. */
  @Test
  public void settings() throws IOException, InterruptedException {
    LeaveOutResult expected = TestData.run("losdd", DATA, "losvm.batches", 1);
    String written = evaluate("losdd", "Settings.txt", "-losvm.batches", "1");
    assertTrue(written, written.contains("# elki.outlier.losvm.LOSDD, used\n"));
    for(String line : new String[] { "losvm.gamma [unset]", "losvm.gamma " + expected.getGamma(), "losvm.bandwidth Silverman", "losvm.score LOG_RATIO", "losvm.solver AUTO", "losvm.solver EXACT" }) {
      assertTrue(line + " in " + written, written.contains("-" + line));
    }
  }

  @Test
  public void rankingQuality() throws IOException, InterruptedException {
    double[] scores = TestData.scores(TestData.run("losoc", DATA, "losvm.score", "relative", "losvm.reference", "final", "losvm.nu", .05, "losvm.remove", .05, "losvm.kernel", "laplace"));
    double pairs = 0.;
    for(int o = INLIERS; o < DATA.length; o++) {
      for(int i = 0; i < INLIERS; i++) {
        pairs += scores[o] > scores[i] ? 1. : scores[o] == scores[i] ? .5 : 0.;
      }
    }
    Matcher m = Pattern.compile("AUROC (\\S+)").matcher(evaluate("losoc", "Evaluation of Ranking.txt", "-losvm.score", "relative", "-losvm.reference", "final", //
        "-losvm.nu", ".05", "-losvm.remove", ".05", "-losvm.kernel", "laplace"));
    assertTrue(m.find());
    assertEquals(pairs / (INLIERS * OUTLIERS), Double.parseDouble(m.group(1)), 1e-6);
  }

  @Test
  public void description() throws IOException, InterruptedException {
    String printed = elki("-description", "elki.outlier.losvm.LOSDD");
    for(String option : new String[] { "batches", "remove", "C", "nu", "kernel", "gamma", "bandwidth", "score", "reference", "tolerance", "solver", "threads", "memory" }) {
      assertTrue(option, printed.contains("-losvm." + option + " <"));
    }
    assertTrue(printed, printed.contains("2212.13626"));
  }

  @Test
  public void verboseAndBadValues() throws IOException, InterruptedException {
    String printed = elki("-verbose", "-dbc.in", csv.toString(), "-algorithm", "losdd", "-losvm.batches", "2", "-resulthandler", "DiscardResultHandler");
    for(String expected : new String[] { "Leaving out support vectors", "elki.outlier.losvm.LOSDD.round-0.support-vectors: ", "elki.outlier.losvm.LOSDD.round-2.rho: " }) {
      assertTrue(printed, printed.contains(expected));
    }
    printed = elki("-dbc.in", csv.toString(), "-algorithm", "losdd", "-losvm.gamma", "-1", "-resulthandler", "DiscardResultHandler");
    assertTrue(printed, printed.contains("losvm.gamma must be > 0, but was -1.0"));
    // What only the data show is said in one line as well.
    printed = elki("-dbc.in", csv.toString(), "-algorithm", "losdd", "-losvm.remove", "59", "-resulthandler", "DiscardResultHandler");
    assertEquals(printed, 1, printed.strip().lines().count());
    assertTrue(printed, printed.startsWith("losvm.remove: Removing 59 objects"));
  }
}
