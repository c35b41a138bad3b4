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
 * Training by ELKI's own port of LIBSVM, the module elki-svm, where that is on the
 * class path. {@link elki.outlier.losvm.solver.port.ElkiSvm} asks for it;
 * {@code PortTraining} has the port solve what the iterative solver would, with the
 * kernel values of {@code PortMatrix}. The class that extends the port's is
 * {@code elki.svm.solver.WarmSolver}, in the port's own package as it must be.
 */
package elki.outlier.losvm.solver.port;
