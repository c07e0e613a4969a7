"""Checkpoints: functions and loops that are run again to be reversed."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterable
from typing import Any, ParamSpec, TypeVar

from tangentlite.errors import ArgumentError
from tangentlite.handlers import builtin
from tangentlite.specialize.functions.recursion import run_again
from tangentlite.values.callable_values import NONE, Partial
from tangentlite.values.iterables import Checkpointed
from tangentlite.values.literals import literal

P = ParamSpec("P")
R = TypeVar("R")
T = TypeVar("T")


def checkpoint(f: Callable[P, R]) -> Callable[P, R]:
    """Return a function like `f`, whose intermediate values no derivative keeps.

    In reverse mode its arguments are kept, and it is run again where it is reversed, as
    by `jax.checkpoint`; elsewhere it is just called. As it runs twice, it may not
    print, draw random numbers, or change what is outside of it: that is refused where
    it is differentiated. It serves as a decorator, too, also of methods, and takes
    functions that the program defines. Raises ArgumentError for what cannot be called.

    >>> import numpy as np
    >>> import tangentlite as tl
    >>> @tl.checkpoint
    ... def layer(w, x):
    ...     return np.tanh(w * np.sin(x))
    >>> float(layer(0.5, 0.0))
    0.0
    >>> float(tl.grad(layer)(0.0, np.pi / 2))
    1.0
    """
    if not callable(f):
        raise ArgumentError(f"tl.checkpoint takes a function, not {f!r}.")

    @functools.wraps(f)
    def again(*args: P.args, **kwargs: P.kwargs) -> R:
        return called_again(f, *args, **kwargs)

    return again


def called_again(f: Callable, *args: Any, **kwargs: Any) -> Any:
    """Call a function that is run again to be reversed."""
    return f(*args, **kwargs)


@builtin(called_again)
def _called(b: Any, arguments: list, keywords: dict, node: Any, base: str) -> Any:
    return run_again.call(b, arguments, keywords, node, base)


@builtin(checkpoint)
def _made(b: Any, arguments: list, keywords: dict, node: Any, base: str) -> Partial:
    return Partial(run_again.call, (*arguments, *keywords.values()))


def checkpointed(items: T, *, slots: int | None = None, leaf: int = 1) -> T:
    """Return what a loop goes over, marked so that the loop is reversed by checkpoints.

    Reverse mode keeps what the loop carries every so many steps, about the square root
    of their number, and runs a segment again where it is reversed: of n steps it keeps
    about twice sqrt(n) in place of n, at the cost of running them twice. With `slots`
    it keeps so many snapshots and what `leaf` steps compute, and runs steps as often
    as that needs (binomial checkpointing: Griewank & Walther, ACM TOMS 26, 2000,
    Algorithm 799), at the least cost: of n steps r times, where `n / leaf` is at most
    the binomial coefficient of slots + r and r. Elsewhere
    `items` is returned as it is: a range, an array, or zip, enumerate or reversed of
    these; or the condition of a `while` loop, whose segments have 1, 2, 3, ... steps
    and which takes no `slots`. As steps run twice, they may not
    print, draw random numbers, or change what is outside of the loop; that is refused
    where it is differentiated. Raises ArgumentError for fewer than one slot or step.

    >>> import tangentlite as tl
    >>> def decay(x, n):
    ...     for _ in tl.checkpointed(range(n)):
    ...         x = x - 0.001 * x * x
    ...     return x
    >>> round(tl.grad(decay)(1.0, 1000), 9)
    0.249701541
    >>> def halved(x):
    ...     while tl.checkpointed(x > 1.0):
    ...         x = 0.5 * x
    ...     return x
    >>> tl.grad(halved)(20.0)
    0.03125
    """
    if leaf < 1 or slots is not None and slots < 1:
        raise ArgumentError(f"{_FEWEST}\nGive more, or leave them out.")
    if slots is not None and not isinstance(items, Iterable):
        raise ArgumentError(f"{_OF_CONDITION}\n{_BOUNDED}")
    return items


_FEWEST = "slots and leaf of tl.checkpointed are at least 1."
_OF_CONDITION = (
    "tl.checkpointed has slots for a condition, not for what a loop goes over."
)
_BOUNDED = "Leave out slots, or write a loop with a limit: for _ in range(limit)."


@builtin(checkpointed, takes_all=False, marks_loops=True)
def _marked(b: Any, arguments: list, keywords: dict, node: Any, base: str) -> Any:
    given = inspect.signature(checkpointed).bind(*arguments, **keywords).arguments
    slots, leaf = given.get("slots", NONE), given.get("leaf", literal(1))
    for option in (slots, leaf):
        if option.is_static and option != NONE and option.static_value() < 1:
            raise b.error(_FEWEST, "Give more, or leave them out.", node)
    return Checkpointed(given["items"], None if slots == NONE else slots, leaf)
