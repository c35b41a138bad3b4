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

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertTrue;

import java.util.concurrent.atomic.AtomicReference;

import org.junit.Test;

import elki.data.NumberVector;
import elki.database.relation.Relation;
import elki.outlier.losvm.solver.auto.SolverChoice;
import elki.utilities.exceptions.AbortException;

/**
 * Interrupting the thread stops the work within a second, wherever it is.
 */
public class InterruptTest {
  private static final Relation<NumberVector> DATA = TestData.relation(TestData.random(131, 4000, 2, 0.));

  /** Interrupt a run after some time. */
  private static void assertStops(int milliseconds, Object... options) throws InterruptedException {
    AtomicReference<Throwable> thrown = new AtomicReference<>();
    Thread thread = new Thread(() -> {
      try {
        TestData.run("losdd", DATA, options);
      }
      catch(Throwable e) {
        thrown.set(e);
      }
    });
    thread.start();
    thread.join(milliseconds);
    assertTrue("Has ended too early", thread.isAlive());
    thread.interrupt();
    thread.join(1000);
    assertFalse("Still running", thread.isAlive());
    assertNotNull("Was not told", thrown.get());
    assertEquals(thrown.get().toString(), AbortException.class, thrown.get().getClass());
    assertEquals(InterruptedException.class, thrown.get().getCause().getClass());
    // Helpers wait for more work for a second, but do nothing.
    for(int wait = 0; wait < 100 && isHelperLeft(); wait++) {
      Thread.sleep(50);
    }
    assertFalse("Helpers are gone", isHelperLeft());
  }

  private static boolean isHelperLeft() {
    return Thread.getAllStackTraces().keySet().stream().anyMatch(t -> t.getName().startsWith("losvm-"));
  }

  @Test
  public void training() throws InterruptedException {
    for(SolverChoice solver : TestData.SOLVERS) {
      assertStops(300, "losvm.gamma", 20., "losvm.tolerance", 1e-12, "losvm.solver", solver.name(), "losvm.batches", 0);
    }
  }

  @Test
  public void leavingOut() throws InterruptedException {
    for(SolverChoice solver : TestData.SOLVERS) {
      assertStops(1500, "losvm.gamma", 20., "losvm.tolerance", 1e-2, "losvm.solver", solver.name(), "losvm.batches", 5);
    }
  }

  @Test
  public void generalSimilarity() throws InterruptedException {
    assertStops(300, "losvm.kernel", "RadialBasisFunctionKernel", "kernel.rbf.gamma", 20., "losvm.tolerance", 1e-12);
  }
}
