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
package elki.outlier.losvm.kernel;

import java.util.ArrayList;
import java.util.List;

import elki.similarity.Similarity;
import elki.utilities.ELKIServiceRegistry;
import elki.utilities.optionhandling.OptionID;
import elki.utilities.optionhandling.ParameterException;
import elki.utilities.optionhandling.parameters.ObjectParameter;

/**
 * Parameter that takes the short name of one of our kernels, or any similarity
 * function of ELKI.
 * <p>
 * Our own kernels come first: ELKI uses the name "rbf" for a kernel that does
 * not adapt its bandwidth to the data.
 *
 * @author The pyelki-losdd developers
 * @since 0.1.0
 *
 * @param <O> Object type
 */
public class KernelParameter<O> extends ObjectParameter<Similarity<? super O>> {
  /**
   * Constructor.
   *
   * @param optionID Option
   * @param defaultValue Default kernel
   */
  public KernelParameter(OptionID optionID, Class<? extends VectorKernel> defaultValue) {
    super(optionID, Similarity.class, defaultValue);
  }

  @SuppressWarnings("unchecked")
  @Override
  protected Class<? extends Similarity<? super O>> parseValue(Object obj) throws ParameterException {
    Class<?> own = null;
    if(obj instanceof String && ((String) obj).indexOf('.') < 0) { // Else, a class name with its package.
      own = ELKIServiceRegistry.findImplementation(VectorKernel.class, (String) obj);
      // The kernels of ELKI by their class name alone.
      own = own != null ? own : ELKIServiceRegistry.findImplementation(Similarity.class, "kernel." + obj);
    }
    return own != null ? (Class<? extends Similarity<? super O>>) own : super.parseValue(obj);
  }

  @Override
  public List<Class<?>> getKnownImplementations() {
    List<Class<?>> all = new ArrayList<>(ELKIServiceRegistry.findAllImplementations(VectorKernel.class));
    all.addAll(super.getKnownImplementations());
    return all;
  }
}
