"""Cases of tests as pytest takes them."""
from collections.abc import Callable, Iterable

import pytest

# Orders of derivatives as parameters: the second is a slow test.
ORDERS = [1, pytest.param(2, marks=pytest.mark.slow)]


def named(pairs: Iterable, slow: Callable = lambda one: False) -> list:
    """Programs with their names, of which some may be slow, as parameters."""
    return [
        pytest.param(one, id=name, marks=[pytest.mark.slow] if slow(one) else [])
        for name, one in pairs
    ]
