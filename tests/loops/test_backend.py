"""backend='numba' as its users meet it: operators, errors, files, other functions."""

import os
import pickle
import subprocess
import sys
import warnings
from pathlib import Path

import numpy as np
import pytest

import tangentlite as tl
from tangentlite import d
from tangentlite.emit.compiled import files
from tests.support.loops_in_python import loops_in_python

numba = pytest.importorskip("numba")

ROOT = Path(__file__).parents[2]
X = np.array([1.0, 2.0, 3.0, 4.0])


def energy(x, y):
    total = 0.0
    for i in range(len(x)):
        total += np.sin(x[i]) * y[i] ** 2
    return total


def moments(x):
    out = np.zeros(2)
    for i in range(len(x)):
        out[0] += x[i] ** 2
        out[1] += np.cos(x[i])
    return out


def quotient(x, y):
    return x / y


def item(x, place):
    return x[place] ** 2


def largest_singular_value(x):
    total = 0.0
    for _ in range(2):
        total += np.sum(np.linalg.svd(x)[1])
    return total


def test_operators():
    y = np.cos(X)
    for make, args in [
        (lambda **o: tl.grad(energy, wrt=(0, 1), **o), (X, y)),
        (lambda **o: tl.value_and_grad(energy, **o), (X, y)),
        (lambda **o: tl.jacobian(moments, **o), (X,)),
        (lambda **o: tl.hessian(energy, **o), (X, y)),
        (lambda **o: tl.hvp(energy, (X, y), (y, None), **o)[0], ()),
        (lambda **o: tl.jvp(energy, (X, y), (y, None), **o), ()),
        (lambda **o: tl.vjp(energy, X, y, **o)[1](2.0)[0], ()),
    ]:
        want, got = make(), make(backend="numba")
        if args:
            want, got = want(*args), got(*args)
        parts = zip(want, got) if isinstance(want, tuple) else [(want, got)]
        for one, other in parts:
            np.testing.assert_allclose(other, one, rtol=1e-12)


def test_chosen_for_a_block():
    with tl.options(backend="numba"):
        made = tl.grad(energy)
        made(X, X)
        source = made.source
    chosen = tl.grad(energy, backend="numba")
    chosen(X, X)
    assert source == chosen.source
    assert "for i in range" in source


@pytest.mark.parametrize(
    "function, args",
    [(quotient, (1.0, 0.0)), (item, (X, 4)), (item, (X, -5))],
)
def test_errors_are_those_of_numpy(function, args):
    with pytest.raises((ArithmeticError, IndexError)) as want:
        tl.grad(function)(*args)
    with pytest.raises(want.type) as got:
        tl.grad(function, backend="numba")(*args)
    assert str(got.value) == str(want.value)


def test_numbers_of_numpy_divide_by_zero():
    got = tl.grad(quotient, backend="numba")(np.float64(1.0), np.float64(0.0))
    assert got == np.inf


def test_what_is_not_compiled_is_named():
    with pytest.raises(tl.errors.NotCompiledError) as error:
        tl.grad(largest_singular_value, backend="numba")(np.eye(2))
    message = str(error.value)
    line = largest_singular_value.__code__.co_firstlineno + 3
    assert message.startswith(f"{__file__}:{line}: this cannot be compiled by numba")
    assert "np.linalg.svd(x)" in message and "fallback=True" in message


def test_numpy_computes_with_fallback():
    x = np.diag([1.0, 2.0])
    made = tl.grad(largest_singular_value, backend="numba", fallback=True)
    with pytest.warns(UserWarning, match="NumPy computes this derivative"):
        got = made(x)
    np.testing.assert_array_equal(got, tl.grad(largest_singular_value)(x))


def test_unknown_backend():
    with pytest.raises(ValueError, match="numba"):
        tl.grad(energy, backend="nmba")


