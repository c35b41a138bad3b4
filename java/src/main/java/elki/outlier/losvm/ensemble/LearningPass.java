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

import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;

import elki.outlier.losvm.parallel.Workers;
import elki.outlier.losvm.sampling.PassState;
import elki.outlier.losvm.sampling.RowPass;
import elki.outlier.losvm.sampling.RowSource;

/**
 * A pass over all rows. They may be in several places: what is gathered there is
 * merged.
 *
 * @author The pyelki-losdd developers
 * @since 0.2.0
 *
 * @param <S> What the pass gathers
 */
public interface LearningPass<S extends PassState<S>> extends LearningStep {
  /**
   * Start to gather.
   *
   * @return State that has seen nothing
   */
  S start();

  /**
   * Go on with what was gathered elsewhere.
   *
   * @param map What {@link PassState#toMap} returned
   * @return State
   */
  S read(Map<String, ?> map);

  /**
   * What to do next.
   *
   * @param all What was gathered of all rows
   * @return Next step
   */
  LearningStep next(S all);

  /**
   * Gather what there is to be known of some rows.
   *
   * @param rows Rows
   * @param workers Threads
   * @param progress Told the number of blocks done
   * @return State
   */
  default S gather(RowSource rows, Workers workers, IntConsumer progress) {
    return RowPass.gather(rows, this::start, workers, progress);
  }

  /**
   * Merge what was gathered.
   *
   * @param maps What {@link PassState#toMap} returned, in any order
   * @return State
   */
  default S merge(List<? extends Map<String, ?>> maps) {
    final S all = start();
    for(Map<String, ?> map : maps) {
      all.merge(read(map));
    }
    return all;
  }

  /**
   * Do the pass, if all rows are here.
   *
   * @param rows All rows
   * @param workers Threads
   * @return Next step
   */
  default LearningStep over(RowSource rows, Workers workers) {
    return next(gather(rows, workers, done -> {
    }));
  }
}
