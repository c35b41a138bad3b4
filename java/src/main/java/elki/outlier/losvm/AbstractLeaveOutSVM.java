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
import elki.outlier.losvm.kernel.OptionRange;
import elki.outlier.losvm.kernel.RBF;
import elki.outlier.losvm.kernel.RelationKernel;
import elki.outlier.losvm.parallel.Workers;
import elki.outlier.losvm.solver.IndefiniteKernelException;
import elki.outlier.losvm.solver.Problem;
import elki.outlier.losvm.solver.Solution;
import elki.outlier.losvm.solver.auto.SolverChoice;
import elki.result.outlier.BasicOutlierScoreMeta;
import elki.similarity.Similarity;
import elki.utilities.optionhandling.OptionID;
import elki.utilities.optionhandling.Parameterizer;
import elki.utilities.optionhandling.WrongParameterValueException;
import elki.utilities.optionhandling.parameterization.Parameterization;
import elki.utilities.optionhandling.parameters.DoubleParameter;
import elki.utilities.optionhandling.parameters.IntParameter;

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
      RunChecks.warnIfDegenerate(rounds.statistics.get(0), problem, data.gamma());
      return makeResult(relation, data, problem, rounds);
    }
    catch(IndefiniteKernelException e) {
      throw new OptionException(Par.KERNEL_ID.getName(), "it is not positive semidefinite: with " + similarity.getClass().getSimpleName() //
          + ", the " + (e.first == e.second ? "object " : "pair of objects " + data.describe(e.second) + " and ") + data.describe(e.first) + ' ' + e.getMessage() + ". Use a kernel such as rbf.");
    }
  }

  /**
   * Memory for kernel columns and matrices.
   *
   * @return Memory in bytes
   */
  private long memory() {
    return settings.memory > 0 ? (long) settings.memory << 20 : Runtime.getRuntime().maxMemory() >>> 1;
  }

  /**
   * Choose the number of threads.
   *
   * @param n Number of distinct points
   * @return Number of threads
   */
  private int countThreads(int n) {
    // Starting threads takes longer than solving a small problem.
    return n < SMALL ? 1 : KernelCache.threads(n, memory(), new Workers(settings.threads).threads());
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
    return new Problem(new KernelCache(data.kernel(), memory(), threads), isDataDescription(), cost, copies, settings.tolerance);
  }

  /**
   * Choose the form of the score.
   *
   * @param problem Problem
   * @return Form
   */
  private ScoreForm chooseForm(Problem problem) {
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
    final double max = form == ScoreForm.RELATIVE && data.kernel().isPositive() && !problem.needsDiagonal() ? 1. : Double.POSITIVE_INFINITY;
    final String name = getClass().getSimpleName();
    return new LeaveOutResult(new BasicOutlierScoreMeta(minmax.getMin(), minmax.getMax(), Double.NEGATIVE_INFINITY, max, 0.), //
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
    /** Number of batches. */
    public static final OptionID BATCHES_ID = new OptionID("losvm.batches", //
        "Number of rounds b in which outliers are removed. 0 is the plain SVM, 1 is leave-one-out with a single removal.");

    /** Number of objects to remove. */
    public static final OptionID REMOVE_ID = new OptionID("losvm.remove", //
        "Number of objects R to remove in total, or a share of the data set below 1. By default, one for each batch.");

    /** Upper bound of the weights. */
    public static final OptionID C_ID = new OptionID("losvm.c", //
        "Upper bound C of the weight of an object; 1 (the default) is the hard margin. Alternative to nu.");

    /** Bound on the share of outliers. */
    public static final OptionID NU_ID = new OptionID("losvm.nu", //
        "Upper bound nu on the share of objects outside of the margin, C = 1/(nu*n). Alternative to C.");

    /** Kernel. */
    public static final OptionID KERNEL_ID = new OptionID("losvm.kernel", //
        "Kernel: rbf, laplace, rational_quadratic, linear, polynomial, or the class of any similarity function that is positive semidefinite.");

    /** Form of the score. */
    public static final OptionID SCORE_ID = new OptionID("losvm.score", //
        "Form of the score: distance (to the boundary, as in the paper), relative (to the size of the model), or log_ratio. " + //
            "By default log_ratio for positive kernels, and relative otherwise.");

    /** Model that scores refer to. */
    public static final OptionID REFERENCE_ID = new OptionID("losvm.reference", //
        "What a score refers to: the model of the round in which the object was judged, or the final model, after all removals.");

    /** Tolerance. */
    public static final OptionID TOLERANCE_ID = new OptionID("losvm.tolerance", //
        "Tolerance of the iterative solver, relative to rho.");

    /** Solver. */
    public static final OptionID SOLVER_ID = new OptionID("losvm.solver", //
        "Solver: exact (no tolerance), smo (iterative, as in the paper), or auto: exact where memory and work allow.");

    /** Number of threads. */
    public static final OptionID THREADS_ID = new OptionID("losvm.threads", //
        "Number of threads, 0 for all cores. It does not change the result.");

    /** Memory for kernel columns. */
    public static final OptionID MEMORY_ID = new OptionID("losvm.memory", //
        "Memory for kernel columns and matrices in megabytes, 0 for half of the heap.");

    /** Kernel. */
    protected Similarity<? super O> kernel;

    /** Settings. */
    protected final Settings settings = new Settings();

    @Override
    public void configure(Parameterization config) {
      new IntParameter(BATCHES_ID, settings.batches) //
          .addConstraint(new OptionRange(BATCHES_ID, x -> x >= 0., ">= 0")) //
          .grab(config, x -> settings.batches = x);
      new DoubleParameter(REMOVE_ID) //
          .addConstraint(new OptionRange(REMOVE_ID, x -> x >= 0. && x <= Integer.MAX_VALUE && (x < 1. || x == Math.rint(x)), "a whole number >= 0, or a share below 1")) //
          .setOptional(true) //
          .grab(config, x -> settings.remove = x);
      DoubleParameter c = new DoubleParameter(C_ID) //
          .addConstraint(new OptionRange(C_ID, x -> x > 0., "> 0")) //
          .setOptional(true);
      DoubleParameter nu = new DoubleParameter(NU_ID) //
          .addConstraint(new OptionRange(NU_ID, x -> x > 0. && x <= 1., "> 0 and <= 1")) //
          .setOptional(true);
      final boolean hasC = c.grab(config, x -> settings.cost = x);
      if(nu.grab(config, x -> settings.nu = x) && hasC) {
        config.reportError(new WrongParameterValueException(c, "excludes", nu, "Give one of them."));
      }
      new KernelParameter<O>(KERNEL_ID, RBF.class) //
          .grab(config, x -> kernel = x);
      new NameParameter<>(SCORE_ID, ScoreForm.class) //
          .grab(config, x -> settings.score = x);
      new NameParameter<>(REFERENCE_ID, ScoreReference.class, settings.reference) //
          .grab(config, x -> settings.reference = x);
      new DoubleParameter(TOLERANCE_ID, settings.tolerance) //
          .addConstraint(new OptionRange(TOLERANCE_ID, x -> x > 0. && x < 1., "> 0 and < 1")) //
          .grab(config, x -> settings.tolerance = x);
      new NameParameter<>(SOLVER_ID, SolverChoice.class, settings.solver) //
          .grab(config, x -> settings.solver = x);
      new IntParameter(THREADS_ID, settings.threads) //
          .addConstraint(new OptionRange(THREADS_ID, x -> x >= 0., ">= 0")) //
          .grab(config, x -> settings.threads = x);
      new IntParameter(MEMORY_ID, settings.memory) //
          .addConstraint(new OptionRange(MEMORY_ID, x -> x >= 0., ">= 0")) //
          .grab(config, x -> settings.memory = x);
    }

    @Override
    public abstract AbstractLeaveOutSVM<O> make();
  }
}
