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

import elki.outlier.losvm.kernel.OptionException;

/**
 * The exact solver is not the right one for a problem; another one can go on from
 * where it has come to.
 *
 * @author The pyelki-losdd developers
 * @since 0.2.0
 */
public final class UnsuitableException extends OptionException {
  /** Serialization version. */
  private static final long serialVersionUID = 1L;

  /**
   * Why the exact solver is not the right one.
   */
  public enum Reason {
    /** Its matrices do not fit into the memory, or it would not be the faster one. */
    MEMORY,
    /** The kernel matrix of the support vectors is numerically singular. */
    SINGULAR,
    /** Models without one of the points differ much from the one with all points. */
    UNSTABLE
  }

  /** Reason. */
  private final Reason reason;

  /** The reason in words. */
  private final String explanation;

  /**
   * Constructor.
   *
   * @param reason Reason
   * @param option Option that the remedy is about
   * @param explanation The reason in words
   * @param remedy What the user can do about it
   */
  UnsuitableException(Reason reason, String option, String explanation, String remedy) {
    super(option, explanation + ' ' + remedy);
    this.reason = reason;
    this.explanation = explanation;
  }

  /**
   * Why the exact solver is not the right one.
   *
   * @return Reason
   */
  public Reason reason() {
    return reason;
  }

  /**
   * The reason in words, without a remedy.
   *
   * @return Text
   */
  public String explanation() {
    return explanation;
  }
}
