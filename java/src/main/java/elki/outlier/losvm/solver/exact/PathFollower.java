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
package elki.outlier.losvm.solver.exact;

import java.util.concurrent.atomic.LongAdder;

import elki.outlier.losvm.parallel.Workers;
import elki.outlier.losvm.solver.Judgement;

/**
 * Follows paths of points left out, each from the end of the one before, and
 * screens the models at their ends for far points that may matter.
 *
 * @author The pyelki-losdd developers
 * @since 0.2.0
 *
 * @assoc - - - LeaveOutPath
 * @assoc - - - SafeScreening
 */
final class PathFollower {
  /** Current solution. */
  final ActiveSet base;

  /** Far points. */
  final SafeScreening far;

  /** Latest path of each point; {@code null} for those without. */
  private final LeaveOutPath[] latest;

  /** Counts the breakpoints. */
  private final LongAdder breakpoints;

  /**
   * Constructor.
   *
   * @param base Current solution
   * @param far Far points
   * @param breakpoints Counts the breakpoints
   */
  PathFollower(ActiveSet base, SafeScreening far, LongAdder breakpoints) {
    this.base = base;
    this.far = far;
    this.breakpoints = breakpoints;
    this.latest = new LeaveOutPath[base.alpha.length];
  }

  /**
   * Start a path: first try what was right before.
   *
   * @param t Point
   * @param scratch Scratch space
   * @return Path
   */
  LeaveOutPath start(int t, PathScratch scratch) {
    final LeaveOutPath path = new LeaveOutPath(base, t);
    if(latest[t] != null && !latest[t].isLost()) {
      path.expectEndOf(latest[t]);
    }
    path.tryEnd(scratch);
    return path;
  }

  /**
   * Continue a path.
   *
   * @param path Path
   * @param scratch Scratch space
   * @return {@code false} if a column is missing
   */
  boolean advance(LeaveOutPath path, PathScratch scratch) {
    if(path.status() == LeaveOutPath.Status.RUNNING) {
      if(!path.advance(scratch)) {
        return false;
      }
      breakpoints.add(path.breakpoints());
    }
    return true;
  }

  /**
   * How the weights differ at the end of a path, if the far points may matter then.
   *
   * @param path Path that was judged
   * @param scratch Scratch space used for it
   * @return Differences; {@code null} if there is nothing to verify
   */
  WeightChange unverified(LeaveOutPath path, PathScratch scratch) {
    final WeightChange change = path.isLost() || far.isEmpty() ? null : path.change(scratch, far.members());
    return change == null || far.areFar(path.t, change, scratch.memberWeights) ? null : change;
  }

  /**
   * Follow the path of a single point, using all threads.
   *
   * @param t Point
   * @return Path, at its end or lost
   */
  LeaveOutPath follow(int t) {
    far.takeForNear(new int[] { t });
    base.tableau.require(new int[] { t }, Workers.QUIET);
    final PathScratch scratch = new PathScratch(base);
    while(true) {
      final LeaveOutPath path = start(t, scratch);
      while(!path.advance(scratch)) {
        base.tableau.require(new int[] { path.missing() }, Workers.QUIET);
      }
      if(path.isLost() || far.isEmpty()) {
        return path;
      }
      final Judgement judgement = path.judge(scratch);
      final WeightChange change = judgement == null ? null : unverified(path, scratch);
      if(change == null || !far.verify(new int[] { t }, new WeightChange[] { change }, Workers.QUIET)[0]) {
        return path;
      }
    }
  }

  /**
   * Remember paths: the next ones will be similar.
   *
   * @param paths Paths
   */
  void remember(LeaveOutPath[] paths) {
    for(LeaveOutPath path : paths) {
      latest[path.t] = path;
    }
  }
}
