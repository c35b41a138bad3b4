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
package elki.outlier.losvm.ensemble;

import java.util.function.Function;
import java.util.function.IntConsumer;

import elki.data.DoubleVector;
import elki.data.NumberVector;
import elki.data.type.TypeInformation;
import elki.data.type.TypeUtil;
import elki.data.type.VectorFieldTypeInformation;
import elki.database.datastore.DataStoreFactory;
import elki.database.datastore.DataStoreUtil;
import elki.database.datastore.WritableDoubleDataStore;
import elki.database.ids.ArrayDBIDs;
import elki.database.ids.DBIDArrayIter;
import elki.database.ids.DBIDUtil;
import elki.database.relation.MaterializedDoubleRelation;
import elki.database.relation.MaterializedRelation;
import elki.database.relation.Relation;
import elki.database.relation.RelationUtil;
import elki.logging.Logging;
import elki.logging.progress.FiniteProgress;
import elki.math.DoubleMinMax;
import elki.outlier.OutlierAlgorithm;
import elki.outlier.losvm.kernel.AbstractBandwidthKernel;
import elki.outlier.losvm.kernel.KernelParameter;
import elki.outlier.losvm.kernel.Laplacian;
import elki.outlier.losvm.kernel.RelationKernel;
import elki.outlier.losvm.kernel.UserException;
import elki.outlier.losvm.kernel.VectorKernel;
import elki.outlier.losvm.parallel.Workers;
import elki.outlier.losvm.sampling.ColumnMoments;
import elki.outlier.losvm.sampling.ColumnRanges;
import elki.outlier.losvm.sampling.RowPass;
import elki.outlier.losvm.sampling.RowSource;
import elki.result.outlier.BasicOutlierScoreMeta;
import elki.similarity.PrimitiveSimilarity;
import elki.similarity.Similarity;
import elki.utilities.Alias;
import elki.utilities.documentation.Description;
import elki.utilities.documentation.Reference;
import elki.utilities.documentation.Title;
import elki.utilities.optionhandling.OptionID;
import elki.utilities.optionhandling.Parameterizer;
import elki.utilities.optionhandling.parameterization.Parameterization;

/**
 * Outlier detection with an ensemble of leave-out SVMs on small samples.
 * <ol>
 * <li>Draw samples of the data.</li>
 * <li>On each, train a leave-out support vector data description, and peel off a
 * share of the sample in rounds, the most outlying first.</li>
 * <li>The score of an object is the mean of its log ratios in all models; objects
 * of a sample are judged by its model as if they had been left out.</li>
 * </ol>
 * In a small sample, a group of outliers that vouch for each other is a few lone
 * points; what is peeled off cannot bend the model; and models do not depend on
 * the size of the data, so that the cost is that of one pass over them.
 * <p>
 * The leave-out support vector data description is from:
 * <p>
 * D. Boiar, T. Liebig, E. Schubert<br>
 * LOSDD: Leave-Out Support Vector Data Description for Outlier Detection<br>
 * arXiv preprint 2212.13626
 *
 * @author The pyelki-losdd developers
 * @since 0.2.0
 *
 * @composed - - - EnsembleSettings
 * @navassoc - produces - EnsembleResult
 *
 * @param <O> the type of objects handled by this algorithm
 */
@Title("LOSDDEnsemble: Leave-Out Support Vector Data Descriptions of Samples")
@Description("Trains leave-out support vector data descriptions on small samples, peels off the most outlying objects of each, and scores all objects by the mean of these models.")
@Reference(authors = "D. Boiar, T. Liebig, E. Schubert", //
    title = "LOSDD: Leave-Out Support Vector Data Description for Outlier Detection", //
    booktitle = "arXiv preprint 2212.13626", //
    url = "https://arxiv.org/abs/2212.13626", //
    bibkey = "DBLP:journals/corr/abs-2212-13626")
@Alias("losdd-ensemble")
public class LOSDDEnsemble<O> implements OutlierAlgorithm {
  /**
   * Class logger.
   */
  private static final Logging LOG = Logging.getLogger(LOSDDEnsemble.class);

  /**
   * Kernel.
   */
  private final Similarity<? super O> kernel;

  /**
   * Settings.
   */
  private final EnsembleSettings settings;

