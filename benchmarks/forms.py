"""The fast forms that rules choose, against naive ones written by hand.

The gradient of each program is ours; beside it stands the same gradient with the naive
form of the one rule that matters.
"""

import statistics
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

import tangentlite as tl
from benchmarks import form_programs as programs
from benchmarks.checks import check, leaves
from benchmarks.fresh import Prepared
from benchmarks.harness import Effort, Timing, interleaved, median_ratio

GENERATOR_SEED = 5

Draw = Callable[[np.random.Generator], tuple]


@dataclass(frozen=True)
class Form:
    """A program whose last argument is w, and two gradients by hand."""

    name: str
    naive_form: str
    fast_form: str
    primal: Callable
    naive: Callable
    fast: Callable
    wrt: tuple[int, ...]
    args: Draw


@dataclass(frozen=True)
class FormOutcome:
    """Seconds of our gradient, and the times of the others as multiples of it."""

    form: Form
    seconds: float
    naive_ratio: float
    fast_ratio: float


def measure(form: Form, effort: Effort) -> FormOutcome:
    """Time the gradients in turn; WrongGradient is raised where two disagree."""
    args = form.args(np.random.default_rng(GENERATOR_SEED))
    ours = tl.grad(form.primal, wrt=form.wrt)
    functions = {"ours": ours, "naive": form.naive, "fast": form.fast}
    for function in (form.naive, form.fast):
        check(leaves(function(*args)), leaves(ours(*args)))
    prepared = {
        name: Prepared(function, args, 0.0, False)
        for name, function in functions.items()
    }
    samples = interleaved(prepared, effort)
    timings = {name: Timing(samples[name], 0.0, 0.0) for name in functions}
    return FormOutcome(
        form,
        statistics.median(samples["ours"]),
        median_ratio(timings["naive"], timings["ours"]),
        median_ratio(timings["fast"], timings["ours"]),
    )


def normals(*shapes: tuple[int, ...]) -> Draw:
    """Give what draws arrays of these shapes."""

    def draw(generator: np.random.Generator) -> tuple:
        arrays = [np.asarray(generator.normal(size=shape)) for shape in shapes]
        return tuple(part if part.ndim else part.item() for part in arrays)

    return draw


def gathered(shape: tuple[int, ...], taken: tuple[int, ...]) -> Draw:
    """Give what draws an array, indices into its last axis, and weights."""

    def draw(generator: np.random.Generator) -> tuple:
        places = generator.integers(0, shape[-1], taken[-1])
        return generator.normal(size=shape), places, generator.normal(size=taken)

    return draw


def gathered_rows(generator: np.random.Generator) -> tuple:
    x, places, w = gathered((100, 100), (100, 300))(generator)
    return x, places, np.ascontiguousarray(w.T)


def column_factors(generator: np.random.Generator) -> tuple:
    return generator.uniform(0.5, 1.5, (100, 100)), generator.normal(size=100)


def factors(generator: np.random.Generator) -> tuple:
    return generator.uniform(0.5, 1.5, 500), generator.normal(size=500)


def well_conditioned(generator: np.random.Generator) -> tuple:
    return generator.normal(size=(100, 100)) + 20.0 * np.eye(100), 0.7


def form(
    name: str, naive_form: str, fast_form: str, wrt: tuple[int, ...], args: Draw
) -> Form:
    """Give the form of a program of form_programs, whose names have underscores."""
    word = name.replace(" ", "_")
    functions = (getattr(programs, word + end) for end in ("", "_naive", "_fast"))
    return Form(name, naive_form, fast_form, *functions, wrt, args)


MATRICES = normals((100, 100), (100, 100), (100, 100))
MATRICES_TWICE = normals((100, 100), (100, 100))
COLUMNS = gathered((100, 100), (100, 300))
WINDOWED = normals((1000,), (996, 5))
SCALED = normals((), (1000,), (1000,))
NEIGHBOURS = normals((1000,), (998,))
BATCHES = normals((10, 30, 30), (10, 30, 30), (10, 30, 30))
CONTRACTED = normals((10, 30, 30), (30, 30, 30), (10, 30))
STACKED = normals((50, 30, 30), (30, 30), (50, 30, 30))
OUTER = normals((300,), (300,), (300, 300))
ROWS = normals((100,), (300, 100), (300, 100))
VECTORS = normals((1000,), (1000,))

FORMS = (
    form("matrix einsum", "np.einsum", "matmul", (0, 1), MATRICES),
    form("batch einsum", "np.einsum", "matmul", (0, 1), BATCHES),
    form("contraction", "np.einsum", "np.tensordot", (0, 1), CONTRACTED),
    form("batch product", "sum of a stack of products", "one product", (0, 1), STACKED),
    form("outer product", "multiply and sum", "matrix times vector", (0, 1), OUTER),
    form("gather", "np.add.at", "np.bincount", (0,), gathered((1000,), (5000,))),
    form("gather rows", "np.add.at", "np.bincount", (0,), gathered_rows),
    form("gather columns", "np.add.at", "np.bincount", (0,), COLUMNS),
    form("ordered", "np.add.at", "put at once", (0,), VECTORS),
    form("ordered columns", "np.add.at", "put at once", (0,), MATRICES_TWICE),
    form("windows", "np.add.at", "a slice per offset", (0,), WINDOWED),
    form("scaled", "multiply and sum", "dot product", (0, 1), SCALED),
    form("scaled rows", "multiply and sum", "np.einsum", (0, 1), ROWS),
    form("length", "chain of squares", "scaled difference", (0,), VECTORS),
    form("products so far", "O(n²), each left out", "O(n), by division", (0,), factors),
    form("column products", "each left out", "by division", (0,), column_factors),
    form("middle", "argsort", "argpartition", (0,), normals((1001,), ())),
    form("middles", "argsort", "argpartition", (0,), normals((100, 100), (100,))),
    form("neighbours", "an array per slice", "one array", (0,), NEIGHBOURS),
    form("log determinant", "solve", "inv", (0,), well_conditioned),
    form("determinant", "singular values", "inv", (0,), well_conditioned),
)
