"""Rules of functions whose derivatives are those of another text, when asked for."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from tangentlite import operations
from tangentlite.api.grad import autodiff
from tangentlite.api.inside.implicit import within
from tangentlite.handlers import calls
from tangentlite.rules.registry import adjoint, tangent
from tangentlite.values.base import Known, Sequence
from tangentlite.values.literals import literal


def rules_of(
    function: Callable,
    names: list[str],
    text: Callable,
    trial: Callable | None,
    user: Callable,
    is_first: bool = False,
) -> None:
    """Give a function of some parameters the derivatives of a text in Python.

    Unlike with a formula, nothing of it is walked before a derivative is asked for.
    It `is_first` of two results of the function, of which the other is constant.
    """
    given = ", ".join(names)
    dots = "".join(f", d[{name}]" for name in names)
    seed, pair = ("d[_y][0]", ", 0.0") if is_first else ("d[_y]", "")
    lines = [
        f"def later_adjoint(_y, {given}):",
        f"    _found = _back({seed}, {given})",
        *(f"    d[{name}] = _found[{k}]" for k, name in enumerate(names)),
        f"def later_tangent(_y, {given}):",
        f"    d[_y] = _ahead({given}{dots}){pair}",
    ]
    held: dict[str, Any] = {}
    for marker, called in (("_back", _back), ("_ahead", _ahead)):
        held[marker] = marked(functools.partial(called, text, tuple(names)))
    rules = within(function.__name__, lines, user, held)
    adjoint(function, trial=trial)(rules["later_adjoint"])
    tangent(function)(rules["later_tangent"])


def marked(called: Callable) -> Callable:
    """Return a function whose calls in a template are what `called` makes of them."""

    def marker(*given: Any) -> Any:
        return given

    calls({marker: called})
    return marker


def _back(text, names, b, arguments, keywords, node, base) -> Sequence:
    """Return the gradients of the text by what is asked for."""
    from tangentlite.modes.rules.fill import is_asked

    seed, *given = arguments
    asked = [k for k, n in enumerate(names) if is_asked(b, n)]
    found: list[Any] = [literal(0.0)] * len(names)
    if asked:
        made = Known(autodiff(text, wrt=tuple(asked)))
        named = {"init_grad": seed}
        parts = operations.call(b, made, given, named, node, base)
        for k, part in zip(asked, parts.items):
            found[k] = part
    return Sequence(tuple(found))


def _ahead(text, names, b, arguments, keywords, node, base) -> Any:
    """Return the tangent of the text along those that are not 0."""
    count = len(names)
    given, dots = arguments[:count], arguments[count:]
    moving = [
        k
        for k, dot in enumerate(dots)
        if not (dot.is_static and dot.static_value() == 0)
    ]
    if not moving:
        return literal(0.0)
    made = Known(autodiff(text, wrt=tuple(moving), mode="forward"))
    every = [*given, *(dots[k] for k in moving)]
    return operations.call(b, made, every, {}, node, base)
