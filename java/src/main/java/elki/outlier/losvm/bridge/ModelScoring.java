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

import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;

import elki.data.NumberVector;
import elki.data.type.TypeUtil;
import elki.database.Database;
import elki.database.ids.DBIDUtil;
import elki.database.relation.Relation;
import elki.outlier.losvm.LOSDD;
import elki.outlier.losvm.LeaveOutModel;
import elki.outlier.losvm.ScoreForm;
import elki.outlier.losvm.kernel.ObjectKernel;

/**
 * Scores other data by a cleaned model that Python has kept in plain arrays.
 *
 * @author The pyelki-losdd developers
 * @since 0.1.0
 */
public final class ModelScoring implements Callable<double[]> {
  /**
   * Data to score.
   */
  private final DataTable data;

  /**
   * Support vectors; {@code null} if the data are kernel values.
   */
  private final DataTable support;

  /**
   * Options of the kernel.
   */
  private final Map<String, ?> options;

  /**
   * Weights of the support vectors.
   */
  private final double[] weights;

  /**
   * Facts of the model, by the names that {@link LeaveOutRun} gave them.
   */
  private final Map<String, ?> facts;

  /**
   * Constructor.
   *
   * @param data Data, or kernel values
   * @param support Support vectors, or {@code null}
   * @param options Options of the kernel
   * @param weights Weights of the support vectors
   * @param facts Facts of the model
   */
  private ModelScoring(DataTable data, DataTable support, Map<String, ?> options, double[] weights, Map<String, ?> facts) {
    this.data = data;
    this.support = support;
    this.options = options;
    this.weights = weights;
    this.facts = facts;
  }

  /**
   * Prepare the scoring of vectors.
   *
   * @param data Vectors
   * @param support Support vectors
   * @param options Options of the kernel, with a fixed bandwidth
   * @param weights Weights of the support vectors
   * @param facts Facts of the model: method, rho, norm, needs_diagonal and
   *        score_form
   * @return Job, not started yet
   */
  public static Job<double[]> ofVectors(DataTable data, DataTable support, Map<String, ?> options, double[] weights, Map<String, ?> facts) {
    return new Job<>(new ModelScoring(data, support, options, weights, facts));
  }

  /**
   * Prepare the scoring of objects of which only kernel values are known.
   *
   * @param values For each object, the kernel values to the support vectors,
   *        followed by that to itself if the model needs the diagonal
   * @param weights Weights of the support vectors
   * @param facts Facts of the model: method, rho, norm, needs_diagonal and
   *        score_form
   * @return Job, not started yet
   */
  public static Job<double[]> ofKernelValues(DataTable values, double[] weights, Map<String, ?> facts) {
    return new Job<>(new ModelScoring(values, null, null, weights, facts));
  }

  @Override
  public double[] call() {
    final Database database = data.toDatabase(), center = support == null ? null : support.toDatabase();
    try {
      final Relation<NumberVector> relation = vectors(database);
      return model(center == null ? new GivenKernel(weights.length) : kernel(vectors(center))) //
          .score(relation, DBIDUtil.ensureArray(relation.getDBIDs()), 0);
    }
    finally {
      DataTable.release(database);
      if(center != null) {
        DataTable.release(center);
      }
    }
  }

  /**
   * Put the model together.
   *
   * @param kernel Kernel to the support vectors
   * @return Model
   */
  private LeaveOutModel<NumberVector> model(ObjectKernel<? super NumberVector> kernel) {
    final boolean svdd = LOSDD.class.isAssignableFrom(LeaveOutRun.algorithm((String) facts.get("method")));
    final ScoreForm form = ScoreForm.valueOf(((String) facts.get("score_form")).toUpperCase(Locale.ROOT));
    return new LeaveOutModel<>(kernel, weights, (Double) facts.get("rho"), (Double) facts.get("norm"), svdd, (Boolean) facts.get("needs_diagonal"), form);
  }

  /**
   * Set up the kernel.
   *
   * @param relation Support vectors
   * @return Kernel to the support vectors
   */
  private ObjectKernel<? super NumberVector> kernel(Relation<NumberVector> relation) {
    KernelChoice.check(options);
    return ObjectKernel.of(Setup.instantiate(KernelChoice.class, options, FileOptions.NONE).kernel, relation, DBIDUtil.ensureArray(relation.getDBIDs()));
  }

  /**
   * Get the vectors of a database.
   *
   * @param database Database
   * @return Relation
   */
  private static Relation<NumberVector> vectors(Database database) {
    return database.getRelation(TypeUtil.NUMBER_VECTOR_FIELD);
  }
}
