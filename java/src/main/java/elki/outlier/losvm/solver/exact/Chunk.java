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

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

import elki.outlier.losvm.parallel.Workers;
import elki.outlier.losvm.solver.Judgement;

/**
 * Points that are left out together, as computing many columns of the tableau
 * at once is much faster: a path that lacks a column waits for the others.
 *
 * @author The pyelki-losdd developers
 * @since 0.2.0
 *
 * @assoc - - - PathFollower
 */
final class Chunk {
  /**
   * Share of the progress for computing the columns of the points left out; most
   * of the rest are columns of other points. With few rows, these take longer.
   */
  private static final double COLUMNS_SHARE = .65, SHORT_COLUMNS_SHARE = .4;

  /**
   * Share of the progress for models without the far points, and for starting
   * again where one of these matters.
   */
  private static final double START_SHARE = .6, AGAIN_SHARE = .2;

  /** Threads. */
  private final Workers workers;

  /** Follows the paths. */
  private final PathFollower follower;

  /** Current solution. */
  private final ActiveSet base;

  /** Far points. */
  private final SafeScreening far;

  /** Most columns of the tableau that fit into memory. */
  private final int maxColumns;

  /** Points to leave out. */
  private final int[] points;

  /** Progress listener, number of points. */
  private final IntConsumer progress;

  /** Judgements, by position; {@code null} for lost paths. */
  final Judgement[] result;

  /** Paths, by position. */
  final LeaveOutPath[] paths;

  /** How models differ that the far points have not been compared to, by position. */
  private final WeightChange[] unverified;

  /** Positions of those that are not finished yet. */
  private int[] pending;

  /** Number of points finished. */
  private final AtomicInteger finished = new AtomicInteger();

  /** Share that is done, and that will be at the end of what is being done. */
  private double share = 0., next = 1.;

  /** Share that was done before this. */
  private double last = 0.;

  /**
   * Constructor.
   *
   * @param workers Threads
   * @param follower Follows the paths
   * @param maxColumns Most columns of the tableau that fit into memory
   * @param points Points to leave out
   * @param progress Progress listener, number of points
   */
  Chunk(Workers workers, PathFollower follower, int maxColumns, int[] points, IntConsumer progress) {
    this.workers = workers;
    this.follower = follower;
    this.base = follower.base;
    this.far = follower.far;
    this.maxColumns = maxColumns;
    this.points = points;
    this.progress = progress;
    this.result = new Judgement[points.length];
    this.paths = new LeaveOutPath[points.length];
    this.unverified = new WeightChange[points.length];
    this.pending = IntStream.range(0, points.length).toArray();
    if(!far.isEmpty() && !far.isKnown(points[0])) {
      this.next = START_SHARE;
    }
  }

  /**
   * Leave out the points.
   *
   * @return Positions that could not be finished, as there are too many columns
   */
  int[] run() {
    final Tableau tableau = base.tableau;
    makeRoom();
    tableau.require(Arrays.stream(pending).map(k -> points[k]).toArray(), d -> report((far.isEmpty() ? COLUMNS_SHARE : SHORT_COLUMNS_SHARE) * d));
    boolean start = true;
    while(pending.length > 0) {
      final int[] needed = wave(start);
      if(pending.length > 0 && tableau.columns().count() + needed.length > maxColumns) {
        tableau.columns().retain(new boolean[base.alpha.length]);
        final int[] rest = pending;
        verify();
        return IntStream.concat(IntStream.of(rest), IntStream.of(pending)).sorted().toArray();
      }
      // How many will follow is not known; as a rule, each time there are fewer.
      final double before = (share - last) / (next - last);
      tableau.require(needed, d -> report(before + .5 * (1. - before) * d));
      start = pending.length == 0;
      if(start) {
        verify();
      }
    }
    next = 1.;
    report(1.);
    return pending;
  }

  /**
   * Make room for the columns of this chunk, and for as many others: best by
   * forgetting those of points left out before, as other chunks need the others as
   * well.
   */
  private void makeRoom() {
    final TableauColumns columns = base.tableau.columns();
    final boolean[] needed = new boolean[base.alpha.length];
    for(int t : points) {
      needed[t] = true;
    }
    for(int i = 0; i < needed.length; i++) {
      needed[i] |= !base.members.contains(i);
    }
    if(columns.count() + 2 * points.length > maxColumns) {
      columns.retain(needed);
    }
    if(columns.count() + 2 * points.length > maxColumns) {
      columns.retain(new boolean[needed.length]);
    }
  }

  /**
   * Follow all paths as far as possible.
   *
   * @param start Start of the paths
   * @return Points whose columns are needed to continue
   */
  private int[] wave(boolean start) {
    final int[] wave = pending;
    final boolean[] waiting = new boolean[wave.length];
    workers.run(wave.length, () -> {
      final PathScratch scratch = new PathScratch(base);
      return item -> {
        final int k = wave[item];
        if(start) {
          paths[k] = follower.start(points[k], scratch);
        }
        waiting[item] = !follower.advance(paths[k], scratch);
        if(!waiting[item]) {
          result[k] = paths[k].judge(scratch);
          unverified[k] = follower.unverified(paths[k], scratch);
          finished.incrementAndGet();
        }
      };
    }, d -> report(next < 1. ? 0. : finished.get() / (double) points.length));
    pending = IntStream.range(0, wave.length).filter(item -> waiting[item]).map(item -> wave[item]).toArray();
    return Arrays.stream(pending).map(k -> paths[k].missing()).sorted().distinct().toArray();
  }

  /**
   * Compare the far points to the models. Where one of them matters, start again.
   */
  private void verify() {
    final int[] open = IntStream.range(0, unverified.length).filter(k -> unverified[k] != null).toArray();
    pending = new int[0];
    if(open.length > 0) {
      proceed(1. - AGAIN_SHARE);
      final boolean[] doubtful = far.verify(Arrays.stream(open).map(k -> points[k]).toArray(), //
          Arrays.stream(open).mapToObj(k -> unverified[k]).toArray(WeightChange[]::new), this::report);
      proceed(1.);
      pending = IntStream.range(0, open.length).filter(x -> doubtful[x]).map(x -> open[x]).toArray();
      finished.addAndGet(-pending.length);
      for(int k : pending) {
        result[k] = null;
      }
      Arrays.fill(unverified, null);
    }
  }

  /**
   * Proceed to what is to be done next.
   *
   * @param end Share that will be done at its end
   */
  private void proceed(double end) {
    last = Math.min(next, 1. - AGAIN_SHARE);
    next = end;
  }

  /**
   * Report the progress. It never goes back.
   *
   * @param reached Share of what is being done
   */
  private void report(double reached) {
    share = Math.max(share, last + (next - last) * reached);
    progress.accept((int) (share * points.length));
  }
}
