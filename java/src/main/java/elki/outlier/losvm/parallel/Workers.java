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

import java.util.concurrent.Executor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.DoubleConsumer;
import java.util.function.IntConsumer;
import java.util.function.Supplier;

import elki.utilities.exceptions.AbortException;

/**
 * Independent tasks on several threads.
 * <p>
 * The calling thread takes part, reports the progress, and passes an
 * interruption on to the others. Where the system grants fewer threads than asked
 * for, the others do all of the work. The result does not depend on the number of
 * threads, as tasks must not depend on each other.
 *
 * @author The pyelki-losdd developers
 * @since 0.1.0
 *
 * @composed - - - SharedTasks
 */
public final class Workers {
  /** Ignores the progress. */
  public static final DoubleConsumer QUIET = done -> {
  };

  /**
   * Time to keep looking before a thread sleeps, in nanoseconds: to wake it takes as
   * long as small tasks do.
   */
  private static final long LINGER = 2_000_000L;

  /**
   * Threads that wait for more work for a second: to start one takes as long as many
   * of the tasks.
   */
  private static final ThreadPoolExecutor POOL = new ThreadPoolExecutor(0, Integer.MAX_VALUE, 1L, TimeUnit.SECONDS, new SynchronousQueue<>(), work -> {
    final Thread thread = new Thread(work, "losvm-helper");
    thread.setDaemon(true);
    return thread;
  });

  /** Number of threads. */
  private final int threads;

  /** What there is to do, {@code null} for nothing. */
  private final AtomicReference<SharedTasks> current = new AtomicReference<>();

  /** Number of other threads that help, or look for something to do. */
  private final AtomicInteger helpers = new AtomicInteger();

  /** Has another thread do something, or throws OutOfMemoryError if there is none to be had. */
  private final Executor executor;

  /**
   * Constructor.
   *
   * @param threads Number of threads, 0 for all cores
   */
  public Workers(int threads) {
    this(threads, POOL);
  }

  /**
   * Constructor.
   *
   * @param threads Number of threads, 0 for all cores
   * @param executor Has another thread do something
   */
  Workers(int threads, Executor executor) {
    this.threads = threads > 0 ? threads : Runtime.getRuntime().availableProcessors();
    this.executor = executor;
  }

  /**
   * Number of threads.
   *
   * @return Number of threads
   */
  public int threads() {
    return threads;
  }

  /**
   * Use fewer threads.
   *
   * @param most Limit on the number of threads
   * @return Workers with at most this number of threads
   */
  public Workers atMost(int most) {
    return most >= threads ? this : new Workers(Math.max(1, most), executor);
  }

  /**
   * Run the tasks 0 to count - 1.
   *
   * @param count Number of tasks
   * @param worker Called by each thread for what it runs the tasks with
   * @param progress Progress listener, number of tasks, called by the calling thread
   */
  public void run(int count, Supplier<IntConsumer> worker, IntConsumer progress) {
    if(Math.min(threads, count) <= 1) {
      final IntConsumer task = worker.get();
      for(int t = 0; t < count; t++) {
        pollInterrupt();
        task.accept(t);
        progress.accept(t + 1);
      }
      return;
    }
    final int places = Math.min(threads, count) - 1;
    final SharedTasks tasks = new SharedTasks(this, count, worker, places);
    current.set(tasks);
    try {
      for(int i = helpers.get(); i < places && addHelper(); i++) {
        // One after the other, until there are enough or no more to be had.
      }
      tasks.run(progress);
    }
    finally {
      current.compareAndSet(tasks, null);
    }
  }

  /**
   * Run the tasks 0 to count - 1.
   *
   * @param count Number of tasks
   * @param task Task
   */
  public void run(int count, IntConsumer task) {
    run(count, () -> task, done -> {
    });
  }

  /**
   * Have another thread help.
   *
   * @return {@code false} if there is none to be had: then the others do its work
   */
  private boolean addHelper() {
    helpers.incrementAndGet();
    try {
      executor.execute(this::help);
      return true;
    }
    catch(OutOfMemoryError e) { // Unable to create native thread
      helpers.decrementAndGet();
      return false;
    }
  }

  /**
   * Help as another thread, as long as there is something to do.
   */
  private void help() {
    while(true) {
      linger(this::isHelpWanted);
      final SharedTasks tasks = current.get();
      // One too many would only take time from the others.
      if(helpers.get() < threads && tasks != null && tasks.help()) {
        continue;
      }
      helpers.decrementAndGet();
      // Only then: who has counted on this thread may have come meanwhile.
      if(!isHelpWanted()) {
        return;
      }
      helpers.incrementAndGet();
    }
  }

  /**
   * Whether another thread may help.
   *
   * @return {@code true} if there is something to do
   */
  private boolean isHelpWanted() {
    final SharedTasks tasks = current.get();
    return tasks != null && tasks.isHelpWanted();
  }

  /**
   * Keep looking for a while, unless this keeps other threads from working.
   *
   * @param success Whether to stop
   */
  public void linger(BooleanSupplier success) {
    final long patience = threads <= Runtime.getRuntime().availableProcessors() ? LINGER : 0L;
    for(final long start = System.nanoTime(); !success.getAsBoolean() && System.nanoTime() - start < patience;) {
      Thread.onSpinWait();
    }
  }

  /**
   * Stop if the current thread was interrupted. To be called by everything that
   * runs for long.
   */
  public static void pollInterrupt() {
    if(Thread.interrupted()) {
      throw interrupted();
    }
  }

  /**
   * Exception for interrupted work.
   *
   * @return Exception
   */
  static AbortException interrupted() {
    return new AbortException("Interrupted.", new InterruptedException());
  }
}
