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
 * Dense linear algebra, by columns: products of matrices
 * ({@link elki.outlier.losvm.linalg.Blas}), the inverse of a symmetric positive definite
 * matrix \(A=LL^T\) as \(A^{-1}=R^TR\) with \(R=L^{-1}\), in place and on several threads
 * ({@link elki.outlier.losvm.linalg.SymmetricInverse}), and sums of numbers of which
 * only the logarithms can be represented, \(\log\sum e^{x_i}\)
 * ({@link elki.outlier.losvm.linalg.LogSum}).
 */
package elki.outlier.losvm.linalg;
