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
package elki.outlier.losvm.bridge;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Collections;
import java.util.Map;
import java.util.concurrent.CancellationException;

import elki.data.type.NoSupportedDataTypeException;
import elki.outlier.losvm.kernel.OptionException;
import elki.utilities.exceptions.APIViolationException;
import elki.utilities.exceptions.AbortException;
import elki.utilities.exceptions.InconsistentDataException;
import elki.utilities.exceptions.NotImplementedException;
import elki.utilities.optionhandling.ParameterException;

/**
 * What went wrong, in the terms Python needs.
 *
 * @author The pyelki-losdd developers
 * @since 0.1.0
 */
public final class Failure {
  /**
   * Kinds of failure, one for each Python exception.
   */
  public enum Kind {
    /** A value or the data are not acceptable. */
    VALUE,
    /** The heap is full. */
    MEMORY,
    /** A class cannot be loaded: a jar is damaged, or does not fit. */
    CLASSES,
    /** The work was cancelled. */
    INTERRUPT,
    /** Everything else. */
    OTHER
  }

  /**
   * Kind of failure.
   */
  private final Kind kind;

  /**
   * Message for the user.
   */
  private final String message;

  /**
   * The exception itself.
   */
  private final Throwable thrown;

  /**
   * The exception, if it is about an option.
   */
  private final OptionException option;

  /**
   * Constructor.
   *
   * @param kind Kind of failure
   * @param message Message for the user
   * @param thrown The exception itself
   */
  private Failure(Kind kind, String message, Throwable thrown) {
    this.kind = kind;
    this.message = message;
    this.thrown = thrown;
    this.option = kind == Kind.VALUE && thrown instanceof OptionException ? (OptionException) thrown : null;
  }

  /**
   * Classify an exception.
   *
   * @param thrown Exception
   * @return Failure
   */
  public static Failure of(Throwable thrown) {
    return of(thrown, false);
  }

  /**
   * Classify an exception.
   *
   * @param thrown Exception
   * @param cancelled Whether the work had been cancelled before
   * @return Failure
   */
  static Failure of(Throwable thrown, boolean cancelled) {
    final Kind kind = kindOf(thrown, cancelled);
    final String message = thrown.getMessage();
    final boolean clear = kind != Kind.OTHER && kind != Kind.CLASSES && message != null && !(thrown instanceof NegativeArraySizeException);
    return new Failure(kind, clear ? message : thrown.toString(), thrown);
  }

  /**
   * Find the kind of an exception.
   *
   * @param thrown Exception
   * @param cancelled Whether the work had been cancelled before
   * @return Kind
   */
  private static Kind kindOf(Throwable thrown, boolean cancelled) {
    // Worker threads wrap what happened to them.
    for(Throwable e = thrown; e != null; e = e.getCause()) {
      // Of negative size is what overflows: an array longer than there can be.
      if(e instanceof OutOfMemoryError || e instanceof NegativeArraySizeException) {
        return Kind.MEMORY;
      }
      if(e instanceof InterruptedException || e instanceof CancellationException) {
        return Kind.INTERRUPT;
      }
    }
    return cancelled ? Kind.INTERRUPT : thrown instanceof LinkageError ? Kind.CLASSES : isBadValue(thrown) ? Kind.VALUE : Kind.OTHER;
  }

  /**
   * Test if an exception speaks of options or data.
   *
   * @param e Exception
   * @return {@code true} if the user can do something about it
   */
  private static boolean isBadValue(Throwable e) {
    return e instanceof ParameterException || e instanceof IllegalArgumentException //
        || e instanceof NoSupportedDataTypeException || e instanceof InconsistentDataException //
        || e instanceof AbortException && !(e instanceof APIViolationException || e instanceof NotImplementedException);
  }

  /**
   * Get the kind of failure.
   *
   * @return Name of the kind
   */
  public String getKind() {
    return kind.name();
  }

  /**
   * Get the message.
   *
   * @return Message for the user
   */
  public String getMessage() {
    return message;
  }

  /**
   * Get the option whose value does not suit the data.
   *
   * @return Name of the option, {@code null} if the failure is about something
   *         else
   */
  public String getOption() {
    return option == null ? null : option.getOption();
  }

  /**
   * Get what is wrong with the value of the option.
   *
   * @return Problem, with {} where the name of the option belongs
   */
  public String getProblem() {
    return option == null ? null : option.getProblem();
  }

  /**
   * Get the numbers that a message about the option can be made of.
   *
   * @return Numbers by name
   */
  public Map<String, Number> getFacts() {
    return option == null ? Collections.emptyMap() : option.getFacts();
  }

  /**
   * Get the stack trace.
   *
   * @return Stack trace as Java prints it
   */
  public String getTrace() {
    StringWriter buffer = new StringWriter();
    thrown.printStackTrace(new PrintWriter(buffer));
    return buffer.toString();
  }
}
