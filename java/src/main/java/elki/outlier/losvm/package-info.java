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
 * Outlier detection with leave-out support vector machines, as an ELKI algorithm.
 * <p>
 * With weights \(\alpha\), \(\sum\alpha=1\), the gradient
 * \(g=K\alpha+p\) of a point tells how similar it is to the data, and \(\rho\) is its
 * value on the boundary: points with \(g&lt;\rho\) are outside. A support vector is on
 * the boundary of its own making, so it is judged by the model without it.
 * <p>
 * To read in this order: {@link elki.outlier.losvm.LOSDD} and its base class
 * {@link elki.outlier.losvm.AbstractLeaveOutSVM}, {@code LeaveOutRounds} (Algorithm 1
 * of the paper), {@link elki.outlier.losvm.ScoreForm} (scores), {@code RemovalOrder}
 * (ties), {@code Twins} (what leaving out does not find),
 * {@link elki.outlier.losvm.LeaveOutModel} (scores of new objects). What they
 * build upon: kernel (which kernel values), then solver (which weights).
 */
package elki.outlier.losvm;
