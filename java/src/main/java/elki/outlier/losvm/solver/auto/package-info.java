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
 * The choice of the solver: {@link elki.outlier.losvm.solver.auto.SolverChoice} is the
 * option, and {@link elki.outlier.losvm.solver.auto.AutoSolver} begins with the exact
 * solver and goes on with the iterative one from the state reached, where the exact one
 * declares itself unsuitable. It is the only place that knows both.
 */
package elki.outlier.losvm.solver.auto;
