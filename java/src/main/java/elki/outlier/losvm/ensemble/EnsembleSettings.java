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

import java.util.Arrays;

import elki.outlier.losvm.CommonSettings;
import elki.outlier.losvm.kernel.OptionRange;
import elki.outlier.losvm.sampling.SampleDraw;
import elki.utilities.optionhandling.OptionID;
import elki.utilities.optionhandling.parameterization.Parameterization;
import elki.utilities.optionhandling.parameters.DoubleParameter;
import elki.utilities.optionhandling.parameters.Flag;
import elki.utilities.optionhandling.parameters.IntListParameter;
import elki.utilities.optionhandling.parameters.IntParameter;
import elki.utilities.optionhandling.parameters.LongParameter;

/**
 * Settings of the ensemble, with their default values and options.
 *
 * @author The pyelki-losdd developers
 * @since 0.2.0
 */
public class EnsembleSettings extends CommonSettings {
  /** Number of members. */
  public static final OptionID MEMBERS_ID = new OptionID("losvm.members", //
      "Number of models.");

  /** Rows in each sample. */
  public static final OptionID SAMPLE_ID = new OptionID("losvm.sample", //
      "Number of objects that each model is trained on, at most half of them.");

  /** Number of objects to remove. */
  public static final OptionID REMOVE_ID = new OptionID("losvm.remove", //
      "Share of each sample to remove, or number of objects. Unset, 0.35, and 0.1 by some of the models.");

  /** Bound on the share of outliers. */
  public static final OptionID NU_ID = new OptionID("losvm.nu", //
      "Upper bound nu on the share of objects of a sample outside of the boundary, which sets C = 1/(nu*n).");

  /** Whether to take the columns as they are. */
  public static final OptionID RAW_ID = new OptionID("losvm.raw", //
      "Take the columns as they are, instead of giving each of them mean 0 and standard deviation 1.");

  /** Columns that have their weight already. */
  public static final OptionID AS_IS_ID = new OptionID("losvm.asis", //
      "Numbers of the columns, from 0, that must be neither standardized nor turned into normal scores: they have their weight already, such as the columns of a category. Unset, there are none.");

  /** Number of features that the columns stand for. */
  public static final OptionID FEATURES_ID = new OptionID("losvm.features", //
      "Number of features that the columns stand for, if some of them take several columns; 0 means that each column is one.");

  /** Seed. */
  public static final OptionID SEED_ID = new OptionID("losvm.seed", //
      "Seed for drawing the samples.");

  /** Number of rows that ranks are taken from. */
  static final int REFERENCE = 2048;

  /** Fewest rows in a sample, if there are that many. */
  private static final int FEWEST = 20;

  /** Shares of a sample that are removed where little or much may be dirty. */
  static final double LITTLE = .1, MUCH = .35;

  /** Number of members. */
  public int members = 24;

  /** Rows in each sample. */
  public int sample = 128;

  /** Bound on the share of rows outside of the margin. */
  public double nu = .2;

  /** Whether to give each column mean 0 and standard deviation 1. */
  public boolean standardize = true;

  /** Columns to leave as they are. */
  public int[] asIs = {};

  /** Number of features that the columns stand for, 0 for that of the columns. */
  public int features = 0;

  /** Seed of the samples. */
  public long seed = 0L;

  @Override
  protected OptionID removeID() {
    return REMOVE_ID;
  }

  @Override
  public void configure(Parameterization config) {
    new IntParameter(MEMBERS_ID, members) //
        .addConstraint(new OptionRange(MEMBERS_ID, x -> x >= 1., ">= 1")) //
        .grab(config, x -> members = x);
    new IntParameter(SAMPLE_ID, sample) //
        .addConstraint(new OptionRange(SAMPLE_ID, x -> x >= 3., ">= 3")) //
        .grab(config, x -> sample = x);
    super.configure(config);
    new DoubleParameter(NU_ID, nu) //
        .addConstraint(new OptionRange(NU_ID, x -> x > 0. && x <= 1., "> 0 and <= 1")) //
        .grab(config, x -> nu = x);
    new Flag(RAW_ID).grab(config, x -> standardize = !x);
    new IntListParameter(AS_IS_ID) //
        .setOptional(true) //
        .grab(config, x -> asIs = x);
    new IntParameter(FEATURES_ID, features) //
        .addConstraint(new OptionRange(FEATURES_ID, x -> x >= 0., ">= 0")) //
        .grab(config, x -> features = x);
    new LongParameter(SEED_ID, seed) //
        .grab(config, x -> seed = x);
  }

  /**
   * Size of each sample: of few rows, half of them, as samples have to differ.
   *
   * @param size Number of rows
   * @return Number of rows in each sample
   */
  int sampleOf(long size) {
    return (int) Math.min(sample, Math.max((size + 1) / 2, Math.min(FEWEST, size)));
  }

  /**
   * Draw the ranks of the rows that are needed to train members on vectors.
   *
   * @param size Number of rows
   * @return Ranks in each sample, ascending, and last those of the reference rows
   */
  long[][] ranks(long size) {
    final int[] sizes = new int[members + 1];
    Arrays.fill(sizes, sampleOf(size));
    sizes[members] = (int) Math.min(REFERENCE, size);
    return SampleDraw.ranks(size, sizes, seed);
  }
}
