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
package elki.outlier.losvm.bridge;

import static org.junit.Assert.*;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

import org.junit.Test;

/**
 * Test ELKI's algorithms by name.
 *
 * @author The pyelki-losdd developers
 * @since 0.1.0
 */
public class DetectionTest {
  /**
   * Points on a line, the last one far away.
   *
   * @return Table
   */
  private static DataTable line() {
    DataTable table = new DataTable(5, 1);
    // In two blocks.
    table.fill(buffer(1., 2., 3.), 0);
    table.fill(buffer(4., 9.), 3);
    return table;
  }

  /**
   * Make a buffer like those of numpy, with the byte order not set.
   *
   * @param values Values
   * @return Buffer
   */
  private static ByteBuffer buffer(double... values) {
    ByteBuffer buffer = ByteBuffer.allocateDirect(8 * values.length).order(ByteOrder.nativeOrder());
    buffer.asDoubleBuffer().put(values);
    return buffer.order(ByteOrder.BIG_ENDIAN);
  }

  /**
   * Run an algorithm.
   *
   * @param algorithm Algorithm
   * @param pairs Option names and values
   * @return Outcome
   * @throws InterruptedException if the test is interrupted
   */
  private static Job<Map<String, Object>> run(String algorithm, String... pairs) throws InterruptedException {
    Map<String, String> options = new LinkedHashMap<>();
    for(int i = 0; i < pairs.length; i += 2) {
      options.put(pairs[i], pairs[i + 1]);
    }
    Job<Map<String, Object>> job = Detection.job(line(), algorithm, options);
    job.start();
    assertTrue(job.await(20000));
    return job;
  }

  /**
   * Assert the message of a failure.
   *
   * @param part Part of the message
   * @param job Job
   */
  private static void assertRejected(String part, Job<?> job) {
    assertNotNull("Should have failed.", job.getFailure());
    assertEquals("VALUE", job.getFailure().getKind());
    assertTrue(job.getFailure().getMessage(), job.getFailure().getMessage().contains(part));
  }

  @Test
  public void scoresByRow() throws InterruptedException {
    for(String name : new String[] { "KNNOutlier", "knnoutlier", "knno", "elki.outlier.distance.KNNOutlier" }) {
      for(String option : new String[] { "k", "knno_k", "knno.k" }) {
        Map<String, Object> found = run(name, option, "1").getResult();
        assertArrayEquals(new double[] { 1, 1, 1, 1, 5 }, (double[]) found.get("scores"), 0.);
        assertEquals(Map.of("knno.k", "1"), found.get("options"));
        assertEquals("elki.outlier.distance.KNNOutlier", found.get("class"));
        Map<?, ?> meta = (Map<?, ?>) found.get("meta");
        assertEquals(5., (Double) meta.get("maximum"), 0.);
        assertEquals(false, meta.get("inverted"));
      }
    }
  }

  @Test
  public void optionsOfOptions() throws InterruptedException {
    Map<String, Object> found = run("KNNOutlier", "p", "1", "distancefunction", "LPNormDistance", "k", "1").getResult();
    assertArrayEquals(new double[] { 1, 1, 1, 1, 5 }, (double[]) found.get("scores"), 1e-15);
    assertEquals(3, ((Map<?, ?>) found.get("options")).size());
  }

  @Test
  public void wrongNames() throws InterruptedException {
    assertRejected("Closest matches: KNNOutlier", run("KNNOutlyer"));
    assertRejected("is no outlier algorithm", run("java.lang.Object"));
    assertRejected("is no outlier algorithm", run("elki.outlier.OutlierAlgorithm"));
    assertRejected("Its options are: algorithm.distancefunction, knno.k.", run("knno", "neighbors", "3"));
    assertRejected("is given twice", run("knno", "k", "3", "knno.k", "3"));
    assertRejected("Closest matches: ManhattanDistance", run("knno", "k", "3", "distancefunction", "Manhatan"));
  }

  @Test
  public void wrongValues() throws InterruptedException {
    assertRejected("'knno.k' requires a value", run("knno"));
    assertRejected("knno.k", run("knno", "k", "0"));
    assertRejected("knno.k", run("knno", "k", "three"));
  }

  @Test
  public void tooLargeIntegers() throws InterruptedException {
    // ELKI would read the first as 477218588, and the third as 705032704.
    final String ints = ": it takes integers from " + Integer.MIN_VALUE + " to " + Integer.MAX_VALUE + '.';
    for(String value : new String[] { "47721858844", "2147483648", "+5000000000", "-2147483649", "99999999999999999999" }) {
      assertRejected("Option 'k' of KNNOutlier cannot be " + value + ints, run("knno", "k", value));
    }
    assertRejected("'knno_k' of SimpleOutlierEnsemble cannot be 5000000000" + ints, //
        run("SimpleOutlierEnsemble", "algorithm", "knno", "knno_k", "5000000000"));
    assertRejected("'dims' of KNNOutlier cannot be 5000000000" + ints, //
        run("knno", "k", "1", "distancefunction", "SubspaceEuclideanDistance", "dims", "0,5000000000"));
    final String longs = ": it takes integers from " + Long.MIN_VALUE + " to " + Long.MAX_VALUE + '.';
    for(String value : new String[] { "9223372036854775808", "-9223372036854775809" }) {
      assertRejected("Option 'seed' of IsolationForest cannot be " + value + longs, run("IsolationForest", "seed", value));
    }
    for(long seed : new long[] { Long.MIN_VALUE, Long.MAX_VALUE }) {
      assertNull(run("IsolationForest", "seed", String.valueOf(seed)).getFailure());
    }
    // Fractions are none, however many digits they have.
    assertRejected("requires an integer value, read: 0.47721858844", run("knno", "k", "0.47721858844"));
    assertRejected("greater equal than 1", run("knno", "k", String.valueOf(Integer.MIN_VALUE)));
  }

  @Test
  public void everyDetectorIsDescribed() {
    assertTrue(Detector.list().size() > 70);
    for(Detector detector : Detector.list()) {
      assertEquals(Set.of("name", "class", "alias", "title", "description", "reference", "options"), detector.describe().keySet());
      for(Map<String, Object> option : detector.describeOptions()) {
        assertEquals(Set.of("name", "syntax", "default", "required", "description"), option.keySet());
        assertFalse(((String) option.get("name")).isEmpty());
      }
    }
  }
}
