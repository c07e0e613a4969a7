"""What a program does with the cotangents of its variables: look, change, collect."""

from __future__ import annotations

import inspect
import types
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

import numpy as np

from tangentlite import operations, runtime
from tangentlite.handlers import builtin, calls
from tangentlite.kinds.kind import is_differentiable, is_numeric
from tangentlite.runtime import RECORDED
from tangentlite.tracebacks.frames import surface
from tangentlite.values.base import Known
from tangentlite.values.callable_values import NONE, is_function

Value = TypeVar("Value")


@surface
def with_grad(x: Value, hook: Callable) -> Value:
    """Return `x`; in reverse mode `hook(g)` runs with its cotangent `g`.

    `x` is a number or an array. What the hook returns replaces `g`, unless it is None;
    it broadcasts to the shape of `x`. Without a derivative the hook does not run. In
    forward mode there are no cotangents: a hook that replaces its own is refused there,
    others are left out.

    >>> import tangentlite as tl
    >>> def f(x):
    ...     return tl.with_grad(x, lambda g: min(g, 1.0)) ** 2
    >>> f(3.0), tl.grad(f)(3.0), tl.grad(f)(0.25)
    (9.0, 1.0, 0.5)
    """
    return x


class insert_grad_of:  # noqa: N801 - it is used like a statement, and named as in Tangent
    """Run a block in the backward sweep: `with tl.insert_grad_of(x) as g`.

    There `g` is the cotangent of the variable `x` at this place, and what the block
    leaves in `g` takes its place. Outside of a derivative the block runs at once, with
    zeros for `g`, and has no effect on `x`. As in Google's Tangent (van Merriënboer et
    al., 2018), which refuses to run it outside.

    >>> import tangentlite as tl
    >>> def f(x):
    ...     y = x * x
    ...     with tl.insert_grad_of(y) as g:
    ...         g = min(g, 0.5)
    ...     return 3.0 * y
    >>> f(2.0), tl.grad(f)(2.0)
    (12.0, 2.0)
    """

    def __init__(self, x: Any) -> None:
        self._like = x

    def __enter__(self) -> Any:
        """Return zeros: nothing is differentiated."""
        if isinstance(self._like, np.ndarray):
            return np.zeros_like(self._like)
        return self._like * 0

    def __exit__(self, *raised: object) -> None:
        """Leave the block."""

    within = staticmethod(with_grad)


@surface
def record_grad(name: str, x: Value) -> Value:
    """Return `x`, whose gradient `tl.recorded` collects under a name.

    `x` is a number or an array.

    >>> import tangentlite as tl
    >>> def f(x):
    ...     for _ in range(2):
    ...         x = tl.record_grad("x", x * x)
    ...     return x
    >>> with tl.recorded() as grads:
    ...     print(tl.grad(f)(3.0), grads)
    108.0 {'x': [18.0, 1.0]}
    """
    return x


@contextmanager
def recorded() -> Iterator[dict[str, list]]:
    """Collect the gradients of what programs name by `tl.record_grad`.

    Gives a dict of lists, in the order of the primal: one item for each time that a
    place was passed. It is for one derivative; that of a further one stand in front.
    Blocks may be nested, and threads have their own: the innermost collects.
    """
    found: dict[str, list] = {}
    token = RECORDED.set(found)
    try:
        yield found
    finally:
        RECORDED.reset(token)


@builtin(with_grad, none="kept")
def _with_grad(b: Any, arguments: list, keywords: dict, node: Any, base: str):
    from tangentlite.specialize.functions.of_python.python_functions import as_python

    if len(arguments) + len(keywords) != 2 or keywords.keys() - {"x", "hook"}:
        raise b.error("tl.with_grad takes x and hook.", "Check the call.", node)
    given = dict(zip(("x", "hook"), arguments)) | keywords
    hook = given["hook"]
    if not is_function(hook) or hook.is_static and not callable(hook.static_value()):
        what = "the hook of tl.with_grad is no function that is known here."
        raise b.error(what, "Give it a function, as in lambda g: seen.append(g).", node)
    function, captured = as_python(b, hook, 1, node)
    passed = [function, *captured.values()]
    return _hooked(b, "tl.with_grad", given["x"], passed, node, base)


@builtin(record_grad)
def _record_grad(b: Any, arguments: list, keywords: dict, node: Any, base: str):
    if len(arguments) + len(keywords) != 2 or keywords.keys() - {"name", "x"}:
        raise b.error("tl.record_grad takes name and x.", "Check the call.", node)
    given = dict(zip(("name", "x"), arguments)) | keywords
    name = given["name"]
    if not name.is_static or not isinstance(name.static_value(), str):
        what = "the name of tl.record_grad is not known here."
        raise b.error(what, "Write it as a text.", node)
    passed = [runtime.note_grad, name]
    return _hooked(b, "tl.record_grad", given["x"], passed, node, base)


def _hooked(b: Any, title: str, x: Any, passed: list, node: Any, base: str) -> Any:
    """Emit `hooked(x, hook, *captured)`, an alias of x."""
    if x.kind is None or not is_numeric(x.kind):
        what = f"{title} is about a number or an array, not {x.describe()}."
        raise b.error(what, "Name its items, one by one.", node)
    value = operations.as_atom(b, x)
    if value.name is None or not is_differentiable(value.kind):
        return x
    function, *captured = passed
    known = Known(function, b.references.held(function.__name__, function))
    callee = b.references.function(runtime.hooked)
    call = operations.as_call(b, callee, [value, known, *captured], {})
    atom = b.emit(b, call, value.kind, base)
    b.note_view(atom.name, value.name)
    return atom


@builtin(runtime.only_looks_on)
def _only_looks_on(b: Any, arguments: list, keywords: dict, node: Any, base: str):
    """Raise in forward mode for a hook that returns a value, or writes its argument."""
    from tangentlite.builder.arguments import argument_kind, value_kind
    from tangentlite.modes.walk_again import walked

    x, hook, *captured = arguments
    function = hook.value
    if function is runtime.note_grad:
        return NONE
    replaces = True
    if isinstance(function, types.FunctionType):
        parameters = inspect.signature(function).parameters.values()
        kinds: dict[str, Any] = {}
        for k, parameter in enumerate(parameters):
            given = [x, *captured][k : k + 1]
            name = parameter.name
            kinds[name] = (
                value_kind(given[0])
                if given
                else argument_kind(parameter.default, name)
            )
        inner, result = walked(function, kinds, (), {})
        replaces = result != NONE or next(iter(kinds)) in inner.assumed.copied
    if replaces:
        raise b.error(
            "this replaces a cotangent, of which forward mode has none.",
            "Take the derivative in reverse mode: tl.grad, tl.vjp.",
        )
    return NONE


def _outside(b: Any, arguments: list, keywords: dict, node: Any, base: str):
    raise b.error(
        "this block of tl.insert_grad_of is not supported.",
        "Write `with tl.insert_grad_of(x) as g:` about a variable x. What the block "
        "binds, and g, are names that nothing else in the function has; it has no "
        "return, break or continue, and does not bind x.",
        node,
    )


calls({insert_grad_of: _outside})
