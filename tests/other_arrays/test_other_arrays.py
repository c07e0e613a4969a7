"""Derivatives take arrays of other libraries by NumPy's protocols."""

import warnings

import numpy as np
import pytest

import tangentlite as tl
from tests.other_arrays.counted import Counted, Frozen, bare

RNG = np.random.default_rng(5)
X, M = RNG.random(8) + 0.1, RNG.random((6, 3))
W, Y = RNG.random(3), RNG.random(6)


def elementwise(x):
    return np.sum(np.sin(x) * x**2 + np.log(1.0 + np.exp(-x)))


def squares(w, m, y):
    return np.sum((m @ w - y) ** 2) + 0.1 * np.sum(w * w)


def differences(x):
    return np.sum((x[1:] - x[:-1]) ** 2) + np.max(x)


def written(x):
    z = np.zeros(len(x))
    z[1:] = x[:-1]
    z[0] = 2.0 * x[1]
    return np.sum(z * x)


def in_place(x):
    y = x * 2.0
    y *= x
    y -= 1.0
    return np.sum(y)


def of_ones(x):
    return np.sum(x)


def steps(x):
    for _ in range(3):
        x = x + 0.1 * np.sin(x)
    return np.sum(x**2)


def branches(x):
    if np.sum(x) > 1.0:
        return np.sum(x**2)
    return np.sum(x)


def centred(m):
    return np.sum((m - np.mean(m, axis=0)) ** 2 * np.where(m > 0.5, m, 1.0))


def reshaped(x):
    return np.sum(np.reshape(x, (2, 4)).T[1:] ** 2)


def joined(x):
    return np.sum(np.concatenate([x, x**2]) ** 2) + np.sum(np.stack([x, x])[1] ** 3)


def network(p, m):
    return np.sum(np.tanh(m @ p["w"] + p["b"]) ** 2)


def counted_down(x):
    total = 0.0
    for i in range(len(x)):
        total = total + x[i] ** 2 * i
    return total


PROGRAMS = [
    (elementwise, (X,)), (squares, (W, M, Y)), (differences, (X,)), (written, (X,)),
    (in_place, (X,)), (of_ones, (X,)), (steps, (X,)), (branches, (X,)), (centred, (M,)),
    (reshaped, (X,)), (joined, (X,)), (counted_down, (X,)),
    (network, ({"w": RNG.random((3, 2)), "b": RNG.random(2)}, M)),
]  # fmt: skip


def converted(value, make):
    if isinstance(value, dict):
        return {key: converted(item, make) for key, item in value.items()}
    return make(value) if isinstance(value, np.ndarray) else value


def assert_equal(got, want, plain):
    if isinstance(want, dict):
        assert got.keys() == want.keys()
        got, want = list(got.values()), list(want.values())
    if isinstance(want, (tuple, list)):
        for one, other in zip(got, want, strict=True):
            assert_equal(one, other, plain)
        return
    np.testing.assert_allclose(plain(got), want, rtol=1e-13, atol=1e-15)


@pytest.mark.parametrize("f, args", PROGRAMS)
def test_reverse(f, args):
    Counted.asked.clear()
    value, gradient = tl.value_and_grad(f)(*(converted(a, Counted) for a in args))
    assert_equal((value, gradient), tl.value_and_grad(f)(*args), bare)
    parts = gradient.values() if isinstance(gradient, dict) else [gradient]
    assert all(type(part) is Counted for part in parts)
    assert Counted.asked


@pytest.mark.parametrize("f, args", PROGRAMS[:-1])
def test_forward_and_pullback(f, args):
    given = [converted(a, Counted) for a in args]
    direction = RNG.random(args[0].shape)
    tangents = (direction, *(None for _ in args[1:]))
    pushed = tl.jvp(f, tuple(given), (Counted(direction), *tangents[1:]))
    assert_equal(pushed, tl.jvp(f, args, tangents), bare)


def test_second_order():
    v = RNG.random(8)
    product = tl.hvp(elementwise, Counted(X), Counted(v))
    assert type(product) is Counted
    assert_equal(product, tl.hvp(elementwise, X, v), bare)


def test_a_pullback_takes_them():
    value, pull = tl.vjp(np.sin, Counted(X))
    assert_equal(value, np.sin(X), bare)
    assert_equal(pull(Counted(X))[0], np.cos(X) * X, bare)
    with pytest.raises(tl.ArgumentError, match=r"has the shape \(3,\)"):
        pull(Counted(X[:3]))


