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
package elki.outlier.losvm.solver;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.function.Supplier;

import elki.utilities.exceptions.AbortException;

/**
 * Independent tasks on several threads.
 * <p>
 * The calling thread takes part, reports the progress, and passes an
 * interruption on to the others. The result does not depend on the number of threads, as tasks
 * must not depend on each other.
 *
 * @author The pyelki-losdd developers
 * @since 0.1.0
 */
public final class Workers {
  /**
   * Time between two progress reports, in milliseconds.
   */
  private static final long REPORT = 100L;

  /**
   * Threads that wait for more work for a second: to start one takes as long as many
   * of the tasks.
   */
  private static final Executor POOL = new ThreadPoolExecutor(0, Integer.MAX_VALUE, 1L, TimeUnit.SECONDS, new SynchronousQueue<>(), work -> {
    final Thread thread = new Thread(work, "losvm-helper");
    thread.setDaemon(true);
    return thread;
  });

  /**
   * Number of threads.
   */
  private final int threads;

  /**
   * Constructor.
   *
   * @param threads Number of threads, 0 for all cores
   */
  public Workers(int threads) {
    this.threads = threads > 0 ? threads : Runtime.getRuntime().availableProcessors();
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
   * Run the tasks 0 to count - 1.
   *
   * @param count Number of tasks
   * @param worker Called by each thread for what it runs the tasks with
   * @param progress Told the number of tasks done, by the calling thread
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
    final AtomicInteger next = new AtomicInteger(), done = new AtomicInteger();
    final AtomicReference<Throwable> failure = new AtomicReference<>();
    final Consumer<Runnable> work = afterTask -> {
      try {
        final IntConsumer task = worker.get();
        for(int t; failure.get() == null && (t = next.getAndIncrement()) < count;) {
          pollInterrupt();
          task.accept(t);
          done.incrementAndGet();
          afterTask.run();
        }
      }
      catch(Throwable e) { // Also OutOfMemoryError: rethrown by the caller.
        failure.compareAndSet(null, e);
      }
    };
    final Helper[] helpers = new Helper[Math.min(threads, count) - 1];
    for(int i = 0; i < helpers.length; i++) {
      helpers[i] = new Helper(() -> work.accept(() -> {
      }));
      POOL.execute(helpers[i]);
    }
    work.accept(() -> progress.accept(done.get()));
    for(Helper helper : helpers) {
      boolean atWork = true;
      while(atWork) {
        if(failure.get() != null) {
          for(Helper other : helpers) {
            other.interrupt();
          }
        }
        try {
          atWork = !helper.end.await(REPORT, TimeUnit.MILLISECONDS);
          progress.accept(done.get());
        }
        catch(InterruptedException e) {
          failure.compareAndSet(null, interrupted());
        }
      }
    }
    rethrow(failure.get());
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
   * Work of another thread.
   *
   * @author The pyelki-losdd developers
   */
  private static final class Helper implements Runnable {
    /**
     * Work to do.
     */
    private final Runnable work;

    /**
     * Thread that does it.
     */
    private Thread thread;

    /**
     * Opened when the work is done.
     */
    final CountDownLatch end = new CountDownLatch(1);

    /**
     * Constructor.
     *
     * @param work Work to do
     */
    Helper(Runnable work) {
      this.work = work;
    }

    @Override
    public void run() {
      setThread(Thread.currentThread());
      try {
        work.run();
      }
      finally {
        setThread(null);
        Thread.interrupted(); // Does not concern what the thread does next
        end.countDown();
      }
    }

    /**
     * Set the thread.
     *
     * @param current Thread, {@code null} at the end
     */
    private synchronized void setThread(Thread current) {
      thread = current;
    }

    /**
     * Interrupt the work.
     */
    synchronized void interrupt() {
      if(thread != null) {
        thread.interrupt();
      }
    }
  }

  /**
   * Throw what a worker has thrown.
   *
   * @param e Exception or error, may be {@code null}
   */
  private static void rethrow(Throwable e) {
    if(e instanceof Error) {
      throw (Error) e;
    }
    if(e != null) { // Workers cannot throw checked exceptions.
      throw (RuntimeException) e;
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
  private static AbortException interrupted() {
    return new AbortException("Interrupted.", new InterruptedException());
  }
}
