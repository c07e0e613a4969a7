"""Derivatives of one's own functions by plain functions, as in JAX."""

from __future__ import annotations

import inspect
import types
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from tangentlite.api.inside.implicit import within
from tangentlite.api.rules import custom_parts
from tangentlite.calls.generated import alive
from tangentlite.errors import ArgumentError, refuse
from tangentlite.rules import registry
from tangentlite.rules.registry import RESIDUALS
from tangentlite.tracebacks.frames import surface

NonDiff = int | str | tuple[int | str, ...]


@surface
def custom_vjp(f: Callable | None = None, nondiff: NonDiff = ()) -> Any:
    """Return a function whose derivative in reverse mode `defvjp(fwd, bwd)` gives.

    `fwd(*args)` returns the value and residuals of any structure, `bwd(residuals,
    cotangent)` a tuple with a gradient for each argument, None for zero. Arguments
    named in `nondiff`, by name or position, have no derivative and no gradient: `bwd`
    gets them in front. Arguments are numbers, arrays and tuples of them; those in
    `nondiff` also text, flags, None and functions. `bwd` need not be linear, so no
    forward mode follows from it: `defjvp` gives one as well. Raises ArgumentError
    unless `f` is a Python function with plain parameters, and at first use
    UnsupportedError for a `bwd` with another number of gradients, ValueError for
    gradients of other shapes. As `jax.custom_vjp`, with `nondiff_argnums`.

    >>> import numpy as np
    >>> import tangentlite as tl
    >>> @tl.custom_vjp
    ... def clipped(x, limit):
    ...     return x * 1.0
    >>> def fwd(x, limit):
    ...     return clipped(x, limit), limit
    >>> def bwd(limit, cotangent):
    ...     return np.clip(cotangent, -limit, limit), None
    >>> clipped.defvjp(fwd, bwd)
    >>> float(tl.grad(lambda x: clipped(x, 1.0) ** 2)(3.0))
    1.0
    """
    return _custom("custom_vjp", f, nondiff)


@surface
def custom_jvp(f: Callable | None = None, nondiff: NonDiff = ()) -> Any:
    """Return a function whose derivatives `defjvp(jvp)` gives, in both modes.

    `jvp(primals, tangents)` returns the value and its tangent, which is linear in the
    tangents; reverse mode is its transpose, found by differentiating it. Arguments
    named in `nondiff`, by name or position, have no derivative: `jvp` gets them in
    front. The tangent of an argument without a derivative is 0.0. Arguments are as in
    `custom_vjp`; with `defvjp` as well, reverse mode is that. Raises ArgumentError
    unless `f` is a Python function with plain parameters, and ValueError for a tangent
    whose shape is not that of the result. As `jax.custom_jvp`.

    >>> import numpy as np
    >>> import tangentlite as tl
    >>> @tl.custom_jvp
    ... def log1pexp(x):
    ...     return np.log1p(np.exp(x))
    >>> def jvp(primals, tangents):
    ...     x, = primals
    ...     x_dot, = tangents
    ...     return log1pexp(x), x_dot / (1.0 + np.exp(-x))
    >>> log1pexp.defjvp(jvp)
    >>> float(tl.grad(log1pexp)(100.0))
    1.0
    """
    return _custom("custom_jvp", f, nondiff)


def _custom(decorator: str, f: Callable | None, nondiff: NonDiff) -> Any:
    if f is None:
        return lambda function: _custom(decorator, function, nondiff)
    if type(f) is not types.FunctionType:
        raise ArgumentError(
            f"tl.{decorator} takes a Python function, not {f!r}.\n"
            "Call it in a function of your own, and decorate that."
        )
    names = _names(decorator, f)
    fixed = _fixed(decorator, nondiff, names)
    function: Any = types.FunctionType(
        f.__code__, f.__globals__, f.__name__, f.__defaults__, f.__closure__
    )
    function.__dict__.update(f.__dict__)
    function.__doc__, function.__module__ = f.__doc__, f.__module__
    function.__qualname__, function.__annotations__ = f.__qualname__, f.__annotations__
    rule = _Definitions(function, names, fixed)
    refuse(
        function,
        f"{f.__name__} has no derivative yet: tl.{decorator} takes it from functions "
        f"that are given later.\nCall {f.__name__}.def{decorator[-3:]} first.",
    )
    function.defvjp, function.defjvp = rule.defvjp, rule.defjvp
    return function


def _names(decorator: str, f: Callable) -> list[str]:
    parameters = list(inspect.signature(f).parameters.values())
    for parameter in parameters:
        if parameter.kind is not parameter.POSITIONAL_OR_KEYWORD:
            raise ArgumentError(
                f"tl.{decorator}: {f.__name__} has {parameter}, which is no plain "
                "parameter.\nGive all arguments by parameters with a name, without *."
            )
    if not parameters:
        raise ArgumentError(
            f"tl.{decorator}: {f.__name__} has no parameter.\n"
            "Pass what it depends on as an argument."
        )
    return [parameter.name for parameter in parameters]