def test_jitted_is_called_by_compiled_functions():
    gradient = tl.grad(energy, backend="numba")
    want = gradient(X, X)
    jitted = gradient.jitted

    @numba.njit
    def step(x, y):
        return x - 0.1 * jitted(x, y)

    np.testing.assert_allclose(step(X, X), X - 0.1 * want)


def test_pickled():
    made = pickle.loads(pickle.dumps(tl.grad(energy, backend="numba")))
    np.testing.assert_allclose(made(X, X), tl.grad(energy)(X, X))
    assert made.jitted is not None


@pytest.mark.parametrize("has_numba", [True, False])
def test_saved(tmp_path, has_numba):
    gradient = tl.grad(energy, backend="numba")
    gradient(X, X)  # which tells that x and y are vectors
    gradient.save(tmp_path / "saved.py")
    block = "" if has_numba else "import sys; sys.modules['numba'] = None\n"
    text = "import numpy as np, saved\nx = np.arange(1.0, 5.0)\n"
    shown = in_process(f"{block}{text}print(*saved.energy_grad(x, x))", tmp_path)
    want = tl.grad(energy)(X, X)
    np.testing.assert_allclose([float(number) for number in shown.split()], want)


FILES = """
import pathlib, sys
import numpy as np
import tangentlite as tl
from tangentlite import d
from tests.loops.test_backend import energy

def compiled():
    return len([p for p in pathlib.Path(".").rglob("*.nb[ic]")])

x = np.ones(3)
gradient = tl.grad(energy, backend="numba")
gradient(x, x)
kept = compiled()
tl.cache_clear(disk=True)
print(kept > 1, compiled(), np.array_equal(gradient(x, x), tl.grad(energy)(x, x)))
"""


LINUX = pytest.mark.skipif(sys.platform != "linux", reason="a variable of Linux")


@pytest.mark.parametrize(
    "variable", ["NUMBA_CACHE_DIR", pytest.param("XDG_CACHE_HOME", marks=LINUX)]
)
def test_files_are_kept_and_removed(tmp_path, variable):
    assert in_process(FILES, tmp_path, {variable: str(tmp_path)}).split() == [
        "True", "0", "True",
    ]  # fmt: skip


def in_process(text, folder, variables=None):
    """Return what a new process prints that can import from a folder and from here."""
    environment = {k: v for k, v in os.environ.items() if k != "NUMBA_CACHE_DIR"}
    environment["PYTHONPATH"] = os.pathsep.join([str(folder), str(ROOT)])
    found = subprocess.run(
        [sys.executable, "-c", text],
        env={**environment, **(variables or {})},
        cwd=folder,
        capture_output=True,
        text=True,
    )
    assert found.returncode == 0, found.stderr
    return found.stdout


def sum_of_first(x, n):
    total = 0.0
    for i in range(n):
        total += x[i] ** 2
    return total


def test_text_before_a_call():
    derivative = tl.grad(sum_of_first, backend="numba")
    for attribute in ("source", "jitted"):
        with pytest.raises(tl.UnsupportedError) as caught:
            getattr(derivative, attribute)
        assert "Call the derivative first" in caught.value.__notes__[0]
    derivative(np.ones(3), 2)
    assert "in range(n" in derivative.source


def first_picked(x, index):
    return 2.0 * x[index[0]]


def picked(x, index):
    total = 0.0
    for k in range(index[0], index[1]):
        total += x[k] * x[index[k]]
    y = x[index]
    return total + np.sum(y * y)


@pytest.mark.parametrize("dtype", ["uint64", "uint8", "int16"])
def test_places_of_any_integers(dtype):
    args = np.arange(1.0, 6.0), np.array([1, 3, 0], dtype)
    got = tl.grad(picked, backend="numba")(*args)
    np.testing.assert_array_equal(got, tl.grad(picked)(*args))


def test_places_beyond_signed_integers():
    derivative = tl.grad(first_picked, backend="numba")
    for place in (2**63, 2**64 - 1):
        with pytest.raises((IndexError, OverflowError)):
            derivative(np.ones(3), np.array([place], "uint64"))


