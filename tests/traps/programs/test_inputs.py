"""Kinds, sizes and memory of arguments: traps 38, 39, 42 to 44 and 50."""
import numpy as np
import pytest

import tangentlite as tl

UFUNCS = [
    np.true_divide, np.float_power, np.fmod, np.fmin, np.copysign, np.heaviside,
    np.floor_divide, np.hypot, np.arctan2, np.logaddexp2,
]  # fmt: skip


def applied(ufunc):
    def function(x, y):
        return np.sum(ufunc(x, y))

    return function


@pytest.mark.parametrize('ufunc', UFUNCS, ids=lambda ufunc: ufunc.__name__)
def test_38_number_with_array(ufunc, x):
    function = applied(ufunc)
    number, array = tl.grad(function, wrt=(0, 1))(0.7, x)
    pairs = [tl.grad(function, wrt=(0, 1))(0.7, float(entry)) for entry in x]
    np.testing.assert_allclose(number, sum(pair[0] for pair in pairs))
    np.testing.assert_allclose(array, [pair[1] for pair in pairs])
    array, number = tl.grad(function, wrt=(0, 1))(x, 0.7)
    pairs = [tl.grad(function, wrt=(0, 1))(float(entry), 0.7) for entry in x]
    np.testing.assert_allclose(array, [pair[0] for pair in pairs])
    np.testing.assert_allclose(number, sum(pair[1] for pair in pairs))


EMPTY = [
    lambda x: np.sum(np.exp(x) * x), lambda x: np.mean(x), lambda x: np.prod(x),
    lambda x: np.var(x), lambda x: np.linalg.norm(x), lambda x: np.sum(np.sort(x)),
    lambda x: np.sum(np.cumsum(x)), lambda x: np.sum(np.concatenate((x, x))),
    lambda x: np.sum(np.where(x > 0, x, 0.0)), lambda x: np.dot(np.ravel(x), x.ravel()),
]  # fmt: skip


@pytest.mark.filterwarnings('ignore::RuntimeWarning')
@pytest.mark.parametrize('shape', [(0,), (0, 3)])
@pytest.mark.parametrize('f', EMPTY)
def test_39_empty_arrays(f, shape):
    x = np.zeros(shape)
    assert tl.grad(f)(x).shape == shape
    value, _ = tl.jvp(f, (x,), (x,))
    np.testing.assert_equal(value, f(x))


@pytest.mark.filterwarnings('ignore::RuntimeWarning')
def test_39_mean_of_nothing_is_no_number():
    value, gradient = tl.value_and_grad(lambda x: np.mean(x))(np.zeros((0, 3)))
    assert np.isnan(value)
    assert gradient.shape == (0, 3)


def scaled(x, count, mode='sum', weights=None, flag=False):
    y = x if weights is None else x * weights
    y = 2.0 * y if flag else y
    return count * (np.sum(y) if mode == 'sum' else np.mean(y))


@pytest.mark.parametrize('count', [2, True, np.int64(2), np.array([1, 2, 3])])
@pytest.mark.parametrize('call', [
    lambda x, n: tl.grad(scaled, wrt='count')(x, n),
    lambda x, n: tl.value_and_grad(scaled, wrt=(0, 1))(x, n),
    lambda x, n: tl.autodiff(scaled, wrt=1, mode='forward')(x, n, n),
    lambda x, n: tl.jacobian(scaled, wrt=1)(x, n),
    lambda x, n: tl.hessian(scaled, wrt=1)(x, n),
])
def test_42_integers_and_truth_values_are_errors_by_name(call, count, x):
    with pytest.raises(tl.TangentliteError, match='count'):
        call(x, count)


def test_43_texts_none_and_flags_are_not_active(x):
    gradient = tl.grad(scaled)
    np.testing.assert_array_equal(gradient(x, 1), [1, 1, 1])
    np.testing.assert_allclose(gradient(x, 3, 'mean', None, True), [2, 2, 2])
    np.testing.assert_array_equal(gradient(x, 1, weights=2.0 * x), 2.0 * x)
    for name in ('mode', 'weights', 'flag'):
        with pytest.raises(tl.TangentliteError, match=name):
            tl.grad(scaled, wrt=name)(x, 1)


def loop_over_integers(x):
    s = 0.0
    for v in x:
        s = s + int(v) * v
    return s


def written_integers(x):
    places = np.zeros(3, int)
    places[:] = x
    return np.sum(places * x)


@pytest.mark.parametrize('f', [
    lambda x: np.sum(x.astype(int) * x), lambda x: np.sum(x.astype('int32') * x),
    lambda x: np.sum(np.array(x, int) * x), loop_over_integers, written_integers,
])
def test_44_integers_block_the_gradient(f, x):
    np.testing.assert_array_equal(tl.grad(f)(x), [0.0, 1.0, 2.0])
    forward = tl.autodiff(f, mode='forward')
    assert [forward(x, unit) for unit in np.eye(3)] == [0.0, 1.0, 2.0]


def read(x):
    return np.sum(np.sin(x) * x[0]) + np.sum(x ** 2 * np.arange(x.shape[1]))


def written(x):
    x[0] *= 2.0
    x[-1] += x[0]
    return np.sum(np.sin(x) * x)


MATRIX = np.random.default_rng(0).normal(size=(6, 8))
READ_ONLY = MATRIX[:3].copy()
READ_ONLY.flags.writeable = False
ARRAYS = {
    'strided': MATRIX[::2, ::3], 'negative strides': MATRIX[::-1, ::-1],
    'Fortran order': np.asfortranarray(MATRIX), 'transposed': MATRIX.T,
    'read-only': READ_ONLY, 'stride 0': np.broadcast_to(MATRIX[0], (3, 8)),
}  # fmt: skip


@pytest.mark.parametrize('f', [read, written])
@pytest.mark.parametrize('x', ARRAYS.values(), ids=ARRAYS)
def test_50_memory_of_arguments(x, f):
    before, plain = x.copy(), np.array(x, order='C')
    want = tl.grad(f)(plain)
    tl.check_grad(f, (plain,))
    direction = np.cos(np.arange(float(x.size))).reshape(x.shape)
    gradient = tl.grad(f)(x)
    np.testing.assert_allclose(gradient, want)
    tangent = tl.autodiff(f, mode='forward')(x, direction)
    np.testing.assert_allclose(tangent, np.sum(want * direction))
    np.testing.assert_array_equal(x, before)
    gradient += 1.0
    np.testing.assert_array_equal(x, before)
