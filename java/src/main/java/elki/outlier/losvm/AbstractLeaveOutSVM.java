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

import java.util.Arrays;
import java.util.stream.IntStream;

import elki.data.type.TypeInformation;
import elki.data.type.TypeUtil;
import elki.database.datastore.DataStoreFactory;
import elki.database.datastore.DataStoreUtil;
import elki.database.datastore.WritableDoubleDataStore;
import elki.database.datastore.WritableIntegerDataStore;
import elki.database.ids.ArrayDBIDs;
import elki.database.ids.ArrayModifiableDBIDs;
import elki.database.ids.DBIDArrayIter;
import elki.database.ids.DBIDUtil;
import elki.database.relation.MaterializedDoubleRelation;
import elki.database.relation.MaterializedRelation;
import elki.database.relation.Relation;
import elki.math.DoubleMinMax;
import elki.outlier.OutlierAlgorithm;
import elki.outlier.losvm.kernel.DistinctPoints;
import elki.outlier.losvm.kernel.KernelCache;
import elki.outlier.losvm.kernel.KernelParameter;
import elki.outlier.losvm.kernel.ObjectKernel;
import elki.outlier.losvm.kernel.OptionException;
import elki.outlier.losvm.kernel.RBF;
import elki.outlier.losvm.kernel.RelationKernel;
import elki.outlier.losvm.parallel.Workers;
import elki.outlier.losvm.solver.IndefiniteKernelException;
import elki.outlier.losvm.solver.Problem;
import elki.outlier.losvm.solver.Solution;
import elki.result.outlier.BasicOutlierScoreMeta;
import elki.similarity.Similarity;
import elki.utilities.optionhandling.OptionID;
import elki.utilities.optionhandling.Parameterizer;
import elki.utilities.optionhandling.parameterization.Parameterization;

/**
 * Base class of the leave-out SVMs: finds outliers in dirty data by Algorithm 1 of
 * the paper. {@link LeaveOutRounds} has its steps; here, the data become an
 * optimization problem, and the results become scores of objects.
 * <ol>
 * <li>Train a one-class SVM on all objects. Those without weight are judged by this
 * model, as it remains the same without them.</li>
 * <li>Judge each support vector by the model without it.</li>
 * <li>Remove the worst, which may mask others, and repeat.</li>
 * </ol>
 * Where this deviates from the paper:
 * <ul>
 * <li>The default score is the logarithm of the ratio of the similarities, log_ratio,
 * as the distance to the boundary of the paper is not comparable between models.
 * Kernels that can be negative have the relative score by default.</li>
 * <li>By default, models are exact, from one inverse matrix, rather than trained
 * iteratively one after the other.</li>
 * <li>The tolerance of iterative training is relative to rho, which can be tiny: an
 * absolute one would miss many support vectors.</li>
 * <li>Identical objects are merged into one point with a larger bound; leaving one
 * out takes one copy away. They share their score.</li>
 * <li>Points are in a canonical order, by value, so that the order of the objects
 * has no effect; it also decides ties.</li>
 * <li>Scores may refer to the final model, see {@link ScoreReference}.</li>
 * </ul>
 *
 * @author The pyelki-losdd developers
 * @since 0.1.0
 *
 * @composed - - - Settings
 * @navassoc - produces - LeaveOutResult
 *
 * @param <O> the type of objects handled by this algorithm
 */
public abstract class AbstractLeaveOutSVM<O> implements OutlierAlgorithm {
  /** Problems with fewer points are solved by a single thread. */
  private static final int SMALL = 256;

  /** Kernel. */
  private final Similarity<? super O> similarity;

  /** Settings. */
  private final Settings settings;

  /**
   * Constructor.
   *
   * @param similarity Kernel
   * @param settings Settings
   */
  protected AbstractLeaveOutSVM(Similarity<? super O> similarity, Settings settings) {
    this.similarity = similarity;
    this.settings = settings;
  }

  /**
   * Whether this is a data description, or a one-class SVM.
   *
   * @return {@code true} for the data description
   */
  protected abstract boolean isDataDescription();

  @Override
  public TypeInformation[] getInputTypeRestriction() {
    return TypeUtil.array(similarity.getInputTypeRestriction());
  }

  /**
   * Run the algorithm.
   *
   * @param relation Data relation
   * @return Outlier scores, and more
   */
  public LeaveOutResult run(Relation<O> relation) {
    final int remove = RunChecks.countToRemove(settings, relation.size());
    final double cost = RunChecks.cost(settings, relation.size(), remove);
    final RelationKernel<O> data = RelationKernel.of(similarity, relation);
    try {
      final Workers workers = new Workers(countThreads(data.distinct().size()));
      final Problem problem = makeProblem(data, cost, workers.threads());
      RunChecks.checkMagnitude(problem, data);
      final LeaveOutRounds rounds = new LeaveOutRounds(data.distinct(), problem, settings.solver.make(problem, workers), isDataDescription(), chooseForm(problem), false);
      rounds.run(settings.batches, remove, settings.reference);
      RunChecks.warn(rounds, problem, data.gamma());
      final LeaveOutResult result = makeResult(relation, data, problem, rounds);
      UsedSettings.of(getClass(), result).report(result);
      return result;
    }
    catch(IndefiniteKernelException e) {
      throw new OptionException(Par.KERNEL_ID.getName(), "it is not positive semidefinite: with " + similarity.getClass().getSimpleName() //
          + ", the " + (e.first == e.second ? "object " : "pair of objects " + data.describe(e.second) + " and ") + data.describe(e.first) + ' ' + e.getMessage() + ". Use a kernel such as rbf.");
    }
  }

