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

import java.util.HashMap;
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
import elki.outlier.losvm.kernel.RelationKernel;
import elki.similarity.Similarity;

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
  private final Map<String, Object> options = new HashMap<>();

  /**
   * Weights of the support vectors.
   */
  private final double[] weights;

  /**
   * Gradient on the boundary, and squared length of the center.
   */
  private final double rho, norm;

  /**
   * Data description, else one-class SVM.
   */
  private final boolean svdd;

  /**
   * Whether K(x,x) varies, so that it is needed.
   */
  private final boolean diagonal;

  /**
   * Form of the score.
   */
  private final ScoreForm form;

  /**
   * Constructor.
   *
   * @param data Data, or kernel values
   * @param support Support vectors, or {@code null}
   * @param weights Weights of the support vectors
   * @param rho Gradient on the boundary
   * @param norm Squared length of the center
   * @param svdd Data description, else one-class SVM
   * @param diagonal Whether K(x,x) is needed
   * @param form Form of the score
   */
  private ModelScoring(DataTable data, DataTable support, double[] weights, double rho, double norm, boolean svdd, boolean diagonal, ScoreForm form) {
    this.data = data;
    this.support = support;
    this.weights = weights;
    this.rho = rho;
    this.norm = norm;
    this.svdd = svdd;
    this.diagonal = diagonal;
    this.form = form;
  }

  /**
   * Prepare the scoring of data.
   *
   * @param data Data; without support vectors, the kernel values of each object
   *        to the support vectors, followed by that to itself if it is needed
   * @param support Support vectors, or {@code null}
   * @param names Names of the options of the kernel
   * @param values Values of the options
   * @param weights Weights of the support vectors
   * @param rho Gradient on the boundary
   * @param norm Squared length of the center
   * @param method "losdd" or "losoc"
   * @param diagonal Whether K(x,x) is needed, as it varies
   * @param form Form of the score
   * @return Job, not started yet
   */
  public static Job<double[]> job(DataTable data, DataTable support, String[] names, String[] values, double[] weights, double rho, double norm, String method, boolean diagonal, String form) {
    final ModelScoring task = new ModelScoring(data, support, weights, rho, norm, LeaveOutRun.algorithm(method) == LOSDD.class, diagonal, //
        ScoreForm.valueOf(form.toUpperCase(Locale.ROOT)));
    for(int i = 0; i < names.length; i++) {
      task.options.put(names[i], values[i]);
    }
    return new Job<>(task);
  }

  @Override
  public double[] call() {
    final Database database = data.toDatabase(), center = support == null ? null : support.toDatabase();
    try {
      final ObjectKernel<? super NumberVector> kernel = center == null ? new GivenKernel(weights.length) : kernel(vectors(center));
      final Relation<NumberVector> relation = vectors(database);
      return new LeaveOutModel<NumberVector>(kernel, weights, rho, norm, svdd, diagonal, form) //
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
   * Set up the kernel.
   *
   * @param relation Support vectors
   * @return Kernel to the support vectors
   */
  private ObjectKernel<? super NumberVector> kernel(Relation<NumberVector> relation) {
    final Similarity<? super NumberVector> kernel = Setup.instantiate(KernelChoice.class, options, FileOptions.NONE).kernel;
    return ObjectKernel.of(RelationKernel.of(kernel, relation).similarity(), relation, DBIDUtil.ensureArray(relation.getDBIDs()));
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
