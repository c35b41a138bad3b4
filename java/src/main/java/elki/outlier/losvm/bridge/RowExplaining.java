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

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import java.util.stream.IntStream;

import elki.outlier.losvm.ensemble.MemberReasons;
import elki.outlier.losvm.ensemble.ModelArrays;
import elki.outlier.losvm.kernel.KernelFunction;
import elki.outlier.losvm.parallel.Workers;
import elki.outlier.losvm.reasons.ColumnGroups;
import elki.outlier.losvm.reasons.Panel;
import elki.outlier.losvm.reasons.Reasons;
import elki.outlier.losvm.reasons.Witness;
import elki.similarity.Similarity;

/**
 * Explains rows by models that Python has kept in plain arrays.
 *
 * @author The pyelki-losdd developers
 * @since 0.2.0
 */
public final class RowExplaining implements Callable<Map<String, Object>> {
  /**
   * Finds the reasons.
   */
  private final Supplier<Reasons> search;

  /**
   * Constructor.
   *
   * @param search Finds the reasons
   */
  private RowExplaining(Supplier<Reasons> search) {
    this.search = search;
  }

  /**
   * Prepare to explain rows by an ensemble.
   *
   * @param data Rows
   * @param model Model, as {@link EnsembleRun} described it
   * @param groups Group of each column
   * @param threads Number of threads, 0 for all cores
   * @return Job, not started yet
   */
  public static Job<Map<String, Object>> byEnsemble(DataTable data, Map<String, ?> model, int[] groups, int threads) {
    return new Job<>(new RowExplaining(() -> new MemberReasons(ModelArrays.toModel(model), new ColumnGroups(groups)).about(data.size(), data::row, threads)));
  }

  /**
   * Prepare to explain rows by a cleaned model; support vectors that are equal to a
   * row have no say about it.
   *
   * @param data Rows
   * @param support Support vectors
   * @param options Options of the kernel, with a fixed bandwidth
   * @param weights Weights of the support vectors
   * @param groups Group of each column
   * @param threads Number of threads, 0 for all cores
   * @return Job, not started yet
   */
  public static Job<Map<String, Object>> byModel(DataTable data, DataTable support, Map<String, ?> options, double[] weights, int[] groups, int threads) {
    return new Job<>(new RowExplaining(() -> {
      final double[][] vectors = IntStream.range(0, support.size()).mapToObj(support::row).toArray(double[][]::new);
      final Witness witness = new Witness(function(options), 1., IntStream.range(0, groups.length).toArray(), vectors, vectors, weights);
      final Panel panel = new Panel(Arrays.asList(witness), new ColumnGroups(groups));
      return new Reasons(data.size(), data::row, panel, row -> List.of(panel.ask(0, row, true, 1.)), new Workers(threads));
    }));
  }

  /**
   * Set up the kernel.
   *
   * @param options Options of the kernel
   * @return Kernel function
   */
  private static KernelFunction function(Map<String, ?> options) {
    final Similarity<?> kernel = Setup.instantiate(KernelChoice.class, options, FileOptions.NONE).kernel;
    if(!(kernel instanceof KernelFunction)) {
      throw new IllegalArgumentException("The kernel " + kernel.getClass().getName() + " cannot be taken apart by columns.");
    }
    return (KernelFunction) kernel;
  }

  @Override
  public Map<String, Object> call() {
    return search.get().toMap();
  }
}
