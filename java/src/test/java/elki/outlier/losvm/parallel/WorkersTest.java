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
package elki.outlier.losvm.parallel;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertSame;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.function.IntConsumer;

import org.junit.Test;

import elki.utilities.exceptions.AbortException;

/**
 * All tasks are run, exactly once, by as many threads as there should be.
 */
public class WorkersTest {
  private static void pause(int microseconds) {
    final long begin = System.nanoTime();
    while(System.nanoTime() - begin < 1000L * microseconds) {
      Thread.onSpinWait();
    }
  }

  private static void assertOnce(Workers workers, int count) {
    AtomicIntegerArray runs = new AtomicIntegerArray(count);
    List<Integer> progress = new ArrayList<>();
    workers.run(count, () -> runs::incrementAndGet, progress::add);
    for(int task = 0; task < count; task++) {
      assertEquals(1, runs.get(task));
    }
    for(int k = 1; k < progress.size(); k++) {
      assertTrue(progress.get(k) >= progress.get(k - 1));
    }
    if(count > 0) {
      assertEquals(count, (int) progress.get(progress.size() - 1));
    }
  }

  @Test
  public void everyTaskOnce() {
    for(int threads : new int[] { 1, 2, 3, 9 }) {
      Workers workers = new Workers(threads);
      for(int repeat = 0; repeat < 2000; repeat++) {
        assertOnce(workers, repeat % 12);
      }
    }
  }

  /**
   * Tasks that wait for each other: nobody may be missing, also if a thread goes
   * just when it is counted on.
   */
  @Test
  public void allThreadsTakePart() {
    for(int threads : new int[] { 2, 4 }) {
      Workers workers = new Workers(threads);
      Random rnd = new Random(threads);
      for(int repeat = 0; repeat < 300; repeat++) {
        CyclicBarrier barrier = new CyclicBarrier(threads);
        workers.run(threads, task -> {
          try {
            barrier.await(10, TimeUnit.SECONDS);
          }
          catch(InterruptedException | BrokenBarrierException | TimeoutException e) {
            throw new AssertionError("A thread is missing", e);
          }
        });
        // About as long as threads look for more.
        pause(rnd.nextBoolean() ? 1900 + rnd.nextInt(200) : rnd.nextInt(20));
      }
    }
  }

  @Test
  public void noMoreThreadsThanAllowed() {
    Workers workers = new Workers(3);
    for(int repeat = 0; repeat < 300; repeat++) {
      AtomicInteger atWork = new AtomicInteger(), most = new AtomicInteger();
      workers.run(9, task -> {
        most.accumulateAndGet(atWork.incrementAndGet(), Math::max);
        pause(10);
        atWork.decrementAndGet();
      });
      assertTrue("Threads: " + most, most.get() <= 3);
    }
  }

  @Test
  public void failure() {
    Workers workers = new Workers(2);
    for(int repeat = 0; repeat < 200; repeat++) {
      RuntimeException expected = new IllegalStateException("Expected");
      int fails = repeat % 7;
      AtomicInteger runs = new AtomicInteger();
      assertSame(expected, assertThrows(IllegalStateException.class, () -> workers.run(1000, task -> {
        runs.incrementAndGet();
        if(task == fails) {
          throw expected;
        }
        pause(1);
      })));
      assertTrue("The others stop", runs.get() < 1000);
      assertOnce(workers, 5);
    }
    Error error = new OutOfMemoryError("Expected");
    assertSame(error, assertThrows(OutOfMemoryError.class, () -> workers.run(2, task -> {
      throw error;
    })));
  }

  /** Whoever waits: the caller is told, and nobody remains interrupted. */
  @Test
  public void interruption() throws InterruptedException {
    for(int threads = 1; threads <= 3; threads++) {
      Workers workers = new Workers(threads);
      List<Throwable> thrown = Collections.synchronizedList(new ArrayList<>());
      Thread caller = new Thread(() -> {
        try {
          // The first task is short, such that its thread has to wait for others.
          workers.run(workers.threads(), task -> {
            while(task > 0 || workers.threads() == 1) {
              Workers.pollInterrupt();
              Thread.onSpinWait();
            }
          });
        }
        catch(Throwable e) {
          thrown.add(e);
        }
        assertFalse(Thread.currentThread().isInterrupted());
        assertOnce(workers, 20);
        thrown.add(null);
      });
      caller.start();
      Thread.sleep(50);
      caller.interrupt();
      caller.join(5000);
      assertFalse("Still running", caller.isAlive());
      assertEquals(AbortException.class, thrown.get(0).getClass());
      assertEquals(InterruptedException.class, thrown.get(0).getCause().getClass());
      assertEquals("Usable afterwards", 2, thrown.size());
    }
  }

