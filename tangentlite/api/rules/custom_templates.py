"""Templates of functions with `defvjp` and `defjvp`: text that calls what is given."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Mapping
from typing import Any

from tangentlite.api.inside.implicit import defined, within
from tangentlite.api.rules import custom_parts
from tangentlite.api.rules.argument_layout import Layout, gradients
from tangentlite.api.rules.linearity import Tried
from tangentlite.api.rules.rule_errors import file_of, title_of

Given = Mapping[str, Callable]
# The last parameter of an adjoint, which stands for what `fwd` has kept.
RESIDUALS = "_residuals"


class Templates:
    """The templates of a function whose arguments have a layout."""

    def __init__(
        self, function: Callable, layout: Layout, active: list[str], fixed: list[str]
    ) -> None:
        self._function, self._layout = function, layout
        self._active, self._fixed = active, fixed
        self._front = layout.texts(fixed)

    def of_vjp(self, given: Given) -> dict[str, Any]:
        """Return the augmented half, which runs `fwd`, and the adjoint."""
        fwd, bwd = given["fwd"], given["bwd"]
        every = [name for name, _ in self._layout.arguments]
        texts = self._layout.texts(every)
        title = title_of(fwd, "forward rule", self._function)
        forward = [f"    d[_y] = _paired(_fwd({texts}), _fwd, {title!r})"]
        count = len(self._active)
        title = title_of(bwd, "backward rule", self._function)
        backward = [
            f"    _found = _bwd({self._front}{RESIDUALS}, _full(_y, d[_y]))",
            f"    _gradients = _counted(_found, {count}, _bwd, {title!r})",
            *gradients(self._layout, self._active, f"{title} ({file_of(bwd)})"),
        ]
        kept = f", *, {RESIDUALS}=None"
        return {
            "augmented": self._template("augmented", forward, _fwd=fwd),
            "adjoint": self._template("adjoint", backward, kept, _bwd=bwd),
        }

    def of_jvp(self, functions: Given) -> dict[str, Any]:
        """Return the tangent, and the adjoint that is its transpose."""
        jvp, layout = functions["jvp"], self._layout
        primals = layout.texts(self._active)
        moving = layout.tangents(self._active, lambda x: f"_moving({x}, d[{x}])")
        title = title_of(jvp, "rule", self._function)
        shape = f"the tangent of {title} ({file_of(jvp)}) has another shape than the "
        shape = f"_jvp, {shape + 'result'!r}"
        named = ", ".join(f"{name!r}: {name}" for name in layout.names)
        checked = f"    _require_linear(_tried, {{{named}}})"
        forward = [
            checked,
            f"    _, _dot = _jvp({self._front}({primals}), ({moving}))",
            f"    d[_y] = _alike(_dot, _y, {shape})",
        ]
        backward = []
        moved = [
            leaf.name
            for leaf in layout.leaves
            if leaf.steps is not None and leaf.argument in self._active
        ]
        for name in moved:
            tangents = layout.tangents(self._active, functools.partial(_moved, name))
            backward += [
                f"    def {name}_moved(_t):",
                f"        _dot = _jvp({self._front}({primals}), ({tangents}))[1]",
                f"        return _alike(_dot, _y, {shape})",
                f"    d[{name}] = _autodiff({name}_moved)"
                f"(_resting({name}), init_grad=_full(_y, d[_y]))",
            ]
        tried = Tried(jvp, title, moved, self._callable(jvp, moved))
        given: dict[str, Any] = {"_jvp": jvp, "_tried": tried}
        return {
            "tangent": self._template("tangent", forward, **given),
            "adjoint": self._template("adjoint", [checked, *backward], **given),
        }

    def _callable(self, jvp: Callable, moved: list[str]) -> Callable:
        """Return the rule as a function of values and tangents, both by name."""

        def value(name: str) -> str:
            return f"_values[{name!r}]"

        def tangent(name: str) -> str:
            return f"_moved[{name!r}]" if name in moved else "0.0"

        front = self._layout.texts(self._fixed, value)
        primals = self._layout.texts(self._active, value)
        tangents = self._layout.tangents(self._active, tangent)
        call = f"    return _jvp({front}({primals}), ({tangents}))[1]"
        held = {**self._layout.held, "_jvp": jvp}
        return within("tried", ["def tried(_values, _moved):", call], jvp, held)[
            "tried"
        ]

    def _template(
        self, mode: str, lines: list[str], kept: str = "", **given: Any
    ) -> Callable:
        parameters = inspect.signature(self._function).parameters.values()
        defaults = {
            f"_default_{p.name}": p.default
            for p in parameters
            if p.default is not p.empty and not self._layout.held
        }
        own = [
            f"{leaf.name}=_default_{leaf.argument}"
            if f"_default_{leaf.argument}" in defaults
            else leaf.name
            for leaf in self._layout.leaves
        ]
        title = f"{self._function.__name__}_{mode}"
        title = title if title.isidentifier() else f"function_{mode}"
        text = [f"def {title}(_y, {', '.join(own)}{kept}):", *lines]
        held = {**custom_parts.HELD, **defaults, **self._layout.held, **given}
        return within(title, text, next(iter(given.values())), held)[title]


def _moved(moving: str, name: str) -> str:
    """Return the text of a leaf's tangent where only one of them moves."""
    return "_t" if name == moving else f"_resting({name})"


def put_together(function: Callable, layout: Layout, names: list[str]) -> Any:
    """Return a function of leaves, which puts the arguments of another together."""
    title = function.__name__ if function.__name__.isidentifier() else "function"
    lines = [
        f"def {title}({', '.join(layout.names)}):",
        f"    return _own({layout.texts(names)})",
    ]
    return defined(title, lines, {**layout.held, "_own": function})[title]
