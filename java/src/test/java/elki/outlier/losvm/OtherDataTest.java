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

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import org.junit.Test;

import elki.data.type.SimpleTypeInformation;
import elki.data.type.TypeUtil;
import elki.database.datastore.DataStoreFactory;
import elki.database.datastore.DataStoreUtil;
import elki.database.datastore.WritableDataStore;
import elki.database.ids.DBIDArrayIter;
import elki.database.ids.DBIDFactory;
import elki.database.ids.DBIDRange;
import elki.database.query.similarity.PrimitiveSimilarityQuery;
import elki.database.query.similarity.SimilarityQuery;
import elki.database.relation.MaterializedRelation;
import elki.database.relation.Relation;
import elki.outlier.losvm.solver.auto.SolverChoice;
import elki.similarity.PrimitiveSimilarity;

/**
 * Data that are not vectors.
 */
public class OtherDataTest {
  private static final String[] WORDS = { "banana", "bananas", "ananas", "nabana", "bandana", "cabana", "havana", "zzyzx", "panama", "banana" };

  /** Number of pairs of letters that two words share: a scalar product. */
  private static class Bigrams implements PrimitiveSimilarity<String> {
    @Override
    public double similarity(String a, String b) {
      int count = 0;
      for(int i = 0; i < a.length() - 1; i++) {
        for(int j = 0; j < b.length() - 1; j++) {
          count += a.regionMatches(i, b, j, 2) ? 1 : 0;
        }
      }
      return count;
    }

    @Override
    public SimpleTypeInformation<? super String> getInputTypeRestriction() {
      return TypeUtil.STRING;
    }

    @Override
    public <T extends String> SimilarityQuery<T> instantiate(Relation<T> relation) {
      return new PrimitiveSimilarityQuery<>(relation, this);
    }
  }

  private static Relation<String> relation(String... words) {
    DBIDRange ids = DBIDFactory.FACTORY.generateStaticDBIDRange(0, words.length);
    WritableDataStore<String> store = DataStoreUtil.makeStorage(ids, DataStoreFactory.HINT_STATIC, String.class);
    for(DBIDArrayIter it = ids.iter(); it.valid(); it.advance()) {
      store.put(it, words[it.getOffset()]);
    }
    return new MaterializedRelation<>("words", TypeUtil.STRING, ids, store);
  }

  @Test
  public void words() {
    for(SolverChoice solver : TestData.SOLVERS) {
      Object[] options = { "losvm.kernel", new Bigrams(), "losvm.batches", 1, "losvm.solver", solver.name() };
      LeaveOutResult result = TestData.run("losdd", relation(WORDS), options);
      double[] scores = TestData.scores(result);
      for(int i = 0; i < WORDS.length; i++) {
        assertTrue(i == 7 || scores[i] < scores[7]);
      }
      assertArrayEquals(new int[] { 7 }, TestData.removed(result));
      assertEquals("Duplicates", scores[0], scores[9], 0.);
      // In another order.
      String[] reversed = new String[WORDS.length];
      for(int i = 0; i < reversed.length; i++) {
        reversed[i] = WORDS[WORDS.length - 1 - i];
      }
      double[] other = TestData.scores(TestData.run("losdd", relation(reversed), options));
      for(int i = 0; i < scores.length; i++) {
        assertEquals(scores[i], other[scores.length - 1 - i], 1e-12);
      }
    }
  }

  @Test
  @SuppressWarnings("unchecked")
  public void model() {
    LeaveOutResult result = TestData.run("losdd", relation(WORDS), "losvm.kernel", new Bigrams(), "losvm.batches", 0);
    LeaveOutModel<String> model = (LeaveOutModel<String>) result.getModel();
    double[] scores = TestData.scores(result);
    for(int i = 0; i < WORDS.length; i++) {
      assertEquals(scores[i], model.score(WORDS[i]), 1e-12);
    }
    assertTrue(model.score("qwertyuiop") > model.score("banana"));
  }
}
