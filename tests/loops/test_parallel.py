"""Loops that several threads run: only those of independent iterations."""

import ast
import subprocess
import sys

import numpy as np
import pytest

import tangentlite as tl
from tangentlite.ir.example import function_of
from tangentlite.kinds.kind import Array, Scalar
from tangentlite.loops.run_in_parallel import run_in_parallel
from tests.loops.test_parity import PROGRAMS, assert_near
from tests.support.cases import named
from tests.support.loops_in_python import loops_in_python
from tests.support.measure import derivatives
from tests.support.numeric import copied

A_VECTOR = Array("float64", (3,))
RNG = np.random.default_rng(0)
X = RNG.uniform(0.5, 1.5, 40)
MATRIX = RNG.uniform(0.5, 1.5, (12, 10))
WEIGHTS = RNG.uniform(-0.2, 0.2, 10)


def elements(x):
    return np.sum(np.sin(x) * x)


def in_place(x):
    for i in range(len(x)):
        x[i] = x[i] * x[i]
    return np.sum(x)


def logistic_regression(w, rows):
    total = 0.0
    for i in range(rows.shape[0]):
        s = 0.0
        for j in range(rows.shape[1]):
            s += rows[i, j] * w[j]
        total += np.log(1.0 + np.exp(s))
    return total


def heat(u, steps):
    for _ in range(steps):
        u[1:-1, 1:-1] += 0.1 * (u[2:, 1:-1] + u[:-2, 1:-1] - 2.0 * u[1:-1, 1:-1])
    return np.sum(u * u)


def recurrence(x):
    for i in range(1, len(x)):
        x[i] += 0.5 * x[i - 1]
    return np.sum(x)


def carried(x):
    s = 1.0
    total = 0.0
    for i in range(len(x)):
        s = np.sin(s * x[i])
        total += s
    return total


def at_given_places(x, places):
    total = 0.0
    for i in range(len(places)):
        total += x[places[i]] ** 2
    return total


def inverses(x):
    """A matrix without an inverse raises; a thread would go on with zeros."""
    total = 0.0
    for i in range(x.shape[0]):
        y = np.linalg.inv(x[i] * np.eye(2))
        total += np.sum(y * y)
    return total


def last_of_all(x):
    y = x * x
    for i in range(len(x)):
        y[0] = x[i]
    return np.sum(y * y)


PARALLEL = {
    "elements": (elements, (X,)),
    "in_place": (in_place, (X,)),
    "logistic_regression": (logistic_regression, (WEIGHTS, MATRIX)),
    "heat": (heat, (MATRIX, 3)),
}
ONE_AFTER_ANOTHER = {
    "recurrence": (recurrence, (X,)),
    "carried": (carried, (X,)),
    "at_given_places": (at_given_places, (X, np.array([0, 3, 3, 7]))),
    "last_of_all": (last_of_all, (X,)),
    "inverses": (inverses, (X,)),
}
each = pytest.mark.parametrize("name", PARALLEL)


@each
def test_it_is_for_threads(name):
    f, args = PARALLEL[name]
    want = tl.value_and_grad(f)(*copied(args))
    with loops_in_python() as loops, tl.options(backend="numba", parallel=True):
        got = tl.value_and_grad(f)(*copied(args))
    text = loops.texts[-1]  # behind the helpers
    assert "in prange(" in text and "parallel=True" in text
    assert_near(got, want, 1e-12)


@pytest.mark.parametrize("name", ONE_AFTER_ANOTHER)
def test_one_iteration_after_another(name):
    """The loop of the program stays; others, as of copies, may be for threads."""
    f, args = ONE_AFTER_ANOTHER[name]
    want = tl.value_and_grad(f)(*copied(args))
    with loops_in_python() as loops, tl.options(backend="numba", parallel=True):
        got = tl.value_and_grad(f)(*copied(args))
    assert loops.texts
    assert_near(got, want, 1e-12)


def test_what_may_raise_is_not_divided():
    with pytest.raises(np.linalg.LinAlgError), loops_in_python():
        tl.grad(inverses, backend="numba", parallel=True)(np.array([1.0, 0.0, 2.0]))
    with loops_in_python() as loops:
        tl.grad(inverses, backend="numba", parallel=True)(X)
    text = loops.texts[-1]
    found = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.For)]
    divided = [ast.unparse(one) for one in found if "prange" in ast.unparse(one.iter)]
    assert "np.linalg" in text and "np.linalg" not in "".join(divided)


