"""What is assigned to a place may have more axes of length 1; `out=` must fit."""

import linecache
from itertools import count

import numpy as np
import pytest

import tangentlite as tl
from tests.support.numeric import assert_close, central_gradient, central_jvp

COUNTED = count()
X = np.array([0.9, 1.2, 1.4])


def numbers(*shape) -> np.ndarray:
    return 0.3 + 0.17 * np.arange(float(np.prod(shape))).reshape(shape)


def program(statements: str, result: str):
    """The function of x and y that runs some statements."""
    lines = ''.join(f'    {line}\n' for line in statements.split('\n'))
    text = f'def f(x, y):\n{lines}    return {result}\n'
    path = f'assigned_{next(COUNTED)}.py'  # inspect reads the source from here
    linecache.cache[path] = len(text), None, text.splitlines(True), path
    names: dict = {'np': np}
    exec(compile(text, path, 'exec'), names)
    return names['f']


def require_right(f, x, y, second=True) -> None:
    """Compare value and derivatives, or ask whether both modes raise as f does."""
    args, directions = (x, y), (0.3 * np.ones_like(x), np.cos(3.0 * np.asarray(y)))
    try:
        value = f(*args)
    except (ValueError, TypeError) as error:
        for derive in (tl.grad(f, wrt=(0, 1)), lambda *a: tl.jvp(f, a, directions)):
            with pytest.raises((type(error), tl.UnsupportedError)):
                derive(*args)
        return
    wanted = central_gradient(f, args, (0, 1))
    for optimize in (True, False) if second else (True,):
        with tl.options(optimize=optimize):
            got, gradient = tl.value_and_grad(f, wrt=(0, 1))(*args)
            tangent = tl.jvp(f, args, directions)
        assert got == value and tangent[0] == value
        assert_close(gradient, wanted)
        assert_close(tangent[1], central_jvp(f, args, directions))
    if second:
        inner = tl.grad(f, wrt=(0, 1))

        def total(*args):
            return sum(np.sum(np.sin(part)) for part in inner(*args))

        assert_close(tl.grad(total)(*args), central_gradient(total, args, (0,))[0])


SHAPES = [(), (1,), (1, 1), (1, 3), (1, 1, 3), (1, 2), (1, 1, 1)]
PLACES = [
    'z[:]', 'z[...]', 'z[:2]', 'z[[0, 2]]', 'z[x > 1.0]', 'm[1]', 'm[:, 1]', 'm[1:]',
    'm.T[2]',
]  # fmt: skip
WRITES = [
    *(f'{place} = np.sin(y)' for place in PLACES),
    'np.copyto(z, y)', 'np.copyto(z, y, where=x > 1.0)', 'z = np.full(3, y)',
    'z = np.full_like(z, y)', 'z = np.insert(z, 1, y)[:3]',
    'u = y if x[0] < 0.0 else np.sin(y[None])\nz[:] = u',
    'for i in range(3):\n        m[i] = y * x[i]',
]  # fmt: skip


@pytest.mark.one_in(3)
@pytest.mark.parametrize('write', WRITES)
def test_values_with_more_axes_than_their_place(write):
    f = program(f'z = x * x\nm = np.outer(x, x)\n{write}', 'np.sum(z * z * x + m * m)')
    for shape in SHAPES:
        if shape or 'None' not in write:
            y = numbers(*shape) if shape else 0.7
            require_right(f, X, y, second=shape == (1, 1, 3))


@pytest.mark.parametrize('part', ['z.imag[:]', 'z.imag', 'z.real[1:]', 'z.real'])
@pytest.mark.parametrize('shape', [(1, 1), (1, 3), (3,)])
def test_parts_of_complex_numbers(part, shape):
    f = program(f'z = x * (1 + 2j)\n{part} = y', 'np.sum(np.abs(z) ** 2 * x)')
    require_right(f, X, numbers(*shape))


@pytest.mark.parametrize('index', [':4', '[0, 3, 3]', '::2', 'm.ravel() > 1.2', '2'])
@pytest.mark.parametrize('shape', [(1,), (1, 1), (2,), (4, 1), (7,), (0,)])
def test_values_of_flat_are_repeated_and_cut(index, shape):
    f = program(f'm = np.outer(x, x)\nm.flat[{index}] = y * y', 'np.sum(m * m * x)')
    require_right(f, X, numbers(*shape), second=False)


@pytest.mark.parametrize('shape', [(3,), (1,), (2,), (11,), (3, 1), (3, 3), (0,)])
def test_all_of_flat(shape):
    f = program('m = np.outer(x, x)\nm.flat = y', 'np.sum(m * m * x) + np.sum(y)')
    require_right(f, X, numbers(*shape), second=False)


