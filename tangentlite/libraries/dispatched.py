"""Which functions the arrays of another library take."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from types import ModuleType
from typing import Any

import gast
import numpy as np

from tangentlite.errors import OtherLibraryError
from tangentlite.kinds.objects.foreign import (
    has_namespace,
    library_module,
    library_title,
)
from tangentlite.runtime import cast_like, copy_as_it_lies, unbroadcast, valued

# Functions of this package and of Python that work for any array, or for one number.
_OF_ANY = (unbroadcast, valued, copy_as_it_lies)
# What a text for the array API has in its own functions.
_CONVERTING = (np.asarray, np.array, cast_like)
_PLAIN = ("builtins", "math", "operator", "tangentlite.runtime.effects")


def require_dispatched(
    node: gast.Call, references: Mapping[str, object], library: type, line: int
) -> None:
    """Raise OtherLibraryError if a library has no form of a function that is called.

    >>> from tangentlite.ir import build
    >>> at = build.attribute(build.name("np.add"), "at")
    >>> node = build.call(at, [build.name("x"), build.constant(0)])
    >>> require_dispatched(node, {"np.add": np.add}, np.ndarray, 1)
    Traceback (most recent call last):
    ...
    tangentlite.errors.OtherLibraryError: numpy.ndarray has no np.add.at
    """
    if isinstance(node.func, gast.Attribute):
        _require_method(node.func, references, library, line)
        return
    function = references.get(getattr(node.func, "id", ""))
    if any(keyword.arg == "out" for keyword in node.keywords):
        raise OtherLibraryError(f"{library_title(library)} writes into no array", line)
    if function is None or function in _OF_ANY or isinstance(function, type):
        return
    if getattr(function, "__module__", None) in _PLAIN:
        return
    if function in _CONVERTING and has_namespace(library):
        return
    title, name = library_title(library), _title_of(function, node.func)
    if name is None:
        what = f"the derivative of this is for arrays of NumPy alone, not of {title}"
        raise OtherLibraryError(what, line)
    home = library_module(library)
    if not is_dispatched(function):
        raise OtherLibraryError(f"{title} has no {name}", line)
    if home is None or home.__name__ == _ANY_UFUNC and _is_entrywise(function):
        return
    own = _found(home, function)
    if own is None:
        raise OtherLibraryError(f"{title} has no {name}", line)
    if refused := _refused_by(own, node):
        raise OtherLibraryError(f"{name} of {title}: {refused}", line)


# Dask hands each function of entries to its chunks, NumPy's and SciPy's.
_ANY_UFUNC = "dask.array"


def is_dispatched(function: object) -> bool:
    """Whether NumPy hands a function to the library of its arguments.

    >>> is_dispatched(np.sum), is_dispatched(np.exp), is_dispatched(np.isscalar)
    (True, True, False)
    """
    if isinstance(function, np.ufunc):
        return True
    module = getattr(function, "__module__", "") or ""
    return module.partition(".")[0] == "numpy" and hasattr(function, "_implementation")


def is_indexed(library: type) -> bool:
    """Whether arrays of a library select parts of each other, as masks do.

    Where they are computed later, nobody knows how many entries are selected.
    """
    home = library_module(library)
    return home is None or home.__name__ != "dask.array"


def _title_of(function: object, node: gast.expr) -> str | None:
    """Return what a user calls a function, None for one of this package."""
    name = getattr(function, "__name__", getattr(node, "id", "a function"))
    module = str(getattr(function, "__module__", None) or "")
    if module.partition(".")[0] == "tangentlite":
        return None
    if getattr(np, name, None) is function:
        return f"np.{name}"
    if isinstance(function, np.ufunc):
        return f"scipy.special.{name}"
    return f"{module}.{name}".replace("numpy.", "np.", 1).lstrip(".")


def _is_entrywise(function: object) -> bool:
    is_ufunc = isinstance(function, np.ufunc) and function.signature is None
    return is_ufunc and function.nout == 1  # type: ignore[attr-defined]


def _found(home: ModuleType, function: object) -> object:
    """Return the function of a library that does what one of NumPy's does."""
    module = str(getattr(function, "__module__", "numpy"))
    owner: object = home
    for part in module.split(".")[1:]:
        owner = getattr(owner, part, owner)
    return getattr(owner, getattr(function, "__name__", ""), None)


def _refused_by(own: Any, node: gast.Call) -> str | None:
    """Return what is wrong with a call of a library's function, None if nothing is."""
    given = [k.arg for k in node.keywords if k.arg != "like"]
    if None in given or any(isinstance(a, gast.Starred) for a in node.args):
        return None
    try:
        signature = inspect.signature(own)
    except (TypeError, ValueError):
        return None
    try:
        signature.bind(*node.args, **dict.fromkeys(given))
    except TypeError as error:
        return str(error)
    return None


def _require_method(
    node: gast.Attribute, references: Mapping[str, object], library: type, line: int
) -> None:
    """Raise for methods of functions such as np.add.at, and of arrays without them."""
    owner = references.get(getattr(node.value, "id", ""))
    if isinstance(owner, np.ufunc):
        what = f"{library_title(library)} has no np.{owner.__name__}.{node.attr}"
        raise OtherLibraryError(what, line)
