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

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntConsumer;
import java.util.function.Supplier;

/**
 * Tasks that the thread they belong to shares with others, which may join as long as
 * there is something left to do.
 *
 * @author The pyelki-losdd developers
 * @since 0.1.0
 */
final class SharedTasks {
  /** Time between two progress reports, in milliseconds. */
  private static final long REPORT = 100L;

  /** Threads. */
  private final Workers workers;

  /** Number of tasks. */
  private final int count;

  /** Called by each thread for what it runs the tasks with. */
  private final Supplier<IntConsumer> worker;

  /** Next task, and number of tasks done. */
  private final AtomicInteger next = new AtomicInteger(), done = new AtomicInteger();

  /** What has failed first, if anything. */
  private final AtomicReference<Throwable> failure = new AtomicReference<>();

  /** Number of threads that may still join. */
  private final AtomicInteger places;

  /** Other threads that are at work. */
  private final List<Thread> helpers = new ArrayList<>();

  /**
   * Constructor.
   *
   * @param workers Threads
   * @param count Number of tasks
   * @param worker Called by each thread for what it runs the tasks with
   * @param places Number of other threads that may join
   */
  SharedTasks(Workers workers, int count, Supplier<IntConsumer> worker, int places) {
    this.workers = workers;
    this.count = count;
    this.worker = worker;
    this.places = new AtomicInteger(places);
  }

  /**
   * Run tasks while there are any.
   *
   * @param afterTask Run after each of them
   */
  private void work(Runnable afterTask) {
    try {
      final IntConsumer task = worker.get();
      for(int t; failure.get() == null && (t = next.getAndIncrement()) < count;) {
        Workers.pollInterrupt();
        task.accept(t);
        done.incrementAndGet();
        afterTask.run();
      }
    }
    catch(Throwable e) { // Also OutOfMemoryError: rethrown by the owner.
      failure.compareAndSet(null, e);
    }
  }

  /**
   * Whether another thread may help.
   *
   * @return {@code true} if there is something left to do
   */
  boolean isHelpWanted() {
    return places.get() > 0 && next.get() < count;
  }

  /**
   * Run tasks, as another thread, if there is something left to do.
   *
   * @return {@code false} if there is not
   */
  boolean help() {
    if(!join()) {
      return false;
    }
    work(() -> {
    });
    leave();
    return true;
  }

  /**
   * Join, as another thread.
   *
   * @return {@code false} if there are enough
   */
  private synchronized boolean join() {
    if(!isHelpWanted()) {
      return false;
    }
    places.decrementAndGet();
    return helpers.add(Thread.currentThread());
  }

  /**
   * Leave, as another thread.
   */
  private synchronized void leave() {
    helpers.remove(Thread.currentThread());
    Thread.interrupted(); // Does not concern what the thread does next
    notifyAll();
  }

  /**
   * Run all tasks, together with the threads that join.
   *
   * @param progress Progress listener, number of tasks
   */
  void run(IntConsumer progress) {
    work(() -> progress.accept(done.get()));
    close();
    if(failure.get() == null) {
      workers.linger(() -> !isShared());
    }
    while(isShared()) {
      if(failure.get() != null) {
        interrupt();
      }
      try {
        await();
        progress.accept(done.get());
      }
      catch(InterruptedException e) {
        failure.compareAndSet(null, Workers.interrupted());
      }
      catch(Throwable e) { // Of the listener: the others must not go on without their owner.
        failure.compareAndSet(null, e);
      }
    }
    rethrow(failure.get());
    progress.accept(count);
  }

  /**
   * No more threads may join.
   */
  private synchronized void close() {
    places.set(0);
  }

  /**
   * Whether other threads are at work.
   *
   * @return {@code true} if there are any
   */
  private synchronized boolean isShared() {
    return !helpers.isEmpty();
  }

  /**
   * Wait for other threads to leave, but not for long.
   *
   * @throws InterruptedException if interrupted
   */
  private synchronized void await() throws InterruptedException {
    if(!helpers.isEmpty()) {
      wait(REPORT);
    }
  }

  /**
   * Interrupt the other threads.
   */
  private synchronized void interrupt() {
    helpers.forEach(Thread::interrupt);
  }

  /**
   * Throw what a task has thrown.
   *
   * @param e Exception or error, may be {@code null}
   */
  private static void rethrow(Throwable e) {
    if(e instanceof Error) {
      throw (Error) e;
    }
    if(e != null) { // Tasks cannot throw checked exceptions.
      throw (RuntimeException) e;
    }
  }
}
