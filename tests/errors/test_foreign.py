"""Values and functions of other libraries; functions that Numba has compiled."""
import functools
import sys

import numpy as np
import pytest

import tangentlite as tl
from tests.support import foreign
from tests.support.errors import assert_short, raised
from tests.support.foreign import (
    JAX_ARRAY,
    SERIES,
    SYMBOL,
    TENSOR,
    TRACER,
    jnp,
    njit,
    torch,
)
from tests.support.numeric import assert_close

VALUES = {
    'torch': (TENSOR, 'torch Tensor', '{}.detach().cpu().numpy()'),
    'JAX': (JAX_ARRAY, 'JAX array', 'np.asarray({})'),
    'a JAX tracer': (TRACER, 'JAX DynamicJaxprTracer', 'outside of what JAX traces'),
    'pandas': (SERIES, 'pandas Series', '{}.to_numpy()'),
    'SymPy': (SYMBOL, 'SymPy Symbol', 'float({})'),
}


@pytest.mark.parametrize('value, title, instead', VALUES.values(), ids=VALUES)
def test_values(value, title, instead):
    def scaled(x, y):
        return np.sum(x * y)

    def captured(x):
        return np.sum(x * value)

    held = {'w': value}

    def holding(x):
        return np.sum(x * held['w'])

    for call, name in (
        (lambda: tl.grad(scaled)(value, 2.0), 'x'),
        (lambda: tl.grad(scaled)(2.0, value), 'y'),
        (lambda: tl.grad(scaled)(2.0, [1.0, value]), 'y[1]'),
        (lambda: tl.vjp(scaled, 2.0, value), 'y'),
        (lambda: tl.jvp(scaled, (2.0, 3.0), (value, None)), 'x_dot'),
        (lambda: tl.grad(captured)(2.0), 'value'),
        (lambda: tl.grad(holding)(2.0), "held['w']"),
    ):
        error = raised(call)
        assert isinstance(error, tl.ArgumentError)
        assert_short(error)
        assert f'{name} is a {title}.' in str(error)
        assert instead.format(name) in str(error)
    assert 'x * value' in str(raised(lambda: tl.grad(captured)(2.0)))


def with_torch(x):
    return torch.sin(x)


def with_jax(x):
    return jnp.sin(x)


def with_pandas(x):
    return foreign.pandas.melt([x])


@pytest.mark.parametrize('program, callee, said, instead', [
    (with_torch, torch.sin, 'torch.sin is a function of torch', 'Use np.sin.'),
    (with_jax, jnp.sin, 'jnp.sin is a function of JAX', 'Use np.sin.'),
    (with_pandas, foreign.pandas.melt, 'a function of pandas', 'functions of NumPy'),
])  # fmt: skip
def test_callees(program, callee, said, instead):
    error = raised(lambda: tl.grad(program)(2.0))
    assert isinstance(error, tl.UnsupportedError)
    assert_short(error)
    assert said in str(error) and instead in str(error)
    assert f'{__file__}:' in str(error)
    assert isinstance(raised(lambda: tl.grad(callee)), tl.ArgumentError)
    assert instead in str(raised(lambda: tl.grad(callee)))


def test_functions_that_are_left_of_autograd(monkeypatch):
    modules = foreign.autograd_modules()
    for name, module in modules.items():
        monkeypatch.setitem(sys.modules, name, module)
    autograd, misc = modules['autograd'], modules['autograd.misc']
    np, special = modules['autograd.numpy'], modules['autograd.scipy.special']
    own = foreign.primitive(with_torch)
    of_numpy = 'np is autograd.numpy here: write `import numpy as np`.'
    programs = {
        lambda x: np.dot(x, x): f'Use np.dot. {of_numpy}',
        lambda x: np.linalg.solve(x, x): f'Use np.linalg.solve. {of_numpy}',
        lambda x: special.logsumexp(x): 'Use scipy.special.logsumexp.',
        lambda x: misc.flatten(x): 'Use tl.flatten.',
        lambda x: autograd.grad(np.dot)(x): 'Use tl.grad.',
        lambda x: autograd.hessian_vector_product(np.dot)(x, x): 'Use tl.hvp.',
        lambda x: own(x): 'Leave `primitive` away, or give it a rule by tl.custom_vjp.',
    }
    for program, instead in programs.items():
        error = raised(functools.partial(tl.grad(program), 2.0))
        assert isinstance(error, tl.UnsupportedError)
        assert 'a function of autograd, which cannot be read.' in str(error)
        assert str(error).endswith(instead)


def test_sympy():
    sympy = pytest.importorskip('sympy')
    symbol = sympy.Symbol('a')

    def program(x):
        return sympy.sin(x)

    assert 'Use np.sin.' in str(raised(lambda: tl.grad(program)(2.0)))
    assert 'lambdify' in str(raised(lambda: tl.grad(lambda x: x * symbol)(2.0)))
    assert 'lambdify' in str(raised(lambda: tl.grad(lambda x: x * x)(symbol)))


def test_pandas():
    pandas = pytest.importorskip('pandas')
    series = pandas.Series([1.0, 2.0])
    error = raised(lambda: tl.grad(lambda x: np.sum(x))(series))
    assert 'x is a pandas Series.' in str(error) and 'x.to_numpy()' in str(error)


def test_no_library_is_imported():
    modules = set(sys.modules)
    raised(lambda: tl.grad(with_torch)(2.0))
    raised(lambda: tl.grad(lambda x: x)(SERIES))
    assert not {'torch', 'jax', 'pandas'} & (set(sys.modules) - modules)


@njit
def smooth(x, n):
    total = 0.0
    for i in foreign.prange(n):
        total = total + np.sin(x) ** i
    return total


def calls_smooth(x):
    return 2.0 * smooth(x, 3) * applied(smooth, x)


def applied(f, x):
    return f(x, 2)


def test_functions_of_numba_are_read_as_they_are_written():
    x, s, c = 0.7, np.sin(0.7), np.cos(0.7)
    assert_close(tl.grad(smooth)(x, 3), c + 2.0 * s * c)
    total, slope = 1.0 + s + s * s, c + 2.0 * s * c
    assert_close(tl.grad(calls_smooth)(x), 2.0 * (slope * (1.0 + s) + total * c))
    assert_close(tl.jvp(calls_smooth, (x,), (1.0,))[1], tl.grad(calls_smooth)(x))
    assert_close(
        tl.grad(lambda f, x: f(x, 3), wrt='x')(smooth, x), tl.grad(smooth)(x, 3)
    )
    assert tl.grad(smooth) is tl.grad(smooth.py_func)


def test_numba():
    numba = pytest.importorskip('numba')

    @numba.njit
    def cubes(x):
        total = 0.0
        for i in range(len(x)):
            total += x[i] ** 3
        return total

    x = np.array([1.0, 2.0])
    assert_close(tl.grad(cubes)(x), 3.0 * x * x)
    assert_close(tl.grad(lambda x: 2.0 * cubes(x))(x), 6.0 * x * x)