def test_kinds_are_told_apart():
    """One derivative for arrays of NumPy, of the library, and of other dtypes."""
    gradient = tl.grad(elementwise)
    assert type(gradient(X)) is np.ndarray
    assert type(gradient(Counted(X))) is Counted
    assert type(gradient(X)) is np.ndarray
    assert gradient(Counted(X.astype(np.float32))).dtype == np.float32
    assert "out=" not in gradient.source


@pytest.mark.parametrize("f", [written, steps, elementwise])
def test_without_assignment(f):
    """Arrays that cannot be assigned are refused where a part is."""
    if f is not written:
        assert_equal(tl.grad(f)(Frozen(X)), tl.grad(f)(X), bare)
        return
    with pytest.raises(tl.UnsupportedError, match="cannot be written") as caught:
        tl.grad(f)(Frozen(X))
    assert "z[1:] = x[:-1]" in str(caught.value)


def view_written(x):
    y = x * 1.0
    v = y[1:]
    v *= 2.0
    return np.sum(y)


def two_names(x):
    y = x * 1.0
    z = y
    y += 1.0
    return np.sum(y * z)


def two_names_in_a_loop(x):
    z, total = x * 0.0, 0.0
    for _ in range(3):
        w = z
        z += x * x
        total = total + np.sum(w)  # its gradient does not need w
    return total


def argument_written(x):
    x[0] = 1.0
    return np.sum(x**2)


def picked(x):
    return np.sum(x[np.array([0, 2, 2])])


def into_another(x):
    y = np.zeros(8)
    np.multiply(x, x, out=y[:])
    return np.sum(y)


def halved(x):
    if np.sum(x) < 1.0:
        return np.sum(x * x)
    return halved(x / 2.0)


@pytest.mark.parametrize(
    "f, message",
    [
        (view_written, "an array is written that may have another name"),
        (two_names, "an array is written that may have another name"),
        (two_names_in_a_loop, "an array is written that may have another name"),
        (argument_written, "argument_written writes into x"),
        (picked, "has no np.add.at"),
        (into_another, "writes into|another name"),
        (halved, "a function that calls itself is not written for"),
    ],
)
def test_refused(f, message):
    with pytest.raises(tl.TangentliteError, match=message):
        tl.grad(f)(Counted(X))


@pytest.mark.parametrize(
    "operator",
    [tl.jacobian, tl.hessian, tl.batched, lambda f: lambda x: tl.check_grad(f, (x,))],
)
def test_operators_for_numpy_alone(operator):
    with pytest.raises(tl.ArgumentError, match="takes arrays of NumPy, not of"):
        operator(elementwise)(Counted(X))


def test_numba_is_for_numpy_alone():
    with pytest.raises(tl.ArgumentError, match="numba compiles for arrays of NumPy"):
        tl.grad(elementwise, backend="numba")(Counted(X))


def test_arrays_of_two_libraries():
    with pytest.raises(tl.ArgumentError, match="several libraries"):
        tl.grad(squares)(Counted(W), Frozen(M), Y)


@pytest.mark.parametrize("f, args", PROGRAMS)
def test_dask(f, args):
    da = pytest.importorskip("dask.array")

    def chunked(values):
        return da.from_array(values, chunks=tuple(-(-n // 2) for n in values.shape))

    with warnings.catch_warnings():
        warnings.simplefilter("error")  # Dask warns of what it does not have
        found = tl.value_and_grad(f)(*(converted(a, chunked) for a in args))
        gradient = found[1]
        parts = gradient.values() if isinstance(gradient, dict) else [gradient]
        assert all(isinstance(part, da.Array) for part in parts)
        assert_equal(found, tl.value_and_grad(f)(*args), lambda v: v.compute())


def test_what_dask_does_not_have():
    da = pytest.importorskip("dask.array")
    x = da.from_array(X, chunks=4)
    with pytest.raises(tl.UnsupportedError, match="dask.array has no np.sort"):
        tl.grad(lambda x: np.sum(np.sort(x) * x))(x)
    with pytest.raises(tl.UnsupportedError, match="a size that is not known"):
        tl.grad(lambda x: np.sum(x[x > 0.5] ** 2))(x)
    with pytest.raises(tl.ArgumentError, match="an axis of unknown size"):
        tl.grad(elementwise)(x[x > 0.5])


def test_dask_computes_nothing_before_it_is_asked():
    da = pytest.importorskip("dask.array")
    blocks = []

    def noted(block):
        blocks.append(block.shape)
        return block

    x = da.from_array(X, chunks=4).map_blocks(noted, dtype=float, meta=np.ones(0))
    _, gradient = tl.value_and_grad(elementwise)(x)
    assert not blocks
    np.testing.assert_allclose(gradient.compute(), tl.grad(elementwise)(X), rtol=1e-13)
    assert set(blocks) == {(4,)}
