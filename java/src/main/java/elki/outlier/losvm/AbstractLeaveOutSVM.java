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
import java.util.Map;
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
import elki.logging.Logging;
import elki.math.DoubleMinMax;
import elki.outlier.OutlierAlgorithm;
import elki.outlier.losvm.kernel.DistinctPoints;
import elki.outlier.losvm.kernel.KernelCache;
import elki.outlier.losvm.kernel.KernelMatrix;
import elki.outlier.losvm.kernel.KernelParameter;
import elki.outlier.losvm.kernel.ObjectKernel;
import elki.outlier.losvm.kernel.OptionException;
import elki.outlier.losvm.kernel.OptionRange;
import elki.outlier.losvm.kernel.RBF;
import elki.outlier.losvm.kernel.RelationKernel;
import elki.outlier.losvm.parallel.Workers;
import elki.outlier.losvm.solver.IndefiniteKernelException;
import elki.outlier.losvm.solver.LeaveOutSolver;
import elki.outlier.losvm.solver.Problem;
import elki.outlier.losvm.solver.Solution;
import elki.outlier.losvm.solver.auto.SolverChoice;
import elki.result.outlier.BasicOutlierScoreMeta;
import elki.similarity.Similarity;
import elki.utilities.exceptions.AbortException;
import elki.utilities.optionhandling.OptionID;
import elki.utilities.optionhandling.Parameterizer;
import elki.utilities.optionhandling.WrongParameterValueException;
import elki.utilities.optionhandling.parameterization.Parameterization;
import elki.utilities.optionhandling.parameters.DoubleParameter;
import elki.utilities.optionhandling.parameters.IntParameter;

