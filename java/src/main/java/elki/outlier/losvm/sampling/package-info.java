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
 * Samples that do not depend on the order of the rows.
 * <p>
 * With a hash function \(h\) of the values of a row, the rows
 * \(x_1,\ldots,x_n\) are put in the order of \(h(x_i)\), which is random but
 * the same wherever the rows are stored. Sample \(m\) of seed \(s\) consists of
 * the rows at ranks that are drawn from \(1,\ldots,n\) by a generator that
 * depends on \(s\) and \(m\) alone.
 * <p>
 * Rows are looked at in passes, in blocks of any division and order: each pass
 * gathers a state, and states can be merged. The first finds the ranges of the
 * columns, the second counts rows in intervals of \(h\), and the third collects
 * those around the ranks. Sums are exact, so nothing depends on the blocks.
 * <p>
 * Read {@link elki.outlier.losvm.sampling.RowIdentity} first, then
 * {@link elki.outlier.losvm.sampling.PassState} and the three that are gathered:
 * {@link elki.outlier.losvm.sampling.ColumnRanges},
 * {@link elki.outlier.losvm.sampling.KeyCounts} (with
 * {@link elki.outlier.losvm.sampling.ColumnMoments} beside it) and
 * {@link elki.outlier.losvm.sampling.CollectedRows}.
 * {@link elki.outlier.losvm.sampling.SampleDraw} draws the ranks.
 */
package elki.outlier.losvm.sampling;
