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
package elki.outlier.losvm.kernel;

import elki.database.ids.ArrayDBIDs;
import elki.database.ids.DBIDArrayIter;
import elki.database.ids.DBIDUtil;
import elki.database.query.similarity.SimilarityQuery;
import elki.similarity.Similarity;
import elki.similarity.kernel.LaplaceKernel;
import elki.similarity.kernel.RadialBasisFunctionKernel;
import elki.similarity.kernel.RationalQuadraticKernel;

/**
 * Kernel matrix of arbitrary objects, through a similarity query.
 *
 * @author The pyelki-losdd developers
 * @since 0.1.0
 *
 * @assoc - - - SimilarityQuery
 */
public class QueryKernelMatrix implements KernelMatrix {
  /**
   * Similarity query.
   */
  private final SimilarityQuery<?> query;

  /**
   * Object of each point.
   */
  private final ArrayDBIDs ids;

  /**
   * Constructor.
   *
   * @param query Similarity query
   * @param ids Object of each point
   */
  public QueryKernelMatrix(SimilarityQuery<?> query, ArrayDBIDs ids) {
    this.query = query;
    this.ids = ids;
  }

  @Override
  public int size() {
    return ids.size();
  }

  @Override
  public void column(int i, int begin, int end, double[] out, int offset) {
    final DBIDArrayIter pi = ids.iter().seek(i);
    for(DBIDArrayIter pj = ids.iter().seek(begin); pj.getOffset() < end; pj.advance()) {
      // Always in the same order: a similarity may be symmetric but for rounding.
      final boolean less = pj.getOffset() < i;
      final double v = out[offset + pj.getOffset() - begin] = less ? query.similarity(pj, pi) : query.similarity(pi, pj);
      if(!(Math.abs(v) < Double.POSITIVE_INFINITY)) {
        throw new UserException("The similarity of the objects " + DBIDUtil.toString(pi) + " and " + DBIDUtil.toString(pj) + " is " + v //
            + "; use a kernel that is finite on all data.");
      }
    }
  }

  @Override
  public double diagonal(int i) {
    final DBIDArrayIter pi = ids.iter().seek(i);
    return query.similarity(pi, pi);
  }

  @Override
  public double[] logColumn(int i) {
    final double[] out = new double[size()];
    column(i, 0, out.length, out, 0);
    for(int j = 0; j < out.length; j++) {
      // A value that has underflowed already is not to be recovered.
      out[j] = Math.log(Math.max(out[j], Double.MIN_VALUE));
    }
    return out;
  }

  @Override
  public boolean isPositive() {
    final Similarity<?> sim = query.getSimilarity();
    return sim instanceof RadialBasisFunctionKernel || sim instanceof LaplaceKernel || sim instanceof RationalQuadraticKernel //
        || sim instanceof KernelFunction && ((KernelFunction) sim).isPositive() //
        || sim instanceof PrecomputedKernel && ((PrecomputedKernel) sim).isPositive();
  }
}