/**
 * Base class of the leave-out SVMs.
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
  /**
   * Class logger.
   */
  private static final Logging LOG = Logging.getLogger(AbstractLeaveOutSVM.class);

  /**
   * Problems with fewer points are solved by a single thread.
   */
  private static final int SMALL = 256;

  /**
   * Kernel.
   */
  private final Similarity<? super O> similarity;

  /**
   * Settings.
   */
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
    final int size = relation.size(), remove = countToRemove(size);
    final double cost = checkedCost(size, remove);
    final RelationKernel<O> data = RelationKernel.of(similarity, relation);
    final KernelMatrix kernel = data.kernel();
    final DistinctPoints distinct = data.distinct();
    try {
      // Starting threads takes longer than solving a small problem.
      final Workers workers = new Workers(distinct.size() < SMALL ? 1 : settings.threads);
      final long memory = settings.memory > 0 ? (long) settings.memory << 20 : Runtime.getRuntime().maxMemory() >>> 1;
      final int[] copies = IntStream.range(0, distinct.size()).map(distinct::copies).toArray();
      final Problem problem = new Problem(new KernelCache(kernel, memory, workers.threads()), isDataDescription(), cost, copies, settings.tolerance);
      checkMagnitude(problem, data);
      final LeaveOutSolver solver = settings.solver.make(problem, workers);
      final ScoreForm form = settings.score != null ? settings.score : kernel.isPositive() && !problem.needsDiagonal() ? ScoreForm.LOG_RATIO : ScoreForm.RELATIVE;
      final LeaveOutRounds rounds = new LeaveOutRounds(distinct, problem, solver, isDataDescription(), form);
      rounds.run(settings.batches, remove, settings.reference);
      warnIfDegenerate(rounds.statistics.get(0), problem, data.gamma());
      return makeResult(relation, data, problem, solver.solution(), rounds, form);
    }
    catch(IndefiniteKernelException e) {
      throw new OptionException(Par.KERNEL_ID.getName(), "it is not positive semidefinite: with " + similarity.getClass().getSimpleName() //
          + ", the " + (e.first == e.second ? "object " : "pair of objects " + data.describe(e.second) + " and ") + data.describe(e.first) + ' ' + e.getMessage() + ". Use a kernel such as rbf.");
    }
  }

  /**
   * Number of objects to remove.
   *
   * @param size Size of the data set
   * @return Number of objects
   */
  private int countToRemove(int size) {
    if(size < 3) {
      throw new AbortException("Leave-out SVMs need at least 3 objects, but the data set has " + size + '.');
    }
    if(settings.batches == 0) {
      return 0;
    }
    final double r = Double.isNaN(settings.remove) ? settings.batches : settings.remove;
    final double count = r > 0. && r < 1. ? Math.max(1., Math.rint(r * size)) : r;
    if(count > size - 2.) {
      throw new OptionException(Par.REMOVE_ID.getName(), "Removing " + (long) count + " objects (by default the number of batches, " + Par.BATCHES_ID.getName() //
          + ") would leave fewer than 2 of the " + size + " objects. Remove at most " + (size - 2) + '.', Map.of("count", (long) count, "size", size));
    }
    return (int) count;
  }

  /**
   * Upper bound of the weight of an object.
   *
   * @param size Size of the data set
   * @param remove Number of objects to remove
   * @return Cost
   */
  private double checkedCost(int size, int remove) {
    final boolean nu = !Double.isNaN(settings.nu);
    final double cost = nu ? 1. / (settings.nu * size) : settings.cost;
    // When all are removed that are to be, one more may be left out.
    final boolean one = settings.batches > 0 && (remove == 0 || settings.reference == ScoreReference.FINAL);
    final int smallest = size - remove - (one ? 1 : 0);
    if(cost * smallest < 1. - 1e-12) {
      throw new OptionException((nu ? Par.NU_ID : Par.C_ID).getName(), "The weights of " + smallest + " objects, each at most C = " + cost + ", cannot sum up to 1. " //
          + "Use " + (nu ? "at most " + smallest / (double) size : "at least " + 1. / smallest) + ", or remove fewer objects.", Map.of("C", cost, "left", smallest, "size", size));
    }
    // A hard margin: not even a point that has all the weight is at its bound.
    return cost < 1. ? cost : 2.;
  }

  /**
   * Check that kernel values can be multiplied without overflow or underflow.
   *
   * @param problem Problem
   * @param data Kernel of the relation
   */
  private void checkMagnitude(Problem problem, RelationKernel<O> data) {
    double max = 0.;
    for(int i = 0; i < problem.size(); i++) {
      if(!(problem.diagonal(i) < 1e100)) {
        throw new OptionException(Par.KERNEL_ID.getName(), "it has the value " + problem.diagonal(i) + " for object " + data.describe(i) + ". Standardize the data, or use a kernel such as rbf.");
      }
      max = Math.max(max, problem.diagonal(i));
    }
    if(max > 0. && max < 1e-100) { // Products would underflow
      throw new OptionException(Par.KERNEL_ID.getName(), "its values are tiny, " + max + " at most. Standardize the data, or use a kernel such as rbf.");
    }
  }

  /**
   * Warn if the kernel does not discriminate.
   *
   * @param training Statistics of the training
   * @param problem Problem
   * @param gamma Bandwidth
   */
  private void warnIfDegenerate(RoundStatistics training, Problem problem, double gamma) {
    final int n = problem.size();
    final double diagonal = problem.diagonal(0);
    // Without a radius, K(x,x) varies.
    if(problem.needsDiagonal() || Double.isNaN(training.radius) || n < 3 || !(diagonal > 0.)) {
      return;
    }
    final String setting = Double.isNaN(gamma) ? "the bandwidth parameter of the kernel (gamma)" : "losvm.gamma, now " + gamma + ",";
    if(training.supportVectors == n && Math.abs(training.rho * n - diagonal) < 1e-3 * diagonal) {
      LOG.warning("The kernel matrix is nearly the identity: every point is a support vector, and similar to itself only. Scores depend on the nearest neighbors alone. Decrease " + setting + " for a smoother boundary.");
    }
    else if(diagonal - training.rho < 1e-6 * diagonal) {
      LOG.warning("The kernel matrix is nearly constant: all points are the same to the model. Increase " + setting + " or standardize the data.");
    }
  }

  /**
   * Translate back to objects.
   *
   * @param relation Data relation
   * @param data Kernel of the relation
   * @param problem Problem
   * @param solution Final model
   * @param rounds Rounds
   * @param form Form of the score
   * @return Result
   */
  private LeaveOutResult makeResult(Relation<O> relation, RelationKernel<O> data, Problem problem, Solution solution, LeaveOutRounds rounds, ScoreForm form) {
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
    /**
     * Number of batches.
     */
    public static final OptionID BATCHES_ID = new OptionID("losvm.batches", //
        "Number of rounds b in which outliers are removed. 0 is the plain SVM, 1 is leave-one-out with a single removal.");

    /**
     * Number of objects to remove.
     */
    public static final OptionID REMOVE_ID = new OptionID("losvm.remove", //
        "Number of objects R to remove in total, or a share of the data set below 1. By default, one for each batch.");

    /**
     * Upper bound of the weights.
     */
    public static final OptionID C_ID = new OptionID("losvm.c", //
        "Upper bound C of the weight of an object; 1 (the default) is the hard margin. Alternative to nu.");

    /**
     * Bound on the share of outliers.
     */
    public static final OptionID NU_ID = new OptionID("losvm.nu", //
        "Upper bound nu on the share of objects outside of the margin, C = 1/(nu*n). Alternative to C.");

    /**
     * Kernel.
     */
    public static final OptionID KERNEL_ID = new OptionID("losvm.kernel", //
        "Kernel: rbf, laplace, rational_quadratic, linear, polynomial, or the class of any similarity function that is positive semidefinite.");

    /**
     * Form of the score.
     */
    public static final OptionID SCORE_ID = new OptionID("losvm.score", //
        "Form of the score: distance (to the boundary, as in the article), relative (to the size of the model), or log_ratio. " + //
            "By default log_ratio for positive kernels, and relative otherwise.");

    /**
     * Model that scores refer to.
     */
    public static final OptionID REFERENCE_ID = new OptionID("losvm.reference", //
        "What a score refers to: the model of the round in which the object was judged, or the final model, after all removals.");

    /**
     * Tolerance.
     */
    public static final OptionID TOLERANCE_ID = new OptionID("losvm.tolerance", //
        "Tolerance of the iterative solver, relative to rho.");

    /**
     * Solver.
     */
    public static final OptionID SOLVER_ID = new OptionID("losvm.solver", //
        "Solver: exact (no tolerance), smo (iterative, as in the article), or auto: exact where memory and work allow.");

    /**
     * Number of threads.
     */
    public static final OptionID THREADS_ID = new OptionID("losvm.threads", //
        "Number of threads, 0 for all cores. It does not change the result.");

    /**
     * Memory for kernel columns.
     */
    public static final OptionID MEMORY_ID = new OptionID("losvm.memory", //
        "Memory for kernel columns and matrices in megabytes, 0 for half of the heap.");

    /**
     * Kernel.
     */
    protected Similarity<? super O> kernel;

    /**
     * Settings.
     */
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
