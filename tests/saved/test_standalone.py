"""Saved derivatives run where there is nothing but NumPy."""

import importlib
import json
import math
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import tangentlite as tl
from tangentlite.emit.module.data import data_text
from tangentlite.emit.saved.standalone import standalone_text

HELPERS = '''\
import numpy

import leaf

SCALE = 3.0
TABLE = numpy.ones(5000)
MODEL = type("Model", (), {"rate": 0.5, "table": {}.keys()})()


def limit(v: "float", n: float = SCALE) -> bool:
    """Whether v is large."""
    if v > n:
        return leaf.deep(v)
    return v > SCALE * numpy.float64(n)


def even(n):
    return n == 0 or odd(n - 1)


def odd(n):
    return n != 0 and even(n - 1)
'''

LEAF = """\
SCALE = 5.0


def deep(v):
    return v > SCALE
"""

PROGRAMS = '''\
import math
from math import exp as power
from numpy import sum as total

import numpy as np

import saved_helpers
import tangentlite as tl
from saved_helpers import limit as above

SCALE = 2.0
WEIGHTS = np.array([[0.5], [-1.5], [np.inf], [1e-300]])
SINGLE = np.arange(3, dtype="float32")
ä = 1.25


def conditions(x, y):
    if above(x[0]) or saved_helpers.limit(y):
        return total(x * SCALE * saved_helpers.SCALE) * SINGLE[1]
    for _ in range(3):
        x = x * np.maximum(x, y) * tl.stop_gradient(x)
    return np.sum(x * power(y) + SINGLE) * math.cos(SCALE)


def accented(x, n):
    if saved_helpers.leaf.deep(n):
        return ä * saved_helpers.SCALE * x
    return x * x


def local_names(x):
    SCALE_1 = x * saved_helpers.SCALE
    np_ = SCALE_1 * SCALE
    return SCALE_1 * np_


def weighted(x):
    return np.sum(x / WEIGHTS)


def unbroadcast(x, y):
    return x * y


def stacked(x):
    values = []
    for v in x:
        values.append(v * v)
    result = 0.0
    for _ in range(len(x)):
        result = result + values.pop() * result + x[0]
    return result


def large(x):
    return np.sum(x * saved_helpers.TABLE)
'''

RUN = """
import json, sys

class Blocked:
    def find_spec(self, name, path=None, target=None):
        own = ("tangentlite", "saved_programs", "saved_helpers", "leaf", "gast")
        if name.split(".")[0] in own:
            raise ImportError(name)

sys.meta_path.insert(0, Blocked())
sys.path[:] = [p for p in sys.path if p] + [sys.argv[4]]

import importlib.util
import numpy as np

spec = importlib.util.spec_from_file_location("saved", sys.argv[1])
saved = importlib.util.module_from_spec(spec)
spec.loader.exec_module(saved)
args = [np.array(a) if isinstance(a, list) else a for a in json.loads(sys.argv[3])]
found = getattr(saved, sys.argv[2])(*args)
found = found if isinstance(found, tuple) else (found,)
print(json.dumps([np.asarray(part).tolist() for part in found]))
"""


@pytest.fixture(scope="module")
def programs(tmp_path_factory):
    """The user's modules, imported."""
    folder = tmp_path_factory.mktemp("user")
    texts = {"saved_programs": PROGRAMS, "saved_helpers": HELPERS, "leaf": LEAF}
    for name, text in texts.items():
        (folder / f"{name}.py").write_text(text, encoding="utf-8")
    sys.path.insert(0, str(folder))
    importlib.invalidate_caches()
    try:
        yield importlib.import_module("saved_programs")
    finally:
        sys.path.remove(str(folder))
        for name in texts:
            sys.modules.pop(name, None)