def test_adjoints_of_complex_numbers():
    rows = MATRIX + 0.5j * MATRIX

    def squares(w, rows):
        total = 0.0
        for i in range(rows.shape[0]):
            for j in range(rows.shape[1]):
                total += np.abs(rows[i, j] * w[j]) ** 2
        return total

    weights = 1.0 + 2.0j * WEIGHTS
    want = tl.grad(squares)(weights, rows)
    with loops_in_python() as loops, tl.options(backend="numba", parallel=True):
        got = tl.grad(squares)(weights, rows)
    assert "parts = np.zeros((16," in loops.texts[-1]
    assert got.dtype == want.dtype
    assert_near(got, want, 1e-12)


def test_only_when_asked_for():
    with loops_in_python() as loops, tl.options(backend="numba"):
        tl.value_and_grad(elements)(X)
    assert "in prange(" not in "".join(loops.texts)


@pytest.mark.one_in(72)
@pytest.mark.parametrize("program", named(PROGRAMS))
def test_both_modes(program):
    """Iterations that depend on each other would not do with another order of them."""
    try:
        want = [made(*args, **named) for made, args, named in derivatives(program)]
        with loops_in_python(), tl.options(backend="numba", parallel=True):
            got = [made(*args, **named) for made, args, named in derivatives(program)]
    except tl.errors.UnsupportedError as error:
        pytest.skip(str(error).splitlines()[0])
    for one, other in zip(want, got, strict=True):
        assert_near(other, one)


def test_programs_have_loops_for_threads():
    found = 0
    for _, program in PROGRAMS[::30]:
        try:
            with loops_in_python() as loops, tl.options(backend="numba", parallel=True):
                for made, args, named in derivatives(program):
                    made(*args, **named)
        except tl.errors.UnsupportedError:
            continue
        found += any("in prange(" in text for text in loops.texts)
    assert found >= 8


@pytest.mark.slow
@each
def test_compiled(name):
    pytest.importorskip("numba")
    require_compiled(name)


def test_adjoints_of_threads():
    pytest.importorskip("numba")
    require_compiled("logistic_regression")


def require_compiled(name: str) -> None:
    f, args = PARALLEL[name]
    made = tl.value_and_grad(f, backend="numba", parallel=True)
    want = tl.value_and_grad(f)(*copied(args))
    for _ in range(5):
        assert_near(made(*copied(args)), want, 1e-12)


def test_each_operator_has_it():
    settings = {"backend": "numba", "parallel": True}
    with loops_in_python() as loops:
        want, along = tl.grad(elements)(X), np.cos(X)
        assert_near(tl.grad(elements, **settings)(X), want)
        assert_near(tl.autodiff(elements, **settings)(X), want)
        assert_near(tl.vjp(elements, X, **settings)[1](1.0)[0], want)
        tangents = tl.jvp(elements, (X,), (along,), **settings)[1]
        assert_near(tangents, want @ along)
        assert_near(tl.jacobian(np.sin, **settings)(X), np.diag(along))
        second = tl.hessian(elements)(X)
        assert_near(tl.hessian(elements, **settings)(X), second)
        product = tl.hvp(elements, (X,), (along,), **settings)
        assert_near(np.asarray(product).ravel(), second @ along)
    assert sum("in prange(" in text for text in loops.texts) >= 5


def test_a_saved_module_runs_without_numba(tmp_path):
    pytest.importorskip("numba")
    made = tl.grad(elements, backend="numba", parallel=True)
    want = made(X)
    made.save(tmp_path / "saved.py")
    code = (
        "import sys; sys.modules['numba'] = None\n"
        "import numpy as np, saved\n"
        f"print(saved.elements_grad(np.array({X.tolist()})).tolist())"
    )
    found = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True
    )
    assert found.returncode == 0, found.stderr
    assert_near(np.array(eval(found.stdout)), want, 1e-12)


def test_views_of_an_iteration_are_not_divided():
    text = """
    for i in range(n):
        v = x[i]
        for j in range(m):
            v[j] += a[j]
    for k in range(n):
        w = x[0]
        w[k] = a[k]
    return x"""
    kinds = {"x": Array("float64", (3, 3)), **dict.fromkeys("avw", A_VECTOR)}
    kinds |= dict.fromkeys("ijkmn", Scalar("int64", True))
    function = function_of(text, **kinds)
    assert run_in_parallel(function) is function


def test_threads_are_for_compiled_loops():
    with pytest.raises(tl.ArgumentError, match="with backend='numba'"):
        tl.grad(elements, parallel=True)(X)
    with pytest.raises(tl.ArgumentError, match="with backend='numba'"):
        tl.options(parallel=True).__enter__()