@pytest.mark.parametrize('write', [
    'z[:] = [y]', 'z[1:] = [[y[0]]]', 'z[[0, 2]] = [[y[0], y[1]]]', 'm[1] = [y]',
    'np.copyto(z, [y])', 'z.flat = [y]', 'z.real = [y]', 'z[1] = [y[0]]',
    'z.fill(y)', 'z.fill([y[0]])', 'if x[0] > 9.0:\n        z[:] = [y]', 'z += [y]',
    'z @= y', 'm @= y', 'm @= y[:, None]', 'm[:2] @= np.outer(y, y)',
    'z[:2] *= [y[:2]]', 'np.full(2, y)', 'np.full_like(z[:1], y)',
    'np.multiply(x, y if x[0] < 0.0 else y[None], out=z)',
    'm @= np.outer(y, y)[None]', 'z @= np.outer(y, y)', 'z @= np.outer(y, y)[:2]',
])  # fmt: skip
def test_lists_and_products(write):
    f = program(f'z = x * x\nm = np.outer(x, x)\n{write}', 'np.sum(z * z * x + m * m)')
    require_right(f, X, numbers(3), second=False)


@pytest.mark.one_in(5, always=('3-np.concatenate', '2-np.take'))
@pytest.mark.parametrize('call', [
    'np.sum(m, axis=0, out=z)', 'np.sum(x, out=z)', 'm.mean(axis=1, out=z)',
    'np.dot(m, x, out=z)', 'np.matmul(m, x, out=z)', 'np.matmul(m, m, out=z)',
    'np.concatenate([x[:1], x[1:]], out=z)', 'np.exp(x, out=z)', 'np.max(m, 0, out=z)',
    'np.clip(x, 0.0, 1.3, out=z)', 'np.take(x, [0, 1, 1], out=z)',
    'np.sum(m, axis=0, keepdims=True, out=z)', 'np.percentile(m, 30, axis=0, out=z)',
    'np.outer(x, x, out=z)', 'np.modf(x[None], out=(z, None))', 'np.round(x, out=z)',
])  # fmt: skip
@pytest.mark.parametrize('shape', ['3', '2', '1, 3', '2, 3', '3, 3', '1, 1', '3, 1'])
def test_arrays_given_as_out(call, shape):
    f = program(f'm = np.outer(y, x)\nz = np.zeros(({shape},))\n{call}',
                'np.sum(z * z * z) + np.sum(x * y)')
    require_right(f, X, numbers(3), second=False)


def summed_into_as_many(x):
    z = np.zeros(len(x))
    np.sum(x, axis=0, out=z)
    return np.sum(z * x[:, 0])


def test_shapes_that_calls_decide():
    gradient = tl.grad(summed_into_as_many)
    for shape in ((3, 3), (3, 2), (2, 2), (2, 3), (1, 3)):
        x = numbers(*shape)
        if shape[0] == shape[1]:
            wanted = central_gradient(summed_into_as_many, (x,), (0,))[0]
            assert_close(gradient(x), wanted)
        else:
            with pytest.raises(ValueError, match='.'):
                gradient(x)


def test_built_in_functions_of_rows():
    def largest(x, y):
        return np.sum(max(x) * min(list(x)) * y)

    def total(x, y):
        return np.sum(np.sin(sum(x * x, start=y)) + sum(x))

    for shape in ((1, 3), (2, 3), (0, 3)):
        if shape[0]:
            require_right(largest, numbers(*shape), numbers(1), second=False)
        require_right(total, numbers(*shape), numbers(3))
    for shape in ((3,), (4,), (2, 1), (2, 3)):
        for other in ((3,), (2, 3), (1, 1)):
            require_right(total, numbers(*shape), numbers(*other), second=False)


def changes_and_requires(z, x, w):
    t = x + w  # noqa: F841
    z[0] = 1.0
    return 2.0


def test_what_is_walked_again_requires_its_sizes_again():
    def f(x, w, k):
        y = x.copy()
        z = np.zeros(3)
        y[k] *= changes_and_requires(z, x, w)
        return np.sum(y)

    x, k = np.ones(3), np.array([0, 1])
    tl.check_grad(f, (x, np.ones(3), k))
    for derivative in (tl.grad(f), tl.grad(f, wrt=1)):
        with pytest.raises(ValueError, match="could not be broadcast"):
            derivative(x, np.ones(4), k)
