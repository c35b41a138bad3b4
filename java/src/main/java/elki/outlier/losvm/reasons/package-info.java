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
 * Why a row is an outlier: which columns, and what was expected there.
 * <p>
 * A model judges a row by \(g(x)=\sum_i\alpha_i k(x,s_i)\), with a kernel of a
 * distance that is a sum over the columns. Without column \(j\), this is
 * \(g_{-j}(x)\), and the column <em>costs</em> \(\log g_{-j}(x)-\log g(x)\ge0\), in
 * the unit of the scores. What was <em>expected</em> in the column, given the other
 * ones, are the values of the support vectors with the weights of
 * \(g_{-j}(x)\).
 * <p>
 * Read {@link elki.outlier.losvm.reasons.Witness} (a model) first, then
 * {@link elki.outlier.losvm.reasons.Testimony} (what it says about a row), and
 * {@link elki.outlier.losvm.reasons.RowReasons} (what several of them say
 * together).
 */
package elki.outlier.losvm.reasons;
