"""A function of one example, for all examples along an axis."""

from __future__ import annotations

import functools
import inspect
import types
from collections.abc import Callable, Mapping
from typing import Any, overload

import numpy as np

from tangentlite import errors
from tangentlite.api.batches.example_axes import (
    Axes,
    axes_of,
    count_of,
    in_front,
    is_mapped,
    is_whole,
    joined,
    stacked,
    taken,
)
from tangentlite.api.batches.example_blocks import ExampleBlocks
from tangentlite.api.matrices.kinds_of_calls import require_chunk
from tangentlite.calls.arguments.of_library import require_numpy
from tangentlite.calls.arguments.parameters import differentiable
from tangentlite.calls.pickling import reduced
from tangentlite.calls.shown.shown_callable import ShownCallable
from tangentlite.calls.shown.source_text import SourceText
from tangentlite.rules.binding import bind
from tangentlite.tracebacks.frames import surface


# Examples have other types than the parameters of `f`: a float becomes an array.
@overload
def batched(f: Callable, in_axes: Axes = 0, chunk: int | None = None) -> Batched: ...
@overload
def batched(
    f: None = None, in_axes: Axes = 0, chunk: int | None = None
) -> Callable[[Callable], Batched]: ...
@surface
def batched(
    f: Callable | None = None, in_axes: Axes = 0, chunk: int | None = None
) -> Any:
    """Return a function that calls `f` for each example and stacks the results.

    `in_axes` says along which axis the examples of the arguments lie: a number for all
    arguments of the call, a tuple with an item for each, or a dict by their names; None
    stands for an argument that all examples share, as do names that a dict leaves out.
    Arrays in a tuple, list or dict all have the axis, or each its own of a container
    like it. Results have it in front, each array and number of a result that is a
    tuple, list or dict.

    A derivative, or a function that can be read, is called once for many examples, as
    many as suit the memory or a `chunk` of them: numbers become vectors, products
    products of stacks. Results then agree with those of single calls up to rounding.
    What has no such form (branches that depend on the example, prints, recursion, a
    compiled backend) is called for one example after the other. Usable as a decorator,
    with or without arguments. Raises ArgumentError for a bad `in_axes`, for examples of
    different number and for arguments without the axis. As `jax.vmap`.

    >>> import numpy as np
    >>> import tangentlite as tl
    >>> def loss(w, x, y):
    ...     return (w @ x - y) ** 2
    >>> xs, ys = np.eye(3), np.array([1.0, 0.0, 2.0])
    >>> tl.batched(tl.grad(loss), in_axes=(None, 0, 0))(np.ones(3), xs, ys)
    array([[ 0.,  0.,  0.],
           [ 0.,  2.,  0.],
           [-0., -0., -2.]])
    """
    if f is None:
        return functools.partial(batched, in_axes=in_axes, chunk=chunk)
    if why := errors.refusal(f):
        raise errors.ArgumentError(why)
    return Batched(f, in_axes, chunk)


