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

import java.io.File;
import java.util.Collections;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import org.junit.Test;

import elki.outlier.lof.LOF;
import elki.persistent.OnDiskArrayPageFileFactory;
import elki.persistent.PersistentPageFileFactory;
import elki.utilities.optionhandling.OptionID;
import elki.utilities.optionhandling.Parameterizer;
import elki.utilities.optionhandling.parameterization.Parameterization;
import elki.utilities.optionhandling.parameters.FileParameter;
import elki.utilities.optionhandling.parameters.FileParameter.FileType;

/**
 * Tests the setup of objects of others.
 *
 * @author The pyelki-losdd developers
 * @since 0.1.0
 */
public class SetupTest {
  /**
   * Opens when the setup of {@link Waiting} has begun, and when it may end.
   */
  private static final CountDownLatch BEGUN = new CountDownLatch(1), GO_ON = new CountDownLatch(1);

  /**
   * Something that waits while it is set up, as for a pipe that nobody writes
   * to.
   *
   * @author The pyelki-losdd developers
   */
  public static final class Waiting {
    /**
     * Parameterization class.
     *
     * @author The pyelki-losdd developers
     */
    public static class Par implements Parameterizer {
      @Override
      public Waiting make() {
        BEGUN.countDown();
        try {
          assertTrue(GO_ON.await(30, TimeUnit.SECONDS));
        }
        catch(InterruptedException e) {
          throw new IllegalStateException(e);
        }
        return new Waiting();
      }
    }
  }

  @Test
  public void othersDoNotWait() throws InterruptedException {
    final Job<Waiting> waiting = new Job<>(() -> Setup.instantiate(Waiting.class, Collections.emptyMap(), FileOptions.READ));
    final Job<LOF<?>> other = new Job<>(() -> {
      final Map<String, String> options = Map.of("k", "3", "distancefunction", "ManhattanDistance");
      return Setup.instantiate(LOF.class, OptionNames.resolve(LOF.class, options), FileOptions.READ);
    });
    try {
      waiting.start();
      assertTrue(BEGUN.await(30, TimeUnit.SECONDS));
      other.start();
      assertTrue("Waits for others.", other.await(30_000));
      assertNull(other.getFailure());
      assertFalse(waiting.await(0));
    }
    finally {
      GO_ON.countDown();
    }
    assertTrue(waiting.await(30_000));
  }

  /**
   * Something with options that name files.
   *
   * @author The pyelki-losdd developers
   */
  public static final class WithFiles {
    /**
     * Parameterization class.
     *
     * @author The pyelki-losdd developers
     */
    public static class Par implements Parameterizer {
      @Override
      public void configure(Parameterization config) {
        new FileParameter(new OptionID("test.input", "A file to read."), FileType.INPUT_FILE).setOptional(true).grab(config, x -> {
        });
        new FileParameter(new OptionID("test.output", "A file to write."), FileType.OUTPUT_FILE).setOptional(true).grab(config, x -> {
        });
      }

      @Override
      public WithFiles make() {
        return new WithFiles();
      }
    }
  }

  /**
   * Set it up with an option.
   *
   * @param name Name
   * @param value Value
   * @param files What options may do
   * @return Message of the error, {@code null} if there was none
   */
  private static String complaint(String name, Object value, FileOptions files) {
    final Map<String, Object> options = Collections.singletonMap(name, value);
    try {
      assertNotNull(Setup.instantiate(WithFiles.class, options, files));
      return null;
    }
    catch(IllegalArgumentException e) {
      return e.getMessage();
    }
  }

  @Test
  public void filesAreReadOnlyWhereAllowed() throws Exception {
    final File file = File.createTempFile("losdd", "");
    try {
      for(Object value : new Object[] { file.getPath(), file.toURI().toString(), file.toURI() }) {
        assertNull(complaint("test.input", value, FileOptions.READ));
        assertTrue(complaint("test.input", value, FileOptions.NONE).contains("must not depend on files"));
        assertTrue(complaint("test.output", value, FileOptions.READ).contains("write files"));
      }
      for(String value : new String[] { "http://localhost/x", "jar:file:x!/y", "ftp:x" }) {
        assertTrue(complaint("test.input", value, FileOptions.READ).contains("'test.input' with the value '" + value + "': must be a file"));
      }
      assertTrue(complaint("test.input", file.getPath() + ".no", FileOptions.READ).contains("test.input"));
    }
    finally {
      assertTrue(file.delete());
    }
  }

  @Test
  public void pageFilesAreRefused() throws Exception {
    final File file = new File(System.getProperty("java.io.tmpdir"), "losdd-" + System.nanoTime());
    for(Class<?> factory : new Class<?>[] { OnDiskArrayPageFileFactory.class, PersistentPageFileFactory.class }) {
      try {
        Setup.instantiate(factory, Collections.singletonMap("pagefile.file", file.getPath()), FileOptions.READ);
        fail(factory.getName());
      }
      catch(IllegalArgumentException e) {
        assertTrue(e.getMessage(), e.getMessage().contains("options that write files are not supported"));
      }
      assertFalse(file.exists());
    }
  }
}
