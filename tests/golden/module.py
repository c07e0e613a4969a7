"""What a golden file holds, and whether what it holds is the derivative."""

import ast
import sys
from collections.abc import Callable
from inspect import signature
from pathlib import Path

import numpy as np

import tangentlite as tl
from tangentlite.emit.saved.standalone import standalone_text
from tests.golden.cases import GoldenCase
from tests.support.measure import along, flat, parts_of, random_like, unflat

FOLDER = Path(__file__).parent / "derivatives"
# What the errors say of the programs that are refused.
MESSAGES = Path(__file__).parent / "messages.txt"
RTOL, ATOL = 1e-6, 1e-7


def path_of(case: GoldenCase) -> Path:
    """The file of a case."""
    return FOLDER / f"{case.name}.py"


def text_of(case: GoldenCase) -> str:
    """A comment with the primal and the kinds of the arguments, then its module."""
    derivative = derivative_of(case)
    args, keywords = arguments_of(case)
    given = signature(derivative).bind(*args, **keywords).arguments
    header = [f"# {case.function.__module__}.{case.function.__name__}, called with"]
    header += [f"#     {name}: {kind(value)}" for name, value in given.items()]
    source = derivative.source_for(*args, **keywords)
    return "\n".join(header) + "\n\n" + standalone_text(source, names_of(case))


def load(text: str, case: GoldenCase) -> Callable:
    """Run a golden file, which needs nothing else; its last function."""
    namespace: dict = {}
    exec(compile(text, path_of(case), "exec"), namespace)
    functions = [n for n in ast.parse(text).body if isinstance(n, ast.FunctionDef)]
    return namespace[functions[-1].name]


def assert_right(function: Callable, case: GoldenCase) -> None:
    """Raise AssertionError where a derivative disagrees with central differences."""
    args, keywords = arguments_of(case)
    got = function(*args, **keywords)
    primal, values = primal_of(case), values_of(case)
    result = primal(*case.args)
    if case.mode == "taylor":
        value, series = got
        assert np.asarray(value).tobytes() == np.asarray(result).tobytes()
        want = coefficients_of(case, args[len(case.args)])
        np.testing.assert_allclose(series, want, rtol=RTOL, atol=ATOL)
        return
    size = flat(values).size
    columns = [along(primal, case.args, wrt_of(case), unflat(unit, values))
               for unit in np.eye(size)]  # fmt: skip
    jacobian = np.stack(columns, axis=1)
    if case.mode == "forward":
        tangents = args[len(case.args) :]
        assert_same(got, result, jacobian @ flat(tangents))
        return
    if case.mode == "value_and_grad":
        value, got = got
        assert np.asarray(value).tobytes() == np.asarray(result).tobytes()
    seed = keywords.get("init_grad", 1.0)
    like = values if isinstance(case.wrt, tuple) else values[0]
    assert_same(got, like, flat(seed) @ jacobian)


def assert_same(got: object, like: object, want: np.ndarray) -> None:
    """Raise unless a value has the structure of another one and the numbers wanted."""
    assert type(got) is type(like) or not isinstance(like, tuple | list | dict)
    shapes = [np.shape(part) for part in parts_of(got)]
    assert shapes == [np.shape(part) for part in parts_of(like)]
    np.testing.assert_allclose(flat(got), want, rtol=RTOL, atol=ATOL)


def coefficients_of(case: GoldenCase, series: np.ndarray) -> np.ndarray:
    """The series of the result, by a polynomial through values along the argument's."""
    args, order = list(case.args), len(series)
    times, values = np.linspace(-0.1, 0.1, 11), []
    for t in times:
        args[case.wrt] = case.args[case.wrt] + np.polyval([*series[::-1], 0.0], t)
        values.append(primal_of(case)(*args))
    return np.polynomial.Polynomial.fit(times, values, 10).convert().coef[1 : order + 1]


def derivative_of(case: GoldenCase) -> tl.Derivative:
    primal = primal_of(case)
    if case.mode in ("reverse", "forward", "taylor"):
        return tl.autodiff(primal, wrt=case.wrt, mode=case.mode)
    return {"grad": tl.grad, "value_and_grad": tl.value_and_grad}[case.mode](
        primal, wrt=case.wrt
    )


def names_of(case: GoldenCase) -> dict[str, object]:
    """The names among which the derivative runs: those of the primal's module."""
    return vars(sys.modules[case.function.__module__])


def primal_of(case: GoldenCase) -> Callable:
    """The function that the text is the derivative of."""
    return tl.grad(case.function, wrt=case.wrt) if case.nested else case.function


def arguments_of(case: GoldenCase) -> tuple[tuple, dict]:
    """What the derivative is called with: tangents behind the arguments, or a seed."""
    generator = np.random.default_rng(2)
    if case.mode == "forward":
        return (*case.args, *random_like(generator, values_of(case))), {}
    if case.mode == "taylor":
        return (*case.args, np.array([1.0, 0.5, -0.25])), {}
    if case.mode == "reverse":
        result = primal_of(case)(*case.args)
        return case.args, {"init_grad": random_like(generator, result)}
    return case.args, {}


def values_of(case: GoldenCase) -> tuple:
    """The arguments that are differentiated."""
    return tuple(case.args[position] for position in wrt_of(case))


def wrt_of(case: GoldenCase) -> tuple[int, ...]:
    return as_tuple(case.wrt)


def as_tuple(value: object) -> tuple:
    return value if isinstance(value, tuple) else (value,)


def kind(value: object) -> str:
    """What derivatives are generated for: a type, or a dtype and axes of size one.

    >>> kind(2.0), kind(np.zeros((3, 1))), kind((1, 2.0))
    ('float', 'float64[:, 1]', '(int, float)')
    """
    if isinstance(value, tuple):
        return f"({', '.join(kind(part) for part in value)})"
    if isinstance(value, np.ndarray):
        axes = ", ".join("1" if size == 1 else ":" for size in value.shape)
        return f"{value.dtype}[{axes}]"
    return type(value).__name__
