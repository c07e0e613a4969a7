"""Generated code that takes many examples at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from tangentlite import errors
from tangentlite.api import grad
from tangentlite.api.matrices.unit_blocks import FEWEST, at_once
from tangentlite.calls.arguments.pytree import Attribute, leaves
from tangentlite.calls.derivative import Derivative
from tangentlite.calls.generated import alive
from tangentlite.calls.generated.guards import widest
from tangentlite.modes.request import Request
from tangentlite.rules.binding import bind

if TYPE_CHECKING:
    from tangentlite.emit.variant import Generated

# Beyond so many combinations of types and shapes they are tried anew.
MOST_KNOWN = 64


class ExampleBlocks:
    """What calls a function, or a derivative, with blocks of examples."""

    def __init__(self, f: Callable) -> None:
        """Take a derivative or a function, which then is called itself."""
        self._f = f
        self._refused: dict[tuple, str] = {}
        self.latest: Generated | None = None  # what was last found for a call

    def code(
        self,
        count: int,
        chunk: int | None,
        names: tuple[str, ...],
        args: tuple,
        kwargs: dict,
    ) -> tuple[Callable, int] | None:
        """Return generated code for blocks of examples, and how many go in one.

        The arguments are those of the first of `count` examples, which differ by the
        named ones. None if one after the other costs as little, or is the only way.
        """
        if at_once(count, 1, chunk) < (FEWEST if chunk is None else 2):
            return None
        if isinstance(self._f, Derivative) and _is_compiled(self._f):
            return None  # a call for each example costs as little
        found = self.generated(names, args, kwargs)
        if isinstance(found, str):
            return None
        self.latest = found
        of_blocks = self._derivative(names)
        values = bind(of_blocks.__signature__, args, kwargs, of_blocks.primal.__name__)
        sizes = [
            np.size(leaf) for name in names for leaf in leaves(values[name]).values()
        ]
        entries = max([widest(found, values), *sizes])
        return found.function, at_once(count, entries, chunk)

    def generated(
        self, names: tuple[str, ...], args: tuple, kwargs: dict
    ) -> Generated | str:
        """Return code for blocks, or why one example after the other is the only way.

        Raises what a derivative raises that cannot be generated at all.
        """
        if not isinstance(self._f, Derivative) and not hasattr(self._f, "__code__"):
            return "it is no function of Python."
        of_blocks = self._derivative(names)
        values = bind(of_blocks.__signature__, args, kwargs, of_blocks.primal.__name__)
        key = (names, *(_facts(name, value) for name, value in values.items()))
        if (why := self._refused.get(key)) is not None:
            return why
        found = _generated(of_blocks, names, values, args, kwargs)
        if isinstance(found, str):
            if len(self._refused) >= MOST_KNOWN:
                self._refused.clear()
            self._refused[key] = found
        return found

    def _derivative(self, names: tuple[str, ...]) -> Derivative:
        f = self._f
        request = Request(f, "primal", (), False, batched=names)
        if isinstance(f, Derivative):
            request = replace(f.request, batched=names)
        # Its kinds are those for one example: only what it generates is called.
        key = ("examples", request.mode, request.wrt, request.single, names)
        return alive.cached(
            request.primal,
            key,
            lambda: alive.watched(Derivative(request, grad.derivative_of)),
        )


def _is_compiled(derivative: Derivative) -> bool:
    return derivative.options_in_force.backend == "numba"


def _generated(
    of_blocks: Derivative,
    names: tuple[str, ...],
    values: Mapping[str, Any],
    args: tuple,
    kwargs: dict,
) -> Generated | str:
    paths = [path for name in names for path in leaves(values[name])]
    if any(isinstance(key, Attribute) for path in paths for key in path):
        return "the examples are in objects of a class."
    try:
        found = of_blocks.generated(args, kwargs)
    except errors.NotBatchedError as error:
        return str(error)
    except errors.TangentliteError as error:
        if of_blocks.request.mode != "primal":
            raise
        return str(error)  # Python calls what cannot be read
    if found.has_effects:
        return "it changes objects, captured data or a generator of random numbers."
    if not found.values.keys().isdisjoint(names) or found.exact is not None:
        return "what an example is decides what is computed."
    return found


def _facts(name: str, value: Any) -> tuple:
    """Return what is the same of all examples."""
    found = leaves(value)
    return name, *((path, type(leaf), *_kind(leaf)) for path, leaf in found.items())


def _kind(leaf: Any) -> tuple:
    if isinstance(leaf, (np.ndarray, np.generic)):
        return leaf.dtype.str, leaf.shape
    return ()
