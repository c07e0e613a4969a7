"""The head of a differentiated function: its code and the defaults of its parameters.

Programs and reloaders replace them (`h.__defaults__ = (5.0,)`). A derivative takes its
signature from them, so its dispatcher tests that they are what they were.
"""

from __future__ import annotations

import inspect
import types
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tangentlite.emit.text.signature_text import arguments_text, head_text

# The value of a parameter that a call leaves out, until it is known what the defaults
# are: a call may also pass the former default.
_LEFT_OUT = object()


@dataclass(frozen=True, eq=False)
class Head:
    """The code and the defaults that the function behind a callable had."""

    of: Callable
    function: Any
    code: types.CodeType | None
    defaults: tuple | None
    named: dict[str, object] | None
    items: tuple[tuple[str, object], ...]

    @property
    def gives(self) -> bool:
        """Whether calls may leave out parameters that have defaults."""
        signature = inspect.signature(self.of)
        return bool(self._with_defaults(signature))

    def holds(self) -> bool:
        """Whether the function still has them."""
        function = self.function
        if self.code is None:
            return True
        if function.__code__ is not self.code:
            return False
        if function.__defaults__ is not self.defaults:
            return False
        named = function.__kwdefaults__
        if named is not self.named or len(named or ()) != len(self.items):
            return False
        return all(named.get(name) is value for name, value in self.items)  # type: ignore[union-attr]

    def opening(
        self, signature: inspect.Signature, place: dict[str, object]
    ) -> tuple[list[str], str]:
        """Return the first lines of a dispatcher, and the arguments of its calls.

        They call another function where options or the head have changed, and give
        parameters that a call leaves out their defaults. `place` is the namespace.

        >>> def scaled(x, k=2.0):
        ...     return k * x
        >>> lines, arguments = head_of(scaled).opening(inspect.signature(scaled), {})
        >>> print(*lines, sep="\\n")
        def dispatch(x, k=_tl_default_k):
            if _tl_current() is not _tl_options or \\
                    _tl_primal.__defaults__ is not _tl_defaults:
                return _tl_otherwise(x, k)
            if k is _tl_left_out:
                k = _tl_own_k
        """
        own = self._with_defaults(signature)
        parameters = [
            p.replace(default=_LEFT_OUT) if p.name in own else p
            for p in signature.parameters.values()
        ]
        text = head_text(inspect.Signature(parameters), place)
        place["_tl_left_out"] = _LEFT_OUT
        arguments = arguments_text(signature)
        other = " or \\\n            ".join(
            ["_tl_current() is not _tl_options", *self._changes(place)]
        )
        lines = [f"def dispatch({text}):", f"    if {other}:"]
        lines.append(f"        return _tl_otherwise({arguments})")
        for name in own:
            place[f"_tl_own_{name}"] = signature.parameters[name].default
            lines.append(f"    if {name} is _tl_left_out:")
            lines.append(f"        {name} = _tl_own_{name}")
        return lines, arguments

    def _with_defaults(self, signature: inspect.Signature) -> list[str]:
        known = inspect.signature(self.of).parameters.values()
        own = {p.name for p in known if p.default is not p.empty}
        return [name for name in signature.parameters if name in own]

    def _changes(self, place: dict[str, object]) -> list[str]:
        if self.items:
            place["_tl_holds"] = self.holds
            return ["not _tl_holds()"]
        if self.defaults:
            place |= {"_tl_primal": self.function, "_tl_defaults": self.defaults}
            return ["_tl_primal.__defaults__ is not _tl_defaults"]
        return []


def head_of(f: Callable) -> Head:
    """Return the head that a function, or that of a derivative, has now."""
    function: Any = f
    while not isinstance(function, types.FunctionType):
        if not hasattr(function, "primal"):
            return Head(f, None, None, None, None, ())
        function = function.primal
    named = function.__kwdefaults__
    items = tuple((named or {}).items())
    return Head(f, function, function.__code__, function.__defaults__, named, items)


def as_given(
    signature: inspect.Signature, args: tuple, kwargs: dict
) -> tuple[list, dict[str, object]]:
    """Return what a dispatcher was given, of what it passes on.

    >>> signature = inspect.signature(lambda x, k=2.0, t=None: x)
    >>> as_given(signature, (1.0, _LEFT_OUT, 3.0), {})
    ([1.0], {'t': 3.0})
    """
    first = next((k for k, one in enumerate(args) if one is _LEFT_OUT), len(args))
    named = dict(zip(list(signature.parameters)[first:], args[first:]))
    given = {
        name: one for name, one in (named | kwargs).items() if one is not _LEFT_OUT
    }
    return list(args[:first]), given
