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

import elki.data.NumberVector;
import elki.database.ids.ArrayDBIDs;
import elki.database.ids.DBIDArrayIter;
import elki.database.query.similarity.SimilarityQuery;
import elki.database.relation.Relation;
import elki.database.relation.RelationUtil;
import elki.similarity.Similarity;

/**
 * Kernel values between any object and the support vectors of a model.
 *
 * @author The pyelki-losdd developers
 * @since 0.1.0
 *
 * @param <O> Object type
 */
public interface ObjectKernel<O> {
  /**
   * Kernel values of an object to all support vectors.
   *
   * @param obj Object
   * @param out Output
   */
  void values(O obj, double[] out);

  /**
   * Logarithm of a kernel value.
   *
   * @param obj Object
   * @param j Number of the support vector
   * @return Logarithm, finite
   */
  double logValue(O obj, int j);

  /**
   * Kernel value of an object with itself.
   *
   * @param obj Object
   * @return Kernel value
   */
  double self(O obj);

  /**
   * Kernel between objects and some objects of a relation.
   *
   * @param <O> Object type
   * @param similarity Kernel function
   * @param relation Relation
   * @param support Objects of the relation
   * @return Kernel
   */
  @SuppressWarnings("unchecked")
  static <O> ObjectKernel<O> of(Similarity<? super O> similarity, Relation<O> relation, ArrayDBIDs support) {
    return similarity instanceof KernelFunction ? //
        (ObjectKernel<O>) ofVectors((KernelFunction) similarity, (Relation<? extends NumberVector>) relation, support) //
        : ofQuery(similarity.instantiate(relation), support);
  }

  /**
   * Fast kernel for vectors.
   *
   * @param function Kernel function
   * @param relation Relation
   * @param support Objects of the relation
   * @return Kernel
   */
  static ObjectKernel<NumberVector> ofVectors(KernelFunction function, Relation<? extends NumberVector> relation, ArrayDBIDs support) {
    final double[][] coordinates = new double[RelationUtil.dimensionality(relation)][support.size()];
    for(DBIDArrayIter it = support.iter(); it.valid(); it.advance()) {
      final NumberVector vec = relation.get(it);
      for(int k = 0; k < coordinates.length; k++) {
        coordinates[k][it.getOffset()] = vec.doubleValue(k);
      }
    }
    final VectorKernelMatrix kernel = new VectorKernelMatrix(coordinates, support.size(), function);
    return new ObjectKernel<NumberVector>() {
      @Override
      public void values(NumberVector obj, double[] out) {
        final double[] vector = obj.toArray();
        if(vector.length != coordinates.length) {
          throw new UserException("The object has " + vector.length + " values, but the model was trained on objects with " + coordinates.length + '.');
        }
        for(double v : vector) {
          if(!(Math.abs(v) < Double.POSITIVE_INFINITY)) {
            throw new UserException("The object " + obj + " has the value " + v + "; all values must be finite.");
          }
        }
        kernel.column(vector, 0, out.length, out, 0);
      }

      @Override
      public double logValue(NumberVector obj, int j) {
        return kernel.logValue(obj.toArray(), j);
      }

      @Override
      public double self(NumberVector obj) {
        return kernel.self(obj.toArray());
      }
    };
  }

  /**
   * General kernel.
   *
   * @param <O> Object type
   * @param query Similarity query
   * @param support Objects
   * @return Kernel
   */
  static <O> ObjectKernel<O> ofQuery(SimilarityQuery<O> query, ArrayDBIDs support) {
    return new ObjectKernel<O>() {
      @Override
      public void values(O obj, double[] out) {
        for(DBIDArrayIter it = support.iter(); it.valid(); it.advance()) {
          out[it.getOffset()] = query.similarity(obj, it);
        }
      }

      @Override
      public double logValue(O obj, int j) {
        return Math.log(Math.max(query.similarity(obj, support.iter().seek(j)), Double.MIN_VALUE));
      }

      @Override
      public double self(O obj) {
        return query.similarity(obj, obj);
      }
    };
  }
}
