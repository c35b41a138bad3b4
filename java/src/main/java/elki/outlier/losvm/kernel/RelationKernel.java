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

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import elki.data.NumberVector;
import elki.data.type.TypeUtil;
import elki.database.ids.ArrayDBIDs;
import elki.database.ids.ArrayModifiableDBIDs;
import elki.database.ids.DBIDArrayIter;
import elki.database.ids.DBIDUtil;
import elki.database.query.similarity.SimilarityQuery;
import elki.database.relation.Relation;
import elki.outlier.losvm.parallel.Workers;
import elki.outlier.losvm.sampling.RowIdentity;
import elki.similarity.PrimitiveSimilarity;
import elki.similarity.Similarity;

/**
 * From objects to points: the kernel matrix of a relation, and which object is
 * which point.
 *
 * @author The pyelki-losdd developers
 * @since 0.1.0
 *
 * @composed - - - KernelMatrix
 * @composed - - - DistinctPoints
 *
 * @param <O> Object type
 */
public final class RelationKernel<O> {
  /**
   * Objects.
   */
  private final ArrayDBIDs ids;

  /**
   * Objects that share a point.
   */
  private final DistinctPoints distinct;

  /**
   * Kernel matrix of the points.
   */
  private final KernelMatrix kernel;

  /**
   * Kernel function, with all parameters known.
   */
  private final Similarity<? super O> similarity;

  /**
   * Constructor.
   *
   * @param ids Objects
   * @param distinct Objects that share a point
   * @param kernel Kernel matrix of the points
   * @param similarity Kernel function
   */
  private RelationKernel(ArrayDBIDs ids, DistinctPoints distinct, KernelMatrix kernel, Similarity<? super O> similarity) {
    this.ids = ids;
    this.distinct = distinct;
    this.kernel = kernel;
    this.similarity = similarity;
  }

  /**
   * Prepare a relation.
   *
   * @param <O> Object type
   * @param similarity Kernel function
   * @param relation Data relation
   * @return Kernel of the relation
   */
  @SuppressWarnings("unchecked")
  public static <O> RelationKernel<O> of(Similarity<? super O> similarity, Relation<O> relation) {
    if(!similarity.isSymmetric()) {
      throw new OptionException("losvm.kernel", similarity.getClass().getSimpleName() + " is not symmetric. Use a kernel such as rbf.");
    }
    final ArrayDBIDs ids = DBIDUtil.ensureArray(relation.getDBIDs());
    if(similarity instanceof VectorKernel) {
      final PointTable table = PointTable.of((Relation<? extends NumberVector>) relation);
      final VectorKernelMatrix flat = table.kernel((VectorKernel) similarity);
      return new RelationKernel<>(ids, table.distinct(), flat, (Similarity<? super O>) flat.function());
    }
    final SimilarityQuery<O> query = similarity.instantiate(relation);
    // Where only the values of vectors matter, these define the order.
    final boolean byValue = similarity instanceof PrimitiveSimilarity && TypeUtil.NUMBER_VECTOR_FIELD.isAssignableFromType(relation.getDataTypeInformation());
    final DistinctPoints distinct = byValue ? PointTable.of((Relation<? extends NumberVector>) relation).distinct() : bySimilarities(query, ids);
    final ArrayModifiableDBIDs points = DBIDUtil.newArray(distinct.size());
    final DBIDArrayIter it = ids.iter();
    for(int i = 0; i < distinct.size(); i++) {
      points.add(it.seek(distinct.object(i, 0)));
    }
    return new RelationKernel<>(ids, distinct, new QueryKernelMatrix(query, points), similarity);
  }

