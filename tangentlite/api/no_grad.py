"""`tl.no_grad`: blocks and functions whose results are constants."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar

from tangentlite import operations
from tangentlite.errors import ArgumentError
from tangentlite.handlers import calls

P = ParamSpec("P")
R = TypeVar("R")


class no_grad:  # noqa: N801 - it is used like a statement, and named as in PyTorch
    """Run a block whose results are constants: `with tl.no_grad()`.

    What is assigned in the block, variables, items, attributes and parts of arrays, has
    derivative zero in both modes and at any order, whatever it is computed from. Other
    entries of an array that is written keep their derivative. Outside of a derivative
    nothing changes. As a decorator, `@tl.no_grad()`, it makes what a function returns
    and assigns constant. As `torch.no_grad`, where a name that is bound to something
    from outside of the block keeps its derivative; here it is constant like any other.

    >>> import tangentlite as tl
    >>> def f(x):
    ...     with tl.no_grad():
    ...         scale = 10.0 / abs(x)
    ...     return scale * x
    >>> f(2.0), tl.grad(f)(2.0)
    (10.0, 5.0)
    """

    def __enter__(self) -> None:
        """Enter the block: nothing is differentiated."""

    def __exit__(self, *raised: object) -> None:
        """Leave the block."""

    def __call__(self, f: Callable[P, R]) -> Callable[P, R]:
        """Return a function whose results are constants."""
        if not callable(f):
            raise ArgumentError(f"tl.no_grad() decorates a function, not {f!r}.")

        @functools.wraps(f)
        def constant(*args: P.args, **kwargs: P.kwargs) -> R:
            with no_grad():
                return f(*args, **kwargs)

        return constant


def _made(b: Any, arguments: list, keywords: dict, node: Any, base: str) -> Any:
    if arguments or keywords:
        what = "tl.no_grad takes no arguments."
        raise b.error(what, "Write `with tl.no_grad():`, or `@tl.no_grad()`.", node)
    return operations.constant_block(b)


calls({no_grad: _made})
