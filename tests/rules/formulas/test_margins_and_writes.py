"""Margins, writes and ranges with the arguments that their cases differ by.

Also ties, arrays of one entry, axes given as negative numbers, and errors.
"""

import math

import numpy as np
import pytest

import tangentlite as tl
from tests.rules.formulas.compared import compare, compare_write
from tests.rules.samples.sample import spread

pytestmark = pytest.mark.one_in(3)

A1, A2, A3, A23, A234 = spread(1), spread(2), spread(3), spread(2, 3), spread(2, 3, 4)
B3, B23 = spread(3, start=20), spread(2, 3, start=11)
PAIR, PAIRS = spread(2, start=5), spread(2, 2, start=5)
ODD = {"reflect_type": "odd"}

PADDINGS = {
    "one_pair": (lambda x: np.pad(x, ((1, 2),), "mean"), (A23,)),
    "one_pair_edge": (lambda x: np.pad(x, ((1, 2),), "edge"), (A23,)),
    "pairs_of_one": (lambda x: np.pad(x, ((1,), (2,)), "edge"), (A23,)),
    "two_widths": (lambda x: np.pad(x, (1, 3), "maximum", stat_length=1), (A23,)),
    "odd_of_two": (lambda x: np.pad(x, (3, 4), "reflect", **ODD), (A2,)),
    "odd_of_one": (lambda x: np.pad(x, (3, 2), "reflect", **ODD), (A1,)),
    "odd_equal_ends_of_one": (lambda x: np.pad(x, (3, 2), "symmetric", **ODD), (A1,)),
    "odd_matrix": (lambda x: np.pad(x, ((3, 1), (2, 5)), "reflect", **ODD), (A23,)),
    "constant": (lambda x, c: np.pad(x, 2, constant_values=c), (A23, 0.7)),
    "constants": (lambda x, c: np.pad(x, (1, 2), constant_values=c), (A23, PAIR)),
    "ramp": (lambda x, c: np.pad(x, (1, 3), "linear_ramp", end_values=c), (A23, 0.7)),
    "ramps": (lambda x, c: np.pad(x, (3, 2), "linear_ramp", end_values=c), (A23, PAIR)),
    "ramps_of_axes": (
        lambda x, c: np.pad(x, ((3, 2), (2, 4)), "linear_ramp", end_values=c),
        (A23, PAIRS),
    ),
}


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("name", PADDINGS)
def test_margins_agree_with_differences(name):
    compare(*PADDINGS[name])


@pytest.mark.parametrize("mode", ["reflect", "symmetric"])
def test_odd_margins_of_one_entry_divide_by_nothing(mode):
    gradient = tl.grad(lambda x: np.sum(np.pad(x, (3, 2), mode, **ODD)))
    with np.errstate(all="raise"):
        assert gradient(A1).tolist() == [6.0]


WRITES = {
    "copied_nowhere": lambda t, v: np.copyto(t, v, where=False),
    "copied_list": lambda t, v: np.copyto(t, [[v[0], v[1], v[2] * v[0]]]),
    "copied_list_of_more_axes": lambda t, v: np.copyto(t[0], [[v[0], v[1], v[2]]]),
    "sorted": lambda t, v: t.sort(),
    "put_of_one": lambda t, v: np.put(t, [4, 0], v[:1]),
    "put_in_vector": lambda t, v: np.put(t[1], [2, 0], v),
    "mask_of_one": lambda t, v: np.putmask(t, t > 0.0, v[:1]),
    "mask_of_number": lambda t, v: np.putmask(t, t > 0.0, v[1]),
    "rows_at": lambda t, v: np.multiply.at(t, [0, 1, 0], v),
    "columns_along": lambda t, v: np.put_along_axis(t, np.array([[2], [0]]), v[0], 1),
}


@pytest.mark.parametrize("name", WRITES)
def test_writes_agree_with_differences(name):
    compare_write(WRITES[name], A23, B3)


@pytest.mark.parametrize(
    ("write", "words"),
    [
        (lambda t: t.fill(t[0]), "with a sequence"),
        (lambda t: np.fill_diagonal(t[0], 0.5), "at least 2-d"),
        (lambda t: np.fill_diagonal(t[:, :, None] * np.ones(4), 0.5), "equal length"),
    ],
)
def test_writes_that_raise(write, words):
    def written(x):
        t = x * 1.0
        write(t)
        return np.sum(t)

    with pytest.raises(ValueError, match=words):
        written(spread(2, 4))
    with pytest.raises(ValueError, match=words):
        tl.grad(written)(spread(2, 4))


def test_into_a_vector_the_text_is_short():
    def written(x):
        t = x * 1.0
        np.put(t, [2, 0], x[1])
        return np.sum(t * t)

    gradient = tl.grad(written)
    np.testing.assert_allclose(gradient(A3), [0.0, 6.0 * A3[1], 0.0])
    assert "unravel_index" not in gradient.source


