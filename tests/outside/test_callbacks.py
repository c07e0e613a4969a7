"""`tl.callback` calls what a derivative does not look into, as often as the primal."""

import contextlib
import csv
import functools
import io
import json
import pathlib
from typing import NamedTuple

import numpy as np
import pytest

import tangentlite as tl
from tests.support.numeric import require_refused

SEEN = []
X = np.array([0.4, 1.7])


def record(*given, **named):
    SEEN.append((given, named))


class Pair(NamedTuple):
    first: np.ndarray
    rest: list


class Recorder:
    def __init__(self):
        self.rows = []

    def add(self, x):
        self.rows.append(x)
        x[:] = 0.0  # of a copy


RECORDER = Recorder()
FILE = io.StringIO()
TABLE = csv.writer(FILE)
GIVEN = functools.partial(record, "first", key=2.0)


def of_values(x):
    y = np.sin(x)
    tl.callback(record, y, y[0], 3, "text", None, total=np.sum(y))
    return np.sum(y * x)


def of_an_array_that_is_written_later(x):
    y = 2.0 * x
    tl.callback(record, y)
    y[0] = x[1] * 3.0
    tl.callback(record, {"y": y, "rest": [y[1], (x,)]})
    return np.sum(y * y)


def in_a_loop(x):
    for k in range(3):
        x = np.sin(x)
        if k > 0:
            tl.callback(record, k, x=x)
    return np.sum(x)


def of_partials(x):
    tl.callback(GIVEN, x[0])
    tl.callback(functools.partial(record, x[1]), key=x[0])
    return np.sum(x * x)


def wipe(given):
    SEEN.append(repr(given))
    given[0][:] = 0.0


def of_what_the_function_changes(x):
    pair = Pair(1.0 * x, [2.0 * x, {"c": x}])
    tl.callback(wipe, pair)
    tl.callback(wipe, pair.rest)
    return np.sum(pair.first * pair.rest[0])


def in_try_and_finally(x):
    try:
        tl.callback(record, x)
    finally:
        x = x * x
    return np.sum(x)


def without_gradients(x):
    with tl.no_grad():
        tl.callback(record, x)
    return np.sum(x * x)


def in_an_inner_derivative(x):
    def inner(u):
        tl.callback(record, u)
        return np.sum(u**3)

    return np.sum(tl.grad(inner)(x))


def as_a_value(x):
    return np.sum(x) if tl.callback(record, x) is None else x[0]


PROGRAMS = [
    of_values,
    of_an_array_that_is_written_later,
    in_a_loop,
    of_partials,
    of_what_the_function_changes,
    in_try_and_finally,
    without_gradients,
    in_an_inner_derivative,
    as_a_value,
]


def seen_by(function, *given):
    """What a call hands on, and what it returns."""
    SEEN.clear()
    result = function(*given)
    return repr(SEEN), result


@pytest.mark.parametrize("program", PROGRAMS)
def test_it_is_called_as_often_and_with_the_same(program):
    said, _ = seen_by(program, X)
    assert said != "[]"
    reverse, slope = seen_by(tl.grad(program), X)
    forward, change = seen_by(tl.autodiff(program, mode="forward"), X, np.ones(2))
    assert reverse == forward == said
    step = 1e-6
    difference = (program(X + step) - program(X - step)) / (2 * step)
    assert np.sum(slope) == pytest.approx(difference, rel=1e-6)
    assert change == pytest.approx(difference, rel=1e-6)
    again, _ = seen_by(tl.grad(lambda x: np.sum(tl.grad(program)(x))), X)
    assert again == said


def methods(x):
    tl.callback(RECORDER.add, x)
    tl.callback(TABLE.writerow, [x[0], 2])
    tl.callback(FILE.write, f"{x[1]:.1f}\n")
    return np.sum(x * x)


def test_methods_of_objects_from_outside():
    RECORDER.rows.clear()
    FILE.truncate(0)
    FILE.seek(0)
    np.testing.assert_array_equal(tl.grad(methods)(X), 2 * X)
    assert len(RECORDER.rows) == 1
    assert FILE.getvalue() == "0.4,2\r\n1.7\n"


class Plotter:
    def __init__(self):
        pyplot = pytest.importorskip("matplotlib.pyplot")
        self.figure, self.axes = pyplot.subplots()
        self.rows = []

    def draw(self, x):
        self.axes.plot(x)

    def loss(self, x):
        tl.callback(self.axes.plot, x, "o")
        tl.callback(self.draw, x)
        return np.sum(x * x)

    def without_callback(self, x):
        self.axes.plot(x)
        return np.sum(x * x)