def positive_sum(x):
    total = 0.0
    for k in range(len(x)):
        if x[k] <= 0.0:
            raise ValueError(f"entry {k} is {x[k]:.1f}")
        total += np.log(x[k])
    return total


def test_messages_of_errors():
    derivative = tl.grad(positive_sum, backend="numba")
    np.testing.assert_allclose(derivative(np.array([1.0, 4.0])), [1.0, 0.25])
    assert "njit" in derivative.source
    with pytest.raises(ValueError, match=r"entry 1 is -2\.0"):
        derivative(np.array([1.0, -2.0]))


def filled_and_emptied(x):
    items = [0.0]
    y = np.zeros(6)
    for i in range(3):
        items.append(x[i] * x[i])
    for i in range(3):
        y[i] = items.pop() * (i + 2.0)
    return np.sum(y)


def repeated(x):
    y = x.copy()
    for _ in range(2):
        for i in range(2):
            y[i] = y[i] * x[i]
    return np.sum(y)


def sum_of_gradient(x):
    return np.sum(tl.grad(repeated)(x))


def test_loops_that_fill_and_empty_a_list_stay_apart():
    x = np.array([1.0, 2.0, 3.0])
    got = tl.value_and_grad(filled_and_emptied, backend="numba")(x)
    assert got[0] == 34.0
    np.testing.assert_array_equal(got[1], [8.0, 12.0, 12.0])
    second = tl.grad(sum_of_gradient, backend="numba")(np.array([1.0, 2.0]))
    np.testing.assert_array_equal(second, [6.0, 12.0])


def rows_by_rows(w, s):
    state = s.copy()
    total = 0.0
    for _ in range(2):
        x = w * 2.0
        for i in range(len(state)):
            state[i] = x * state[i]
            x = state[i]
        total += np.sum(x)
    return total


def test_rows_beside_elements():
    args = np.array([1.0, 0.5]), np.full((2, 2), 0.7), np.ones(2)
    want = tl.autodiff(rows_by_rows, mode="forward")(*args)
    got = tl.autodiff(rows_by_rows, mode="forward", backend="numba")(*args)
    np.testing.assert_allclose(got, want, 1e-12)


def test_check_of_compiled_gradients():
    with tl.options(backend="numba"):
        tl.check_grad(sum_of_first, (np.array([1.0, 2.0, 0.5]), 2))


def bound_in_a_branch(x, y):
    u = x
    if y > 0.5:
        u = np.tanh(x) ** 2
    return np.sum(np.linalg.svd(u)[1])


def bound_again_in_a_branch(x, y):
    u = np.linalg.svd(x)[1]
    if y > 0.5:
        u = np.tanh(x[0])
    return np.sum(np.linalg.svd(np.outer(u, u))[1])


@pytest.mark.parametrize("program", [bound_in_a_branch, bound_again_in_a_branch])
@pytest.mark.parametrize("y", [0.0, 1.0])
def test_arrays_that_some_paths_bind(program, y):
    x = np.array([[1.0, 1.0], [2.0, 4.0]])
    want = tl.grad(program)(x, y)
    np.testing.assert_allclose(tl.grad(program, backend="numba")(x, y), want, 1e-12)
    with loops_in_python(), tl.options(backend="numba"):
        np.testing.assert_allclose(tl.grad(program)(x, y), want, 1e-9)


PRODUCT = """
import numpy as np
from numba import njit


@njit
def product(a, b):
    return np.dot(a, b)
"""


def test_copies_for_blas_are_no_warnings(monkeypatch, tmp_path):
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        module = files.module_of(PRODUCT, "product")
        module.product(np.ones((6, 6))[:, ::2], np.ones(3))
    assert not told