  /**
   * Order objects of which only the similarities are known. Each gets a
   * fingerprint of all its similarities, that does not depend on their order:
   * the sum of hash values, with overflow.
   *
   * @param query Similarity query
   * @param ids Objects
   * @return Distinct points
   */
  private static DistinctPoints bySimilarities(SimilarityQuery<?> query, ArrayDBIDs ids) {
    final int n = ids.size();
    final KernelMatrix all = new QueryKernelMatrix(query, ids);
    final double[] column = new double[n], diagonal = new double[n];
    final long[] fingerprint = new long[n];
    for(int i = 0; i < n; i++) {
      Workers.pollInterrupt();
      all.column(i, 0, n, column, 0);
      diagonal[i] = column[i];
      for(int j = 0; j < i; j++) {
        if(Math.abs(column[j]) > (1. + 1e-8) * Math.sqrt(diagonal[i] * diagonal[j])) {
          throw indefinite(ids, i, j, column[j], diagonal);
        }
      }
      for(int j = 0; j < n; j++) {
        fingerprint[i] += RowIdentity.mix(Double.doubleToLongBits(column[j] + 0.));
      }
    }
    final int[] first = firstTwins(query, ids, diagonal, fingerprint);
    return new DistinctPoints(n, (i, j) -> diagonal[i] != diagonal[j] ? Double.compare(diagonal[i], diagonal[j]) : //
        fingerprint[i] != fingerprint[j] ? Long.compare(fingerprint[i], fingerprint[j]) : Integer.compare(first[i], first[j]));
  }

  /**
   * Exception for objects that are more similar to each other than to
   * themselves.
   *
   * @param ids Objects
   * @param i First object
   * @param j Second object
   * @param value Similarity
   * @param diagonal Similarities of the objects to themselves
   * @return Exception
   */
  private static OptionException indefinite(ArrayDBIDs ids, int i, int j, double value, double[] diagonal) {
    return new OptionException("losvm.kernel", "it is not positive semidefinite: the objects " + DBIDUtil.toString(ids.iter().seek(j)) + " and " + DBIDUtil.toString(ids.iter().seek(i)) //
        + " have the similarity " + value + ", but " + diagonal[j] + " and " + diagonal[i] + " to themselves. Use a kernel such as rbf.");
  }

  /**
   * Tell objects that coincide from objects that are merely symmetric to each
   * other, such as the corners of a square.
   *
   * @param query Similarity query
   * @param ids Objects
   * @param diagonal Similarities of the objects to themselves
   * @param fingerprint Fingerprints of all similarities
   * @return The first object that coincides with each object
   */
  private static int[] firstTwins(SimilarityQuery<?> query, ArrayDBIDs ids, double[] diagonal, long[] fingerprint) {
    final DBIDArrayIter pi = ids.iter(), pj = ids.iter();
    final Map<Long, List<Integer>> firsts = new HashMap<>();
    final int[] first = new int[diagonal.length];
    for(int i = 0; i < first.length; i++) {
      final List<Integer> candidates = firsts.computeIfAbsent(fingerprint[i], x -> new ArrayList<>());
      first[i] = i;
      for(int j : candidates) {
        if(diagonal[i] == diagonal[j] && query.similarity(pj.seek(j), pi.seek(i)) == diagonal[i]) {
          first[i] = j;
          break;
        }
      }
      if(first[i] == i) {
        candidates.add(i);
      }
    }
    return first;
  }

  /**
   * Objects.
   *
   * @return Objects
   */
  public ArrayDBIDs ids() {
    return ids;
  }

  /**
   * Objects that share a point.
   *
   * @return Distinct points
   */
  public DistinctPoints distinct() {
    return distinct;
  }

  /**
   * Kernel matrix of the points.
   *
   * @return Kernel
   */
  public KernelMatrix kernel() {
    return kernel;
  }

  /**
   * Kernel function, with all parameters known.
   *
   * @return Kernel function
   */
  public Similarity<? super O> similarity() {
    return similarity;
  }

  /**
   * Bandwidth.
   *
   * @return gamma, NaN if the kernel has none
   */
  public double gamma() {
    return similarity instanceof KernelFunction ? ((KernelFunction) similarity).gamma() : Double.NaN;
  }

  /**
   * Name an object of a point, for messages.
   *
   * @param point Point
   * @return Object ID
   */
  public String describe(int point) {
    return DBIDUtil.toString(ids.iter().seek(distinct.object(point, 0)));
  }
}
