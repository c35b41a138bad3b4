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

import java.util.Locale;

import elki.outlier.losvm.kernel.OptionException;
import elki.outlier.losvm.solver.Judgement;

/**
 * Forms of the outlier score. Higher is more outlying; all but the weight are
 * positive outside of the boundary.
 *
 * @author The pyelki-losdd developers
 * @since 0.1.0
 */
public enum ScoreForm {
  /**
   * Distance to the boundary, as in the paper: \(d^2-R^2\) for the data
   * description, the distance to the hyperplane for the one-class SVM. Not
   * comparable between different models.
   */
  DISTANCE {
    @Override
    public double score(Judgement j, boolean svdd, boolean needsDiagonal) {
      final double diff = j.rho - j.gradient;
      return svdd ? 2. * diff : diff / Math.sqrt(j.norm);
    }

    @Override
    double size(Judgement j, boolean svdd, boolean needsDiagonal) {
      final double sum = Math.abs(j.rho) + Math.abs(j.gradient);
      return svdd ? 2. * sum : sum / Math.sqrt(j.norm);
    }

    @Override
    boolean needsRho(boolean svdd, boolean needsDiagonal) {
      return !svdd;
    }
  },
  /**
   * Distance relative to the size of the model, \(1-g/\rho\), or
   * \(d^2/R^2-1\) where \(K(x,x)\) is not constant.
   */
  RELATIVE {
    @Override
    public double score(Judgement j, boolean svdd, boolean needsDiagonal) {
      if(needsDiagonal) {
        final double diff = 2. * (j.rho - j.gradient);
        return diff == 0. ? 0. : diff / squaredRadius(j);
      }
      return 1. - j.gradient / j.rho;
    }

    @Override
    double size(Judgement j, boolean svdd, boolean needsDiagonal) {
      return needsDiagonal ? 2. * (Math.abs(j.rho) + Math.abs(j.gradient)) / squaredRadius(j) : 1. + Math.abs(j.gradient / j.rho);
    }

    @Override
    boolean needsRho(boolean svdd, boolean needsDiagonal) {
      return !needsDiagonal;
    }
  },
  /**
   * Logarithm of the ratio, \(\log\rho-\log g\): comparable between models, and
   * does not saturate.
   */
  LOG_RATIO {
    @Override
    public double score(Judgement j, boolean svdd, boolean needsDiagonal) {
      if(Double.isNaN(j.logGradient)) {
        throw new OptionException("losvm.score", "log_ratio needs a kernel with positive values, but there is a point with " //
            + j.gradient + ". Use the relative score instead.");
      }
      return Math.log(j.rho) - j.logGradient;
    }

    @Override
    double size(Judgement j, boolean svdd, boolean needsDiagonal) {
      return 1. + Math.abs(Math.log(j.rho) - j.logGradient);
    }

    @Override
    boolean needsRho(boolean svdd, boolean needsDiagonal) {
      return true;
    }
  },
  /**
   * Weight \(\alpha\) of the point in the model, as ELKI's own SVDD and OCSVM have
   * it: nothing is left out for it. It is no distance, the same for all points that
   * are at their bound, and 0 for all that are not support vectors.
   */
  WEIGHT {
    @Override
    public double score(Judgement j, boolean svdd, boolean needsDiagonal) {
      return j.weight;
    }

    @Override
    double size(Judgement j, boolean svdd, boolean needsDiagonal) {
      return j.weight;
    }

    @Override
    boolean needsRho(boolean svdd, boolean needsDiagonal) {
      return false;
    }
  };

  /**
   * Whether the score is that of a point left out; else it is that of a point in the
   * model.
   *
   * @return {@code false} for the weight
   */
  public boolean leavesOut() {
    return this != WEIGHT;
  }

  /**
   * Compute the score.
   *
   * @param j Judgement
   * @param svdd Data description, else one-class SVM
   * @param needsDiagonal The kernel values K(x,x) matter, as they vary
   * @return Score
   */
  public abstract double score(Judgement j, boolean svdd, boolean needsDiagonal);

  /**
   * Size of the numbers whose difference is the score, to which its rounding errors
   * are relative.
   *
   * @param j Judgement
   * @param svdd Data description, else one-class SVM
   * @param needsDiagonal The kernel values K(x,x) matter, as they vary
   * @return Size, positive
   */
  abstract double size(Judgement j, boolean svdd, boolean needsDiagonal);

  /**
   * Squared radius; as that of coinciding points is 0, at least what keeps scores
   * finite.
   *
   * @param j Judgement, with a varying diagonal
   * @return Squared radius
   */
  private static double squaredRadius(Judgement j) {
    return Math.max(j.norm - 2. * j.rho, 1e-12 * (2. * Math.abs(j.rho - j.gradient) + Math.abs(j.norm) + Math.abs(j.rho)));
  }

  /**
   * Whether the score is relative to rho, and rho must be positive.
   *
   * @param svdd Data description, else one-class SVM
   * @param needsDiagonal The kernel values K(x,x) matter, as they vary
   * @return {@code true} if it is
   */
  abstract boolean needsRho(boolean svdd, boolean needsDiagonal);

  /**
   * Check that the score is defined for a model.
   *
   * @param j Judgement by the model
   * @param magnitude Largest kernel value; rho may be a rounding error of it
   * @param svdd Data description, else one-class SVM
   * @param needsDiagonal The kernel values K(x,x) matter, as they vary
   */
  void check(Judgement j, double magnitude, boolean svdd, boolean needsDiagonal) {
    if(this == LOG_RATIO && needsDiagonal) {
      throw new OptionException("losvm.score", "log_ratio needs a kernel with positive values, and K(x,x) the same for all objects. Use the relative score instead.");
    }
    if(needsRho(svdd, needsDiagonal) && !(j.rho > 1e-12 * magnitude && j.norm > 0.)) {
      throw new OptionException("losvm.kernel", svdd //
          ? "with this kernel, the center of the data is at the origin (rho = " + j.rho + "), and " + name().toLowerCase(Locale.ROOT) + " scores are not defined. Use the distance score, or a kernel such as rbf." //
          : "with this kernel, the one-class SVM cannot separate the data from the origin (rho = " + j.rho + "). Use LOSDD in place of LOSOC, a kernel such as rbf, or standardize the data.");
    }
  }
}
