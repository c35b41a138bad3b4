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

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import elki.logging.Logging;
import elki.logging.statistics.DoubleStatistic;
import elki.logging.statistics.StringStatistic;
import elki.outlier.losvm.kernel.AbstractBandwidthKernel;
import elki.outlier.losvm.solver.auto.SolverChoice;
import elki.result.Metadata;
import elki.result.SettingsResult;
import elki.utilities.optionhandling.UnspecifiedParameterException;
import elki.utilities.optionhandling.parameterization.TrackedParameter;
import elki.utilities.optionhandling.parameters.DoubleParameter;
import elki.utilities.optionhandling.parameters.Parameter;

/**
 * What was used where the options leave it open: the bandwidth, the form of the score,
 * and the solver. It is logged as statistics, and written with the settings of a
 * result.
 *
 * @author The pyelki-losdd developers
 * @since 0.2.0
 */
final class UsedSettings {
  /** Class logger. */
  private static final Logging LOG = Logging.getLogger(UsedSettings.class);

  /** Algorithm. */
  private final Class<?> algorithm;

  /** Bandwidth, NaN if the kernel has none. */
  private final double gamma;

  /** Form of the score. */
  private final ScoreForm form;

  /** Solver that was used last. */
  private final SolverChoice solver;

  /**
   * Constructor.
   *
   * @param algorithm Algorithm
   * @param gamma Bandwidth, NaN if the kernel has none
   * @param form Form of the score
   * @param solver Solver
   */
  private UsedSettings(Class<?> algorithm, double gamma, ScoreForm form, SolverChoice solver) {
    this.algorithm = algorithm;
    this.gamma = gamma;
    this.form = form;
    this.solver = solver;
  }

  /**
   * Look up what was used.
   *
   * @param algorithm Algorithm
   * @param result Its result
   * @return What was used
   */
  static UsedSettings of(Class<?> algorithm, LeaveOutResult result) {
    final List<RoundStatistics> rounds = result.getRounds();
    return new UsedSettings(algorithm, result.getGamma(), result.getModel().getScoreForm(), SolverChoice.valueOf(rounds.get(rounds.size() - 1).solver.toUpperCase(Locale.ROOT)));
  }

  /**
   * Log this, and attach it to a result.
   *
   * @param result Result
   */
  void report(Object result) {
    final List<TrackedParameter> used = new ArrayList<>();
    if(!Double.isNaN(gamma)) {
      used.add(track(new DoubleParameter(AbstractBandwidthKernel.Par.GAMMA_ID, gamma)));
    }
    used.add(track(new NameParameter<>(Settings.SCORE_ID, ScoreForm.class, form)));
    used.add(track(new NameParameter<>(CommonSettings.SOLVER_ID, SolverChoice.class, solver)));
    final SettingsResult settings = new SettingsResult(used);
    settings.getSettings().forEach(setting -> setting.owner += ", used");
    Metadata.hierarchyOf(result).addChild(settings);
    if(LOG.isStatistics()) {
      final String prefix = algorithm.getName() + '.';
      if(!Double.isNaN(gamma)) {
        LOG.statistics(new DoubleStatistic(prefix + "gamma", gamma));
      }
      LOG.statistics(new StringStatistic(prefix + "score", form.name()));
      LOG.statistics(new StringStatistic(prefix + "solver", solver.name()));
    }
  }

  /**
   * Make a setting of a parameter whose default is what was used.
   *
   * @param parameter Parameter
   * @return Setting
   */
  private TrackedParameter track(Parameter<?> parameter) {
    try {
      parameter.tryDefaultValue();
    }
    catch(UnspecifiedParameterException e) {
      throw new IllegalStateException(e); // All have a default
    }
    return new TrackedParameter(algorithm, parameter);
  }
}
