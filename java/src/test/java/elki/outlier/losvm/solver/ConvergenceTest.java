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

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

import org.junit.Test;

import elki.logging.Logging;
import elki.outlier.losvm.kernel.OptionWarning;

/**
 * However often training is given up, there is one warning, of the worst.
 */
public class ConvergenceTest {
  private static List<LogRecord> logged(Convergence convergence) {
    final List<LogRecord> records = new ArrayList<>();
    final Logger logger = Logger.getLogger("elki.outlier.losvm.solver.ConvergenceTest");
    final Handler handler = new Handler() {
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
        // Nothing is open.
      }
    };
    logger.setUseParentHandlers(false);
    logger.addHandler(handler);
    convergence.warnIfUnfinished(Logging.getLogger(ConvergenceTest.class));
    logger.removeHandler(handler);
    return records;
  }

  @Test
  public void test() {
    final Convergence part = new Convergence(), whole = new Convergence();
    part.addTo(whole);
    assertEquals(List.of(), logged(whole));
    part.giveUp("smo", 1000, .01, .001);
    part.giveUp("smo", 10, .5, .001);
    part.addTo(whole);
    final List<LogRecord> records = logged(whole);
    assertEquals(1, records.size());
    final OptionWarning warning = (OptionWarning) records.get(0);
    assertEquals(OptionWarning.Cause.UNFINISHED, warning.getCause());
    assertEquals(1000L, warning.getFacts().get("iterations"));
    assertEquals(.5, warning.getFacts().get("gap"));
    assertTrue(warning.getMessage().contains("The smo solver has not converged: after 1000 iterations, the gap is 0.5 instead of 0.001"));
  }
}
