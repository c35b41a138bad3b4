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

import elki.database.ids.ArrayDBIDs;
import elki.database.ids.DBIDArrayIter;
import elki.database.relation.Relation;
import elki.outlier.losvm.kernel.ObjectKernel;
import elki.outlier.losvm.kernel.OptionException;
import elki.outlier.losvm.linalg.LogSum;
import elki.outlier.losvm.parallel.Workers;
import elki.outlier.losvm.solver.Judgement;

/**
 * The cleaned model: a one-class SVM trained on what was not removed, that can
 * score other objects.
 *
 * @author The pyelki-losdd developers
 * @since 0.1.0
 *
 * @composed - - - ObjectKernel
 *
 * @param <O> Object type
 */
public class LeaveOutModel<O> {
  /**
   * Objects scored by a thread at a time.
   */
  private static final int CHUNK = 256;

  /**
   * Kernel to the support vectors.
   */
  private final ObjectKernel<? super O> kernel;

  /**
   * Weights of the support vectors.
   */
  private final double[] weights;

  /**
   * Gradient on the boundary.
   */
  private final double rho;

  /**
   * Squared length of the center.
   */
  private final double norm;

  /**
   * Data description, else one-class SVM.
   */
  private final boolean svdd;

  /**
   * The kernel values K(x,x) matter, as they vary.
   */
  private final boolean needsDiagonal;

  /**
   * Form of the score.
   */
  private final ScoreForm form;

  /**
   * Constructor.
   *
   * @param kernel Kernel to the support vectors
   * @param weights Weights of the support vectors
   * @param rho Gradient on the boundary
   * @param norm Squared length of the center
   * @param svdd Data description, else one-class SVM
   * @param needsDiagonal The kernel values K(x,x) matter, as they vary
   * @param form Form of the score
   */
  public LeaveOutModel(ObjectKernel<? super O> kernel, double[] weights, double rho, double norm, boolean svdd, boolean needsDiagonal, ScoreForm form) {
    this.kernel = kernel;
    this.weights = weights;
    this.rho = rho;
    this.norm = norm;
    this.svdd = svdd;
    this.needsDiagonal = needsDiagonal;
    this.form = form;
  }

  /**
   * Score an object, that was not used for training.
   *
   * @param obj Object
   * @return Score, positive outside of the boundary
   */
  public double score(O obj) {
    return score(obj, new double[weights.length]);
  }

  /**
   * Score objects on several threads.
   *
   * @param relation Relation
   * @param ids Objects to score
   * @param threads Number of threads, 0 for all cores
   * @return Scores
   */
  public double[] score(Relation<? extends O> relation, ArrayDBIDs ids, int threads) {
    final double[] scores = new double[ids.size()];
    new Workers(threads).run((scores.length + CHUNK - 1) / CHUNK, () -> {
      final double[] buffer = new double[weights.length];
      final DBIDArrayIter it = ids.iter();
      return chunk -> {
        for(int i = chunk * CHUNK, end = Math.min(i + CHUNK, scores.length); i < end; i++) {
          scores[i] = score(relation.get(it.seek(i)), buffer);
        }
      };
    }, done -> {
    });
    return scores;
  }

  /**
   * Score an object.
   *
   * @param obj Object
   * @param values Buffer for kernel values
   * @return Score
   */
  private double score(O obj, double[] values) {
    kernel.values(obj, values);
    double g = needsDiagonal ? -.5 * kernel.self(obj) : 0.;
    for(int j = 0; j < weights.length; j++) {
      g += weights[j] * values[j];
    }
    double log = needsDiagonal || !(g >= 0.) ? Double.NaN : Math.log(g);
    if(g >= 0. && g < LogSum.UNDERFLOW && !needsDiagonal) {
      final LogSum sum = new LogSum();
      for(int j = 0; j < weights.length; j++) {
        sum.add(Math.log(weights[j]) + kernel.logValue(obj, j));
      }
      log = sum.value();
    }
    if(!form.leavesOut()) {
      throw new OptionException(Settings.SCORE_ID.getName(), "only objects that the model was trained on have a weight, so that other objects have no such score. Use another form of the score, such as log_ratio.");
    }
    return form.score(new Judgement(g, log, rho, norm), svdd, needsDiagonal);
  }

  /**
   * Weights of the support vectors.
   *
   * @return Weights
   */
  public double[] getWeights() {
    return weights.clone();
  }

  /**
   * Gradient on the boundary.
   *
   * @return rho
   */
  public double getRho() {
    return rho;
  }

  /**
   * Squared length of the center in kernel space.
   *
   * @return Squared length
   */
  public double getNorm() {
    return norm;
  }

  /**
   * Whether the kernel values K(x,x) matter, as they vary.
   *
   * @return {@code true} if they do
   */
  public boolean needsDiagonal() {
    return needsDiagonal;
  }

  /**
   * Form of the score.
   *
   * @return Score form
   */
  public ScoreForm getScoreForm() {
    return form;
  }
}
