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
package elki.outlier.losvm.solver;

import static org.junit.Assert.assertEquals;

import org.junit.BeforeClass;
import org.junit.Test;

import libsvm.svm;
import libsvm.svm_model;
import libsvm.svm_node;
import libsvm.svm_parameter;
import libsvm.svm_problem;

import elki.data.NumberVector;
import elki.outlier.losvm.KernelCase;
import elki.outlier.losvm.TestData;
import elki.outlier.losvm.solver.auto.SolverChoice;

/**
 * The same model as the one-class SVM of LIBSVM.
 * <p>
 * LIBSVM stores kernel values in single precision, and its weights sum up to
 * nu*n.
 */
public class LibsvmTest {
  /** None for which nu*n is a whole number: rho need not be unique there. */
  private static final double[] NU = { .05, .13, .31, .51 };

  @BeforeClass
  public static void quiet() {
    svm.svm_set_print_string_function(s -> {
    });
  }

  @Test
  public void givenKernelValues() {
    for(SolverChoice choice : TestData.SOLVERS) {
      for(KernelCase kernel : KernelCase.values()) {
        for(double nu : NU) {
          double[][] data = kernel.data("losoc", 12, 50);
          svm_parameter param = parameters(svm_parameter.PRECOMPUTED, nu);
          assertSame(choice + " " + kernel + " " + nu, choice, kernel, data, param, matrix(data, kernel));
        }
      }
    }
  }

  @Test
  public void ownKernels() {
    for(SolverChoice choice : TestData.SOLVERS) {
      for(double nu : NU) {
        svm_parameter param = parameters(svm_parameter.RBF, nu);
        param.gamma = .3;
        double[][] data = KernelCase.RBF.data("losoc", 13, 50);
        assertSame("rbf " + nu, choice, KernelCase.RBF, data, param, nodes(data));
        data = KernelCase.LINEAR.data("losoc", 13, 50);
        assertSame("linear " + nu, choice, KernelCase.LINEAR, data, parameters(svm_parameter.LINEAR, nu), nodes(data));
        param = parameters(svm_parameter.POLY, nu);
        param.gamma = 1.;
        param.degree = 3;
        param.coef0 = .5;
        data = KernelCase.POLYNOMIAL.data("losoc", 13, 50);
        assertSame("poly " + nu, choice, KernelCase.POLYNOMIAL, data, param, nodes(data));
      }
    }
  }

  @Test
  public void dataDescription() {
    // With a constant K(x,x), the data description has the same weights.
    for(SolverChoice choice : TestData.SOLVERS) {
      double[][] data = KernelCase.RBF.data("losdd", 14, 50);
      svm_model model = train(parameters(svm_parameter.PRECOMPUTED, .13), matrix(data, KernelCase.RBF));
      Problems p = new Problems(choice, data, KernelCase.RBF.elki, true, 1. / (.13 * data.length), 1e-9);
      double[] alpha = weights(model, data.length);
      for(int i = 0; i < data.length; i++) {
        assertEquals(alpha[i] / (.13 * data.length), p.alpha(i), 1e-5);
      }
    }
  }

  private static void assertSame(String name, SolverChoice choice, KernelCase kernel, double[][] data, svm_parameter param, svm_node[][] x) {
    final double scale = param.nu * data.length;
    // Absolute: LIBSVM does not scale with the kernel values.
    final double magnitude = kernel.elki.similarity(TestData.vector(data[0]), TestData.vector(data[0]));
    param.eps = 1e-9 * magnitude;
    svm_model model = train(param, x);
    Problems p = new Problems(choice, data, kernel.elki, false, 1. / scale, 1e-9);
    assertEquals(name, model.rho[0] / scale, p.solver.solution().rho(), 1e-6 * p.solver.solution().rho());
    double[] alpha = weights(model, data.length);
    for(int i = 0; i < data.length; i++) {
      assertEquals(name + " row " + i, alpha[i] / scale, p.alpha(i), 1e-4 / scale);
    }
  }

  private static svm_model train(svm_parameter param, svm_node[][] x) {
    svm_problem problem = new svm_problem();
    problem.l = x.length;
    problem.x = x;
    problem.y = new double[x.length];
    assertEquals(null, svm.svm_check_parameter(problem, param));
    return svm.svm_train(problem, param);
  }

  private static double[] weights(svm_model model, int size) {
    double[] alpha = new double[size];
    for(int s = 0; s < model.l; s++) {
      alpha[model.sv_indices[s] - 1] = model.sv_coef[0][s];
    }
    return alpha;
  }

  private static svm_parameter parameters(int kernel, double nu) {
    svm_parameter param = new svm_parameter();
    param.svm_type = svm_parameter.ONE_CLASS;
    param.kernel_type = kernel;
    param.nu = nu;
    param.eps = 1e-9;
    param.cache_size = 16;
    return param;
  }

  private static svm_node node(int index, double value) {
    svm_node node = new svm_node();
    node.index = index;
    node.value = value;
    return node;
  }

  private static svm_node[][] nodes(double[][] data) {
    svm_node[][] nodes = new svm_node[data.length][];
    for(int i = 0; i < data.length; i++) {
      nodes[i] = new svm_node[] { node(1, data[i][0]), node(2, data[i][1]) };
    }
    return nodes;
  }

  private static svm_node[][] matrix(double[][] data, KernelCase kernel) {
    svm_node[][] nodes = new svm_node[data.length][data.length + 1];
    for(int i = 0; i < data.length; i++) {
      NumberVector x = TestData.vector(data[i]);
      nodes[i][0] = node(0, i + 1);
      for(int j = 0; j < data.length; j++) {
        nodes[i][j + 1] = node(j + 1, kernel.elki.similarity(x, TestData.vector(data[j])));
      }
    }
    return nodes;
  }
}
