"""Checkpoints: functions and loops that are run again to be reversed."""

from __future__ import annotations

import functools
import inspect
import types
from collections.abc import Callable, Iterable
from typing import Any

from tangentlite.errors import ArgumentError
from tangentlite.handlers import builtin
from tangentlite.specialize.functions.recursion import checkpoints
from tangentlite.values.callable_values import Partial
from tangentlite.values.iterables import Checkpointed


def checkpoint(f: Callable) -> Callable:
    """Return a function like `f`, whose intermediate values no derivative keeps.

    In reverse mode its arguments are kept, and it is run again where it is reversed, as
    by `jax.checkpoint`; elsewhere it is just called. As it runs twice, it may not
    print, draw random numbers, or change what is outside of it: that is refused where
    it is differentiated. It serves as a decorator, too, also of methods, and takes
    functions that the program defines. Raises ArgumentError for what cannot be called.

    >>> import tangentlite as tl
    >>> @tl.checkpoint
    ... def layer(w, x):
    ...     return np.tanh(w * np.sin(x))
    >>> layer(0.5, 0.0)
    np.float64(0.0)
    >>> tl.grad(lambda w: layer(w, layer(w, 1.0)))(0.0)
    0.0
    """
    if not callable(f):
        raise ArgumentError(f"tl.checkpoint takes a function, not {f!r}.")
    return Checkpoint(f)


def checkpointed(
    items: Iterable, *, slots: int | None = None, leaf: int = 1
) -> Iterable:
    """Return what a loop goes over, marked so that the loop is reversed by checkpoints.

    Reverse mode keeps what the loop carries every so many steps, about the square root
    of their number, and runs a segment again where it is reversed: of n steps it keeps
    about twice sqrt(n) in place of n, at the cost of running them twice. Elsewhere
    `items` is returned as it is: a range, or an array. As steps run twice, they may not
    print, draw random numbers, or change what is outside of the loop; that is refused
    where it is differentiated. Raises ArgumentError for what no loop goes over.

    >>> import tangentlite as tl
    >>> def decay(x, n):
    ...     for _ in tl.checkpointed(range(n)):
    ...         x = x - 0.001 * x * x
    ...     return x
    >>> round(tl.grad(decay)(1.0, 1000), 9)
    0.250094...
    """
    if not isinstance(items, Iterable):
        raise ArgumentError(
            f"tl.checkpointed takes what a loop goes over, not {items!r}.\nFor a while "
            "loop, bound the number of its steps: for _ in "
            "tl.checkpointed(range(limit)): if done: break."
        )
    return items


@builtin(checkpointed)
def _marked(b: Any, arguments: list, keywords: dict, node: Any, base: str) -> Any:
    return Checkpointed(*arguments, keywords.get("slots"), keywords.get("leaf"))


class Checkpoint:
    """A function that is run again to be reversed."""

    def __init__(self, f: Callable) -> None:
        """Take the name, docstring and signature of the function."""
        functools.update_wrapper(self, f, updated=())
        # It does not wrap `f`: `inspect` would take the source of `f` for its own.
        vars(self).pop("__wrapped__")
        self.function = f
        self.__signature__ = inspect.signature(f)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Call the function."""
        return self.function(*args, **kwargs)

    def __get__(self, instance: object, owner: type | None = None) -> Any:
        """Bind like a function in a class."""
        return self if instance is None else types.MethodType(self, instance)


@builtin(checkpoint)
def _made(b: Any, arguments: list, keywords: dict, node: Any, base: str) -> Partial:
    """Make one of a function in a program."""
    return Partial(checkpoints.call, (*arguments, *keywords.values()))


@builtin(Checkpoint.__call__)
def _called(b: Any, arguments: list, keywords: dict, node: Any, base: str) -> Any:
    """Call one that was made outside of the program."""
    known, *given = arguments
    function = type(known)(known.value.function)
    return checkpoints.call(b, [function, *given], keywords, node, base)
