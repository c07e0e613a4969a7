"""Small modules, each of which defines f, and what is asked of them.

A file holds many: each begins with a line `#--- name kind`, and of those that are
refused words of the error. The kind says what f is called with: `s` a float, `a` an
array of any length. Its result is a float. Names of
the standard library that programs import are there already.
"""
import contextlib
import copy
import importlib.util
import io
import sys
import types
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from pathlib import Path

import numpy as np

import tangentlite as tl
from tests.modules.state import state_of

HERE = Path(__file__).parent
HEAD = '''\
import numpy as np
import bisect, collections, contextlib, copy, dataclasses, enum, functools, heapq
import itertools, math, operator, random, re, types, typing
from abc import ABC, abstractmethod
from collections import ChainMap, Counter, OrderedDict, defaultdict, deque, namedtuple
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache, partial, reduce, wraps
from typing import NamedTuple, Optional, Protocol
'''
_NUMBERS = count(1)


@dataclass(frozen=True)
class Text:
    """The text of a module that defines f."""

    name: str
    kind: str
    words: str
    text: str


def texts(file: str) -> Iterator[Text]:
    """Yield the programs of a file."""
    for part in ('\n' + Path(file).read_text()).split('\n#--- ')[1:]:
        first, _, text = part.partition('\n')
        name, kind, *words = first.split(maxsplit=2)
        yield Text(name, kind, ''.join(words), text)


def load(program: Text, folder: Path) -> types.ModuleType:
    """Import a program as a new module."""
    name = f'{program.name}_{next(_NUMBERS)}'
    path = folder / f'{name}.py'
    path.write_text(HEAD + program.text)
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def arguments(kind: str) -> list:
    """Return what a program is called with, one call after the other."""
    random = np.random.default_rng(7)
    if kind == 's':
        return [float(random.uniform(0.35, 1.25)) for _ in range(3)]
    return [random.uniform(0.3, 1.3, 5) for _ in range(3)]


def require_right(program: Text, folder: Path, order: int = 2) -> None:
    """Compare values, derivatives, output and what is left behind."""
    xs = arguments(program.kind)
    module = load(program, folder)
    plain = [(*_printed(module.f, x), state_of(module)) for x in xs]
    slopes = [_slopes(program, folder, xs[:n], x) for n, x in enumerate(xs)]

    reverse = load(program, folder)
    gradient = tl.value_and_grad(reverse.f)
    for x, (value, output, state), slope in zip(xs, plain, slopes):
        (found, bar), printed = _printed(gradient, x)
        np.testing.assert_array_equal(found, value)
        np.testing.assert_allclose(bar, slope, rtol=1e-5, atol=1e-5)
        assert printed == output
        assert state_of(reverse) == state

    forward = load(program, folder)
    tangent = tl.autodiff(forward.f, mode='forward')
    for x, (*_, state), slope in zip(xs, plain, slopes):
        direction = _direction(x)
        dot, _ = _printed(tangent, x, direction)
        np.testing.assert_allclose(dot, np.sum(direction * slope), rtol=1e-5, atol=1e-5)
        assert state_of(forward) == state

    if order == 2:
        _require_second(program, folder, xs[0])


def _require_second(program: Text, folder: Path, x) -> None:
    """Compare both second derivatives, of the first call, with differences."""
    direction = _direction(x)

    def derivative():
        return tl.grad(load(program, folder).f)

    step = 1e-5 * direction
    up, down = (_printed(derivative(), x + sign * step)[0] for sign in (1, -1))
    expected = (up - down) / 2e-5
    forward, _ = _printed(tl.autodiff(derivative(), mode='forward'), x, direction)
    np.testing.assert_allclose(forward, expected, rtol=3e-5, atol=3e-5)
    reverse = tl.autodiff(derivative(), mode='reverse')
    with contextlib.redirect_stdout(io.StringIO()):
        found = reverse(copy.copy(x), init_grad=direction)
    np.testing.assert_allclose(found, expected, rtol=3e-5, atol=3e-5)


def _direction(x):
    """Return a tangent: a number of Python's for one of Python's."""
    return 0.7 if isinstance(x, float) else np.cos(np.arange(len(x)) + 1.0)


def _printed(function, *args) -> tuple:
    """Return what a function returns and prints; it may write its arguments."""
    copies = [arg.copy() if isinstance(arg, np.ndarray) else arg for arg in args]
    with contextlib.redirect_stdout(io.StringIO()) as output:
        result = function(*copies)
    return result, output.getvalue()


def _slopes(program: Text, folder: Path, before: list, x):
    """Return central differences of f, called with `before` in front."""
    def at(moved):
        function = load(program, folder).f
        for other in before:
            _printed(function, other)
        return _printed(function, moved)[0]

    step = 1e-6
    if isinstance(x, float):
        return (at(x + step) - at(x - step)) / (2 * step)
    units = np.eye(len(x))
    return np.array([(at(x + step * u) - at(x - step * u)) / (2 * step) for u in units])
