"""Which tests of a family `make test` runs; `make test-all` runs all of them."""
from collections.abc import Callable, Iterable

import pytest

# Orders of derivatives as parameters: the second is a slow test.
ORDERS = [1, pytest.param(2, marks=pytest.mark.slow)]


def one_in(
    share: int, named: Iterable, first: int = 0, slow: Callable = lambda one: False
) -> list:
    """Programs with their names as parameters of a test, most of them of a slow one.

    One in so many is quick, the same each time, unless it is said to be slow.
    """
    return [
        pytest.param(one, id=name, marks=marks(k % share == first and not slow(one)))
        for k, (name, one) in enumerate(named)
    ]


def some(share: int, values: Iterable, first: int = 0) -> list:
    """Values, or tuples of them, as parameters: one in so many is quick."""
    return [
        pytest.param(*(one if isinstance(one, tuple) else (one,)), marks=marks(quick))
        for one, quick in ((v, k % share == first) for k, v in enumerate(values))
    ]


def orders(share: int, named: Iterable, first: int = 1) -> list:
    """Programs with the order up to which their derivatives are compared.

    For one in so many that is the second; for the others the second is a slow test, and
    so is the first but for one in `first`.
    """
    found = []
    for k, (name, program) in enumerate(named):
        if k % share:
            quick = marks(k % first == 0)
            found.append(pytest.param(program, 1, id=f'{name}-first', marks=quick))
        found.append(pytest.param(program, 2, id=name, marks=marks(k % share == 0)))
    return found


def marks(quick: bool) -> list:
    return [] if quick else [pytest.mark.slow]