def test_plots_make_one_text():
    """An object that draws holds hundreds of others, and more after each call."""
    plotter = Plotter()
    gradient = tl.grad(plotter.loss)
    gradient(X)
    made = tl.cache_info().texts
    for _ in range(3):
        np.testing.assert_array_equal(gradient(X), 2 * X)
    assert len(plotter.axes.lines) == 8
    assert tl.cache_info().texts == made
    with pytest.raises(tl.UnsupportedError, match="tl.callback"):
        tl.grad(plotter.without_callback)(X)


class Model:
    def __init__(self, recorder):
        self.recorder = recorder

    def loss(self, x):
        y = x * x
        tl.callback(self.recorder.add, y)
        return np.sum(y * x)


def test_methods_of_objects_in_objects():
    model = Model(Recorder())
    np.testing.assert_allclose(tl.grad(model.loss)(X), 3 * X**2)
    np.testing.assert_allclose(
        tl.grad(lambda m, x: m.loss(x), wrt=1)(model, X), 3 * X**2
    )
    assert len(model.recorder.rows) == 2


def test_files_are_written(tmp_path):
    def loss(x, folder):
        tl.callback(np.save, folder + "/x.npy", x)
        tl.callback(pathlib.Path.write_text, pathlib.Path(folder, "x.json"), "1")
        return np.sum(x * x)

    with pytest.raises(tl.TangentliteError, match="Path"):
        tl.grad(loss)(X, str(tmp_path))

    def saved(x, folder):
        tl.callback(np.save, folder + "/x.npy", x)
        return np.sum(x * x)

    np.testing.assert_array_equal(tl.grad(saved)(X, str(tmp_path)), 2 * X)
    np.testing.assert_array_equal(np.load(tmp_path / "x.npy"), X)


def test_a_saved_module_calls_it(tmp_path):
    path = tmp_path / "saved.py"
    gradient = tl.grad(methods_of_modules)
    gradient(X)
    gradient.save(path)
    names: dict = {}
    exec(path.read_text(), names)
    slope = names["methods_of_modules_grad"](X)
    np.testing.assert_array_equal(slope, 2 * X)


def methods_of_modules(x):
    tl.callback(json.dumps, [x[0], 2.0])
    return np.sum(x * x)


def test_numba_leaves_it_to_python():
    with pytest.raises(tl.NotCompiledError):
        tl.grad(in_a_loop, backend="numba", fallback=False)(X)


@tl.checkpoint
def segment(x):
    tl.callback(record, x)
    return np.sin(x)


def of_a_segment(x):
    return segment(segment(x))


def without_a_function(x):
    tl.callback()
    return x


def of_a_number(x):
    tl.callback(3.0, x)
    return x


def of_a_local_function(x):
    def inner(v):
        SEEN.append(v * x)

    tl.callback(inner, x)
    return x


def of_a_list(x):
    tl.callback(SEEN.append, x)
    return x


def of_a_method_of_an_array(x):
    y = x * np.ones(2)
    tl.callback(y.fill, 0.0)
    return np.sum(y)


def of_a_method_of_an_object_of_the_program(x):
    model = Model(2.0 * x)
    tl.callback(model.loss, x)
    return model.recorder


def of_an_object_of_the_program(x):
    tl.callback(record, Model(2.0 * x))
    return x


def where_it_is_caught(x):
    try:
        tl.callback(record, x)
    except ValueError:
        x = 2.0 * x
    return x


def under_suppress(x):
    with contextlib.suppress(ValueError):
        tl.callback(record, x)
    return x


@pytest.mark.parametrize(
    ("program", "what"),
    [
        (of_a_segment, "this is run again to be reversed"),
        (without_a_function, "is called without a function"),
        (of_a_number, "is not what tl.callback can call"),
        (of_a_local_function, "no lambda, no nested function"),
        (of_a_list, "Lists and dicts are changed without it"),
        (of_a_method_of_an_array, "'fill' is not what tl.callback can call"),
        (of_a_method_of_an_object_of_the_program, "methods of objects from outside"),
        (of_an_object_of_the_program, "that the program has made"),
        (where_it_is_caught, "stands in a try statement"),
        (under_suppress, "stands in a try statement"),
    ],
)
def test_what_is_refused(program, what):
    require_refused(program, 0.5, what, "reverse")
