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
 * Independent tasks on several threads. {@link elki.outlier.losvm.parallel.Workers}
 * runs task 0 to count - 1, each exactly once and by whoever comes first; as no task
 * depends on another, neither does the result on the number of threads.
 * {@code SharedTasks} is what the threads share while they are at it: who has joined,
 * what is left, and what has failed.
 */
package elki.outlier.losvm.parallel;
