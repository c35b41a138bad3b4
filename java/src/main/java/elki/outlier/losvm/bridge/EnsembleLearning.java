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

import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

import elki.outlier.losvm.ensemble.LOSDDEnsemble;
import elki.outlier.losvm.ensemble.LearningPass;
import elki.outlier.losvm.ensemble.LearningStep;
import elki.outlier.losvm.ensemble.ModelArrays;
import elki.outlier.losvm.ensemble.RangesPass;
import elki.outlier.losvm.ensemble.TrainingRows;
import elki.outlier.losvm.parallel.Workers;
import elki.outlier.losvm.sampling.PassState;
import elki.outlier.losvm.sampling.RowSource;

/**
 * Learns an ensemble of rows that come in blocks, or are in several places. The
 * models, and the scores by them, are those of all rows at once, to the last bit.
 * <p>
 * The order of calls, each of which makes a {@link Job}:
 *
 * <pre>
 * step = begin(columns, options)
 * while step["step"] is not "train":
 *   for each block, in any order, anywhere:
 *     state = gather(step, options, block, threads)
 *   state = merge(step, options, states)     (may be repeated, in any order)
 *   step = next(step, options, state)
 * for m from 0 to step["members"] - 1, in any order, anywhere:
 *   member = train(step, options, m)
 * model = assemble(step, options, members)   (members in the order of m)
 * for each block:
 *   {@link EnsembleScoring#job}(block, model, threads)
 * </pre>
 *
 * Steps, states, members and the model are maps of numbers, strings, primitive
 * arrays and such maps, whose size does not grow with the number of rows. There
 * are three passes, and more if there are tens of millions of rows. The options
 * are those of {@link LOSDDEnsemble}, with a kernel for vectors.
 *
 * @author The pyelki-losdd developers
 * @since 0.2.0
 */
public final class EnsembleLearning {
  /**
   * Static methods only.
   */
  private EnsembleLearning() {
  }

  /**
   * Start to learn.
   *
   * @param columns Number of columns
   * @param options Options
   * @return Job, not started yet; its result is the first step
   */
  public static Job<Map<String, Object>> begin(int columns, Map<String, ?> options) {
    return job(() -> new RangesPass(columns, instance(options).settings()));
  }

  /**
   * Gather what the step needs of some rows.
   *
   * @param step Step
   * @param options Options
   * @param rows Rows, finite
   * @param threads Number of threads, 0 for all cores
   * @return Job, not started yet; its result is a state
   */
  public static Job<Map<String, Object>> gather(Map<String, ?> step, Map<String, ?> options, RowSource rows, int threads) {
    return new Job<>(() -> pass(step, options).gather(rows, new Workers(threads), done -> {
    }).toMap());
  }

  /**
   * Merge what was gathered.
   *
   * @param step Step
   * @param options Options
   * @param states States of this step
   * @return Job, not started yet; its result is a state
   */
  public static Job<Map<String, Object>> merge(Map<String, ?> step, Map<String, ?> options, List<? extends Map<String, ?>> states) {
    return new Job<>(() -> pass(step, options).merge(states).toMap());
  }

  /**
   * Find out what to do next.
   *
   * @param step Step
   * @param options Options
   * @param state State of all rows
   * @return Job, not started yet; its result is the next step
   */
  public static Job<Map<String, Object>> next(Map<String, ?> step, Map<String, ?> options, Map<String, ?> state) {
    return job(() -> next(pass(step, options), state));
  }

  /**
   * Find out what to do next.
   *
   * @param <S> What the pass gathers
   * @param pass Pass
   * @param state State of all rows
   * @return Next step
   */
  private static <S extends PassState<S>> LearningStep next(LearningPass<S> pass, Map<String, ?> state) {
    return pass.next(pass.read(state));
  }

  /**
   * Train a member.
   *
   * @param step Last step
   * @param options Options
   * @param m Number of the member
   * @return Job, not started yet; its result is the member
   */
  public static Job<Map<String, Object>> train(Map<String, ?> step, Map<String, ?> options, int m) {
    return new Job<>(() -> {
      final LOSDDEnsemble<?> instance = instance(options);
      return instance.training((TrainingRows) LearningStep.of(step, instance.settings())).train(m);
    });
  }

  /**
   * Put the members together.
   *
   * @param step Last step
   * @param options Options
   * @param members Members, in their order
   * @return Job, not started yet; its result is the model
   */
  public static Job<Map<String, Object>> assemble(Map<String, ?> step, Map<String, ?> options, List<? extends Map<String, ?>> members) {
    return new Job<>(() -> {
      final LOSDDEnsemble<?> instance = instance(options);
      return ModelArrays.of(instance.training((TrainingRows) LearningStep.of(step, instance.settings())).assemble(members));
    });
  }

  /**
   * Make a job that results in a step.
   *
   * @param work Work
   * @return Job
   */
  private static Job<Map<String, Object>> job(Supplier<LearningStep> work) {
    return new Job<>(() -> work.get().toMap());
  }

  /**
   * Set up a pass.
   *
   * @param step Step
   * @param options Options
   * @return Pass
   */
  private static LearningPass<?> pass(Map<String, ?> step, Map<String, ?> options) {
    return (LearningPass<?>) LearningStep.of(step, instance(options).settings());
  }

  /**
   * Set up the ensemble.
   *
   * @param options Options
   * @return Ensemble
   */
  private static LOSDDEnsemble<?> instance(Map<String, ?> options) {
    final LOSDDEnsemble<?> instance = EnsembleRun.instance(options);
    if(!instance.ofVectors()) {
      throw new IllegalArgumentException("The kernel " + options.get(LOSDDEnsemble.Par.KERNEL_ID.getName()) + " needs all rows at once.");
    }
    return instance;
  }
}
