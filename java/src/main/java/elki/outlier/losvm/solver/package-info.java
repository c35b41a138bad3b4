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
 * Training one-class SVMs, and leaving points out of them. This package knows no
 * objects and no ids, only the numbers of points. The problem is
 * \[\min_\alpha\tfrac12\alpha^TK\alpha+p^T\alpha\quad\mbox{subject to}\quad
 * \sum\alpha=1,\ 0\leq\alpha\leq u,\]
 * with \(p=0\) for the one-class SVM, and \(p=-\tfrac12\mathrm{diag}K\) for the data
 * description. In the optimum, the gradient \(g=K\alpha+p\) is \(\rho\) where
 * \(0&lt;\alpha&lt;u\), not less where \(\alpha=0\), and not more where \(\alpha=u\).
 * <p>
 * To read in this order: {@link elki.outlier.losvm.solver.Problem},
 * {@link elki.outlier.losvm.solver.Solution},
 * {@link elki.outlier.losvm.solver.Judgement},
 * {@link elki.outlier.losvm.solver.LeaveOutSolver} (what every solver can do); then the
 * iterative solver of the paper: {@link elki.outlier.losvm.solver.TrainingState},
 * {@link elki.outlier.losvm.solver.IterativeTraining},
 * {@link elki.outlier.losvm.solver.SMO}, {@link elki.outlier.losvm.solver.SMOSolver}, and
 * what makes training faster: {@link elki.outlier.losvm.solver.ColumnPrefetcher},
 * {@link elki.outlier.losvm.solver.ShrunkTraining}. The exact solver is in solver.exact,
 * training by ELKI's port of LIBSVM in solver.port, and the choice between them in
 * solver.auto.
 */
package elki.outlier.losvm.solver;
