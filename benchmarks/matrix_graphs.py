"""The derivatives of `benchmarks.matrix_programs` by casadi's expression graphs.

Programs of numbers are graphs of numbers (SX), those with products of matrices graphs
of matrices (MX); loops are unrolled when the graph is built, which is not timed. Only
programs of one vector, columns and matrices have a version: casadi broadcasts nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace

import numpy as np

from benchmarks import matrix_programs as programs
from benchmarks.matrix_programs import Case
from benchmarks.peers.rebind import rebound


def by_casadi(case: Case) -> tuple[Callable, Callable] | None:
    """Prepare a derivative by casadi: sparse ones stay so; None without a version."""
    import casadi

    if case.kind == "examples":
        return None
    numbers = {
        programs.rosenbrock: programs.rosenbrock,
        programs.last_state: programs.last_state,
        programs.all_states: programs.all_states_stacked,
        programs.bratu: programs.bratu_joined,
    }
    if case.function in numbers:
        symbol, program = casadi.SX, numbers[case.function]
    elif case.function is programs.logistic:
        symbol, program = casadi.MX, programs.logistic
    else:
        return None
    first, *others = case.args
    x = symbol.sym("x", first.size)
    counts = [other for other in others if isinstance(other, int)]
    data = [other for other in others if isinstance(other, np.ndarray)]
    constants = [symbol.sym("c", *each.shape) for each in data]
    result = rebound(program, {"np": numpy(casadi)})(x, *constants, *counts)
    inputs, given = [x, *constants], [first, *data]
    if case.kind == "hvp":
        v = symbol.sym("v", first.size)
        derivative = casadi.jtimes(casadi.gradient(result, x), x, v)
        inputs, given = [*inputs, v], [*given, case.vectors[0]]
    elif case.kind == "hessian":
        derivative = casadi.hessian(result, x)[0]
    else:
        derivative = casadi.jacobian(result, x)
    function = casadi.Function("derivative", inputs, [derivative])
    columns = [casadi.DM(each) for each in given]
    return lambda: function(*columns), lambda found: read(found, case)


def read(found: object, case: Case) -> np.ndarray:
    """Return the numbers of a matrix of casadi in the shape of ours."""
    full, n = found.full(), case.args[0].size
    if case.kind == "hvp":
        return full[:, 0]
    return full.reshape(-1, 2, n) if case.function is programs.all_states else full


def numpy(casadi) -> SimpleNamespace:
    """Return the functions of casadi under the names of NumPy."""
    return SimpleNamespace(
        array=lambda entries: casadi.vertcat(*entries),
        concatenate=lambda parts: casadi.vertcat(*parts),
        dot=casadi.dot,
        exp=casadi.exp,
        log1p=casadi.log1p,
        stack=lambda rows: casadi.vertcat(*rows),
        sum=casadi.sum1,
    )