def _fixed(decorator: str, nondiff: NonDiff, names: list[str]) -> list[str]:
    """Return the names of the arguments without a derivative, in order."""
    asked = nondiff if isinstance(nondiff, (tuple, list)) else (nondiff,)
    found = set()
    for one in asked:
        if isinstance(one, int) and -len(names) <= one < len(names):
            found.add(names[one])
        elif one in names:
            found.add(str(one))
        else:
            raise ArgumentError(
                f"nondiff of tl.{decorator} is {one!r}, which is no parameter.\n"
                f"They are {', '.join(names)}."
            )
    return [name for name in names if name in found]


class _Definitions:
    """Templates made of the functions that a user gives."""

    def __init__(self, function: Any, names: list[str], fixed: list[str]) -> None:
        self._function, self._names, self._fixed = function, names, fixed
        self._active = [name for name in names if name not in fixed]
        self._has_vjp = False

    @surface
    def defvjp(self, fwd: Callable, bwd: Callable) -> None:
        """Define reverse mode: `fwd(*args)`, `bwd(*nondiff, residuals, cotangent)`."""
        self._require("defvjp", fwd, len(self._names))
        self._require("defvjp", bwd, len(self._fixed) + 2)
        in_front = "".join(f"{name}, " for name in self._fixed)
        forward = [
            f"    d[_y] = _paired(_fwd({', '.join(self._names)}), {fwd.__name__!r})"
        ]
        lines = [
            f"    _found = _bwd({in_front}_residuals, _full(_y, d[_y]))",
            f"    _gradients = _counted(_found, {len(self._active)}, {bwd.__name__!r})",
            *(
                f"    d[{name}] = _fitting(_gradients[{k}], {name}, "
                f"'the gradient of {bwd.__name__} by {name} has another shape')"
                for k, name in enumerate(self._active)
            ),
        ]
        self._has_vjp = True
        self._define(
            augmented=self._template("augmented", forward, _fwd=fwd),
            adjoint=self._template(
                "adjoint", lines, f", *, {RESIDUALS}=None", _bwd=bwd
            ),
        )

    @surface
    def defjvp(self, jvp: Callable) -> None:
        """Define both modes: `jvp(*nondiff, primals, tangents)`."""
        self._require("defjvp", jvp, len(self._fixed) + 2)
        front = "".join(f"{name}, " for name in self._fixed)
        primals = "".join(f"{name}, " for name in self._active)
        moving = [f"_moving({name}, d[{name}])" for name in self._active]
        shape = f"'the tangent of {jvp.__name__} has another shape than the result'"
        forward = [
            f"    _, _dot = _jvp({front}({primals}), ({', '.join(moving)},))",
            f"    d[_y] = _alike(_dot, _y, {shape})",
        ]
        backward = []
        for name in self._active:
            tangents = "".join(
                "_t, " if other == name else f"_resting({other}), "
                for other in self._active
            )
            backward += [
                f"    def {name}_moved(_t):",
                f"        _dot = _jvp({front}({primals}), ({tangents}))[1]",
                f"        return _alike(_dot, _y, {shape})",
                f"    d[{name}] = _autodiff({name}_moved)"
                f"(_resting({name}), init_grad=_full(_y, d[_y]))",
            ]
        halves: dict[str, Any] = {
            "tangent": self._template("tangent", forward, _jvp=jvp)
        }
        if not self._has_vjp:
            halves["adjoint"] = self._template("adjoint", backward, _jvp=jvp)
        self._define(**halves)

    def _require(self, method: str, function: Any, count: int) -> None:
        title = self._function.__name__
        if type(function) is not types.FunctionType:
            raise ArgumentError(
                f"{title}.{method} takes Python functions, not {function!r}.\n"
                "Its text is read: define it with def."
            )
        try:
            inspect.signature(function).bind(*range(count))
        except TypeError:
            raise ArgumentError(
                f"{title}.{method}: {function.__name__}{inspect.signature(function)} "
                f"is called with {count} arguments.\n"
                f"{title} has {', '.join(self._names)}."
            ) from None

    def _template(
        self, mode: str, lines: list[str], kept: str = "", **given: Callable
    ) -> Callable:
        parameters = inspect.signature(self._function).parameters.values()
        defaults = {
            f"_default_{p.name}": p.default
            for p in parameters
            if p.default is not p.empty
        }
        own = [
            f"{name}=_default_{name}" if f"_default_{name}" in defaults else name
            for name in self._names
        ]
        title = f"{self._function.__name__}_{mode}"
        title = title if title.isidentifier() else f"function_{mode}"
        text = [f"def {title}(_y, {', '.join(own)}{kept}):", *lines]
        held = {**custom_parts.HELD, **defaults, **given, "d": registry.d}
        user = next(iter(given.values()))
        return within(title, text, user, held)[title]

    def _define(self, **halves: Any) -> None:
        known = registry.rule_of(self._function)
        if known is None:
            # The result may be an argument, as of a function that only clips gradients.
            views = tuple(self._names)
            known = registry.Rule(
                "adjoint", (self._function,), may_view=views, constant_in=(RESIDUALS,)
            )
        else:
            alive.drop_generated()  # which may have the former rule in it
        registry.keep_rule(self._function, replace(known, **halves))
        refuse(self._function, None)
