"""Templates of functions with `defvjp` and `defjvp`: text that calls what is given."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Mapping
from typing import Any

from tangentlite.api.inside.implicit import defined, within
from tangentlite.api.rules import custom_parts
from tangentlite.api.rules.argument_layout import Layout, gradients

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
        forward = [f"    d[_y] = _paired(_fwd({texts}), {fwd.__name__!r})"]
        count = len(self._active)
        backward = [
            f"    _found = _bwd({self._front}{RESIDUALS}, _full(_y, d[_y]))",
            f"    _gradients = _counted(_found, {count}, {bwd.__name__!r})",
            *gradients(self._layout, self._active, bwd.__name__),
        ]
        kept = f", *, {RESIDUALS}=None"
        return {
            "augmented": self._template("augmented", forward, _fwd=fwd),
            "adjoint": self._template("adjoint", backward, kept, _bwd=bwd),
        }

    def of_jvp(self, given: Given) -> dict[str, Any]:
        """Return the tangent, and the adjoint that is its transpose."""
        jvp, layout = given["jvp"], self._layout
        primals = layout.texts(self._active)
        moving = layout.texts(self._active, lambda x: f"_moving({x}, d[{x}])")
        shape = f"'the tangent of {jvp.__name__} has another shape than the result'"
        forward = [
            f"    _, _dot = _jvp({self._front}({primals}), ({moving}))",
            f"    d[_y] = _alike(_dot, _y, {shape})",
        ]
        backward = []
        for moved in layout.leaves:
            if moved.steps is None or moved.argument not in self._active:
                continue
            name = moved.name
            tangents = layout.texts(self._active, functools.partial(_moved, name))
            backward += [
                f"    def {name}_moved(_t):",
                f"        _dot = _jvp({self._front}({primals}), ({tangents}))[1]",
                f"        return _alike(_dot, _y, {shape})",
                f"    d[{name}] = _autodiff({name}_moved)"
                f"(_resting({name}), init_grad=_full(_y, d[_y]))",
            ]
        return {
            "tangent": self._template("tangent", forward, _jvp=jvp),
            "adjoint": self._template("adjoint", backward or ["    pass"], _jvp=jvp),
        }

    def _template(
        self, mode: str, lines: list[str], kept: str = "", **given: Callable
    ) -> Callable:
        parameters = inspect.signature(self._function).parameters.values()
        defaults = {
            f"_default_{p.name}": p.default
            for p in parameters
            if p.default is not p.empty and not self._layout.held
        }
        own = [
            f"{name}=_default_{name}" if f"_default_{name}" in defaults else name
            for name in self._layout.names
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
