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

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.Collectors;

import elki.logging.LoggingConfiguration;

/**
 * Captures what ELKI logs.
 */
final class LogCapture extends Handler implements AutoCloseable {
  /** Logger of everything in ELKI. */
  private static final Logger LOGGER = Logger.getLogger("elki");

  static {
    LoggingConfiguration.assertConfigured(); // It replaces all handlers.
  }

  /** Records so far. */
  final List<LogRecord> records = Collections.synchronizedList(new ArrayList<>());

  /** Settings to restore. */
  private final Level level = LOGGER.getLevel();

  private final boolean parents = LOGGER.getUseParentHandlers();

  LogCapture(Level level) {
    LOGGER.setLevel(level);
    LOGGER.setUseParentHandlers(false);
    LOGGER.addHandler(this);
  }

  /** Messages of a level. */
  List<String> messages(Level level) {
    return records.stream().filter(r -> r.getLevel().equals(level)).map(LogRecord::getMessage).collect(Collectors.toList());
  }

  @Override
  public void publish(LogRecord record) {
    records.add(record);
  }

  @Override
  public void flush() {
    // Nothing is buffered.
  }

  @Override
  public void close() {
    LOGGER.removeHandler(this);
    LOGGER.setLevel(level);
    LOGGER.setUseParentHandlers(parents);
  }
}