RANGES = {
    "default": (lambda a, b: np.linspace(a, b), (0.5, 2.0)),
    "step_of_default": (lambda a, b: np.linspace(a, b, retstep=True)[1], (0.5, 2.0)),
    "numbers_of_one": (lambda a, b: np.linspace(a, b, 1, retstep=True)[0], (0.5, 2.0)),
    "numbers": (lambda a, b: np.linspace(a, b, 4, retstep=True)[0], (0.5, 2.0)),
    "rows": (lambda a, b: np.linspace(a, b, 4, retstep=True, axis=1)[0], (A3, B3)),
    "steps": (lambda a, b: np.linspace(a, b, 4, retstep=True, axis=1)[1], (A3, B3)),
    "matrices": (lambda a, b: np.linspace(a, b, 4, retstep=True)[0], (A23, B23)),
    "step_alone": (lambda s: np.arange(4.5, step=s), (0.7,)),
    "start_and_step": (lambda a, s: np.arange(a, 4.5, s), (0.4, 0.7)),
}


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("name", RANGES)
def test_ranges_agree_with_differences(name):
    compare(*RANGES[name])


@pytest.mark.parametrize("base", [PAIR, PAIR[:1]])
def test_several_bases_are_refused(base):
    with pytest.raises(tl.TangentliteError, match="several bases"):
        tl.grad(lambda x: np.sum(np.logspace(x, 2.0, 2, base=base)))(0.5)


MORE = {
    "vectorized_of_one": (lambda x: np.vectorize(lambda u: u * u)(x), (A1,)),
    "vectorized_rows": (
        lambda x: np.vectorize(lambda u: u @ u, signature="(n)->()")(x), (A23[:1],)
    ),
    "vectorized_types": (lambda x: np.vectorize(np.sin, otypes=[float])(x), (A23,)),
    "remainder": (lambda x, y: math.remainder(x, y), (5.3, 4.0)),
    "remainder_of_more": (lambda x, y: math.remainder(x, y), (-6.6, 0.9)),
    "products_of_number": (lambda x: np.cumprod(x), (0.7,)),
    "products_of_one": (lambda x: np.cumprod(x), (A1,)),
    "products": (lambda x: np.cumprod(x), (spread(4),)),
    "sums": (lambda x: np.cumulative_sum(x), (A3,)),
    "rolled_to_itself": (lambda x: np.rollaxis(x, 1, 1), (A234,)),
    "rolled_behind_itself": (lambda x: np.rollaxis(x, 1, 2), (A234,)),
    "tiles_of_many_axes": (
        lambda x: np.tile(np.reshape(x, (1,) * 11 + (3,)), (1,) * 11 + (2,)), (A3,)
    ),
    "repeated_columns": (lambda x: np.repeat(x, 2, axis=-1), (A23,)),
    "repeated_unequally": (lambda x: np.repeat(x, [2, 0, 1], axis=-1), (A23,)),
    "diagonal_of_matrix": (lambda x: np.diagonal(x, -1), (A23,)),
    "diagonal_turned": (lambda x: np.diagonal(x, 1, 1, 0), (A23,)),
}  # fmt: skip


@pytest.mark.parametrize("name", MORE)
def test_calls_agree_with_differences(name):
    compare(*MORE[name])


def test_a_function_of_no_entries():
    def program(x):
        return np.sum(np.vectorize(lambda u: u * u)(x))

    with pytest.raises(ValueError, match="size 0"):
        program(np.zeros(0))
    with pytest.raises(ValueError, match="no entries"):
        tl.grad(program)(np.zeros(0))


@pytest.mark.filterwarnings("error")
def test_at_zero_the_size_has_slope_zero():
    assert tl.grad(math.fabs)(0.0) == 0.0
    assert tl.autodiff(math.fabs, mode="forward")(0.0, 1.0) == 0.0


def test_an_entry_on_its_only_bound_is_its_own():
    x, change = np.array([0.5, 1.0, 2.0]), np.array([1.0, 2.0, 4.0])

    def highest(x, top):
        return np.clip(x, None, top)

    of_x, of_top = tl.autodiff(highest, wrt=(0, 1))(x, 1.0, init_grad=np.ones(3))
    assert (of_x.tolist(), of_top) == ([1.0, 1.0, 0.0], 1.0)
    got = tl.autodiff(highest, wrt=(0, 1), mode="forward")(x, 1.0, change, 8.0)
    assert got.tolist() == [1.0, 2.0, 8.0]


def test_the_slope_of_i0_is_not_biased_where_its_series_changes():
    special = pytest.importorskip("scipy.special")
    x = np.linspace(7.95, 8.0, 101)
    slope = tl.grad(lambda x: np.sum(np.i0(x)))(x)
    assert abs(np.mean(slope / special.i1(x) - 1.0)) < 1e-15
