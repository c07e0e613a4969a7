"""What is declared of the memory of results, against what NumPy does."""
import gast
import numpy as np
import pytest

from tangentlite import runtime
from tangentlite.analysis.aliasing.escape import escaping
from tangentlite.rules.call_effects import _EFFECTS, effects_of
from tangentlite.rules.loading import load_templates
from tangentlite.runtime import (
    cholesky_pullback,
    diagonal_to_write,
    sum_of_products,
    symmetric_product,
    triangle_product,
)

SQUARE = np.array([[1.0, 2.0], [3.0, 4.0]])
# What a function is given, if one square matrix is not what it takes.
GIVEN = {
    np.zeros: (2,), np.ones: (2,), np.empty: (2,), np.eye: (2,), np.full: (2, 1.0),
    np.full_like: (SQUARE, 1.0), np.where: (SQUARE > 2, SQUARE, SQUARE),
    np.dot: (SQUARE, SQUARE), np.outer: (SQUARE, SQUARE), np.inner: (SQUARE, SQUARE),
    np.stack: ([SQUARE],), np.concatenate: ([SQUARE],), np.repeat: (SQUARE, 1),
    np.tile: (SQUARE, 1), sum_of_products: (SQUARE, SQUARE), np.arange: (3,),
    np.linspace: (0.0, 1.0), np.moveaxis: (SQUARE, 0, 0), np.swapaxes: (SQUARE, 0, 0),
    np.rollaxis: (SQUARE, 0), np.expand_dims: (SQUARE, 0), np.reshape: (SQUARE, (2, 2)),
    np.broadcast_to: (SQUARE, (2, 2)), diagonal_to_write: (SQUARE,),
    cholesky_pullback: (SQUARE, SQUARE), triangle_product: (SQUARE, SQUARE, 0),
    symmetric_product: (SQUARE, SQUARE, 0),
    runtime.mirrored_product: (SQUARE, SQUARE, 2, 0), runtime.hooked: (SQUARE, len),
}  # fmt: skip
# Series of two numbers, to the second power.
ROW, TWO = SQUARE[0], (SQUARE[0], SQUARE)
GIVEN |= dict.fromkeys((
    runtime.series_cos, runtime.series_cosh, runtime.series_sin, runtime.series_sinh,
    runtime.series_exp, runtime.series_log, runtime.series_sqrt,
    runtime.series_of_integral,
), TWO) | {
    runtime.series_product: (*TWO, *TWO), runtime.series_quotient: (*TWO, *TWO),
    runtime.series_hypot: (ROW, *TWO, *TWO), runtime.series_power: (ROW, *TWO, 1.0),
    runtime.series_logaddexp: (ROW, *TWO, *TWO),
    runtime.series_general_power: (ROW, *TWO, *TWO),
    runtime.series_exponential: (ROW, ROW, *TWO),
    runtime.series_quadratic: (*TWO, 0.0, 1.0, 0.0),
    runtime.series_whole_power: (*TWO, 1), runtime.series_polyval: (ROW, *TWO),
    runtime.series_cumprod: (*TWO, 0), runtime.series_prod: (*TWO, 0),
    runtime.series_solve: (ROW, SQUARE, SQUARE[None], 0.0),
    runtime.series_solve_lower: (ROW, SQUARE, SQUARE[None], 0.0),
    runtime.series_det: (1.0, SQUARE, SQUARE[None]),
    runtime.series_cross_terms: (np.multiply, (SQUARE, SQUARE), (0, 1)),
}  # fmt: skip


def _declared(condition):
    load_templates()
    return [f for f, known in _EFFECTS.items() if condition(known)]


def _called(function):
    return function(*GIVEN.get(function, (SQUARE,)))


@pytest.mark.parametrize("function", _declared(lambda known: known.fresh))
def test_fresh_results_share_no_memory(function):
    assert not np.shares_memory(_called(function), SQUARE)


@pytest.mark.parametrize("function", _declared(lambda known: known.view == "always"))
def test_views_share_memory(function):
    assert np.shares_memory(_called(function), SQUARE)


@pytest.mark.parametrize("function", _declared(lambda known: known.view == "or copy"))
def test_what_may_copy_shares_memory_of_some_arrays_only(function):
    assert np.shares_memory(_called(function), SQUARE)
    given = [[1.0, 2.0]] if function is np.asarray else SQUARE.T
    other = (given, (4,)) if function is np.reshape else (given,)
    assert not np.shares_memory(function(*other), given)


@pytest.mark.parametrize("function", _declared(lambda known: known.own_object))
def test_own_objects_are_not_their_argument(function):
    assert _called(function) is not SQUARE
    if function in (np.reshape, np.ravel, np.flip, np.transpose):
        row = SQUARE[0]
        shape = (row.shape,) if function is np.reshape else ()
        assert function(row, *shape) is not row


@pytest.mark.parametrize("function", _declared(lambda known: known.layout == "rows"))
def test_layout_in_rows(function):
    assert _called(function).flags.c_contiguous


def test_helpers_that_raise_or_write_are_declared():
    helpers = [getattr(runtime, name) for name in runtime.__all__]
    named = [f for f in helpers if hasattr(f, "__name__")]
    acting = [f for f in named if f.__name__.startswith(("require_", "raise_"))]
    assert len(acting) > 10
    assert [f.__name__ for f in acting if not effects_of(f).acts] == []


def test_an_array_handed_out_by_a_helper_of_another_name_escapes():
    body = gast.parse("t = a + b\nkeep(x, t)").body
    assert escaping(body, {}, {"keep": runtime.refill}) > {"x", "t"}
    assert escaping(body, {}, {"keep": runtime.raise_error}) == set()