def run_saved(path: Path, name: str, args: tuple) -> list:
    """What a saved function gives in an interpreter that has NumPy alone."""
    values = json.dumps([np.asarray(arg).tolist() for arg in args])
    packages = str(Path(np.__file__).parents[1])
    command = [sys.executable, "-S", "-E", "-c", RUN, str(path), name, values, packages]
    done = subprocess.run(
        command, capture_output=True, text=True, cwd=path.parent, check=False
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


X = np.array([0.5, 1.5, 2.0])

CASES = {
    "conditions": ((X, 0.75), (0, 1)),
    "accented": ((1.5, 4), 0),
    "local_names": ((1.5,), 0),
    "weighted": ((np.ones((4, 2)),), 0),
    "stacked": ((X,), 0),
}


@pytest.mark.parametrize(("name", "case"), CASES.items(), ids=CASES)
def test_saved_module_needs_numpy_alone(programs, tmp_path, name, case):
    args, wrt = case
    derivative = tl.grad(getattr(programs, name), wrt=wrt)
    want = derivative(*args)
    path = tmp_path / "saved.py"
    derivative.save(path)
    got = run_saved(path, f"{name}_grad", args)
    want = want if isinstance(want, tuple) else (want,)
    for one, other in zip(got, want, strict=True):
        np.testing.assert_array_equal(one, other)


def test_helpers_of_the_runtime_come_along(programs):
    derivative = tl.autodiff(programs.unbroadcast, wrt=(0, 1))
    text = derivative.standalone()
    assert "tangentlite" not in text.replace("tangentlite.runtime", "")
    names = {}
    exec(text, names)
    x, y = np.ones((3, 1)), np.arange(4.0)
    got = names["unbroadcast_vjp"](x, y, init_grad=np.ones((3, 4)))
    np.testing.assert_array_equal(got[0], np.full((3, 1), 6.0))
    np.testing.assert_array_equal(got[1], np.full(4, 3.0))


def test_example_arguments(programs):
    derivative = tl.grad(programs.weighted)
    text = derivative.standalone({"x": np.ones((4, 3))})
    names = {}
    exec(text, names)
    x = np.arange(12.0).reshape(4, 3)
    np.testing.assert_array_equal(names["weighted_grad"](x), derivative(x))


def test_derivative_of_a_derivative(programs, tmp_path):
    second = tl.grad(tl.grad(programs.local_names))
    want = second(1.5)
    second.save(tmp_path / "second.py")
    (got,) = run_saved(tmp_path / "second.py", "local_names_grad_grad", (1.5,))
    assert got == want == 2.0 * 3.0 * 3.0 * 2.0


def test_derivative_of_a_sum(programs, tmp_path):
    derivative = tl.elementwise_grad(programs.local_names)
    want = derivative(X)
    derivative.save(tmp_path / "sum.py")
    (got,) = run_saved(tmp_path / "sum.py", "local_names_grad", (X,))
    np.testing.assert_array_equal(got, want)


def test_each_name_means_one_thing(programs):
    derivative = tl.grad(programs.conditions, wrt=(0, 1))
    derivative(X, 0.75)
    lines = derivative.standalone().splitlines()
    assert "SCALE = 2.0" in lines  # the primal's own name stays
    assert "SCALE_1 = 3.0" in lines and "SCALE_2 = 5.0" in lines
    assert sum(line.startswith("def above(") for line in lines) == 1
    assert not any(line.startswith("def limit(") for line in lines)
    assert [line for line in lines if line.startswith("SINGLE")] == [
        "SINGLE = np.array([0.0, 1.0, 2.0], dtype='float32')"
    ]


def test_functions_that_call_each_other(programs):
    text = "def f(n):\n    return saved_helpers.even(n)\n"
    names = {}
    exec(standalone_text(text, vars(programs)), names)
    assert [names["f"](n) for n in range(3)] == [True, False, True]


def test_too_much_data(programs, tmp_path):
    derivative = tl.grad(programs.large)
    derivative(np.ones(5000))
    message = r"large_grad refers to saved_helpers\.TABLE \(ndarray\), .*\n.*argument"
    with pytest.raises(tl.UnsupportedError, match=message):
        derivative.save(tmp_path / "refused.py")
    assert not (tmp_path / "refused.py").exists()


def with_a_captured_variable(bound):
    return lambda x: x > bound


def uses_the_compiler(x):
    return tl.grad(square)(x)


def square(x):
    return x * x


def test_captured_variables_come_along(tmp_path):
    factor, offset = 3.0, np.array([1.0, 2.0])

    def line(x):
        return np.sum(factor * x * x + offset * x)

    derivative = tl.grad(line)
    x = np.array([0.5, -1.0])
    want = derivative(x)
    for number, arguments in enumerate((None, {"x": x})):
        path = tmp_path / f"line{number}.py"
        derivative.save(path, arguments)
        np.testing.assert_array_equal(run_saved(path, "line_grad", (x,))[0], want)


def test_names_without_a_value():
    with pytest.raises(tl.UnsupportedError, match=r"to known \(it has no value"):
        standalone_text("def f(x):\n    return known(x)\n", {})


REFUSED = {
    "a closure": (with_a_captured_variable(3.0), r"f refers to known \(function\)"),
    "a lambda": (lambda x: x, r"f refers to known \(function\)"),
    "a derivative": (tl.grad(square), r"f refers to known \(Derivative\)"),
    "an object": (object(), r"f refers to known \(object\)"),
    "the compiler": (uses_the_compiler, r"uses_the_compiler refers to tl\.grad"),
}


@pytest.mark.parametrize(("value", "message"), REFUSED.values(), ids=REFUSED)
def test_what_cannot_be_written(value, message):
    with pytest.raises(tl.UnsupportedError, match=message):
        standalone_text("def f(x):\n    return known(x)\n", {"known": value})


@pytest.mark.parametrize(
    "value",
    [np.linalg.norm, abs, np.exp, len, math.exp],
    ids=lambda value: value.__name__,
)
def test_what_is_imported(value):
    text = standalone_text("def f(x):\n    return known(x)\n", {"known": value})
    names = {}
    exec(text, names)
    assert names["known"] is value


@pytest.mark.parametrize("value", [
    True, None, 3, -2.5, float("inf"), -0.0, 1j, complex(-0.0, float("inf")), "it's",
    b"\x00", (), (1,), [1, [2.0]], {"a": (1, 2.0)}, np.float32(0.1), np.int8(-3),
    np.float64("nan"), np.complex64(1 + 2j), np.dtype("float32"), np.zeros((0, 3)),
    np.array(2.5), np.array([[0.1, -np.inf], [np.nan, -0.0]]), np.array([True, False]),
    np.array([0.1, 1e-45], np.float32), np.array([1 + 2j, complex(-0.0, np.nan)]),
    np.arange(6, dtype=np.uint8).reshape(1, 2, 3),
], ids=repr)  # fmt: skip
def test_values_survive(value):
    text = data_text(value, lambda wanted: "np")
    again = eval(text, {"np": np})
    assert type(again) is type(value)
    if isinstance(value, (np.ndarray, np.generic, float, complex)):
        one, other = np.asarray(again), np.asarray(value)
        assert (one.dtype, one.shape) == (other.dtype, other.shape)
        np.testing.assert_array_equal(one, other)
        np.testing.assert_array_equal(np.signbit(one.real), np.signbit(other.real))
    else:
        assert again == value


@pytest.mark.parametrize("value", [
    object(), np.array([None]), np.ones(1001), [object()], {"a": object()},
    np.array(["a"]), np.ma.ones(2), slice(object()), {object()},
], ids=lambda value: type(value).__name__)  # fmt: skip
def test_values_that_have_no_text(value):
    assert data_text(value, lambda wanted: "np") is None
