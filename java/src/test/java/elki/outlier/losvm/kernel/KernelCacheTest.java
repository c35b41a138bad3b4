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
package elki.outlier.losvm.kernel;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import org.junit.Test;

import elki.outlier.losvm.TestData;
import elki.outlier.losvm.parallel.Workers;
import elki.utilities.exceptions.AbortException;

/**
 * Right values, within the memory limit.
 */
public class KernelCacheTest {
  private static final int SIZE = 200, COLUMN = 8 * SIZE + 16;

  /** A kernel that counts, and remembers the columns it was given. */
  private static class Counting implements KernelMatrix {
    final AtomicInteger calls = new AtomicInteger();

    final List<WeakReference<double[]>> columns = Collections.synchronizedList(new ArrayList<>());

    @Override
    public int size() {
      return SIZE;
    }

    @Override
    public void column(int i, int begin, int end, double[] out, int offset) {
      calls.incrementAndGet();
      columns.add(new WeakReference<>(out));
      for(int j = begin; j < end; j++) {
        out[offset + j - begin] = value(i, j);
      }
    }

    static double value(int i, int j) {
      return Math.min(i, j) + 1000. * Math.max(i, j);
    }

    @Override
    public double diagonal(int i) {
      return value(i, i);
    }

    @Override
    public double[] logColumn(int i) {
      return IntStream.range(0, size()).mapToDouble(j -> Math.log(value(i, j))).toArray();
    }

    @Override
    public boolean isPositive() {
      return true;
    }
  }

  @Test
  public void everythingFits() {
    Counting kernel = new Counting();
    KernelCache cache = new KernelCache(kernel, (long) COLUMN * SIZE, 4);
    assertEquals(SIZE, cache.capacity());
    assertEquals(SIZE, cache.size());
    for(int repeat = 0; repeat < 3; repeat++) {
      for(int i = 0; i < SIZE; i++) {
        assertEquals(Counting.value(i, 7), cache.column(i)[7], 0.);
      }
    }
    assertEquals(SIZE, kernel.calls.get());
    assertEquals((long) SIZE * SIZE, cache.evaluations());
  }

  @Test
  public void concurrentUse() {
    for(int columns : new int[] { 17, 40, SIZE }) {
      KernelCache cache = new KernelCache(new Counting(), (long) COLUMN * columns, 4);
      new Workers(4).run(40, () -> task -> {
        Random rnd = new Random(task);
        for(int repeat = 0; repeat < 2000; repeat++) {
          int i = rnd.nextInt(SIZE), j = rnd.nextInt(SIZE), k = rnd.nextInt(SIZE);
          double[] ci = cache.column(i), cj = cache.column(j);
          if(ci[k] != Counting.value(i, k) || cj[k] != Counting.value(j, k)) {
            throw new AssertionError("Wrong value");
          }
        }
      }, done -> {
      });
      assertTrue(cache.evaluations() >= (long) SIZE * SIZE);
    }
  }

  @Test
  public void limit() {
    Counting kernel = new Counting();
    KernelCache cache = new KernelCache(kernel, (long) COLUMN * 20, 2);
    // Two threads may hold on to two columns each, beside those that are kept.
    assertEquals(16, cache.capacity());
    Random rnd = new Random(0);
    for(int repeat = 0; repeat < 5000; repeat++) {
      cache.column(rnd.nextInt(SIZE));
    }
    System.gc();
    long alive = kernel.columns.stream().filter(r -> r.get() != null).count();
    assertTrue("Columns in memory: " + alive, alive <= cache.capacity());
    assertEquals(kernel.calls.get() * (long) SIZE, cache.evaluations());
  }

