"""Random slices, masks and index arrays: loops against NumPy, also where it raises."""

import functools
import warnings
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
import pytest
from hypothesis import HealthCheck, given, note, settings
from hypothesis import strategies as st

import tangentlite as tl
from tests.support.load import load_module
from tests.support.loops_in_python import loops_in_python
from tests.support.numeric import copied

drawing = {
    "deadline": None,
    "suppress_health_check": [
        HealthCheck.too_slow,
        HealthCheck.function_scoped_fixture,
    ],
}

# The same ones every time, so that `make test` does not depend on luck.
few = settings(max_examples=10, derandomize=True, **drawing)
many = settings(max_examples=150, **drawing)

BOUNDS = [None, *range(-8, 9)]
STEPS = [None, 1, 2, -1]
OF_ONE = ["np.sin({0})", "2.0 * {0}", "{0}", "{0} * {0}", "np.exp({0}) - x[0]"]


@dataclass
class Drawn:
    """A function's text as it is drawn, and its arguments, of which x is the first.

    Integers are literals, or arguments if they are `named`.
    """

    draw: Callable
    named: bool
    mode: str
    args: dict[str, object]
    shape: tuple[int, ...]
    lines: list[str] = field(default_factory=list)

    def one(self, values: object) -> object:
        return self.draw(st.sampled_from(list(values)))

    def number(self, value: int) -> str:
        if not self.named:
            return str(value)
        return self.argument("k", value)

    def argument(self, base: str, value: object) -> str:
        name = f"{base}{len(self.args)}"
        self.args[name] = value
        return name

    def part(self, part: int | slice) -> str:
        if isinstance(part, int):
            return self.number(part)
        start, stop = (
            "" if bound is None else self.number(bound)
            for bound in (part.start, part.stop)
        )
        return f"{start}:{stop}" + ("" if part.step is None else f":{part.step}")

    def place(self, parts: tuple) -> str:
        return ", ".join(map(self.part, parts))

    def parts(self) -> tuple:
        """Draw a place, with a slice or an index for each axis; also outside."""
        return tuple(
            self.draw(st.integers(-n - 1, n)) if self.one([0, 0, 0, 0, 1]) else
            slice(self.one(BOUNDS), self.one(BOUNDS), self.one(STEPS))
            for n in self.shape
        )  # fmt: skip

    def as_large(self, parts: tuple) -> tuple:
        """Draw a place of the same size in the same array, or rarely any."""
        if not self.one(range(12)):
            return self.parts()
        return tuple(
            self.one(as_long(n)[len(range(n)[part])])
            if isinstance(part, slice)
            else self.draw(st.integers(-n, max(n - 1, -n)))
            for n, part in zip(self.shape, parts)
        )

    def text(self) -> str:
        given = ", ".join(self.args)
        lines = ["y = x.copy()", *self.lines]
        body = "\n".join(f"    {line}" for line in lines)
        return f"import numpy as np\n\n\ndef f({given}):\n{body}\n"


@functools.cache
def as_long(size: int) -> dict[int, list[slice]]:
    """All slices of an axis, by how many entries they have."""
    found: dict[int, list[slice]] = {}
    for start in BOUNDS:
        for stop in BOUNDS:
            for step in STEPS:
                one = slice(start, stop, step)
                found.setdefault(len(range(size)[one]), []).append(one)
    return found


def assignment(drawn: Drawn) -> None:
    for _ in range(drawn.one([1, 2])):
        target = drawn.parts()
        source = f"y[{drawn.place(drawn.as_large(target))}]"
        value = drawn.one(OF_ONE).format(source)
        sign = drawn.one(["=", "=", "+=", "-=", "*="])
        drawn.lines.append(f"y[{drawn.place(target)}] {sign} {value}")
    drawn.lines.append("return np.sum(y * y * y)")


