"""Whether users have given rules to functions; no templates are loaded to tell.

A text that was made with such a rule depends on its template, which no other process
can compare. So while there is one, nothing is kept on the disk and nothing is read
there (`calls/kept/`): the rule may be of a function that any program calls. A function
that has a rule of its own tells that by an attribute, so only what calls it is not kept
on the disk.
"""

from __future__ import annotations

from collections.abc import Iterable

# The attribute of a function that has a rule of its own.
OWN = "__tangentlite_rule__"
# The functions to which users have given rules in the registry.
_GIVEN: set[object] = set()


def note_given(functions: Iterable[object]) -> None:
    """Note that functions have other rules than those that come with this package."""
    _GIVEN.update(functions)


def any_given() -> bool:
    """Whether a user has registered any rule."""
    return bool(_GIVEN)


def has_own_rule(function: object) -> bool:
    """Whether a function has a rule of its own, by `custom_vjp` and its like.

    `functools.wraps` may have given it that of another function, which counts as well.

    >>> def square(x):
    ...     return x * x
    >>> has_own_rule(square)
    False
    """
    return OWN in getattr(function, "__dict__", {})