  @Test
  public void severalCallers() throws InterruptedException {
    Workers workers = new Workers(2);
    List<Throwable> thrown = Collections.synchronizedList(new ArrayList<>());
    Thread[] callers = new Thread[3];
    for(int c = 0; c < callers.length; c++) {
      callers[c] = new Thread(() -> {
        for(int repeat = 0; repeat < 500; repeat++) {
          assertOnce(workers, 6);
        }
      });
      callers[c].setUncaughtExceptionHandler((thread, e) -> thrown.add(e));
      callers[c].start();
    }
    for(Thread caller : callers) {
      caller.join(20_000);
      assertFalse("Still running", caller.isAlive());
    }
    assertEquals(Collections.emptyList(), thrown);
  }

  /** Where the system grants no more threads, the others do all of the work. */
  @Test
  public void fewThreads() {
    for(int granted = 0; granted < 3; granted++) {
      AtomicInteger left = new AtomicInteger(granted), refused = new AtomicInteger();
      Workers workers = new Workers(4, work -> {
        if(left.getAndDecrement() <= 0) {
          refused.incrementAndGet();
          throw new OutOfMemoryError("unable to create native thread: possibly out of memory or process/resource limits reached");
        }
        Thread thread = new Thread(work);
        thread.setDaemon(true);
        thread.start();
      });
      for(int repeat = 0; repeat < 20; repeat++) {
        assertOnce(workers, 50);
        assertOnce(workers.atMost(3), 50);
      }
      assertTrue("Threads were refused", refused.get() > 0);
    }
  }

  /** A listener that fails stops the work, and leaves no thread behind. */
  @Test
  public void listenerFails() {
    Workers workers = new Workers(2);
    AtomicInteger atWork = new AtomicInteger();
    CyclicBarrier both = new CyclicBarrier(2);
    Thread caller = Thread.currentThread();
    assertThrows(IllegalStateException.class, () -> workers.run(2, () -> task -> {
      atWork.incrementAndGet();
      try {
        both.await(10, TimeUnit.SECONDS);
        for(int k = 0; k < 100 && Thread.currentThread() != caller; k++) {
          Thread.sleep(50);
        }
      }
      catch(InterruptedException e) {
        throw new AbortException("Interrupted", e);
      }
      catch(BrokenBarrierException | TimeoutException e) {
        throw new AssertionError("A thread is missing", e);
      }
      finally {
        atWork.decrementAndGet();
      }
    }, new IntConsumer() {
      private int calls = 0;

      @Override
      public void accept(int done) {
        if(++calls > 1) { // While waiting for the other thread
          throw new IllegalStateException("Expected");
        }
      }
    }));
    assertEquals("At work", 0, atWork.get());
    assertOnce(workers, 20);
  }

  /** When a task fails, the others are interrupted at once, not when somebody looks for the progress. */
  @Test
  public void failureInterrupts() {
    Workers workers = new Workers(2);
    long least = Long.MAX_VALUE;
    for(int repeat = 0; repeat < 8; repeat++) {
      CyclicBarrier both = new CyclicBarrier(2);
      Thread caller = Thread.currentThread();
      final long[] failed = { 0L };
      assertThrows(IllegalStateException.class, () -> workers.run(2, task -> {
        try {
          both.await(10, TimeUnit.SECONDS);
          if(Thread.currentThread() == caller) {
            failed[0] = System.nanoTime();
            throw new IllegalStateException("Expected");
          }
          Thread.sleep(5000);
        }
        catch(InterruptedException | BrokenBarrierException | TimeoutException e) {
          throw new AbortException("Interrupted", e);
        }
      }));
      least = Math.min(least, System.nanoTime() - failed[0]);
    }
    assertTrue("Milliseconds: " + least / 1_000_000L, least < 60_000_000L);
  }
}
