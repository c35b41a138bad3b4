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
 * Kernel values \(K_{ij}=k(x_i,x_j)\): as a function of two objects, as a matrix on a
 * data set, and as columns in a cache. Nothing here knows what they are used for.
 * <p>
 * To read in this order: {@link elki.outlier.losvm.kernel.KernelFunction} (a function
 * of the squared distance, or of the scalar product) and those that implement it,
 * {@link elki.outlier.losvm.kernel.KernelMatrix} with its fast path for number vectors
 * and the general one for everything else,
 * {@link elki.outlier.losvm.kernel.DistinctPoints} (identical objects are one point,
 * in canonical order), {@link elki.outlier.losvm.kernel.KernelCache}.
 */
package elki.outlier.losvm.kernel;
