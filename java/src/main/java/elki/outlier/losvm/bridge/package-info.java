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
 * The in-process bridge to Python: numpy memory in, primitive arrays out, work
 * in threads that can be watched and cancelled. Nothing in ELKI or in the algorithms
 * depends on this package. The Python half is the subpackage {@code pyelki_losdd/_java}.
 * <p>
 * To read in this order: {@link elki.outlier.losvm.bridge.DataTable} (data in),
 * {@link elki.outlier.losvm.bridge.LeaveOutRun} and
 * {@link elki.outlier.losvm.bridge.Detection} (what can be run),
 * {@link elki.outlier.losvm.bridge.Job} (a thread that runs it),
 * {@link elki.outlier.losvm.bridge.Failure} (what went wrong, in Python's terms).
 */
package elki.outlier.losvm.bridge;