  /**
   * Choose the number of threads.
   *
   * @param n Number of distinct points
   * @return Number of threads
   */
  private int countThreads(int n) {
    // Starting threads takes longer than solving a small problem.
    return n < SMALL ? 1 : KernelCache.threads(n, settings.memoryInBytes(), new Workers(settings.threads).threads());
  }

  /**
   * Make the optimization problem.
   *
   * @param data Kernel of the relation
   * @param cost Upper bound of the weight of an object
   * @param threads Number of threads
   * @return Problem
   */
  private Problem makeProblem(RelationKernel<O> data, double cost, int threads) {
    final DistinctPoints distinct = data.distinct();
    final int[] copies = IntStream.range(0, distinct.size()).map(distinct::copies).toArray();
    return new Problem(new KernelCache(data.kernel(), settings.memoryInBytes(), threads), isDataDescription(), cost, copies, settings.tolerance);
  }

  /**
   * Choose the form of the score.
   *
   * @param problem Problem
   * @return Form
   */
  private ScoreForm chooseForm(Problem problem) {
    if(settings.score == ScoreForm.WEIGHT && settings.reference == ScoreReference.FINAL && settings.batches > 0) {
      throw new OptionException(Settings.REFERENCE_ID.getName(), "objects that were removed have no weight in the final model. With the score weight, use round.");
    }
    return settings.score != null ? settings.score : problem.columns().kernel().isPositive() && !problem.needsDiagonal() ? ScoreForm.LOG_RATIO : ScoreForm.RELATIVE;
  }

  /**
   * Translate back to objects.
   *
   * @param relation Data relation
   * @param data Kernel of the relation
   * @param problem Problem
   * @param rounds Rounds
   * @return Result
   */
  private LeaveOutResult makeResult(Relation<O> relation, RelationKernel<O> data, Problem problem, LeaveOutRounds rounds) {
    final Solution solution = rounds.model();
    final ScoreForm form = rounds.form;
    final DistinctPoints distinct = data.distinct();
    final ArrayDBIDs ids = data.ids();
    final WritableDoubleDataStore scores = DataStoreUtil.makeDoubleStorage(ids, DataStoreFactory.HINT_STATIC);
    final WritableIntegerDataStore removal = DataStoreUtil.makeIntegerStorage(ids, DataStoreFactory.HINT_STATIC);
    final DoubleMinMax minmax = new DoubleMinMax();
    for(DBIDArrayIter it = ids.iter(); it.valid(); it.advance()) {
      final double score = rounds.scores[distinct.pointOf(it.getOffset())];
      scores.putDouble(it, score);
      minmax.put(score);
      removal.putInt(it, rounds.removalRound[it.getOffset()]);
    }
    final int[] support = solution.support();
    final double[] weights = Arrays.stream(support).mapToDouble(solution::alpha).toArray();
    // Of identical objects, the last ones are removed last.
    final ArrayDBIDs supportIds = pick(ids, Arrays.stream(support).map(i -> distinct.object(i, distinct.copies(i) - 1)).toArray());
    final LeaveOutModel<O> model = new LeaveOutModel<>(ObjectKernel.of(data.similarity(), relation, supportIds), weights, //
        solution.rho(), solution.norm(), isDataDescription(), problem.needsDiagonal(), form);
    final double min = form == ScoreForm.WEIGHT ? 0. : Double.NEGATIVE_INFINITY;
    final double max = form == ScoreForm.WEIGHT || form == ScoreForm.RELATIVE && data.kernel().isPositive() && !problem.needsDiagonal() ? 1. : Double.POSITIVE_INFINITY;
    final String name = getClass().getSimpleName();
    return new LeaveOutResult(new BasicOutlierScoreMeta(minmax.getMin(), minmax.getMax(), min, max, 0.), //
        new MaterializedDoubleRelation(name + " Outlier Score", ids, scores), //
        new MaterializedRelation<>(name + " Removed in Round", TypeUtil.INTEGER, ids, removal), //
        pick(ids, rounds.removed.stream().mapToInt(Integer::intValue).toArray()), supportIds, model, //
        Math.sqrt(solution.squaredRadius()), data.gamma(), rounds.statistics);
  }

  /**
   * Pick objects.
   *
   * @param ids All objects
   * @param offsets Offsets to pick
   * @return Objects, in the order of the offsets
   */
  private static ArrayDBIDs pick(ArrayDBIDs ids, int[] offsets) {
    final ArrayModifiableDBIDs picked = DBIDUtil.newArray(offsets.length);
    final DBIDArrayIter it = ids.iter();
    for(int i : offsets) {
      picked.add(it.seek(i));
    }
    return picked;
  }

  /**
   * Parameterization class.
   *
   * @author The pyelki-losdd developers
   *
   * @param <O> the type of objects
   */
  public abstract static class Par<O> implements Parameterizer {
    /** Kernel. */
    public static final OptionID KERNEL_ID = new OptionID("losvm.kernel", //
        "Kernel: rbf, exp(-gamma d^2), laplace, exp(-d sqrt(2 gamma)), rational_quadratic, 1/(1 + gamma d^2), linear, polynomial, or any similarity function that is positive semidefinite. " //
            + "Those of ELKI have a bandwidth that does not adapt to the data.");

    /** Kernel. */
    protected Similarity<? super O> kernel;

    /** Settings. */
    protected final Settings settings = new Settings();

    @Override
    public void configure(Parameterization config) {
      new KernelParameter<O>(KERNEL_ID, RBF.class) //
          .grab(config, x -> kernel = x);
      settings.configure(config);
    }

    @Override
    public abstract AbstractLeaveOutSVM<O> make();
  }
}
