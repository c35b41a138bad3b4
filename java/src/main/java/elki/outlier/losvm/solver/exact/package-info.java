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
 * The exact solver. Let S be the free support vectors, the members, and
 * \[M=\begin{pmatrix}0&amp;1^T\\1&amp;K_{SS}\end{pmatrix},\qquad
 * M^{-1}=\begin{pmatrix}c&amp;q^T\\q&amp;G\end{pmatrix}.\]
 * When the weight of member t changes by \(-\alpha_t\), and nothing else happens, the
 * weights of the others change by \(-\alpha_tG_{\cdot t}/G_{tt}\), and
 * \(\rho-g_t=\alpha_t/G_{tt}\): one inverse matrix judges all support vectors. For
 * another point i, \((r_i,z_i)=M^{-1}(1,K_{Si})\) tells how its gradient follows (Z), and
 * \(W_{ij}=K_{ij}-r_j-K_{Si}^Tz_j\) is what it adds where it gains weight itself. The few
 * points that change their state, as their weight or their slack \(g-\rho\) reaches zero,
 * enter by a small system of equations; the inverse remains as it is.
 * <p>
 * To read in this order:
 * <ol>
 * <li>The solution: {@code PointState}, {@code Members}, {@code BorderedInverse},
 * {@code ActiveSet}, {@code ActiveSetRefinement}.</li>
 * <li>How points depend on it: {@code KernelRows}, {@code ColumnProducts},
 * {@code TableauColumns}, {@code Tableau}.</li>
 * <li>Leaving one point out: {@code Differences}, {@code DifferenceSystem},
 * {@code Breakpoint}, {@code LeaveOutPath}, {@code PathEnd}.</li>
 * <li>Leaving all out: {@code PathFollower}, {@code Chunk}, {@code SeparateTraining}, and
 * {@code SafeScreening} for points too far away to matter.</li>
 * <li>{@code MemoryPlan}, {@code RemovalCost}, and {@link elki.outlier.losvm.solver.exact.ExactSolver}, which
 * puts it all together.</li>
 * </ol>
 */
package elki.outlier.losvm.solver.exact;
