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

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

import org.junit.Test;

import elki.utilities.optionhandling.ParameterException;
import elki.outlier.losvm.ensemble.LOSDDEnsemble;
import elki.utilities.optionhandling.Parameterizer;
import elki.utilities.optionhandling.parameterization.EmptyParameterization;
import elki.utilities.optionhandling.parameterization.ListParameterization;
import elki.utilities.optionhandling.parameterization.TrackParameters;
import elki.utilities.optionhandling.parameterization.TrackedParameter;
import elki.utilities.optionhandling.parameters.Flag;
import elki.utilities.optionhandling.parameters.Parameter;

/**
 * Options as strings: names, defaults, and messages for bad values.
 */
public class OptionsTest {
  private static final double[][] DATA = TestData.random(101, 40, 2, 0.);

  /** Messages for some options. */
  private static String errors(String... options) {
    ListParameterization config = new ListParameterization();
    for(int i = 0; i < options.length; i += 2) {
      config.addParameter(options[i], options[i + 1]);
    }
    new LOSDD.Par<Object>().configure(config);
    return config.getErrors().stream().map(ParameterException::getMessage).collect(Collectors.joining("\n"));
  }

  private static void assertError(String[] options, String... words) {
    String message = errors(options);
    for(String word : words) {
      assertTrue(message.isEmpty() ? "No error for " + String.join(" ", options) : message, message.contains(word));
    }
  }

  private static String[] options(String... options) {
    return options;
  }

  @Test
  public void defaults() {
    double[] expected = TestData.scores(TestData.run("losdd", DATA));
    assertArrayEquals(expected, TestData.scores(TestData.run("losdd", DATA, "losvm.batches", "10", "losvm.remove", "10", "losvm.C", "1", "losvm.kernel", "rbf", //
        "losvm.bandwidth", "silverman", "losvm.score", "log_ratio", "losvm.reference", "round", "losvm.tolerance", "1e-3", "losvm.solver", "auto", "losvm.threads", "0", "losvm.memory", "0")), 0.);
    // In upper case, as ELKI would have it.
    assertArrayEquals(expected, TestData.scores(TestData.run("losdd", DATA, "losvm.kernel", "RBF", "losvm.bandwidth", "Silverman", "losvm.score", "LOG_RATIO", "losvm.reference", "ROUND", "losvm.solver", "AUTO")), 0.);
    // Without the parameters of ELKI.
    assertArrayEquals(expected, TestData.scores(new LOSDD<>(new elki.outlier.losvm.kernel.RBF(new elki.outlier.losvm.bandwidth.Silverman()), new Settings()).run(TestData.relation(DATA))), 0.);
  }

  @Test
  public void nuInsteadOfC() {
    assertArrayEquals(TestData.scores(TestData.run("losoc", DATA, "losvm.C", 1. / (.13 * 40))), TestData.scores(TestData.run("losoc", DATA, "losvm.nu", .13)), 0.);
  }

  @Test
  public void polynomialDefaults() {
    assertArrayEquals(TestData.scores(TestData.run("losdd", DATA, "losvm.kernel", "polynomial", "losvm.degree", 2, "losvm.bias", 1.)), //
        TestData.scores(TestData.run("losdd", DATA, "losvm.kernel", "polynomial")), 0.);
  }

  @Test
  public void kernelsOfELKI() {
    for(String name : new String[] { "RadialBasisFunctionKernel", "kernel.RadialBasisFunctionKernel", "elki.similarity.kernel.RadialBasisFunctionKernel" }) {
      assertEquals(name, "", errors("losvm.kernel", name, "kernel.rbf.gamma", "2"));
    }
  }

  @Test
  public void outOfRange() {
    for(String value : new String[] { "0", "-1", "NaN" }) {
      assertError(options("losvm.gamma", value), "losvm.gamma must be > 0, but was ");
      assertError(options("losvm.C", value), "losvm.C must be > 0, but was ");
      assertError(options("losvm.nu", value), "losvm.nu must be > 0 and <= 1, but was ");
      assertError(options("losvm.tolerance", value), "losvm.tolerance must be > 0 and < 1, but was ");
    }
    assertError(options("losvm.gamma", "Infinity"), "losvm.gamma must be > 0");
    assertError(options("losvm.nu", "1.5"), "losvm.nu", "1.5");
    assertError(options("losvm.tolerance", "1"), "losvm.tolerance", "1");
    assertError(options("losvm.batches", "-1"), "losvm.batches must be >= 0, but was -1");
    assertError(options("losvm.threads", "-1"), "losvm.threads must be >= 0, but was -1");
    assertError(options("losvm.memory", "-1"), "losvm.memory must be >= 0, but was -1");
    for(String value : new String[] { "-1", "1.5", "NaN", "Infinity" }) {
      assertError(options("losvm.remove", value), "losvm.remove must be a whole number >= 0, or a share below 1, but was ");
    }
    assertError(options("losvm.kernel", "polynomial", "losvm.degree", "0"), "losvm.degree must be >= 1, but was 0");
    assertError(options("losvm.kernel", "polynomial", "losvm.bias", "-1"), "losvm.bias must be >= 0, but was -1");
  }

  @Test
  public void notNumbers() {
    assertError(options("losvm.gamma", "wide"), "losvm.gamma", "wide");
    assertError(options("losvm.batches", "1.5"), "losvm.batches", "1.5");
  }

  @Test
  public void unknownNames() {
    assertError(options("losvm.kernel", "rbff"), "losvm.kernel", "rbff", "rational_quadratic");
    assertError(options("losvm.bandwidth", "wide"), "losvm.bandwidth", "wide", "silverman");
    assertError(options("losvm.score", "best"), "losvm.score", "LOG_RATIO");
    assertError(options("losvm.reference", "best"), "losvm.reference", "FINAL");
    assertError(options("losvm.solver", "best"), "losvm.solver", "SMO");
  }

  /** A user who looks at the list of options must see what happens without them. */
  @Test
  public void declaredDefaults() {
    List<String> without = new ArrayList<>();
    for(Parameterizer algorithm : new Parameterizer[] { new LOSDD.Par<Object>(), new LOSOC.Par<Object>(), new LOSDDEnsemble.Par<Object>() }) {
      TrackParameters config = new TrackParameters(new EmptyParameterization());
      algorithm.configure(config);
      for(TrackedParameter tracked : config.getAllParameters()) {
        Parameter<?> option = tracked.getParameter();
        String text = option.getOptionID().getDescription();
        assertTrue(option.getOptionID() + ": " + text, text.endsWith("."));
        if(!(option.hasDefaultValue() || option instanceof Flag)) {
          assertTrue(option.getOptionID() + ": " + text, text.contains("Unset, "));
          without.add(option.getOptionID().getName());
        }
      }
    }
    assertEquals(List.of("losvm.gamma", "losvm.remove", "losvm.nu", "losvm.gamma", "losvm.remove", "losvm.nu", "losvm.kernel", "losvm.remove", "losvm.asis"), without);
  }

  @Test
  public void alternatives() {
    assertError(options("losvm.C", "1", "losvm.nu", ".1"), "losvm.C", "excludes", "losvm.nu");
    assertEquals("", errors("losvm.gamma", "1", "losvm.bandwidth", "scott"));
    assertArrayEquals(TestData.scores(TestData.run("losdd", DATA, "losvm.gamma", 1.)), TestData.scores(TestData.run("losdd", DATA, "losvm.gamma", 1., "losvm.bandwidth", "scott")), 0.);
  }
}
