"""Arguments that are, or hold, arrays of another library than NumPy."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from tangentlite.errors import ArgumentError
from tangentlite.kinds.kind import Array, ListOf, Structure
from tangentlite.kinds.objects.foreign import is_of_library, library_title
from tangentlite.modes.request import Request

Kinds = Mapping[str, Any]


def with_library(
    request: Request, kinds: Kinds, extra: Kinds, is_compiled: bool = False
) -> tuple[Request, Kinds, Kinds]:
    """Return a request that names the library of its arguments, and kinds without it.

    What a program computes has kinds of NumPy whatever its arrays are; which ones are
    of the library follows from the program. Raises ArgumentError for several ones.

    >>> from tangentlite.examples import square
    >>> given = {"x": Array("float64", (3,), frozenset)}
    >>> asked = Request(square, "grad", ("x",), True)
    >>> found, kinds, _ = with_library(asked, given, {})
    >>> found.of_library, found.library, kinds["x"].library
    (('x',), <class 'frozenset'>, None)
    """
    whole = {**kinds, **extra}
    found = {name: list(_libraries(kind)) for name, kind in whole.items()}
    libraries = list(dict.fromkeys(cls for each in found.values() for cls in each))
    if not libraries:
        return request, kinds, extra
    if is_compiled:
        raise ArgumentError(
            f"numba compiles for arrays of NumPy alone, not of "
            f"{library_title(libraries[0])}.\nUse backend='numpy', or convert them: "
            "np.asarray(...)."
        )
    if len(libraries) > 1:
        names = " and ".join(f"{cls.__module__}.{cls.__name__}" for cls in libraries)
        raise ArgumentError(
            f"{request.primal.__name__} is given arrays of several libraries: {names}."
            "\nConvert them to one."
        )
    holding = tuple(name for name, held in found.items() if held)
    asked = replace(request, library=libraries[0], of_library=holding)
    return asked, _bare(kinds), _bare(extra)


def require_unwritten(request: Request, written: Collection[str]) -> None:
    """Raise ArgumentError if a program writes into an array of another library."""
    of_library = sorted(set(written) & set(request.of_library))
    if request.library is not None and of_library:
        raise ArgumentError(
            f"{request.primal.__name__} writes into {of_library[0]}, an array of "
            f"{library_title(request.library)}.\nLet it write into a copy."
        )


def require_numpy(operator: str, values: Iterable[object]) -> None:
    """Raise ArgumentError for an array of another library than NumPy.

    >>> require_numpy("jacobian", (1.0, [2.0]))
    """
    for value in values:
        if type(value) not in _PLAIN and is_of_library(value):
            title = library_title(type(value))
            raise ArgumentError(
                f"{operator} takes arrays of NumPy, not of {title}.\nConvert "
                "them (np.asarray), or use grad, value_and_grad, vjp or jvp."
            )


_PLAIN = frozenset({np.ndarray, float, int, list, tuple, dict, type(None)})


def _libraries(kind: Any) -> Iterator[type]:
    if isinstance(kind, Array) and kind.library is not None:
        yield kind.library
    elif isinstance(kind, ListOf):
        yield from _libraries(kind.item)
    elif isinstance(kind, Structure) or type(kind) is tuple:
        for item in kind.items if isinstance(kind, Structure) else kind:
            yield from _libraries(item)


def _bare(kinds: Kinds) -> dict[str, Any]:
    return {name: _of_numpy(kind) for name, kind in kinds.items()}


def _of_numpy(kind: Any) -> Any:
    if isinstance(kind, Array) and kind.library is not None:
        return replace(kind, library=None)
    if isinstance(kind, Structure):
        return replace(kind, items=tuple(map(_of_numpy, kind.items)))
    if isinstance(kind, ListOf):
        return ListOf(_of_numpy(kind.item))
    return kind
