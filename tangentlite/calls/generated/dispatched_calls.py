"""What a generated dispatcher calls, and the text of its calls.

In front of compiled code a variant's function is one of Python, which repeats a call by
NumPy where the compiled one finds an error. If a call can be made twice, the dispatcher
calls the compiled one itself, and that function only after an exception.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from tangentlite.kinds.kind import Scalar


def direct_call(generated: Any, kinds: Sequence[object]) -> Callable | None:
    """Return a function for arguments of some kinds by position, or None.

    For floats it is what numba has compiled for them, without its look at
    the types of arguments, which takes longer than a short derivative.
    """
    if generated.jitted is None or generated.writes or generated.has_effects:
        return None
    if kinds and all(map(_is_float, kinds)):
        for signature in getattr(generated.jitted, "overloads", ()):
            if all(str(type_) == "float64" for type_ in signature):
                return generated.jitted.get_overload(signature)
    return generated.jitted


def found_lines(number: int, arguments: str, direct: Callable | None) -> list[str]:
    """Return the lines of a dispatcher for a call of the variant with a number.

    >>> print(*found_lines(0, "x, y", None), sep="\\n")
    _tl_called[0] = _tl_used[0] = _tl_generated0
    _tl_found = _tl_variant0
    """
    noted = f"_tl_called[0] = _tl_used[{number}] = _tl_generated{number}"
    found = f"_tl_found = _tl_variant{number}"
    if direct is None:
        return [noted, found]
    call = f"    return _tl_direct{number}({arguments})"
    return [noted, "try:", call, "except _tl_exception:", f"    {found}"]


def calls_of_found(arguments: str) -> list[str]:
    """Return the lines that call the function that a dispatcher has found.

    It is another one if outer names have become one array since it was generated.
    """
    call = f"        return _tl_found({arguments})"
    raised = [
        "    except _tl_exception as _tl_error:",
        "        _tl_refuse(_tl_error)",
        "        _tl_shorten(_tl_error)",
        "        raise",
    ]
    other = ["    except _tl_shared:", "        _tl_found = _tl_again"]
    return ["    try:", call, *other, *raised, "    try:", call, *raised]


def _is_float(kind: object) -> bool:
    return isinstance(kind, Scalar) and kind.dtype == "float64" and kind.value is None
