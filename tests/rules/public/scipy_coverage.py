"""What becomes of SciPy's public functions and classes, and the page's table of it."""
import inspect
from collections import Counter
from collections.abc import Iterator
from importlib import import_module

import scipy

from tangentlite.rules.registry import rule_of
from tests.rules.public.coverage import status
from tests.support.pages import COVERAGE, replaced

PAGE = COVERAGE / 'scipy.md'
MODULES = (
    'special', 'stats', 'linalg', 'fft', 'fftpack', 'signal', 'signal.windows',
    'ndimage', 'integrate', 'interpolate', 'sparse', 'sparse.linalg',
    'spatial.distance', 'spatial.transform', 'optimize',
)  # fmt: skip
DISTRIBUTIONS, FUNCTIONS = 'stats: distributions', 'stats: functions'
# Of distributions; those of one line are names of one thing.
METHODS = (
    ('logpdf', 'logpmf'), ('pdf', 'pmf'), ('cdf',), ('logcdf',), ('sf',), ('logsf',),
    ('ppf',), ('isf',), ('mean',), ('median',), ('var',), ('std',), ('entropy',),
)  # fmt: skip
# Of these public names of SciPy 1.17, those with a rule of reverse mode and of forward
# mode in autograd 1.9.1, and those that JAX 0.10.2 has, counted by
# `python -m benchmarks.peers.scipy_coverage`.
AUTOGRAD = {
    'special': (30, 1), 'stats: distributions': (8, 0), 'linalg': (4, 2),
    'signal': (1, 0), 'integrate': (1, 0), 'distributions: logpdf, logpmf': (8, 0),
    'distributions: pdf, pmf': (8, 0), 'distributions: cdf': (6, 0),
    'distributions: logcdf': (2, 0), 'distributions: sf': (1, 0),
    'distributions: logsf': (1, 0), 'distributions: entropy': (1, 0),
}  # fmt: skip
JAX = {
    'special': 52, 'stats: functions': 4, 'stats: distributions': 26, 'linalg': 40,
    'fft': 4, 'signal': 10, 'ndimage': 1, 'integrate': 1, 'interpolate': 1,
    'sparse.linalg': 3, 'spatial.transform': 2, 'optimize': 1,
    'distributions: logpdf, logpmf': 26, 'distributions: pdf, pmf': 26,
    'distributions: cdf': 16, 'distributions: logcdf': 10, 'distributions: sf': 11,
    'distributions: logsf': 10, 'distributions: ppf': 9, 'distributions: isf': 3,
    'distributions: entropy': 1,
}  # fmt: skip


def public() -> Iterator[tuple[str, str, object]]:
    """Yield the line of the table, the name and the object of all that can be called.

    A distribution is one of a line of its own, and of one for each of its methods.
    """
    distributions = []
    for module in MODULES:
        for name, value in members(module):
            if module != 'stats':
                yield module, name, value
            elif is_distribution(value):
                distributions.append((name, value))
                yield DISTRIBUTIONS, name, value
            else:
                yield FUNCTIONS, name, value
    for methods in METHODS:
        for name, value in distributions:
            method = method_of(value, methods)
            if method is not None:
                part = f'distributions: {", ".join(methods)}'
                yield part, f'{name}.{method}', getattr(value, method)


def members(module: str) -> Iterator[tuple[str, object]]:
    """Yield what a module of SciPy lists, but for modules and exceptions."""
    listing = import_module(f'scipy.{module}')
    for name in sorted(set(listing.__all__) - {'test'}):
        value = getattr(listing, name, None)
        if inspect.ismodule(value) or not callable(value):
            continue
        if isinstance(value, type) and issubclass(value, BaseException):
            continue
        yield name, value


def is_distribution(value: object) -> bool:
    return not isinstance(value, type) and hasattr(value, 'rvs')


def method_of(distribution: object, methods: tuple[str, ...]) -> str | None:
    """Return the first of some methods that a distribution has.

    >>> from scipy import stats
    >>> method_of(stats.poisson, ('logpdf', 'logpmf'))
    'logpmf'
    """
    return next((name for name in methods if hasattr(distribution, name)), None)


def status_in_scipy(name: str, value: object) -> str:
    """Return 'both modes', 'constant', 'refused', or what is missing.

    What becomes of a distribution is what becomes of the logarithm of its density.
    """
    density = method_of(value, METHODS[0]) if is_distribution(value) else None
    if density is not None:
        return status(f'{name}.{density}', getattr(value, density))
    found = status(name, value)
    if found == 'half a rule' and gives_nothing(value):
        return 'constant'
    return 'refused' if found == 'both modes' and gives_nothing(value) else found


def gives_nothing(function: object) -> bool:
    """Whether a rule names no derivative: by what depends on numbers it is refused."""
    rule = rule_of(function)
    if rule is None or rule.adjoint is None:
        return False
    return 'd[' not in inspect.getsource(rule.adjoint)


def table() -> str:
    """Return the table of what is covered: Markdown, a row for each module."""
    counts: dict[str, Counter] = {}
    for part, name, value in public():
        counts.setdefault(part, Counter())[status_in_scipy(name, value)] += 1
    rows = [
        f'| SciPy {version()} | both modes | constant | refused | no rule '
        '| autograd: reverse, forward | JAX has |',
        '|---|---|---|---|---|---|---|',
    ]
    for part, found in counts.items():
        ours = [found[key] for key in ('both modes', 'constant', 'refused')]
        numbers = [*ours, found.total() - sum(ours)]
        autograd = ', '.join(map(str, AUTOGRAD.get(part, (0, 0))))
        cells = [part, *map(str, numbers), autograd, str(JAX.get(part, 0))]
        rows.append(f'| {" | ".join(cells)} |')
    return '\n'.join(rows) + '\n'


def version() -> str:
    return '.'.join(scipy.__version__.split('.')[:2])


def with_table(text: str) -> str:
    """Return the page's text with the table of today."""
    return replaced(text, 'scipy', table())