  /**
   * Constructor.
   *
   * @param kernel Kernel
   * @param settings Settings
   */
  public LOSDDEnsemble(Similarity<? super O> kernel, EnsembleSettings settings) {
    this.kernel = kernel;
    this.settings = settings;
  }

  @Override
  public TypeInformation[] getInputTypeRestriction() {
    return TypeUtil.array(kernel == null ? NumberVector.FIELD : kernel.getInputTypeRestriction());
  }

  /**
   * Run the algorithm.
   *
   * @param relation Data relation
   * @return Outlier scores
   */
  @SuppressWarnings("unchecked")
  public EnsembleResult run(Relation<O> relation) {
    if(relation.size() < 3) {
      throw new UserException("The ensemble needs at least 3 objects, but the data set has " + relation.size() + '.');
    }
    checkColumns(relation);
    return ofVectors() ? runOnVectors((Relation<? extends NumberVector>) relation) : runOnObjects(relation);
  }

  /**
   * Check that the columns to leave as they are exist.
   *
   * @param relation Data relation
   */
  @SuppressWarnings("unchecked")
  private void checkColumns(Relation<O> relation) {
    for(int k : settings.asIs) {
      final int d = TypeUtil.NUMBER_VECTOR_FIELD.isAssignableFromType(relation.getDataTypeInformation()) ? RelationUtil.dimensionality((Relation<? extends NumberVector>) relation) : 0;
      if(k < 0 || k >= d) {
        throw new UserException("-" + EnsembleSettings.AS_IS_ID.getName() + ": there is no column " + k + " among the " + d + " columns of the data; they are counted from 0.");
      }
    }
  }

  /**
   * Whether the members can be trained and scored on arrays of numbers.
   *
   * @return {@code false} for kernels that know objects only
   */
  public boolean ofVectors() {
    return kernel == null || kernel instanceof AbstractBandwidthKernel || kernel instanceof Laplacian;
  }

  /**
   * Settings.
   *
   * @return Settings
   */
  public EnsembleSettings settings() {
    return settings;
  }

  /**
   * Train members on vectors, see {@link #ofVectors}.
   *
   * @param rows What they are trained on
   * @return Training
   */
  public VectorEnsemble training(TrainingRows rows) {
    return new VectorEnsemble(settings, (VectorKernel) kernel, rows);
  }

  /**
   * Train members on vectors, see {@link #ofVectors}.
   *
   * @param rows Rows, finite
   * @return Trained ensemble
   */
  public EnsembleModel train(RowSource rows) {
    final Workers workers = new Workers(settings.threads);
    final VectorEnsemble ensemble = training(VectorEnsemble.draw(settings, rows, workers));
    return withProgress("Training members", settings.members, progress -> ensemble.train(workers, progress));
  }

  /**
   * Score rows.
   *
   * @param model Trained ensemble
   * @param rows Rows
   * @param threads Number of threads, 0 for all cores
   * @return Scores
   */
  public static EnsembleScores score(EnsembleModel model, RowSource rows, int threads) {
    return withProgress("Scoring objects", RowPass.blocks(rows), progress -> model.score(rows, new Workers(threads), progress));
  }

  /**
   * Run on vectors.
   *
   * @param relation Data relation
   * @return Outlier scores
   */
  private EnsembleResult runOnVectors(Relation<? extends NumberVector> relation) {
    final ArrayDBIDs ids = DBIDUtil.ensureArray(relation.getDBIDs());
    final RowSource rows = new RelationRows(relation, ids);
    final EnsembleModel model = train(rows);
    final EnsembleScores scores = score(model, rows, settings.threads);
    if(LOG.isStatistics()) {
      model.logStatistics(LOG, getClass().getName());
    }
    return makeResult(ids, scores.means(), scores.deviations(), model);
  }

  /**
   * Run on any objects.
   *
   * @param relation Data relation
   * @return Outlier scores
   */
  private EnsembleResult runOnObjects(Relation<O> relation) {
    final RelationKernel<O> data = RelationKernel.of(kernel, settings.standardize && isOfValues(relation) ? standardized(relation) : relation);
    final ObjectEnsemble ensemble = new ObjectEnsemble(settings, data, new Workers(settings.threads));
    final double[][] scores = withProgress("Training members and scoring objects", settings.members, ensemble::run);
    return makeResult(data.ids(), scores[0], scores[1], null);
  }

