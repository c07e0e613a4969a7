"""Calls of functions that `tl.numerical` differentiates by central differences."""

from __future__ import annotations

import warnings
from collections.abc import Callable

import gast

from tangentlite import errors, handlers, operations, runtime
from tangentlite.builder import operands
from tangentlite.builder.builder import Builder
from tangentlite.builder.calls import rule_calls
from tangentlite.builder.inference import result_kinds
from tangentlite.builder.inference.result_kinds import sample
from tangentlite.ir import build
from tangentlite.kinds.kind import Array, Scalar, is_numeric, without_value
from tangentlite.rules.numerical_functions import Numerical
from tangentlite.values.base import Atom


def call(
    b: Builder,
    callee: Numerical,
    text: str | None,
    arguments: list,
    keywords: dict,
    node: gast.AST,
    base: str,
) -> Atom:
    """Emit `called(f, (x, y))`."""
    name = getattr(callee, "__name__", "function")
    if keywords:
        raise b.error(
            f"{name}, which is differentiated numerically, is called with keywords.",
            "Give its arguments by position.",
            node,
        )
    given = [rule_calls.as_array(b, value) for value in arguments]
    kinds = [value.kind for value in given if isinstance(value, Atom)]
    dtypes = [kind.dtype for kind in kinds if isinstance(kind, (Scalar, Array))]
    if len(dtypes) < len(given):
        raise b.error(
            f"{name}, which is differentiated numerically, takes numbers and arrays.",
            "Wrap it in a function of numbers and arrays: "
            "tl.numerical(lambda x: f(x, option)).",
            node,
        )
    if any("complex" in (dtype or "") for dtype in dtypes):
        raise b.error(
            f"{name}, which is differentiated numerically, is given complex numbers.",
            "Give it the real and imaginary parts, in a function of both.",
            node,
        )
    what = f"the derivative of {name} is taken by central differences."
    b.references.depends_on_process()  # or it would not be told to warn
    warnings.warn(str(b.error(what, "", node)), errors.NumericalWarning, stacklevel=2)
    kind = result_kinds.call_kind(b, callee.function, [*map(sample, given)], {})
    if not is_numeric(kind):
        raise b.error(
            f"{name}, which is differentiated numerically, gives no number and no "
            "array.",
            "Wrap it in a function that does.",
            node,
        )
    values = build.display(
        [operations.as_expression(b, value) for value in given], tuple
    )
    function = b.references.data(callee, text or b.references.held(name, callee))
    rhs = build.call(b.references.function(runtime.called), [function, values])
    return operands.emit_owned(b, rhs, without_value(kind), base)


@handlers.builtin(runtime.numerical_vjp)
def _vjp(b: Builder, arguments: list, keywords: dict, node, base: str) -> Atom:
    """Emit the derivative of one argument, which is of its kind."""
    place = arguments[2].static_value()
    kind = without_value(arguments[1].items[place].kind)
    return _emitted(b, runtime.numerical_vjp, arguments, kind, base)


@handlers.builtin(runtime.numerical_jvp)
def _jvp(b: Builder, arguments: list, keywords: dict, node, base: str) -> Atom:
    function, given, _ = arguments
    samples = [sample(value) for value in given.items]
    kind = result_kinds.call_kind(b, function.value.function, samples, {})
    return _emitted(b, runtime.numerical_jvp, arguments, kind, base)


def _emitted(b: Builder, function: Callable, arguments: list, kind, base: str) -> Atom:
    numerical, *rest = arguments
    given = [b.references.data(numerical.value, numerical.text)]
    given += [operations.as_expression(b, value) for value in rest]
    rhs = build.call(b.references.function(function), given)
    return operands.emit_owned(b, rhs, without_value(kind), base)
