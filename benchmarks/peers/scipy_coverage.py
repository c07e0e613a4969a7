"""Count SciPy's public functions and classes for which peers have a derivative.

python -m benchmarks.peers.scipy_coverage

autograd and JAX are asked as they are installed: autograd for rules of reverse and of
forward mode, JAX for what it has under the name, as it differentiates what it has.
"""

import importlib
import operator
import pprint
from collections.abc import Callable

import scipy

from benchmarks.page import version
from tests.rules.public.scipy_coverage import DISTRIBUTIONS, FUNCTIONS, public

STATS = (DISTRIBUTIONS, FUNCTIONS)


def main() -> None:
    """Print the counts as tests/rules/public/scipy_coverage.py has them."""
    importlib.import_module("jax").config.update("jax_platforms", "cpu")
    core = importlib.import_module("autograd.core")
    print(f"# SciPy {scipy.__version__}")
    print(f"# autograd {version('autograd')}")
    reverse = counts("autograd.scipy", lambda found: found in core.primitive_vjps)
    forward = counts("autograd.scipy", lambda found: found in core.primitive_jvps)
    pprint.pp({part: (n, forward.get(part, 0)) for part, n in reverse.items()})
    print(f"# jax {version('jax')}")
    pprint.pp(counts("jax.scipy", callable))


def counts(library: str, has: Callable[[object], bool]) -> dict[str, int]:
    """Return how many of the names of each line of the table a library has."""
    found: dict[str, int] = {}
    for part, name, value in public():
        path = f"{module_of(part)}.{name}"
        if part == DISTRIBUTIONS:
            path += ".logpdf" if hasattr(value, "logpdf") else ".logpmf"
        if has(reached(library, path)):
            found[part] = found.get(part, 0) + 1
    return found


def module_of(part: str) -> str:
    """Return the module of SciPy that a line of the table is about."""
    about_stats = part in STATS or part.startswith("distributions: ")
    return "stats" if about_stats else part


def reached(library: str, path: str) -> object:
    """Return what a library has under the path of a name of SciPy, None for nothing."""
    module, _, _ = path.rpartition(".")
    for place in (module, module.rpartition(".")[0]):
        try:
            importlib.import_module(f"{library}.{place}")
            break
        except ImportError:
            continue
    try:
        found = operator.attrgetter(path)(importlib.import_module(library))
    except AttributeError:
        return None
    return found if callable(found) else None


if __name__ == "__main__":
    main()
