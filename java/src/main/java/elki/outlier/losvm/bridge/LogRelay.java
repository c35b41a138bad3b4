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

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.logging.Formatter;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

import elki.logging.CLISmartHandler;
import elki.logging.ELKILogRecord;
import elki.logging.LoggingConfiguration;
import elki.logging.progress.ProgressLogRecord;
import elki.outlier.losvm.kernel.OptionWarning;

/**
 * Log handler that keeps ELKI's messages until Python fetches them, and hands
 * progress messages, and warnings that Python has its own words for, to the
 * {@link Job} they come from.
 * <p>
 * It takes the place of ELKI's console handler: a library prints nothing.
 *
 * @author The pyelki-losdd developers
 * @since 0.1.0
 */
public final class LogRelay extends Handler {
  /**
   * Number of messages kept; beyond it, the oldest are dropped.
   */
  private static final int LIMIT = 10000;

  /**
   * The only instance.
   */
  private static LogRelay instance;

  /**
   * The root logger.
   */
  private static final Logger ROOT = Logger.getLogger("");

  /**
   * ELKI's logger. Java holds loggers by weak references: keep it, or its level
   * is lost.
   */
  private static final Logger ELKI = Logger.getLogger(LoggingConfiguration.TOPLEVEL_PACKAGE);

  /**
   * The logger of the BLAS, which warns of missing native libraries that nobody
   * needs.
   */
  private static final Logger NETLIB = Logger.getLogger("dev.ludovic.netlib");

  /**
   * HiCS of ELKI 0.8.0 counts beyond the end of its own progress, and fails if
   * progress is on.
   */
  private static final Logger HICS = Logger.getLogger("elki.outlier.meta.HiCS");

  /**
   * Handlers for messages that are not ELKI's.
   */
  private final List<Handler> others;

  /**
   * Lowest level of the messages to keep.
   */
  private volatile int threshold = Level.WARNING.intValue();

  /**
   * Messages kept; guarded by itself.
   */
  private final ArrayDeque<LogRecord> queue = new ArrayDeque<>();

  /**
   * Makes messages of records.
   */
  private final Formatter formatter = new SimpleFormatter();

  /**
   * Constructor.
   *
   * @param others Handlers for messages that are not ELKI's
   */
  private LogRelay(List<Handler> others) {
    this.others = others;
  }

  /**
   * Take over ELKI's logging.
   *
   * @return The handler
   */
  public static synchronized LogRelay install() {
    if(instance != null) {
      return instance;
    }
    // ELKI's configuration throws out all handlers and levels of the JVM, also
    // those of other libraries: bring them back.
    final Handler[] before = ROOT.getHandlers();
    final Level level = ROOT.getLevel();
    LoggingConfiguration.assertConfigured();
    ROOT.setLevel(level);
    List<Handler> others = new ArrayList<>(Arrays.asList(before));
    for(Handler handler : ROOT.getHandlers()) {
      others.remove(handler);
      if(handler instanceof CLISmartHandler) {
        ROOT.removeHandler(handler);
      }
    }
    instance = new LogRelay(others);
    ROOT.addHandler(instance);
    NETLIB.setLevel(Level.SEVERE);
    HICS.setLevel(Level.WARNING);
    instance.setThreshold(instance.threshold);
    return instance;
  }

  /**
   * Set the lowest level of the messages to keep.
   *
   * @param threshold Level, as a number of {@link Level}
   */
  public void setThreshold(int threshold) {
    this.threshold = threshold;
    // Progress messages are always on: they also are where a job can be
    // cancelled in algorithms that do not poll for interruption.
    ELKI.setLevel(threshold <= Level.FINEST.intValue() ? Level.ALL : //
        threshold <= Level.FINE.intValue() ? Level.FINE : //
            threshold <= Level.CONFIG.intValue() ? Level.CONFIG : Level.INFO);
  }

  @Override
  public void publish(LogRecord record) {
    final boolean elki = record instanceof ELKILogRecord || record.getLoggerName() != null //
        && record.getLoggerName().startsWith(LoggingConfiguration.TOPLEVEL_PACKAGE + '.');
    if(!elki) {
      for(Handler handler : others) {
        handler.publish(record);
      }
      return;
    }
    final Thread thread = Thread.currentThread();
    if(record instanceof ProgressLogRecord) {
      if(thread instanceof Job) {
        ((Job<?>) thread).report(((ProgressLogRecord) record).getProgress());
      }
      return;
    }
    if(record instanceof OptionWarning && thread instanceof Job) {
      ((Job<?>) thread).warn((OptionWarning) record);
      return;
    }
    if(record.getLevel().intValue() >= threshold && !isNoise(record)) {
      if(record.getLoggerName() == null) { // ELKI does not set it; the stack tells
        record.setLoggerName(record.getSourceClassName());
      }
      synchronized(queue) {
        if(queue.size() >= LIMIT) {
          queue.removeFirst();
        }
        queue.addLast(record);
      }
    }
    if(thread instanceof Job) {
      ((Job<?>) thread).checkCancelled();
    }
  }

  /**
   * Test for messages of no use to anybody: ELKI warns of loops that ended
   * early, but only if progress is on, as it always is here.
   *
   * @param record Log record
   * @return {@code true} for noise
   */
  private static boolean isNoise(LogRecord record) {
    return record.getMessage() != null && record.getMessage().startsWith("Progress had not completed automatically");
  }

  /**
   * Fetch and forget the messages kept.
   *
   * @return Level, logger and text of each message, one after the other
   */
  public String[] drain() {
    final LogRecord[] records;
    synchronized(queue) {
      records = queue.toArray(new LogRecord[0]);
      queue.clear();
    }
    final String[] ret = new String[3 * records.length];
    for(int i = 0; i < records.length; i++) {
      ret[3 * i] = Integer.toString(records[i].getLevel().intValue());
      ret[3 * i + 1] = String.valueOf(records[i].getLoggerName());
      ret[3 * i + 2] = textOf(records[i]);
    }
    return ret;
  }

  /**
   * Format a message, with the stack trace if there is one.
   *
   * @param record Log record
   * @return Text
   */
  private String textOf(LogRecord record) {
    final String text = String.valueOf(formatter.formatMessage(record));
    if(record.getThrown() == null) {
      return text;
    }
    StringWriter buffer = new StringWriter().append(text).append('\n');
    record.getThrown().printStackTrace(new PrintWriter(buffer));
    return buffer.toString();
  }

  @Override
  public void flush() {
    for(Handler handler : others) {
      handler.flush();
    }
  }

  @Override
  public void close() {
    // Nothing to release.
  }
}
