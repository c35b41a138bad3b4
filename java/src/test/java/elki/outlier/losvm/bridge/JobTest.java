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

import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;

import org.junit.Test;

import elki.logging.Logging;
import elki.logging.progress.FiniteProgress;
import elki.utilities.exceptions.AbortException;

/**
 * Test work in threads.
 *
 * @author The pyelki-losdd developers
 * @since 0.1.0
 */
public class JobTest {
  /**
   * Class logger.
   */
  private static final Logging LOG = Logging.getLogger(JobTest.class);

  /**
   * Longest time to wait for anything, in milliseconds.
   */
  private static final long LONG = 20000;

  /**
   * Start some work.
   *
   * @param <T> Result type
   * @param task What to do
   * @return Running job
   */
  private static <T> Job<T> start(Callable<? extends T> task) {
    Job<T> job = new Job<>(task);
    job.start();
    return job;
  }

  @Test
  public void result() throws InterruptedException {
    Job<String> job = start(() -> "done");
    assertTrue(job.await(LONG));
    assertEquals("done", job.getResult());
    assertNull(job.getFailure());
    assertTrue(job.isDaemon());
  }

  @Test
  public void waitsNoLongerThanAsked() throws InterruptedException {
    CountDownLatch gate = new CountDownLatch(1);
    Job<String> job = start(() -> {
      gate.await();
      return "late";
    });
    assertFalse(job.await(20));
    assertNull(job.getResult());
    assertNull(job.getFailure());
    gate.countDown();
    assertTrue(job.await(LONG));
    assertEquals("late", job.getResult());
  }

  @Test
  public void errorsAreKept() throws InterruptedException {
    assertFailure("VALUE", "bad k", new AbortException("bad k"));
    assertFailure("MEMORY", "full", new OutOfMemoryError("full"));
    assertFailure("MEMORY", "a worker died", new AbortException("a worker died", new OutOfMemoryError()));
    assertFailure("OTHER", "Java could not start a thread (unable to create native thread): the system or the container limits their number. " //
        + "Raise this limit (ulimit -u, or the container's pids limit), or end other programs.", new OutOfMemoryError("unable to create native thread"));
    assertFailure("INTERRUPT", "Interrupted.", new AbortException("Interrupted.", new InterruptedException()));
    assertFailure("OTHER", "java.lang.ArithmeticException: by zero", new ArithmeticException("by zero"));
    assertFailure("CLASSES", "java.lang.ClassFormatError: Truncated class file", new ClassFormatError("Truncated class file"));
    assertFailure("OTHER", "java.lang.StackOverflowError", new StackOverflowError());
  }

  /**
   * Assert the failure of a job.
   *
   * @param kind Kind expected
   * @param message Message expected
   * @param thrown Exception to throw
   * @throws InterruptedException if the test is interrupted
   */
  private static void assertFailure(String kind, String message, Throwable thrown) throws InterruptedException {
    Job<Void> job = start(() -> {
      if(thrown instanceof Error) {
        throw (Error) thrown;
      }
      throw (Exception) thrown;
    });
    assertTrue(job.await(LONG));
    assertNull(job.getResult());
    assertEquals(kind, job.getFailure().getKind());
    assertEquals(message, job.getFailure().getMessage());
    assertTrue(job.getFailure().getTrace().contains("JobTest"));
  }

  @Test
  public void cancelInterrupts() throws InterruptedException {
    Job<Void> job = start(() -> {
      Thread.sleep(LONG);
      return null;
    });
    job.cancel();
    assertTrue(job.await(LONG / 2));
    assertEquals("INTERRUPT", job.getFailure().getKind());
  }

  @Test
  public void cancelStopsWorkThatOnlyReports() throws InterruptedException {
    LogRelay.install();
    Job<Void> job = start(() -> {
      FiniteProgress progress = new FiniteProgress("Working", Integer.MAX_VALUE, LOG);
      for(long end = System.currentTimeMillis() + LONG; System.currentTimeMillis() < end;) {
        progress.incrementProcessed(LOG);
      }
      return null;
    });
    assertFalse(job.await(50));
    job.cancel();
    assertTrue(job.await(LONG / 2));
    assertEquals("INTERRUPT", job.getFailure().getKind());
  }

  @Test
  public void progress() throws InterruptedException {
    LogRelay.install();
    CountDownLatch half = new CountDownLatch(1), gate = new CountDownLatch(1);
    Job<Void> job = start(() -> {
      FiniteProgress outer = new FiniteProgress("Outer", 4, LOG);
      outer.incrementProcessed(LOG);
      new FiniteProgress("Inner", 100, LOG).incrementProcessed(LOG);
      outer.incrementProcessed(LOG);
      half.countDown();
      gate.await();
      return null;
    });
    half.await();
    assertEquals("Outer", job.getTask());
    assertArrayEquals(new int[] { 2, 4 }, job.getCounts());
    gate.countDown();
    assertTrue(job.await(LONG));
    assertNull(job.getTask());
    assertArrayEquals(new int[] { 0, 0 }, job.getCounts());
  }
}
