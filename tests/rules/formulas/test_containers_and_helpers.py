"""Series, containers, helpers and calls with options that no sample has."""

import copy
import math

import numpy as np
import pytest

import tangentlite as tl
from tangentlite.rules.registry import refusal_of
from tangentlite.templates.refused import _of_numpy
from tests.rules.formulas.compared import compare
from tests.rules.samples.sample import spread
from tests.support.expansions import expansion

pytestmark = pytest.mark.one_in(3)

A3, A4 = spread(3), spread(4, start=9)
A23, A32 = spread(2, 3), spread(3, 2, start=5)
NAN_LAST = np.array([0.5, np.nan, np.nan])


# y' = (a + b y + c y²) x' at points where no term vanishes.
@pytest.mark.parametrize(
    "function",
    [np.reciprocal, np.exp2, math.exp2, np.expm1, math.expm1]
    + [np.tan, math.tan, np.tanh, math.tanh],
)
def test_series_of_quotients_and_quadratic_equations(function):
    series = [0.3, -0.4, 0.2]
    _, found = tl.jet(lambda x: 1.0 * function(x), (0.7,), (series,))
    (want,) = expansion(function, (0.7,), [series], 3)
    np.testing.assert_allclose(found, want, rtol=1e-6)


CALLS = {
    "meshgrid_of_number": (lambda x, y: np.meshgrid(x, y)[1], (0.7, A3)),
    "meshgrid_of_three": (lambda x, y, z: np.meshgrid(x, y, z)[0], (A3, A4, A3[:2])),
    "deleted_of_number": (lambda x: np.delete(x, []), (np.array(0.7),)),
    "deleted_all_of_number": (lambda x: np.delete(x, 0), (np.array(0.7),)),
    "taken_along_last": (
        lambda a: np.take_along_axis(a, np.array([[2, 0], [1, 1]])), (A23,)
    ),
    "start_larger_than_items": (lambda a, s: sum(a, s), (A3, A4)),
    "start_larger_than_rows": (lambda a, s: sum(a, s), (A23, spread(4, 3))),
    "start_beside_a_list": (lambda x, y, s: sum([x, y], s), (0.7, 0.4, A3)),
    "list_of_other_shapes": (lambda x, y, z: sum([x, y, z]), (0.7, A3, A23)),
    "largest_of_one_row": (lambda a: max(a), (spread(1, 3),)),
    "least_of_one_row": (lambda a: min(a), (spread(1, 3),)),
    "largest_of_short_rows": (lambda a: max(a), (np.array([[1.0], [3.0], [2.0]]),)),
    "least_of_short_rows": (lambda a: min(a), (np.array([[3.0], [1.0], [2.0]]),)),
    "largest_of_one": (lambda a: max(a), (np.array([0.7]),)),
    "least_of_one": (lambda a: min(a), (np.array([0.7]),)),
    "largest_in_list_of_one": (lambda x: max([2.0 * x]), (0.7,)),
    "least_in_list_of_one": (lambda x: min([2.0 * x]), (0.7,)),
}  # fmt: skip


@pytest.mark.parametrize("name", CALLS)
def test_calls_agree_with_differences(name):
    compare(*CALLS[name])


@pytest.mark.parametrize("extreme", [max, min])
def test_of_no_items(extreme):
    with pytest.raises(ValueError, match="empty"):
        tl.grad(lambda x: extreme(x))(np.zeros(0))


@pytest.mark.parametrize("copysign", [np.copysign, math.copysign])
@pytest.mark.parametrize("y", [2.0, -2.0])
def test_sign_copied_to_zero(copysign, y):
    gradient = tl.grad(lambda x, y: copysign(x, y), wrt=(0, 1))
    assert gradient(0.0, y) == (0.0, 0.0)
    jvp = tl.autodiff(lambda x: copysign(x, y), mode="forward")
    assert jvp(0.0, 1.0) == 0.0


def test_unique_along_the_axis_of_a_vector_that_is_not_a_number_twice():
    got = tl.grad(lambda x: np.unique(x, axis=0)[0])(NAN_LAST)
    np.testing.assert_array_equal(got, [1.0, 0.0, 0.0])


def test_unique_where_what_is_not_a_number_differs():
    def program(x):
        return np.sum(np.unique(x, axis=0, equal_nan=False) * np.arange(1.0, 4.0))

    np.testing.assert_array_equal(tl.grad(program)(NAN_LAST), [1.0, 2.0, 3.0])


def scaled_sum(x, y):
    return np.sum(np.logaddexp(x, y)) * 2.0


def test_logarithms_of_sums_of_equal_infinities():
    with np.errstate(invalid="ignore"):
        got = tl.grad(scaled_sum, wrt=(0, 1))(np.array([np.inf]), np.array([np.inf]))
    assert got[0] == got[1] == pytest.approx(1.0)


class Table(dict):
    pass


class Items(list):
    pass


def compared(t):
    made = Table(a=t, b=2.0 * t)
    return 2.0 * t if made == {"a": t, "b": 2.0 * t} else 3.0 * t


def compared_with_others(t):
    return 2.0 * t if Table(a=t) == Table(a=2.0 * t) else 3.0 * t


def joined(t):
    made = Items([t, 2.0 * t]) + [t * t]
    return sum(made) * made[2]


