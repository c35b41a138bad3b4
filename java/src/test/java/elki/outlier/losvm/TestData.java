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
package elki.outlier.losvm;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;

import elki.data.DoubleVector;
import elki.data.NumberVector;
import elki.data.type.TypeUtil;
import elki.database.Database;
import elki.database.StaticArrayDatabase;
import elki.database.ids.ArrayDBIDs;
import elki.database.ids.DBIDArrayIter;
import elki.database.ids.DBIDUtil;
import elki.database.relation.DoubleRelation;
import elki.database.relation.Relation;
import elki.datasource.ArrayAdapterDatabaseConnection;
import elki.outlier.losvm.solver.auto.SolverChoice;
import elki.utilities.ELKIBuilder;

/**
 * Data for the tests.
 */
public final class TestData {
  /**
   * Reference values.
   */
  public static final JsonObject REFERENCE;

  /**
   * The solvers; {@link SolverChoice#AUTO} is one of them.
   */
  public static final SolverChoice[] SOLVERS = Stream.of(SolverChoice.values()).filter(c -> c != SolverChoice.AUTO).toArray(SolverChoice[]::new);

  /**
   * Both methods.
   */
  public static final String[] METHODS = { "losdd", "losoc" };

  static {
    try (InputStreamReader in = new InputStreamReader(open("losvm-reference.json"), StandardCharsets.UTF_8)) {
      REFERENCE = JsonParser.parseReader(in).getAsJsonObject();
    }
    catch(IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Static methods only.
   */
  private TestData() {
  }

  /**
   * Open a resource.
   *
   * @param name Resource
   * @return Stream
   */
  private static InputStream open(String name) {
    InputStream in = TestData.class.getResourceAsStream("/" + name);
    if(in == null) {
      throw new IllegalArgumentException("No resource " + name);
    }
    return in;
  }

  /**
   * Load a data set of the reference values: a, c, wbc, or wdbc; or another that is
   * bundled, by the beginning of its file's name and its version.
   *
   * @param name Name
   * @return Data
   */
  public static double[][] load(String name) {
    final boolean csv = name.length() == 1;
    try (InputStream in = csv ? open("points-" + name + ".csv") : new GZIPInputStream(open((name.contains("_") ? name : name.toUpperCase(Locale.ROOT) + "_withoutdupl_norm_v01") + ".arff.gz"));
        BufferedReader reader = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
      List<String> attributes = new ArrayList<>();
      List<double[]> rows = new ArrayList<>();
      for(String line; (line = reader.readLine()) != null;) {
        String lower = line.toLowerCase(Locale.ROOT);
        if(lower.startsWith("@attribute")) {
          attributes.add(lower.split("\\s+")[1].replace("'", ""));
        }
        else if(!line.isEmpty() && line.charAt(0) != '@' && line.charAt(0) != '%') {
          String[] cells = line.split(",");
          double[] row = new double[cells.length];
          int d = 0;
          for(int k = 0; k < cells.length; k++) {
            if(csv || !attributes.get(k).equals("id") && !attributes.get(k).equals("outlier")) {
              row[d++] = Double.parseDouble(cells[k]);
            }
          }
          rows.add(Arrays.copyOf(row, d));
        }
      }
      return rows.toArray(new double[0][]);
    }
    catch(IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Gaussian clusters, with some noise.
   *
   * @param seed Random seed
   * @param n Number of points
   * @param d Dimensionality
   * @param shift Added to all values
   * @return Data
   */
  public static double[][] random(long seed, int n, int d, double shift) {
    final Random rnd = new Random(seed);
    final double[][] data = new double[n][d];
    for(int i = 0; i < n; i++) {
      final double center = i % 3 == 0 ? 0. : 3., scale = i % 10 == 0 ? 4. : 1.;
      for(int k = 0; k < d; k++) {
        data[i][k] = shift + center + scale * rnd.nextGaussian();
      }
    }
    return data;
  }

  /**
   * Repeat some of the rows: one of them twice, another three times.
   *
   * @param data Data
   * @return Data with duplicates, at the end and in the middle
   */
  public static double[][] duplicated(double[][] data) {
    List<double[]> rows = new ArrayList<>(Arrays.asList(data));
    for(int i : new int[] { 0, 10, 10 }) {
      rows.add(rows.size() / 2, data[i].clone());
    }
    for(int i = 1; i < data.length; i += 7) {
      rows.add(data[i].clone());
    }
    return rows.toArray(new double[0][]);
  }

  /**
   * Leave out a row.
   *
   * @param data Data
   * @param row Row
   * @return Other rows
   */
  public static double[][] without(double[][] data, int row) {
    List<double[]> rows = new ArrayList<>(Arrays.asList(data));
    rows.remove(row);
    return rows.toArray(new double[0][]);
  }

  /**
   * Make a vector.
   *
   * @param values Values
   * @return Vector
   */
  public static NumberVector vector(double... values) {
    return DoubleVector.wrap(values);
  }

  /**
   * Combine options.
   *
   * @param options Option names and values
   * @param more More options
   * @return All of them
   */
  public static Object[] with(Object[] options, Object... more) {
    return Stream.of(options, more).flatMap(Stream::of).toArray();
  }

  /**
   * Make a database of vectors, with IDs from 0.
   *
   * @param data Data
   * @return Relation
   */
  public static Relation<NumberVector> relation(double[][] data) {
    Database db = new StaticArrayDatabase(new ArrayAdapterDatabaseConnection(data, null, 0), null);
    db.initialize();
    return db.getRelation(TypeUtil.NUMBER_VECTOR_FIELD);
  }

  /**
   * Run a leave-out SVM.
   *
   * @param method losdd or losoc
   * @param data Data
   * @param options Option names and values
   * @return Result
   */
  public static LeaveOutResult run(String method, double[][] data, Object... options) {
    return run(method, relation(data), options);
  }

  /**
   * Run a leave-out SVM.
   *
   * @param <O> Object type
   * @param method losdd or losoc
   * @param relation Data
   * @param options Option names and values
   * @return Result
   */
  @SuppressWarnings("unchecked")
  public static <O> LeaveOutResult run(String method, Relation<O> relation, Object... options) {
    ELKIBuilder<AbstractLeaveOutSVM<O>> builder = new ELKIBuilder<>((Class<AbstractLeaveOutSVM<O>>) (Class<?>) (method.equals("losdd") ? LOSDD.class : LOSOC.class));
    for(int i = 0; i < options.length; i += 2) {
      builder.with((String) options[i], options[i + 1]);
    }
    return builder.build().run(relation);
  }

  /**
   * Scores as an array, in the order of the IDs.
   *
   * @param result Result
   * @return Scores
   */
  public static double[] scores(LeaveOutResult result) {
    final DoubleRelation scores = result.getScores();
    final double[] array = new double[scores.size()];
    for(DBIDArrayIter it = DBIDUtil.ensureArray(scores.getDBIDs()).iter(); it.valid(); it.advance()) {
      array[it.getOffset()] = scores.doubleValue(it);
    }
    return array;
  }

  /**
   * Rows of the support vectors of the final model.
   *
   * @param result Result
   * @return Rows
   */
  public static int[] support(LeaveOutResult result) {
    return rows(result.getSupport());
  }

  /**
   * Removed rows, in order.
   *
   * @param result Result
   * @return Rows
   */
  public static int[] removed(LeaveOutResult result) {
    return rows(result.getRemoved());
  }

  /**
   * Score a vector by the final model.
   *
   * @param result Result
   * @param values Vector
   * @return Score
   */
  @SuppressWarnings("unchecked")
  public static double score(LeaveOutResult result, double... values) {
    return ((LeaveOutModel<NumberVector>) result.getModel()).score(vector(values));
  }

  /**
   * Rows of objects.
   *
   * @param ids Objects
   * @return Rows
   */
  private static int[] rows(ArrayDBIDs ids) {
    final int[] rows = new int[ids.size()];
    for(DBIDArrayIter it = ids.iter(); it.valid(); it.advance()) {
      rows[it.getOffset()] = it.internalGetIndex();
    }
    return rows;
  }
}
