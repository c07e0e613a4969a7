"""Derivatives of one's own functions by plain functions, as in JAX."""

from __future__ import annotations

import inspect
import types
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar, overload

from tangentlite.api.inside.given_functions import bound_to
from tangentlite.api.rules.argument_layout import Layout, is_plain, laid_out, plain
from tangentlite.api.rules.custom_templates import RESIDUALS, Templates, put_together
from tangentlite.calls.generated import alive
from tangentlite.errors import ArgumentError, refuse
from tangentlite.rules import registry
from tangentlite.tracebacks.frames import surface
from tangentlite.values.base import Known

NonDiff = int | str | tuple[int | str, ...]
P = ParamSpec("P")
Q = ParamSpec("Q")
R = TypeVar("R")
R_co = TypeVar("R_co", covariant=True)
S = TypeVar("S")
Rule = TypeVar("Rule", bound=Callable)


class Custom(Protocol[P, R_co]):
    """The type of functions whose derivatives are given by functions."""

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R_co:
        """Return what the function returns."""

    @overload
    def __get__(self, instance: None, owner: Any = None) -> Custom[P, R_co]: ...
    @overload
    def __get__(
        self: Custom[Concatenate[Any, Q], S], instance: object, owner: Any = None
    ) -> Callable[Q, S]: ...

    def defvjp(
        self,
        fwd: Callable[..., tuple[Any, Any]],
        bwd: Callable[..., tuple[Any, ...]],
    ) -> None:
        """Define reverse mode: `fwd(*args)`, `bwd(*nondiff, residuals, cotangent)`."""

    def defjvp(self, jvp: Rule) -> Rule:
        """Define both modes: `jvp(*nondiff, primals, tangents)`; return it."""


@overload
def custom_vjp(f: Callable[P, R], nondiff: NonDiff = ()) -> Custom[P, R]: ...
@overload
def custom_vjp(
    f: None = None, nondiff: NonDiff = ()
) -> Callable[[Callable[P, R]], Custom[P, R]]: ...
@surface
def custom_vjp(f: Callable | None = None, nondiff: NonDiff = ()) -> Any:
    """Return a function whose derivative in reverse mode `defvjp(fwd, bwd)` gives.

    `fwd(*args)` returns the value and residuals of any structure, `bwd(residuals,
    cotangent)` a tuple with a gradient for each argument, None for zero. Arguments
    named in `nondiff`, by name or position, have no derivative and no gradient: `bwd`
    gets them in front. Arguments are numbers, arrays, and tuples, lists, dicts and
    objects of them, of which gradients have the structure; those in `nondiff` also
    text, flags, None and functions. `fwd` runs once, in place of `f`. `bwd` need not be
    linear, so no forward mode follows from it: `defjvp` gives one as well. Raises
    ArgumentError unless `f` is a Python function with plain parameters, and at first
    use UnsupportedError for a `bwd` with another number of gradients, ValueError for
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


@overload
def custom_jvp(f: Callable[P, R], nondiff: NonDiff = ()) -> Custom[P, R]: ...
@overload
def custom_jvp(
    f: None = None, nondiff: NonDiff = ()
) -> Callable[[Callable[P, R]], Custom[P, R]]: ...
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
    >>> @log1pexp.defjvp
    ... def jvp(primals, tangents):
    ...     x, = primals
    ...     x_dot, = tangents
    ...     return log1pexp(x), x_dot / (1.0 + np.exp(-x))
    >>> float(tl.grad(log1pexp)(100.0))
    1.0
    """
    return _custom("custom_jvp", f, nondiff)


def _custom(decorator: str, f: Callable | None, nondiff: NonDiff) -> Any:
    if f is None:
        return lambda function: _custom(decorator, function, nondiff)
    if isinstance(f, staticmethod):
        inside = _custom(decorator, f.__func__, nondiff)
        method = staticmethod(inside)
        vars(method).update(defvjp=inside.defvjp, defjvp=inside.defjvp)
        return method
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
        self._given: dict[str, Callable] = {}
        # functions of what arguments hold, by how they are put together
        self._parted: dict[Layout, Callable] = {}

    @surface
    def defvjp(self, fwd: Callable, bwd: Callable | None = None) -> None:
        """Define reverse mode: `fwd(*args)`, `bwd(*nondiff, residuals, cotangent)`."""
        if bwd is None:
            title = self._function.__name__
            raise ArgumentError(
                f"{title}.defvjp takes two functions: the backward one is missing.\n"
                f"Write {title}.defvjp(fwd, bwd); one function for both modes goes to "
                f"{title}.defjvp."
            )
        self._require("defvjp", fwd, len(self._names))
        self._require("defvjp", bwd, len(self._fixed) + 2)
        self._define(fwd=fwd, bwd=bwd)

    @surface
    def defjvp(self, jvp: Callable) -> Callable:
        """Define both modes: `jvp(*nondiff, primals, tangents)`; return it."""
        self._require("defjvp", jvp, len(self._fixed) + 2)
        self._define(jvp=jvp)
        return jvp

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

    def _define(self, **given: Callable) -> None:
        if registry.rule_of(self._function) is not None:
            alive.drop_generated()  # which may have the former rule in it
        self._given |= given
        self._parted.clear()
        rule = self._rule_of(self._function, plain(self._names))
        registry.keep_rule(self._function, replace(rule, parted=self._apart))
        refuse(self._function, None)

    def _rule_of(self, function: Callable, layout: Layout) -> registry.Rule:
        """Return the rule of the function, or of one of what its arguments hold."""
        texts = Templates(self._function, layout, self._active, self._fixed)
        halves: dict[str, Any] = {}
        if "jvp" in self._given:
            halves |= texts.of_jvp(self._given)
        if "bwd" in self._given:
            halves |= texts.of_vjp(self._given)
        # The result may be an argument, as of a function that only clips gradients.
        views = tuple(layout.names)
        kept, given = (RESIDUALS,), tuple(self._given.values())
        return registry.Rule(
            "adjoint",
            (function,),
            may_view=views,
            constant_in=kept,
            given=given,
            **halves,
        )

    def _apart(
        self, b: Any, arguments: list, keywords: dict, node: Any
    ) -> tuple[Callable, list] | None:
        """Return a function of what containers and functions hold, and its arguments.

        None is returned for a call that has only numbers and arrays.
        """
        if all(is_plain(b, value) for value in (*arguments, *keywords.values())):
            return None
        given = bound_to(self._function, b, arguments, keywords, node)
        for parameter in inspect.signature(self._function).parameters.values():
            if parameter.name not in given:
                given[parameter.name] = Known(parameter.default)
        ordered = {name: given[name] for name in self._names}
        layout, values = laid_out(b, ordered, node)
        if layout not in self._parted:
            function = put_together(self._function, layout, self._names)
            registry.keep_rule(function, self._rule_of(function, layout))
            function.defjvp = self.defjvp
            self._parted[layout] = function
        return self._parted[layout], values