def test_without_numba_it_says_what_to_install(monkeypatch):
    def cubed(x):
        return np.sum(x**3)

    monkeypatch.setitem(sys.modules, "numba", None)
    for fallback in (None, True):
        gradient = tl.grad(cubed, backend="numba", fallback=fallback)
        install = r"pip install 'tangentlite\[numba\]'"
        with pytest.raises(tl.NotCompiledError, match=install):
            gradient(np.ones(3))


def repeated_sines(x, n):
    y = x
    for _ in range(n):
        y = x * np.sin(y)
    return np.sum(y)


def compiled(derivative, *args):
    with loops_in_python() as loops:
        found = derivative(*args)
    return found, bool(loops.texts)


def test_derivatives_of_derivatives_have_the_settings_of_these():
    x, inner = np.array([0.5, 1.0]), tl.grad(repeated_sines, backend="numba")
    want = tl.hessian(repeated_sines)(x, 3)
    got, of_loops = compiled(tl.jacobian(inner), x, 3)
    assert of_loops
    np.testing.assert_allclose(got, want, rtol=1e-12)
    with tl.options(backend="numpy"):
        assert compiled(tl.jacobian(inner), x, 3)[1]
    by_numpy = tl.jacobian(inner, backend="numpy")
    np.testing.assert_allclose(by_numpy(x, 3), want, rtol=1e-12)
    assert "njit" not in by_numpy.source
    v = np.ones(2)
    product, of_loops = compiled(lambda: tl.jvp(inner, (x, 3), (v, None))[1])
    assert of_loops
    np.testing.assert_allclose(product, want @ v, rtol=1e-12)


def joined(x, n):
    parts = []
    for _ in range(n):
        parts.append(x[:n])
    return np.sum(np.concatenate(parts) ** 2)


@pytest.mark.parametrize("operator", [tl.grad, tl.hessian])
def test_the_line_of_what_is_refused_is_the_users(operator):
    with pytest.raises(tl.NotCompiledError) as caught:
        operator(joined, backend="numba")(np.ones(3), 2)
    place, line, _ = str(caught.value).split("\n")
    assert place.startswith(f"{__file__}:")
    assert line.strip() == "return np.sum(np.concatenate(parts) ** 2)"


def test_parameters_from_a_vector():
    vector, unflatten = tl.flatten({"w": np.ones((2, 2)), "b": np.zeros(2)})

    def loss(v, x):
        p = unflatten(v)
        return np.sum(np.tanh(x @ p["w"] + p["b"]) ** 2)

    x = np.array([[1.0, 2.0], [3.0, 4.0]])
    got, of_loops = compiled(tl.grad(loss, backend="numba"), vector, x)
    assert of_loops
    np.testing.assert_allclose(got, tl.grad(loss)(vector, x), rtol=1e-12)
    with pytest.raises(ValueError, match="the parameters have 6 entries"):
        tl.grad(loss, backend="numba")(np.ones(5), x)


def pieces_of_a_number(x):
    return np.piecewise(x, [x < 0.1], [lambda z: z * z, lambda z: 0.5 * z])


def test_a_flag_of_an_array_without_axes_is_not_compiled():
    with pytest.raises(tl.NotCompiledError, match="a flag selects"):
        tl.grad(pieces_of_a_number, backend="numba")(0.5)
    with pytest.warns(UserWarning, match="a flag selects"):
        gradient = tl.grad(pieces_of_a_number, backend="numba", fallback=True)(0.5)
    assert gradient == 0.5


def softplus(x):
    return np.log1p(np.exp(x))


@tl.elementwise(softplus)
def softplus_rule(y, x):
    d[x] = d[y] / (1.0 + np.exp(-x))


def test_rules_of_ones_own_are_refused_with_what_is_compiled_instead():
    def program(x):
        s = 0.0
        for i in range(len(x)):
            s = s + softplus(x[i]) * x[i]
        return s

    with pytest.raises(tl.NotCompiledError, match="softplus .* tl.custom_vjp"):
        tl.grad(program, backend="numba", fallback=False)(np.ones(3))