  @Test
  public void lend() {
    KernelCache cache = new KernelCache(new Counting(), (long) COLUMN * SIZE, 2);
    for(int i = 0; i < SIZE; i++) {
      cache.column(i);
    }
    assertTrue(cache.lend(COLUMN * 50L - 1L));
    // As with less memory at the begin.
    assertEquals(new KernelCache(new Counting(), (long) COLUMN * (SIZE - 50) + 1L, 2).capacity(), cache.capacity());
    assertEquals(SIZE - 50 - 4, IntStream.range(0, SIZE).filter(cache::has).count());
    for(int i = 0; i < SIZE; i++) {
      assertEquals(Counting.value(i, 7), cache.column(i)[7], 0.);
    }
    assertEquals(KernelCache.bytes(SIZE, SIZE), cache.memory());
    // Two threads need five columns, and may hold on to four others.
    assertTrue(cache.lend(COLUMN * (SIZE - 9L)));
    assertEquals(5, cache.capacity());
    assertFalse(cache.lend(COLUMN * (SIZE - 8L)));
    assertFalse(cache.lend(COLUMN * (SIZE + 1L)));
    assertEquals(5, cache.capacity());
  }

  @Test
  public void selected() {
    int[] points = { 7, 3, 150, 9 };
    KernelMatrix kernel = new SelectedKernelMatrix(new KernelCache(new Counting(), (long) COLUMN * SIZE, 2), points);
    assertEquals(points.length, kernel.size());
    double[] out = new double[5];
    for(int i = 0; i < points.length; i++) {
      kernel.column(i, 1, 4, out, 2);
      for(int j = 1; j < 4; j++) {
        assertEquals(Counting.value(points[i], points[j]), out[j + 1], 0.);
        assertEquals(Math.log(Counting.value(points[i], points[j])), kernel.logColumn(i)[j], 0.);
      }
      assertEquals(Counting.value(points[i], points[i]), kernel.diagonal(i), 0.);
    }
    assertTrue(kernel.isPositive());
  }

  @Test
  public void parts() {
    Counting kernel = new Counting();
    KernelCache cache = new KernelCache(kernel, (long) COLUMN * SIZE, 1);
    double[] out = new double[20];
    for(int repeat = 0; repeat < 2; repeat++) {
      cache.part(3, 50, 60, out, 5);
      assertEquals(Counting.value(3, 50), out[5], 0.);
      assertEquals(Counting.value(3, 59), out[14], 0.);
      assertEquals(0., out[15], 0.);
      cache.column(3); // From now on, it is known.
    }
    assertEquals(2, kernel.calls.get());
    assertEquals(SIZE + 10, cache.evaluations());
  }

  @Test
  public void recentlyUsedColumnsStay() {
    Counting kernel = new Counting();
    KernelCache cache = new KernelCache(kernel, (long) COLUMN * 20, 2);
    for(int i = 0; i < SIZE; i++) {
      cache.column(3);
      cache.column(i);
    }
    assertTrue("Calls: " + kernel.calls, kernel.calls.get() < SIZE + 20);
  }

  @Test
  public void tooSmall() {
    String message = assertThrows(AbortException.class, () -> new KernelCache(new Counting(), 6L * COLUMN, 2)).getMessage();
    for(String word : new String[] { "losvm.memory", "200 points", "2 threads", "at least", "MB" }) {
      assertTrue(message, message.contains(word));
    }
    // With the columns of one thread only, it suffices.
    new KernelCache(new Counting(), 6L * COLUMN, 1);
  }

  @Test
  public void sameResultWithLittleMemory() {
    double[][] data = TestData.random(32, 700, 2, 0.);
    double[] expected = TestData.scores(TestData.run("losdd", data, "losvm.batches", 1, "losvm.solver", "smo"));
    double[] actual = TestData.scores(TestData.run("losdd", data, "losvm.batches", 1, "losvm.solver", "smo", "losvm.memory", 1, "losvm.threads", 3));
    for(int i = 0; i < expected.length; i++) {
      assertEquals(expected[i], actual[i], 0.);
    }
    data = TestData.random(33, 9000, 1, 0.);
    double[][] large = data;
    String message = assertThrows(AbortException.class, () -> TestData.run("losdd", large, "losvm.solver", "smo", "losvm.memory", 1, "losvm.threads", 8)).getMessage();
    assertTrue(message, message.contains("losvm.memory) is 1 MB; 9000 points and 8 threads need at least 3 MB"));
  }
}
