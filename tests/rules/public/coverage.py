"""What becomes of each of NumPy's public functions, and the page's table of it."""
import inspect
from collections import Counter
from collections.abc import Iterator

import numpy as np
import numpy.polynomial as polynomial

from tangentlite import handlers
from tangentlite.rules.registry import refusal_of, rule_of
from tangentlite.specialize import program
from tangentlite.specialize.outside import dtype_calls
from tests.rules.public.array_methods import METHODS
from tests.support.pages import COVERAGE, replaced

assert program  # the handlers register themselves with the walk
PAGE = COVERAGE / 'numpy.md'
BASES = ('polynomial', 'chebyshev', 'legendre', 'hermite', 'hermite_e', 'laguerre')
# Public names with a rule of reverse mode and of forward mode, counted by
# `python -m benchmarks.peers.coverage`, with autograd 1.9.1 and tangent 0.1.9.
AUTOGRAD = {'numpy': (115, 113), 'numpy.linalg': (9, 0), 'numpy.fft': (14, 0)}
TANGENT = {'numpy': (24, 25), 'numpy.linalg': (1, 0)}


def public() -> Iterator[tuple[str, str, object]]:
    """Yield the part of NumPy, the name and the object of all that can be called."""
    modules = {
        'numpy': np, 'numpy.linalg': np.linalg, 'numpy.fft': np.fft,
        'numpy.random': np.random, 'numpy.lib.stride_tricks': np.lib.stride_tricks,
    }
    for part, module in modules.items():
        for name, value in members(module):
            yield part, name, value
    for family in (np.random.Generator, np.random.RandomState):
        for name, value in members(family):
            yield 'numpy.random', f'{family.__name__}.{name}', value
    for base in BASES:
        for name, value in members(getattr(polynomial, base)):
            if not isinstance(value, type):
                yield 'numpy.polynomial', f'{base}.{name}', value
    for name, value in members(np.ndarray):
        yield 'methods of arrays', f'ndarray.{name}', value
    for ufunc in {value for _, value in members(np) if isinstance(value, np.ufunc)}:
        for name in methods_of(ufunc):
            yield 'methods of ufuncs', f'{ufunc.__name__}.{name}', getattr(ufunc, name)


def members(owner: object) -> Iterator[tuple[str, object]]:
    """Yield the public names that can be called, but for modules and exceptions."""
    for name in dir(owner):
        value = getattr(owner, name)
        if name.startswith('_') or inspect.ismodule(value) or not callable(value):
            continue
        if isinstance(value, type) and issubclass(value, BaseException):
            continue
        yield name, value


def methods_of(ufunc: np.ufunc) -> tuple[str, ...]:
    """The methods that work for a ufunc."""
    if ufunc.signature is not None or ufunc.nout > 1:
        return ()
    if ufunc.nin == 1:
        return ('at',)
    if ufunc is np.ldexp:  # of a number and an integer
        return ('outer', 'at')
    return ('reduce', 'accumulate', 'reduceat', 'outer', 'at')


def status(name: str, value: object) -> str:
    """Return 'both modes', 'constant', 'refused', or what is missing."""
    if name.startswith('ndarray.') and name.split('.')[1] in METHODS:
        return 'both modes'
    if refusal_of(value) is not None:
        return 'refused'
    rule = rule_of(value)
    if name.startswith('ndarray.') and rule is None:
        value = getattr(np, name.split('.')[1], None)
        rule = rule_of(value)
    if rule is None and name.endswith('.outer'):
        rule = rule_of(value.__self__)
    if rule is not None:
        return status_of_rule(rule)
    handler = handlers.of_call(value) if value is not None else None
    if handler is None:
        return 'missing'
    about_dtypes = value in dtype_calls.FUNCTIONS
    made = isinstance(value, type) and value.__module__.startswith('numpy.random')
    return 'constant' if about_dtypes or made else 'both modes'


def status_of_rule(rule) -> str:
    if rule.kind == 'constant' or rule.kind == 'draw' and rule.definition is None:
        return 'constant'
    if rule.kind == 'adjoint' and not (rule.adjoint and rule.tangent):
        return 'half a rule'
    return 'both modes'


def table() -> str:
    """Return the table of what is covered: Markdown, a row for each part."""
    counts: dict[str, Counter] = {}
    for part, name, value in public():
        counts.setdefault(part, Counter())[status(name, value)] += 1
    version = '.'.join(np.__version__.split('.')[:2])
    rows = [
        f'| NumPy {version} | both modes | constant | refused '
        '| autograd: reverse, forward | google/tangent: reverse, forward |',
        '|---|---|---|---|---|---|',
    ]
    for part, found in counts.items():
        ours = [str(found[key]) for key in ('both modes', 'constant', 'refused')]
        peers = [
            ', '.join(map(str, peer.get(part, (0, 0)))) for peer in (AUTOGRAD, TANGENT)
        ]
        rows.append(f'| {part} | {" | ".join(ours + peers)} |')
    return '\n'.join(rows) + '\n'


def with_table(text: str) -> str:
    """Return the page's text with the table of today."""
    return replaced(text, 'numpy', table())
