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

import java.util.List;
import java.util.Map;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.Logger;

import org.junit.After;
import org.junit.Before;
import org.junit.Test;

import elki.logging.CLISmartHandler;
import elki.logging.Logging;
import elki.logging.progress.FiniteProgress;
import elki.outlier.losvm.kernel.OptionWarning;

/**
 * Test the relay of log messages.
 *
 * @author The pyelki-losdd developers
 * @since 0.1.0
 */
public class LogRelayTest {
  /**
   * Class logger.
   */
  private static final Logging LOG = Logging.getLogger(LogRelayTest.class);

  /**
   * Relay to test.
   */
  private LogRelay relay;

  @Before
  public void install() {
    relay = LogRelay.install();
    relay.drain();
  }

  @After
  public void reset() {
    relay.setThreshold(Level.WARNING.intValue());
  }

  @Test
  public void keepsUntilDrained() {
    LOG.warning("first");
    LOG.error("second", new IllegalStateException("why"));
    String[] found = relay.drain();
    assertEquals(6, found.length);
    assertEquals("900", found[0]);
    assertEquals(LogRelayTest.class.getName(), found[1]);
    assertEquals("first", found[2]);
    assertEquals("1000", found[3]);
    assertTrue(found[5].startsWith("second\njava.lang.IllegalStateException: why"));
    assertEquals(0, relay.drain().length);
  }

  @Test
  public void threshold() {
    LOG.verbose("not wanted");
    assertEquals(0, relay.drain().length);
    relay.setThreshold(Level.INFO.intValue());
    LOG.verbose("wanted");
    assertEquals("wanted", relay.drain()[2]);
  }

  @Test
  public void progressIsNoMessage() {
    relay.setThreshold(Level.ALL.intValue());
    new FiniteProgress("Working", 10, LOG).incrementProcessed(LOG);
    assertEquals(0, relay.drain().length);
  }

  @Test
  public void warningsAboutOptionsGoToTheirJob() throws InterruptedException {
    final Job<String> job = new Job<>(() -> {
      LOG.log(new OptionWarning(OptionWarning.Cause.TWINS, "in ELKI's words", Map.of("count", 3)));
      return "done";
    });
    job.start();
    assertTrue(job.await(10_000));
    assertEquals(List.of(Map.of("cause", "twins", "facts", Map.of("count", 3))), job.getWarnings());
    assertEquals(0, relay.drain().length);
    // Without a job, they are messages like others.
    LOG.log(new OptionWarning(OptionWarning.Cause.TWINS, "in ELKI's words", Map.of("count", 3)));
    assertEquals("in ELKI's words", relay.drain()[2]);
  }

  @Test
  public void nothingGoesToTheConsole() {
    assertSame(relay, LogRelay.install());
    for(Handler handler : Logger.getLogger("").getHandlers()) {
      assertFalse(handler instanceof CLISmartHandler);
    }
  }

  @Test
  public void othersAreNotKept() {
    Logger logger = Logger.getLogger("org.example");
    logger.warning("This message of the test is none of ELKI's.");
    assertEquals(0, relay.drain().length);
  }
}
