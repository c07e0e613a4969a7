"""Broadcast operands and constant gradients, of Dask and of the array API."""

import numpy as np
import pytest

import tangentlite as tl
from tests.other_arrays.counted import Counted, bare

RNG = np.random.default_rng(7)
M, ROW, COLUMN = RNG.normal(size=(4, 3)), RNG.normal(size=3), RNG.normal(size=(4, 1))


def chunked(values):
    da = pytest.importorskip("dask.array")
    return da.from_array(values, chunks=2)


def strict(values):
    return pytest.importorskip("array_api_strict").asarray(values)


LIBRARIES = [chunked, strict, Counted]


def numbers(found):
    return bare(found) if isinstance(found, Counted) else np.asarray(found)


def rows_times_matrix(v, x):
    return np.sum(np.tanh(v * x) * x)


def rows_added(v, x):
    return np.sum((x - v) ** 3)


def centred(v, x):
    return np.sum((x - np.mean(x, axis=0)) ** 2 * v)


def divided(v, x):
    return np.sum(x / (1.0 + v * v))


def of_number(v, x):
    return np.sum(np.exp(0.1 * x * v[0]))


@pytest.mark.parametrize("make", LIBRARIES)
@pytest.mark.parametrize(
    "v", [ROW, COLUMN[:, 0:1], ROW[None], M], ids=lambda v: str(v.shape)
)
@pytest.mark.parametrize("program", [rows_times_matrix, rows_added, centred, divided])
def test_gradients_by_what_is_broadcast(program, v, make):
    gradient = tl.grad(program, wrt=(0, 1))
    wanted = gradient(v, M)
    for found, other in zip(gradient(make(v), make(M)), wanted, strict=True):
        np.testing.assert_allclose(numbers(found), other, rtol=1e-12, atol=1e-14)


@pytest.mark.parametrize("make", LIBRARIES)
def test_gradients_by_one_entry(make):
    wanted = tl.grad(of_number)(ROW, M)
    found = tl.grad(of_number)(make(ROW), make(M))
    np.testing.assert_allclose(numbers(found), wanted, rtol=1e-12)


def shifted(x):
    z = np.zeros_like(x)
    z[:-1] = x[1:]
    return np.sum(z * z)


def turned(x):
    t = np.sin(x) + np.sum(x, axis=1, keepdims=True)
    u = (t * x)[::-1]
    return np.sum(u[:-1] * t[1:])


@pytest.mark.parametrize("make", LIBRARIES)
@pytest.mark.parametrize("program", [shifted, turned])
def test_parts_of_what_is_computed(program, make):
    wanted = tl.grad(program)(M)
    np.testing.assert_allclose(numbers(tl.grad(program)(make(M))), wanted, rtol=1e-12)
    along = tl.autodiff(program, mode="forward")
    change = along(make(M), make(M))
    np.testing.assert_allclose(numbers(change), np.sum(wanted * M), rtol=1e-12)


def counted_twice(x):
    return np.sum(np.ones((4, 3)) * x)


def summed(x):
    return np.sum(x)


def beside_a_constant(x):
    return np.sum(x * x) + np.sum(np.full((4, 3), 2.0) * x)


@pytest.mark.parametrize("make", LIBRARIES)
@pytest.mark.parametrize("program", [counted_twice, summed, beside_a_constant])
@pytest.mark.parametrize("optimize", [True, False])
def test_gradients_are_arrays_of_the_library(program, make, optimize):
    x = make(M)
    wanted = tl.grad(program)(M)
    with tl.options(optimize=optimize):
        _, of_value = tl.value_and_grad(program)(x)
        (of_pullback,) = tl.vjp(program, x)[1](1.0)
        found = tl.grad(program)(x), of_value, of_pullback
    for one in found:
        assert type(one) is type(x)
        np.testing.assert_allclose(numbers(one), wanted, rtol=1e-14)


def test_gradients_by_arrays_of_numpy_stay_theirs():
    def both(w, x):
        return np.sum(w * 2.0) + np.sum(x)

    of_w, of_x = tl.grad(both, wrt=(0, 1))(np.ones(3), chunked(M))
    assert type(of_w) is np.ndarray and type(of_x) is not np.ndarray


def test_dask_takes_functions_of_entries_of_scipy():
    from scipy import special

    def program(x):
        return np.sum(special.expit(x) * special.xlogy(1.0 + x * x, 2.0 + x * x))

    found = tl.grad(program)(chunked(M))
    np.testing.assert_allclose(numbers(found), tl.grad(program)(M), rtol=1e-12)


@pytest.mark.parametrize(
    ("program", "message"),
    [
        (lambda x: np.nanstd(x * x), "np.std of dask.array: .*argument 'where'"),
        (
            lambda x: np.sum(np.insert(x, 1, 5.0, axis=0) ** 2),
            "np.insert of dask.array",
        ),
        (lambda x: np.sum(np.delete(x, 1, axis=0) ** 2), "np.delete of dask.array"),
        (
            lambda x: np.sum(np.diag(x[:3]) ** 2),
            "dask.array takes one array in an index",
        ),
        (lambda x: x[np.argmax(x[:, 0]), 1], "writes to no place that is computed"),
        (
            lambda x: np.sum(x[np.array([0, 2])] ** 2),
            "for arrays of NumPy alone, not of d",
        ),
    ],
    ids=lambda value: "" if callable(value) else value[:24],
)
def test_what_dask_does_not_take_is_refused_before_it_is_called(program, message):
    tl.grad(program)(M)
    with pytest.raises(tl.UnsupportedError, match=message) as caught:
        tl.grad(program)(chunked(M))
    assert str(caught.value).startswith(__file__)


def test_functions_of_dask_itself_are_refused_with_those_to_call():
    import dask.array as da

    x = chunked(M)
    with pytest.raises(tl.UnsupportedError, match='da.sum is a function of') as caught:
        tl.grad(lambda x: da.sum(x * x))(x)
    assert 'Call np.sum, which takes arrays of dask.array' in str(caught.value)
    with pytest.raises(tl.UnsupportedError, match="Call NumPy's, which takes arrays"):
        tl.grad(lambda x: np.sum(da.exp(x)))(x)
    with pytest.raises(tl.UnsupportedError, match='Call it outside of the function'):
        tl.grad(lambda x: np.sum(da.map_blocks(np.exp, x)))(x)