def between_arrays(drawn: Drawn) -> None:
    target = drawn.parts()
    other = drawn.place(drawn.as_large(target))
    drawn.lines += [
        "z = 0.5 * y",
        f"z[{drawn.place(target)}] = y[{other}] * x[{other}]",
        f"y[{other}] += z[{drawn.place(target)}]",
        "return np.sum(y * z)",
    ]


def reduction(drawn: Drawn) -> None:
    parts = drawn.parts()
    drawn.lines.append(f"z = y[{drawn.place(parts)}]{drawn.one(['', '.T'])}")
    name = drawn.one(["sum", "mean", "max", "min", "prod"])
    axis = drawn.one([None, 0, -1, len(drawn.shape) - 1])
    keeps = drawn.one(["", ", keepdims=True"])
    drawn.lines += [
        f"s = np.{name}(z * z + z, axis={axis}{keeps})",
        drawn.one(["return np.sum(s * s)", "return np.sum(z * s)"]),
    ]


def broadcasting(drawn: Drawn) -> None:
    first = "x[:, 0]" if len(drawn.shape) == 2 else "x"
    drawn.shape = drawn.shape[:1]
    one, other = drawn.place(drawn.parts()), drawn.place(drawn.parts())
    form = drawn.one(
        [
            "a[:, np.newaxis] * b",
            "np.sin(a)[np.newaxis, :] - b[:, None]",
            "(a[:, None] + b[None, :]).T",
            "np.outer(a, b).T[::-1]",
            "np.maximum(a[:, None], b) * a[:, None]",
        ]
    )
    drawn.lines += [
        f"a = {first}[{one}]",
        f"b = {first}[{other}]",
        f"z = {form}",
        drawn.one(["return np.sum(z * z)", "return np.sum(np.sum(z, axis=0) ** 2)"]),
    ]


def transposes(drawn: Drawn) -> None:
    target = drawn.parts()
    source = drawn.place(drawn.as_large(target)[::-1])
    drawn.lines += [
        "t = x.T * 1.0" if drawn.one([0, 1]) else "t = y.T",
        f"y[{drawn.place(target)}] += t[{source}].T * 2.0",
        f"return np.sum(y * y) + np.sum(t[{source}])",
    ]


def mask(drawn: Drawn) -> None:
    place = drawn.place(drawn.parts())
    drawn.lines.append(f"m = {drawn.one(['y > 0.1', 'x * x > 0.5', 'y != y'])}")
    drawn.lines += drawn.one(
        [
            ["y[m] = 0.5"],
            ["y[m] *= 3.0"],
            ["y[m] = np.sin(y[m])"],
            ["y[m] += y[m] * y[m]"],
            ["y[~m] = y[~m] * x[~m]"],
            ["y = np.where(m, y * y, 3.0 * y)"],
            [f"y[{place}] = np.where(m[{place}], y[{place}], x[{place}] ** 2)"],
            ["s = np.sum(y[m])", "y = y * s"],
            ["z = y[m]", "y = y + np.sum(z * z)"],
        ]
    )
    drawn.lines.append("return np.sum(y * y * y)")


def index_array(drawn: Drawn) -> None:
    n = drawn.shape[0]
    count = drawn.draw(st.integers(0, 5))
    low, high = -n - (not drawn.one(range(9))), max(n - 1, -n)
    places = st.lists(st.integers(low, high), min_size=count, max_size=count)
    index = drawn.argument("index", np.array(drawn.draw(places), dtype=np.int64))
    part = drawn.place(drawn.parts()[:1])
    drawn.lines += drawn.one(
        [
            [f"y = x[{index}] * 2.0"],
            [f"y[{index}] = np.sin(x[{index}])"],
            [f"y[{index}] += x[{index}] * x[{index}]"],
            [f"np.add.at(y, {index}, x[{index}])"],
            [f"np.add.at(y, {index}, 2.0)", f"y = y * x[{part}][:1]"],
            [f"y = np.take(x, {index}, axis=0)"],
            [f"for k in {index}:", "    y[k] += y[k - 1] * x[k]"],
        ]
    )
    drawn.lines.append("return np.sum(y * y)")