class Batched(ShownCallable[..., Any]):
    """A function for many examples, with the name and signature of its own.

    >>> import numpy as np
    >>> from tangentlite.examples import square
    >>> str(batched(square).__signature__)
    "(x: 'float') -> 'float'"
    """

    documented = ("chunk", "in_axes", "primal", "source", "source_for")

    def __init__(self, f: Callable, in_axes: Axes = 0, chunk: int | None = None):
        """Take a function, where the examples lie, and how many go at once."""
        if not callable(f):
            raise errors.ArgumentError(
                f"tl.batched takes a function, not {f!r}.\n"
                "Give it one, or a derivative: tl.batched(tl.grad(f))."
            )
        functools.update_wrapper(self, f, updated=())
        vars(self).pop("__wrapped__")
        self.primal, self.in_axes, self.chunk = f, in_axes, chunk
        self.__signature__ = _signature(f)
        self.__doc__ = _documentation(f, self.__signature__, in_axes)
        axes_of(in_axes, self.__signature__, {})
        require_chunk(chunk, "examples")
        is_read = isinstance(f, (types.BuiltinFunctionType, np.ufunc, type))
        self._blocks = ExampleBlocks(f if is_read else differentiable(f))

    @surface
    def __call__(self, *args: object, **kwargs: object) -> Any:
        """Return the stacked results for all examples."""
        require_numpy("batched", args)
        given, axes, count = self._examples(args, kwargs)
        first = _called(self, taken(given, axes, 0))
        names = _mapped(axes)
        found = None
        if names is not None:
            found = self._blocks.code(count, self.chunk, names, *first)
        if found is None:
            rows = []
            for number in range(count):
                own, named = _called(self, taken(given, axes, number))
                rows.append(self.primal(*own, **named))
            return stacked(rows)
        code, most = found
        if most >= count:
            own, named = _called(self, given)
            return code(*own, **named)
        parts = []
        for start in range(0, count, most):
            own, named = _called(self, taken(given, axes, slice(start, start + most)))
            parts.append(code(*own, **named))
        return joined(parts)

    @property
    @surface
    def source(self) -> str:
        """The text that was last called with blocks of examples.

        Raises UnsupportedError if there is none: before a call, or if examples were
        called one after the other.
        """
        if self._blocks.latest is None:
            raise errors.UnsupportedError(
                "no text has been called with blocks of examples yet.\n"
                "Call it with many examples, or use source_for(...), which says why if "
                "they are called one after the other."
            )
        return SourceText(self._blocks.latest.text)

    def __repr__(self) -> str:
        f = self.primal
        is_derivative = isinstance(f, ShownCallable)
        what = repr(f)[1:-1] if is_derivative else getattr(f, "__qualname__", repr(f))
        return f"<batched {what}>"

    @surface
    def source_for(self, *args: object, **kwargs: object) -> str:
        """Return the text that is called with blocks of such examples.

        Raises UnsupportedError with the reason if they are called one after the other.
        """
        given, axes, _ = self._examples(args, kwargs)
        first, names = _called(self, taken(given, axes, 0)), _mapped(axes)
        found: Any = "all share a part of an argument."
        if names is not None:
            found = self._blocks.generated(names, *first)
        if isinstance(found, str):
            raise errors.UnsupportedError(
                f"one example is called after the other: {found}"
            )
        return SourceText(found.text)

    def _examples(
        self, args: tuple, kwargs: dict
    ) -> tuple[dict[str, Any], dict[str, Axes], int]:
        """Return a call's arguments, their axes, and how many examples there are."""
        name = getattr(self.primal, "__name__", "it")
        bind(self.__signature__, args, kwargs, name)  # raises in Python's words
        given = dict(self.__signature__.bind(*args, **kwargs).arguments)
        axes = axes_of(self.in_axes, self.__signature__, given)
        given = {name: in_front(v, axes[name], name) for name, v in given.items()}
        return given, axes, count_of(given, axes)

    def __reduce__(self):
        """Reduce to the function and what else was chosen."""
        make = functools.partial(_remade, in_axes=self.in_axes, chunk=self.chunk)
        return reduced(self, self.primal, make)


def _remade(f: Callable, in_axes: Axes, chunk: int | None) -> Batched:
    return Batched(f, in_axes, chunk)


def _signature(f: Callable) -> inspect.Signature:
    try:
        return inspect.signature(f)
    except ValueError:
        raise errors.ArgumentError(
            f"{f!r} does not say what its parameters are.\n"
            "Call it in a function of Python, and give that to tl.batched."
        ) from None


def _documentation(f: Callable, signature: inspect.Signature, axes: Axes) -> str:
    """Return what `help` says: what it takes and returns, and what it calls."""
    name = getattr(f, "__name__", repr(f))
    bare = [p.replace(annotation=p.empty) for p in signature.parameters.values()]
    own = inspect.getdoc(f)
    return (
        f"{name} for many examples.\n\n"
        f"Takes {inspect.Signature(bare)}: the arguments of {name}, with the examples "
        f"along in_axes={axes!r}.\n"
        "Returns the results for all examples, stacked along a new leading axis."
    ) + (f"\n\n{name}: {own}" if own else "")


def _mapped(axes: Mapping[str, Axes]) -> tuple[str, ...] | None:
    """Return the arguments that have examples, None if one has them in part."""
    names = tuple(name for name, axis in axes.items() if is_mapped(axis))
    return names if all(is_whole(axes[name]) for name in names) else None


def _called(of: Batched, given: Mapping[str, Any]) -> tuple[tuple, dict]:
    """Return how values of parameters are given to the function."""
    bound = inspect.BoundArguments(of.__signature__, dict(given))
    return bound.args, bound.kwargs