  /**
   * Whether the kernel looks at the values of vectors.
   *
   * @param relation Data relation
   * @return {@code true} if it does
   */
  private boolean isOfValues(Relation<O> relation) {
    return kernel instanceof PrimitiveSimilarity && TypeUtil.NUMBER_VECTOR_FIELD.isAssignableFromType(relation.getDataTypeInformation());
  }

  /**
   * Standardize vectors.
   *
   * @param relation Data relation
   * @return Standardized vectors
   */
  @SuppressWarnings("unchecked")
  private Relation<O> standardized(Relation<O> relation) {
    final Relation<? extends NumberVector> vectors = (Relation<? extends NumberVector>) relation;
    final ArrayDBIDs ids = DBIDUtil.ensureArray(relation.getDBIDs());
    final RowSource rows = new RelationRows(vectors, ids);
    final Workers workers = new Workers(settings.threads);
    final ColumnRanges ranges = RowPass.gather(rows, () -> new ColumnRanges(rows.dimensionality()), workers, done -> {
    });
    final ColumnTransform scaling = PartlyRaw.of(ColumnScaling.of(ranges, RowPass.gather(rows, () -> new ColumnMoments(ranges), workers, done -> {
    })), settings.asIs);
    final MaterializedRelation<DoubleVector> scaled = new MaterializedRelation<>( //
        new VectorFieldTypeInformation<>(DoubleVector.FACTORY, scaling.dimensionality()), ids);
    for(DBIDArrayIter it = ids.iter(); it.valid(); it.advance()) {
      scaled.insert(it, DoubleVector.wrap(scaling.apply(vectors.get(it).toArray())));
    }
    return (Relation<O>) scaled;
  }

  /**
   * Do some work with progress.
   *
   * @param <T> Result type
   * @param task Name of the work
   * @param steps Number of steps
   * @param work Work, given a listener
   * @return Result
   */
  private static <T> T withProgress(String task, int steps, Function<IntConsumer, T> work) {
    final FiniteProgress progress = LOG.isVerbose() ? new FiniteProgress(task, steps, LOG) : null;
    final T result = work.apply(done -> {
      if(progress != null) {
        progress.setProcessed(Math.min(done, steps), LOG);
      }
    });
    LOG.ensureCompleted(progress);
    return result;
  }

  /**
   * Make the result.
   *
   * @param ids Objects
   * @param scores Scores
   * @param deviations Standard deviations of the members' scores
   * @param model Trained ensemble
   * @return Result
   */
  private static EnsembleResult makeResult(ArrayDBIDs ids, double[] scores, double[] deviations, EnsembleModel model) {
    final WritableDoubleDataStore mean = DataStoreUtil.makeDoubleStorage(ids, DataStoreFactory.HINT_STATIC), //
        spread = DataStoreUtil.makeDoubleStorage(ids, DataStoreFactory.HINT_STATIC);
    final DoubleMinMax minmax = new DoubleMinMax();
    for(DBIDArrayIter it = ids.iter(); it.valid(); it.advance()) {
      mean.putDouble(it, scores[it.getOffset()]);
      spread.putDouble(it, deviations[it.getOffset()]);
      minmax.put(scores[it.getOffset()]);
    }
    return new EnsembleResult(new BasicOutlierScoreMeta(minmax.getMin(), minmax.getMax(), Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, 0.), //
        new MaterializedDoubleRelation("LOSDDEnsemble Outlier Score", ids, mean), //
        new MaterializedDoubleRelation("LOSDDEnsemble Standard Deviation", ids, spread), model);
  }

  /**
   * Parameterization class.
   *
   * @author The pyelki-losdd developers
   *
   * @param <O> the type of objects
   */
  public static class Par<O> implements Parameterizer {
    /**
     * Kernel.
     */
    public static final OptionID KERNEL_ID = new OptionID("losvm.kernel", //
        "Kernel of all models, as for LOSDD. Unset, the models have a mixture of two kernels, which suits most tables.");

    /**
     * Kernel.
     */
    private Similarity<? super O> kernel;

    /**
     * Settings.
     */
    private final EnsembleSettings settings = new EnsembleSettings();

    @Override
    public void configure(Parameterization config) {
      new KernelParameter<O>(KERNEL_ID, null) //
          .setOptional(true) //
          .grab(config, x -> kernel = x);
      settings.configure(config);
    }

    @Override
    public LOSDDEnsemble<O> make() {
      return new LOSDDEnsemble<>(kernel, settings);
    }
  }
}
