"""Functions that are made, differentiated, redefined and dropped, round by round."""

import linecache
import random
import sys
import types
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from itertools import count

import numpy as np
import scipy.optimize

import tangentlite as tl
from tests.support.at_once import results

NUMBER = count(1)
KINDS = {
    'float': lambda rng: 0.1 + rng.random(),
    'float64': lambda rng: np.float64(0.1 + rng.random()),
    'vector': lambda rng: 0.1 + np.array([rng.random() for _ in range(3)]),
    'float32': lambda rng: np.float32(0.1) + np.ones(rng.randint(2, 9), np.float32),
    'one': lambda rng: np.array([0.1 + rng.random()]),
    'matrix': lambda rng: np.full((rng.randint(2, 5), 3), 0.1 + rng.random()),
}
TEXT = """
class Parameters:
    def __init__(self, w, b):
        self.w = w
        self.b = b

def helper(x):
    return np.sin(x) * {a} + x * x

def plain(x):
    s = helper(x) + {b}
    for k in range({n}):
        s = s * np.tanh(x) + {a}
    if {flag}:
        s = s * helper(s)
    return np.sum(s)

def of_list(items):
    return np.sum(items[0] * {a}) + np.sum(items[1] * items[1])

def of_dict(params):
    return np.sum(np.exp(params['w']) * {a}) + params['b'] * {b}

def of_object(params):
    return np.sum(params.w * params.w) * params.b + {b}

def raises(x):
    y = np.sum(x) * {a}
    if y > 0:
        raise ValueError('half way')
    return y

def refused(x):
    for k in [1.0, 2.0]:
        yield k * x
"""


@contextmanager
def module(rng: random.Random, name: str, is_known: bool) -> Iterator[types.ModuleType]:
    """A module of functions of that name, which is gone after the block.

    One that is known stands in `sys.modules`, as that of an import does.
    """
    found = types.ModuleType(name)
    filename = f'<{name}>'
    values = {'a': rng.random(), 'b': rng.random(), 'n': rng.randint(1, 4)}
    text = TEXT.format(flag=rng.random() < 0.5, **values)
    lines = text.splitlines(keepends=True)
    linecache.cache[filename] = (len(text), None, lines, filename)
    found.np = np
    exec(compile(text, filename, 'exec'), vars(found))
    if is_known:
        sys.modules[name] = found
    try:
        yield found
    finally:
        sys.modules.pop(name, None)
        linecache.cache.pop(filename, None)


def redefined(rng: random.Random) -> None:
    """Import a module, differentiate its functions, and again after a change."""
    name = f'soaked_{next(NUMBER)}'
    is_known = rng.random() < 0.5
    for _ in range(rng.randint(1, 3)):
        with module(rng, name, is_known) as made:
            x = KINDS[rng.choice([*KINDS])](rng)
            differentiated(rng, made.plain, x)
            tl.grad(made.of_list)([x, 2.0 * x])
            tl.value_and_grad(made.of_dict)({'w': x, 'b': 2.0})
            tl.grad(made.of_object)(made.Parameters(x, 3.0))
            failed(ValueError, tl.grad(made.raises), x)
            failed(tl.TangentliteError, tl.grad(made.refused), x)


def differentiated(rng: random.Random, f: Callable, x: object) -> None:
    """Take derivatives of some modes and orders, with settings or without."""
    settings = rng.choice([nullcontext, lambda: tl.options(optimize=False)])
    with settings():
        gradient = tl.grad(f)(x)
        _, slope = tl.jvp(f, (x,), (x,))
    np.testing.assert_allclose(np.sum(gradient * x), slope, rtol=1e-3)
    if np.ndim(x) < 2 and rng.random() < 0.3:
        tl.hessian(f)(x)
        tl.grad(lambda y: np.sum(tl.grad(f)(y) ** 2))(x)


def closures(rng: random.Random) -> None:
    """Differentiate closures that hold arrays, functions and a rule of their own."""
    data = np.full(rng.randint(2000, 4000), rng.random())

    def scaled(x):
        return np.sum(data * x)

    def outer(x):
        return scaled(x) * np.sin(x)

    x = 0.1 + rng.random()
    want = np.sum(data)
    np.testing.assert_allclose(tl.grad(scaled)(x), want)
    np.testing.assert_allclose(
        tl.grad(outer)(x), want * (np.sin(x) + x * np.cos(x)), rtol=1e-9
    )
    ruled = tl.custom_vjp(lambda y: np.sum(data * y))
    ruled.defvjp(lambda y: (ruled(y), None), lambda kept, bar: (bar * want,))
    np.testing.assert_allclose(tl.grad(lambda y: ruled(y) * 2.0)(x), 2.0 * want)


def solutions(rng: random.Random) -> None:
    """Differentiate the solution of an equation in a closure that holds an array."""
    data = np.full(3000, 0.5 + rng.random())

    def root(c):
        return scipy.optimize.brentq(lambda z: z * data[0] - c, -10.0, 10.0)

    np.testing.assert_allclose(tl.grad(root)(1.5), 1.0 / data[0])


def interrupted(rng: random.Random) -> None:
    """Raise in the middle of a generation, where an operation is tried."""
    which = rng.choice([KeyboardInterrupt, MemoryError, ZeroDivisionError])

    def raising(x):
        raise which

    own = tl.numerical(raising)
    failed((which, tl.TangentliteError), tl.grad(lambda x: own(x * 2.0)), 0.5)


def threads(rng: random.Random) -> None:
    """Let threads make the first calls of the derivatives of one function."""
    with module(rng, f'soaked_{next(NUMBER)}', True) as made:
        points = [KINDS[kind](rng) for kind in KINDS]
        results(*[lambda x=x: tl.grad(made.plain)(x) for x in points])


def failed(expected: type | tuple, call: Callable, *args: object) -> None:
    """Call what has to raise."""
    try:
        call(*args)
    except expected:
        return
    raise AssertionError(f'{call} did not raise')


@dataclass(frozen=True)
class Part:
    """What a round may do, and how often beside others."""

    do: Callable[[random.Random], None]
    weight: int


PARTS = (
    Part(redefined, 8),
    Part(closures, 6),
    Part(solutions, 4),
    Part(interrupted, 3),
    Part(threads, 1),
)


def one_round(rng: random.Random) -> None:
    """Do one of these."""
    (part,) = rng.choices(PARTS, [one.weight for one in PARTS])
    part.do(rng)
