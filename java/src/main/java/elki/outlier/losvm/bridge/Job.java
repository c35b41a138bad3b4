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

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import elki.logging.progress.AbstractProgress;
import elki.logging.progress.FiniteProgress;
import elki.logging.progress.MutableProgress;
import elki.logging.progress.Progress;
import elki.logging.progress.StepProgress;
import elki.outlier.losvm.kernel.OptionWarning;

/**
 * One piece of work in a thread of its own: can be waited for in short steps,
 * cancelled, and asked for its progress.
 * <p>
 * Python must get its turn while Java works (for Ctrl-C and progress bars), and
 * no failure, not even an {@link OutOfMemoryError}, may harm the JVM.
 *
 * @author The pyelki-losdd developers
 * @since 0.1.0
 *
 * @param <T> Result type
 */
public class Job<T> extends Thread {
  /**
   * What to do; forgotten when done, to free the data.
   */
  private Callable<? extends T> task;

  /**
   * Opens when the work has ended, well or not.
   */
  private final CountDownLatch done = new CountDownLatch(1);

  /**
   * Result, once done.
   */
  private volatile T result;

  /**
   * What went wrong, once done.
   */
  private volatile Throwable thrown;

  /**
   * Whether the work is no longer wanted.
   */
  private volatile boolean cancelled;

  /**
   * Warnings so far; only this thread adds some, and only until it is done.
   */
  private final List<OptionWarning> warnings = new ArrayList<>();

  /**
   * Progress to show.
   */
  private volatile AbstractProgress progress;

  /**
   * Constructor; does not start the work.
   *
   * @param task What to do
   */
  public Job(Callable<? extends T> task) {
    super("pyelki-losdd job");
    setDaemon(true); // must not keep Python from ending
    this.task = task;
  }

  /**
   * Start the work; if there is no thread to be had, it has failed.
   */
  @Override
  public void start() {
    try {
      super.start();
    }
    catch(OutOfMemoryError e) {
      end(e);
    }
  }

  @Override
  public void run() {
    Throwable failure = null;
    try {
      result = task.call();
    }
    catch(Throwable e) { // also errors: whatever it is, Python has to know
      failure = e;
    }
    end(failure);
  }

  /**
   * Tell those who wait that the work has ended.
   *
   * @param failure What went wrong, or {@code null}
   */
  private void end(Throwable failure) {
    thrown = failure;
    task = null;
    progress = null;
    done.countDown();
  }

  /**
   * Wait for the end of the work.
   *
   * @param millis Longest time to wait
   * @return {@code true} if the work has ended
   * @throws InterruptedException if the waiting thread is interrupted
   */
  public boolean await(long millis) throws InterruptedException {
    return done.await(millis, TimeUnit.MILLISECONDS);
  }

  /**
   * Ask the work to end soon. Work that polls for interruption ends at once,
   * other work at its next progress message.
   */
  public void cancel() {
    cancelled = true;
    interrupt();
  }

  /**
   * Get the result.
   *
   * @return Result, {@code null} if not done or failed
   */
  public T getResult() {
    return result;
  }

  /**
   * Get the failure.
   *
   * @return Failure, {@code null} if there was none
   */
  public Failure getFailure() {
    final Throwable e = thrown;
    return e == null ? null : Failure.of(e, cancelled);
  }

  /**
   * Note a progress message of this job's thread.
   *
   * @param message Progress
   */
  void report(Progress message) {
    checkCancelled();
    // Steps have no size; of nested loops, the outermost tells most.
    if(message instanceof AbstractProgress && !(message instanceof StepProgress) //
        && (progress == null || progress.isComplete())) {
      progress = (AbstractProgress) message;
    }
  }

  /**
   * Note a warning of this job's thread.
   *
   * @param warning Warning
   */
  void warn(OptionWarning warning) {
    warnings.add(warning);
  }

  /**
   * Get the warnings, once done.
   *
   * @return Cause of each, in lower case, and its numbers by name
   */
  public List<Map<String, Object>> getWarnings() {
    final List<Map<String, Object>> ret = new ArrayList<>();
    for(OptionWarning warning : warnings) {
      final Map<String, Object> described = new LinkedHashMap<>();
      described.put("cause", warning.getCause().name().toLowerCase(Locale.ROOT));
      described.put("facts", warning.getFacts());
      ret.add(described);
    }
    return ret;
  }

  /**
   * End the work if it is no longer wanted.
   */
  void checkCancelled() {
    if(cancelled) {
      throw new CancellationException("Cancelled.");
    }
  }

  /**
   * Get what the work is busy with.
   *
   * @return Caption, {@code null} if unknown
   */
  public String getTask() {
    final AbstractProgress p = progress;
    return p == null ? null : p.getTask();
  }

  /**
   * Get how far the current task has come.
   *
   * @return Number done and total number, which is 0 if unknown
   */
  public int[] getCounts() {
    final AbstractProgress p = progress;
    return new int[] { p == null ? 0 : p.getProcessed(), //
        p instanceof FiniteProgress ? ((FiniteProgress) p).getTotal() : //
            p instanceof MutableProgress ? ((MutableProgress) p).getTotal() : 0 };
  }
}
