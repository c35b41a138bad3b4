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
/**
 * An ensemble of leave-out SVMs on small samples.
 * <p>
 * Member \(m\) is a support vector data description with weights \(\alpha_i\),
 * support vectors \(s_i\) and boundary \(\rho\), trained on a sample and cleaned in
 * rounds. It scores a row by \(\log\rho-\log\sum_i\alpha_i k(x,s_i)\), and the
 * ensemble by the mean of its members. A row of the sample is judged as if it had
 * been left out. Members of different kinds are compared in units of the standard
 * deviation of their scores.
 * <p>
 * Scores of vectors are computed in single precision, as the mean of logarithms
 * does not notice: those of a member differ by less than \(2\cdot10^{-5}\) from
 * those in double precision.
 * <p>
 * Read {@link elki.outlier.losvm.ensemble.LOSDDEnsemble} first, then
 * {@link elki.outlier.losvm.ensemble.LearningPass} (passes over the rows),
 * {@link elki.outlier.losvm.ensemble.VectorEnsemble} (training) and
 * {@link elki.outlier.losvm.ensemble.EnsembleModel} (scoring). What members are
 * made of: {@link elki.outlier.losvm.ensemble.PeeledSample},
 * {@link elki.outlier.losvm.ensemble.Member}.
 */
package elki.outlier.losvm.ensemble;
