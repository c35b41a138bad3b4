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

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import org.junit.Test;

import elki.data.NumberVector;
import elki.database.ids.ArrayDBIDs;
import elki.database.ids.DBIDArrayIter;
import elki.database.ids.DBIDUtil;
import elki.database.query.similarity.SimilarityQuery;
import elki.database.relation.Relation;
import elki.outlier.losvm.KernelCase;
import elki.outlier.losvm.TestData;
import elki.outlier.losvm.bandwidth.FixedBandwidth;

/**
 * The fast paths yield what the kernels of ELKI do.
 */
public class KernelFunctionTest {
  /** More points than are processed together. */
  private static final double[][] DATA = TestData.random(31, 1100, 3, 0.);

  /** Our kernels; those that ELKI has, too, come first, in the order of the cases. */
  private static final VectorKernel[] KERNELS = { new RBF(new FixedBandwidth(.3)), new Laplace(new FixedBandwidth(.3)), new RationalQuadratic(new FixedBandwidth(.3)), //
      Linear.STATIC, new Polynomial(3, .5) };

  /** The same kernels of ELKI; further cases are other kernels of ELKI. */
  private static final KernelCase[] CASES = KernelCase.values();

  /** Number of our kernels that ELKI has, too. */
  private static final int COMMON = KernelCase.GENERAL.ordinal();

  private static NumberVector vector(PointTable table, int point) {
    return TestData.vector(DATA[table.distinct().object(point, 0)]);
  }

  @Test
  public void valuesOfELKI() {
    PointTable table = PointTable.of(TestData.relation(DATA));
    final double[] column = new double[table.size()];
    for(int k = 0; k < COMMON; k++) {
      VectorKernelMatrix kernel = table.kernel(KERNELS[k]);
      assertEquals(k < 3, kernel.isPositive());
      for(int i = 0; i < column.length; i += 37) {
        kernel.column(i, 0, column.length, column, 0);
        NumberVector x = vector(table, i);
        assertEquals(column[i], kernel.diagonal(i), 0.);
        for(int j = 0; j < column.length; j++) {
          double expected = CASES[k].elki.similarity(x, vector(table, j));
          double scale = Math.max(1., Math.sqrt(kernel.diagonal(i) * kernel.diagonal(j)));
          assertEquals(CASES[k].name(), expected, column[j], 1e-14 * scale);
          if(k < 3) {
            assertEquals(Math.log(column[j]), kernel.logColumn(i)[j], 1e-12 * (1. + Math.abs(kernel.logColumn(i)[j])));
          }
        }
      }
    }
  }

  /** Kernels of the distance are positive, and have logarithms. */
  @Test
  public void positiveKernels() {
    PointTable table = PointTable.of(TestData.relation(DATA));
    final double[] column = new double[table.size()];
    for(VectorKernel k : KERNELS) {
      VectorKernelMatrix kernel = table.kernel(k);
      if(kernel.isPositive()) {
        kernel.column(3, 0, column.length, column, 0);
        final double[] logs = kernel.logColumn(3);
        for(int j = 0; j < column.length; j++) {
          assertTrue(column[j] >= 0. && column[j] <= 1.);
          assertEquals(Math.log(column[j]), logs[j], 1e-12 * (1. + Math.abs(logs[j])));
        }
      }
    }
  }

  @Test
  public void symmetry() {
    PointTable table = PointTable.of(TestData.relation(DATA));
    final double[] one = new double[table.size()], two = new double[table.size()];
    for(VectorKernel k : KERNELS) {
      VectorKernelMatrix kernel = table.kernel(k);
      kernel.column(5, 0, one.length, one, 0);
      for(int j = 0; j < one.length; j += 11) {
        kernel.column(j, 0, two.length, two, 0);
        assertEquals(one[j], two[5], 0.);
      }
    }
  }

  @Test
  public void logarithmsThatUnderflow() {
    double[][] far = { { 0., 0. }, { 100., 0. }, { 1e200, 0. } };
    VectorKernelMatrix kernel = PointTable.of(TestData.relation(far)).kernel(new RBF(new FixedBandwidth(3.)));
    final double[] column = new double[3];
    kernel.column(0, 0, column.length, column, 0);
    assertEquals(0., column[1], 0.);
    assertEquals(-30000., kernel.logColumn(0)[1], 1e-9);
    assertFalse(Double.isInfinite(kernel.logColumn(0)[2]));
  }

  @Test
  public void ordinarySimilarities() {
    // Also usable through the interfaces of ELKI.
    Relation<NumberVector> relation = TestData.relation(DATA);
    PointTable table = PointTable.of(relation);
    final double[] column = new double[table.size()];
    ArrayDBIDs ids = DBIDUtil.ensureArray(relation.getDBIDs());
    for(VectorKernel k : KERNELS) {
      table.kernel(k).column(table.distinct().pointOf(7), 0, column.length, column, 0);
      SimilarityQuery<NumberVector> query = k.instantiate(relation);
      DBIDArrayIter seven = ids.iter().seek(7);
      for(DBIDArrayIter it = ids.iter(); it.valid(); it.advance()) {
        double expected = column[table.distinct().pointOf(it.getOffset())];
        assertEquals(expected, query.similarity(seven, it), 1e-14 * Math.abs(expected));
      }
    }
  }

  @Test
  public void parts() {
    PointTable table = PointTable.of(TestData.relation(DATA));
    final double[] all = new double[table.size()], part = new double[1060];
    for(VectorKernel k : KERNELS) {
      VectorKernelMatrix kernel = table.kernel(k);
      kernel.column(1000, 0, all.length, all, 0);
      kernel.column(1000, 40, 1090, part, 10);
      for(int j = 40; j < 1090; j++) {
        assertEquals(all[j], part[10 + j - 40], 0.);
      }
    }
  }

  /** Some rows, computed by themselves or copied from columns in memory. */
  @Test
  public void rows() {
    Relation<NumberVector> relation = TestData.relation(DATA);
    PointTable table = PointTable.of(relation);
    final int[] rows = { 1099, 3, 700, 512, 511, 3 };
    final double[] all = new double[table.size()], part = new double[rows.length + 2];
    for(VectorKernel k : KERNELS) {
      for(KernelMatrix kernel : new KernelMatrix[] { table.kernel(k), new QueryKernelMatrix(k.instantiate(relation), DBIDUtil.ensureArray(relation.getDBIDs())) }) {
        KernelCache cache = new KernelCache(kernel, 1L << 20, 1);
        for(int repeat = 0; repeat < 2; repeat++) {
          cache.rows(rows).column(1000, part, 2);
          kernel.column(1000, 0, all.length, all, 0);
          for(int j = 0; j < rows.length; j++) {
            assertEquals(all[rows[j]], part[2 + j], 0.);
          }
          assertEquals(repeat > 0, cache.has(1000));
          cache.column(1000);
        }
        assertEquals((long) rows.length + all.length, cache.evaluations());
      }
    }
  }
}