@st.composite
def functions(draw, family: Callable, axes: tuple[int, ...] = (1, 2)) -> Drawn:
    shape = tuple(draw(st.integers(0, 6)) for _ in range(draw(st.sampled_from(axes))))
    x = np.random.default_rng(draw(st.integers(0, 9))).uniform(-1.5, 1.5, shape)
    mode = draw(st.sampled_from(["reverse", "forward"]))
    drawn = Drawn(draw, draw(st.booleans()), mode, {"x": x}, shape)
    family(drawn)
    return drawn


FAMILIES = {
    one.__name__: functions(one)
    for one in (assignment, between_arrays, reduction, broadcasting, mask, index_array)
} | {"transposes": functions(transposes, (2,))}
families = pytest.mark.parametrize("family", FAMILIES)


@families
@few
@given(data=st.data())
def test_some(tmp_path_factory, family, data):
    check(data.draw(FAMILIES[family]), tmp_path_factory.mktemp("drawn"))


@pytest.mark.slow
@families
@many
@given(data=st.data())
def test_many(tmp_path_factory, family, data):
    check(data.draw(FAMILIES[family]), tmp_path_factory.mktemp("drawn"))


def sum_of_number(x):
    return np.sum(x[0] * x[0], axis=0)


def row_by_index(x, index):
    y = x[index] * 2.0
    return np.sum(y * y)


def rows_by_no_index(x, index):
    y = x.copy()
    for k in index:
        y[k] += y[k - 1] * x[k]
    return np.sum(y * y)


def row_added_to(x, index):
    y = x.copy()
    np.add.at(y, index, 2.0)
    return np.sum(y * y)


# What random functions leave out.
RARE = [
    (sum_of_number, (np.array([2.0]),)),
    (row_by_index, (np.zeros((3, 0)), np.array([5]))),
    (rows_by_no_index, (np.zeros((0, 1)), np.zeros(0, dtype=np.int64))),
    (row_added_to, (np.zeros((3, 0)), np.array([5]))),
]


@pytest.mark.parametrize("function, args", RARE)
def test_rare_forms(function, args):
    want = outcome(tl.value_and_grad(function), args)
    with loops_in_python(), tl.options(backend="numba"):
        got = outcome(tl.value_and_grad(function), args)
    assert_near(got, want)


def check(drawn: Drawn, directory) -> None:
    """Compare the value, the gradient and a tangent, or what is raised."""
    text = drawn.text()
    note(text)
    note(repr(drawn.args))
    function = load_module(text, directory).f
    args = tuple(drawn.args.values())
    direction = np.random.default_rng(3).uniform(-1.0, 1.0, args[0].shape)

    def derivative(*given):
        if drawn.mode == "reverse":
            return tl.value_and_grad(function)(*given)
        return tl.autodiff(function, mode="forward")(*given, direction)

    want = outcome(derivative, args)
    with loops_in_python(), tl.options(backend="numba"):
        got = outcome(derivative, args)
    expected = outcome(function, args)
    if got is tl.errors.NotCompiledError:
        return
    if isinstance(expected, type):
        refused = isinstance(got, type) and issubclass(got, tl.TangentliteError)
        assert got is expected or got is want or refused
    assert_near(got, want)


def outcome(function: Callable, args: tuple) -> object:
    """Give what a call gives, or the type of what it raises."""
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        try:
            return function(*copied(args))
        except Exception as error:
            return type(error)


def assert_near(got: object, want: object) -> None:
    if isinstance(want, tuple):
        for one, other in zip(got, want, strict=True):
            assert_near(one, other)
    elif isinstance(want, type):
        assert got is want
    else:
        assert np.shape(got) == np.shape(want)
        np.testing.assert_allclose(got, want, 1e-9, 1e-12)
