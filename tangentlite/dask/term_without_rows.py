"""The term of a loss that has no rows, such as a penalty: it is added once."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from typing import Any

from tangentlite.api.grad import derivative_of
from tangentlite.calls.derivative import Derivative
from tangentlite.errors import ArgumentError


class Term:
    """A function of some parameters of another one, and its gradient by some of these.

    `places` are those of `derivative.wrt` among the parameters `wrt` of the sum.
    """

    def __init__(
        self,
        function: Callable[..., Any],
        derivative: Derivative | None,
        wrt: tuple[str, ...],
        is_single: bool,
    ) -> None:
        self._function = function
        self._derivative = derivative
        self._wrt = wrt
        self._is_single = is_single
        self._names = list(inspect.signature(function).parameters)

    def at(self, others: Mapping[str, object]) -> tuple[Any, Any]:
        """Return its value and gradient; None for what it does not depend on."""
        given = {name: others[name] for name in self._names}
        nothing = (None,) * len(self._wrt)
        if self._derivative is None:
            value = self._function(**given)
            return value, None if self._is_single else nothing
        value, found = self._derivative(**given)
        if self._is_single:
            return value, found[0]
        held = dict(zip(self._derivative.wrt, found))
        return value, tuple(held.get(name) for name in self._wrt)


def term_of(
    plus: Callable[..., Any], derivative: Derivative, over: tuple[str, ...]
) -> Term:
    """Return the term that a function adds to the sum of a derivative.

    Refuses one that takes rows, or what the function of the sum does not take.
    """
    title = derivative.primal.__name__
    without_rows = [n for n in derivative.__signature__.parameters if n not in over]
    for name, parameter in inspect.signature(plus).parameters.items():
        plain = parameter.kind in (
            inspect.Parameter.POSITIONAL_OR_KEYWORD,
            inspect.Parameter.KEYWORD_ONLY,
        )
        if not plain or name not in without_rows:
            raise ArgumentError(
                f"plus takes {name}, but it is given, by their names, the parameters "
                f"of {title} that have no rows: {', '.join(without_rows)}.\n"
                "Give a function of some of them."
            )
    names = inspect.signature(plus).parameters
    wrt = derivative.request.wrt
    by = tuple(name for name in wrt if name in names)
    own = derivative_of(plus, "value_and_grad", by) if by else None
    return Term(plus, own, wrt, derivative.request.single)
