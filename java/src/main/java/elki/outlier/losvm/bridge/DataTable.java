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
package elki.outlier.losvm.bridge;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.util.Arrays;

import elki.database.Database;
import elki.database.StaticArrayDatabase;
import elki.database.relation.Relation;
import elki.datasource.ArrayAdapterDatabaseConnection;
import elki.outlier.losvm.kernel.PrecomputedKernel;
import elki.outlier.losvm.sampling.RowPass;
import elki.outlier.losvm.sampling.RowSource;
import elki.result.Metadata;
import elki.utilities.datastructures.iterator.It;

/**
 * Rows of doubles copied from numpy, ready to become an ELKI database or a
 * kernel matrix.
 * <p>
 * A direct buffer holds at most 2 GB, so large arrays arrive in several blocks
 * of rows.
 *
 * @author The pyelki-losdd developers
 * @since 0.1.0
 */
public class DataTable {
  /**
   * The rows.
   */
  private final double[][] rows;

  /**
   * Number of columns.
   */
  private final int dim;

  /**
   * Constructor, for a table to be filled.
   *
   * @param n Number of rows
   * @param dim Number of columns
   */
  public DataTable(int n, int dim) {
    this.rows = new double[n][];
    this.dim = dim;
  }

  /**
   * Constructor.
   *
   * @param source Rows to copy
   */
  DataTable(RowSource source) {
    this(source.size(), source.dimensionality());
    final int block = RowPass.blockSize(source);
    final double[][] columns = new double[dim][block];
    for(int start = 0; start < rows.length; start += block) {
      final int count = Math.min(block, rows.length - start);
      source.read(start, count, columns);
      for(int j = 0; j < count; j++) {
        final double[] row = rows[start + j] = new double[dim];
        for(int k = 0; k < dim; k++) {
          row[k] = columns[k][j];
        }
      }
    }
  }

  /**
   * Copy a block of rows.
   *
   * @param block Rows one after the other, in the byte order of the machine
   * @param from Number of the block's first row
   */
  public void fill(ByteBuffer block, int from) {
    final DoubleBuffer values = block.order(ByteOrder.nativeOrder()).asDoubleBuffer();
    try {
      for(int i = from; values.remaining() >= dim && i < rows.length; i++) {
        values.get(rows[i] = new double[dim]);
      }
    }
    catch(OutOfMemoryError e) {
      Arrays.fill(rows, null); // without room, JPype cannot tell Python
      throw e;
    }
  }

  /**
   * Get the number of rows.
   *
   * @return Number of rows
   */
  public int size() {
    return rows.length;
  }

  /**
   * Get a row.
   *
   * @param i Number of the row
   * @return Its values
   */
  double[] row(int i) {
    return rows[i];
  }

  /**
   * Build a database whose object ids are the row numbers.
   *
   * @return Initialized database, sharing the rows of this table
   */
  public Database toDatabase() {
    // Fixed ids: the rows are found again, and repeated runs use up no ids.
    Database database = new StaticArrayDatabase(new ArrayAdapterDatabaseConnection(rows, null, 0));
    database.initialize();
    return database;
  }

  /**
   * Give up a database, with its relations and indexes.
   * <p>
   * ELKI holds what belongs to a database in a table of weak references, which
   * keeps the data alive for two garbage collections more.
   *
   * @param database Database that is not needed any more
   */
  public static void release(Database database) {
    for(Relation<?> relation : database.getRelations()) {
      Metadata.hierarchyOf(database).removeChild(relation);
      for(It<?> it = Metadata.hierarchyOf(relation).iterChildrenReverse(); it.valid(); it.advance()) {
        Metadata.hierarchyOf(relation).removeChild(it.get());
      }
    }
  }

  /**
   * Use the rows as a kernel matrix of the objects 0 to n-1.
   *
   * @return Kernel, sharing the rows of this table
   */
  public PrecomputedKernel toKernel() {
    return new PrecomputedKernel(rows);
  }
}
