"""Functions as users write them, whose results have sizes that formulas say.

A formula is made of n = len(x), the sides p and q of w, an integer k and small numbers.
"""
import linecache
from collections.abc import Callable
from itertools import count
from random import Random

from tangentlite.rules.registry import d

NUMBERS = count()
SIZES = ('n', 'n', 'p', 'q', 'k')
LITERALS = (1, 1, 2, 2, 3, 4, 6, 7, 9, 16)
OPERATIONS = (
    '{} + {}', '{} - {}', '{} - {} + 1', '{} * {}', '{} // {}', '({} - {}) // 2',
    'min({}, {})', 'max({}, {})', 'abs({} - {})', '{} % {}', '{0} - {0} % {1}',
    '({0} + {1} - 1) // {1}', 'max({} - {}, 0)', '{0} if {0} > {1} else {1}',
)  # fmt: skip
CHOICES = (
    '{} if {} > {} else {}', '{} if {} % 2 else {}', 'min(max({}, {}), {})',
    '{} if {} == {} else {}', 'int({} * 0.5) + {}', '{} if {} < 20 else {}',
    '({} - {}) // {} + 1', 'int(abs({}) ** 0.5) + {}', '{0} * ({0} + 1) // 2 - {1}',
    '({} + 2 * {} - {}) // {} + 1', 'int(np.ceil({} / {}))',
    'int({}).bit_length() + {}',
)  # fmt: skip
RESULTS = (
    'np.full(a, x[0])', 'np.full((a, b), x[0])', 'np.full((a, 3), x[0])', 'np.zeros(a)',
    'x[:a]', 'x[::a]', 'x[a:b]', 'x[a::2]', 'w[a:]', 'w[:, :a]', '(x[:a], w[:b])',
    'np.resize(x, a)', 'np.resize(x, (a, q))', 'np.resize(x, (a,) + w.shape)',
    'np.tile(x, a)', 'np.repeat(w, a, axis=1)', 'np.linspace(0.0, 1.0, a)',
    'np.eye(a, b)', 'np.arange(a) * x[0]', 'np.outer(x, np.ones(a))', 'a', '(a, b)',
    'np.full(a, x[0]) if n > q else np.full(b, x[0])',
)  # fmt: skip
SIZED = '''
import numpy as np


def sized(x, w, k):
    n, (p, q) = len(x), w.shape
    a = {}
    b = {}
    if max(abs(a), abs(b), abs(a * b)) > 99_999:
        raise ValueError('too large')
    return {}
'''
# The derivative of the sum of squares, and of how long the result is times x[0].
PROGRAM = '''
import numpy as np


def summed(x, w, k):
    n, (p, q) = len(x), w.shape
    a = {}
    b = {}
    if max(abs(a), abs(b), abs(a * b)) > 9_999:
        raise ValueError('too large')
    return np.full({}, np.sum(x))


def program(x, w, k):
    y = summed(x, w, k)
    return np.sum(y * y) + np.sum(np.full(len(y), x[0]))


def summed_adjoint(y, x, w, k):
    d[x] = np.full(x.shape, np.sum(d[y]))


def summed_tangent(y, x, w, k):
    d[y] = np.full(y.shape, np.sum(d[x]))
'''
SHAPES = ('a', '(a, b)', '(a, 3)', '(a, *w.shape)')


def formula(random: Random, depth: int = 2) -> str:
    """The text of a size."""
    if depth == 0 or random.random() < 0.15:
        if random.random() < 0.7:
            return random.choice(SIZES)
        return str(random.choice(LITERALS))
    pattern = random.choice(random.choice((OPERATIONS, OPERATIONS, CHOICES)))
    places = [formula(random, depth - 1) for _ in range(4)]
    return pattern.format(*(p if p.isalnum() else f'({p})' for p in places))


def sized(random: Random, depth: int = 2) -> str:
    """The text of a function whose result has such sizes."""
    sizes = formula(random, depth), formula(random, depth)
    return SIZED.format(*sizes, random.choice(RESULTS))


def program(random: Random, depth: int = 2) -> str:
    """The text of a program of a function with a template, and of its templates."""
    sizes = formula(random, depth), formula(random, depth)
    return PROGRAM.format(*sizes, random.choice(SHAPES))


def function_of(text: str, name: str = 'sized') -> Callable:
    """The function of a text, which can be read as if it were in a file."""
    file = f'<{name} {next(NUMBERS)}>'
    linecache.cache[file] = len(text), None, text.splitlines(True), file
    namespace: dict = {'d': d, '__name__': file.strip('<>').replace(' ', '_')}
    exec(compile(text, file, 'exec'), namespace)
    return namespace[name]