def joined_before(t):
    made = [t * t] + Items([t, 2.0 * t])
    return sum(made) * made[0]


def repeated(t):
    return sum(Items([t, t * t]) * 2)


def repeated_before(t):
    return sum(2 * Items([t, t * t]))


@pytest.mark.parametrize(
    "program",
    [compared, compared_with_others, joined, joined_before, repeated, repeated_before],
)
def test_operators_of_extended_containers(program):
    compare(program, (0.7,))


SEEN = []


def seen(g):
    SEEN.append(g)
    return 2.0 * g


def test_hooks_of_numbers_are_given_numbers():
    SEEN.clear()
    got = tl.grad(lambda x: tl.with_grad(x * x, seen))(0.7)
    assert got == pytest.approx(2.8)
    assert not isinstance(got, np.ndarray)
    assert SEEN == [1.0]
    assert not isinstance(SEEN[0], np.ndarray)
    assert type(tl.grad(lambda x: tl.with_grad(x, seen))(0.7)) is float


HELD = []


def held(x):
    t = np.sin(x)
    HELD.append(t)
    u = t * x
    v = u + x
    return np.sum(v * v)


def noted(value):
    HELD.append(value)


def called_back(x):
    tl.callback(noted, x)
    return np.sum(x * x)


def in_turn(x, n):
    tl.callback(noted, n)
    return x if n < 1 else in_turn(x * x, n - 1)


def not_read(x, n):
    in_turn(x, n)
    return x * x


def test_calls_whose_result_is_not_read():
    HELD.clear()
    assert tl.grad(not_read)(0.7, 2) == pytest.approx(1.4)
    assert HELD == [2, 1, 0]


@pytest.mark.parametrize(("program", "want"), [(held, np.sin(A3)), (called_back, A3)])
@pytest.mark.parametrize("mode", ["reverse", "forward"])
def test_what_is_held_outside_stays_as_it_is(program, want, mode):
    HELD.clear()
    more = (A3,) if mode == "forward" else ()
    tl.autodiff(program, mode=mode)(A3.copy(), *more)
    assert len(HELD) == 1
    np.testing.assert_array_equal(HELD[0], want)


def told_apart(x):
    y = np.ravel(x)
    z = np.transpose(x)
    same = y is x or z is x
    return np.sum(x * x) * (2.0 if same else 3.0)


def copied_together(x):
    y, z = copy.deepcopy((x, np.ravel(x)))
    y[0] = 0.0
    return y * z


def told_writeable(x):
    y = np.copy(x)
    return np.sum(y * y) * (2.0 if y.flags.writeable else 3.0)


def rows_read_twice(x):
    y = x[np.array([0, 1, 0])]
    return y * y


@pytest.mark.parametrize("program", [told_apart, copied_together, told_writeable])
def test_objects_and_flags(program):
    compare(program, (A3,))


def rows_read_beside_a_sum(x, v):
    w = np.sin(x)
    z = w[np.array([0, 1, 0])]
    y = w + v
    return np.sum(y * y) + np.sum(z**3)


def held_as_large_as_the_gradient(x):
    HELD.append(2.0 * x)
    return np.sum(x * x)


def test_gradients_share_no_memory_with_what_is_held():
    HELD.clear()
    got = tl.grad(held_as_large_as_the_gradient)(A3.copy())
    np.testing.assert_array_equal(got, HELD[0])
    assert not np.shares_memory(got, HELD[0])


def test_rows_taken_twice():
    compare(rows_read_beside_a_sum, (A32, A23.T.copy()))
    compare(rows_read_twice, (A23,))


def test_functions_that_are_refused_and_that_are_not():
    assert list(_of_numpy("matrix no_such_name linalg.none")) == [np.matrix]
    masked = np.ma.log, np.ma.sum, np.ma.masked_less, np.ma.MaskedArray
    fitted = np.polynomial.Polynomial.fit.__func__
    for function in (*_of_numpy("load matrix packbits ufunc"), *masked, fitted, hash):
        assert refusal_of(function)
    for function in (np.ma.amax, np.ma.isMaskedArray, np.ma.transpose, np.ma.MAError):
        assert refusal_of(function) is None


# Five rows of full rank; the right side is none of its products.
ROWS, COLUMNS = np.array([0, 1, 2, 3, 4, 4]), np.array([0, 1, 2, 0, 1, 2])
DATA = np.array([1.2, 0.9, 1.4, 0.7, -0.8, 0.5])
B5, X3 = np.array([0.3, -0.6, 0.9, 1.1, 0.4]), np.array([0.2, 0.5, -0.7])
PRECISE = {"atol": 1e-14, "btol": 1e-14, "conlim": 0}


def least_solution_and_length(data, b, x0, damp):
    from scipy import sparse
    from scipy.sparse import linalg

    a = sparse.csr_array((data, (ROWS, COLUMNS)), (5, 3))
    found = linalg.lsqr(a, b, damp, **PRECISE, x0=x0)
    return np.append(found[0], found[4])


def of_right_side(b):
    return least_solution_and_length(DATA, b, None, 0.5)


def test_least_solutions_and_what_they_leave():
    pytest.importorskip("scipy.sparse")
    compare(least_solution_and_length, (DATA, B5, X3), more=(0.5,))
    compare(least_solution_and_length, (DATA, B5, X3), more=(1.0,))
    compare(of_right_side, (B5,))
