"""The derivative of a request as one function in the core language."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import gast
import numpy as np

from tangentlite import errors, operations
from tangentlite.builder.arguments import ArgumentKinds
from tangentlite.builder.builder import Builder
from tangentlite.builder.sizes import enforced
from tangentlite.ir import build
from tangentlite.ir.function import Function, Parameter
from tangentlite.ir.leaves import Comment
from tangentlite.kinds.kind import Kind
from tangentlite.modes.aliased import pointers
from tangentlite.modes.cotangent_inputs import given_cotangent
from tangentlite.modes.forward.tangent_statements import forward_program
from tangentlite.modes.inputs import (
    check_inputs,
    for_one,
    require_numbers,
    tangents_of,
)
from tangentlite.modes.recursion.callees import as_function, with_callees
from tangentlite.modes.recursion.recursive_activity import Strategy
from tangentlite.modes.recursion.strategies import AGAIN, STACKED
from tangentlite.modes.request import (
    LIKE_RESULT,
    SEED,
    SUFFIX,
    Request,
    is_series,
    seed_name,
    tangent_names,
)
from tangentlite.modes.reverse import joined_sweeps
from tangentlite.modes.reverse.pullback import pullback_body
from tangentlite.modes.walk_again import walked, with_calls_if_possible
from tangentlite.specialize import program
from tangentlite.values.base import Atom, Known, Sequence, Value
from tangentlite.values.structure import required_items

# Stands between the two sweeps; pretty/comment_lines.py decides how it is printed.
BACKWARD = build.effect(gast.Constant(Comment("backward"), None))


# statements, parameters beside the primal's, and the functions that are called
Parts = tuple[list[gast.stmt], tuple[Parameter, ...], list[Function]]


def derivative_program(
    request: Request, kinds: ArgumentKinds, extra: ArgumentKinds
) -> tuple[Builder, Function]:
    """Return a request's derivative, unoptimised, for the kinds of its arguments.

    `extra` maps the parameters that the derivative has beside the primal's (the seed
    or the tangents) to their kinds; without a seed it is 1.0.
    """

    def made(called: dict[object, bool]) -> tuple[Builder, Function]:
        return _derivative_program(request, kinds, extra, called)

    return with_calls_if_possible(made)


def _derivative_program(
    request: Request,
    kinds: ArgumentKinds,
    extra: ArgumentKinds,
    called: dict[object, bool],
) -> tuple[Builder, Function]:
    read = program.readable(request.primal, kinds, request.same, request.exact)
    primal, name = read.function, read.function.__name__
    require_numbers(kinds, request.wrt, name)
    title = f"{_identifier(name)}_{SUFFIX[request.mode]}"
    reserved = [*extra, seed_name(request), "pullback", title]
    again = "forward" not in request.mode and request.mode != "primal"
    of_library = bool(request.of_library)
    b, result = walked(
        primal, kinds, reserved, called, request.same, request.exact, again, of_library
    )
    b.references.guards.extend(read.guards)
    b.report.writes = tuple(dict.fromkeys((*b.report.writes, *read.writes)))
    b.report.captured = tuple(dict.fromkeys((*b.report.captured, *read.captured)))
    check_inputs(b, request.wrt, name)
    joined_sweeps.check_result(b, result, name)
    if request.mode in ("grad", "value_and_grad"):
        joined_sweeps.require_real_scalar(b, result, name)
    if request.mode in ("grad_with_aux", "value_and_grad_with_aux"):
        joined_sweeps.require_real_scalar(b, _differentiated(result, name), name)
    b.primal = frozenset(b.kinds)
    body, added, made = _BODIES[request.mode](b, result, request, extra)
    parameters = _inserted(program.parameters(primal), added)
    function = as_function(b, title, parameters, body)
    enforced.take_over(b, read.requires)
    b.required.asked_before.update(read.asked)
    if request.read_again:  # what it requires is tested where its text is walked
        function = replace(function, raises=enforced.named(b))
    return b, with_callees(b, function, made)


def _identifier(name: str) -> str:
    return name if name.isidentifier() else "function"


def _inserted(
    own: tuple[Parameter, ...], added: tuple[Parameter, ...]
) -> tuple[Parameter, ...]:
    """Put tangents behind the positional parameters, a seed at the end."""
    if not added or added[0].style == "keyword only":
        named = [parameter for parameter in own if parameter.style == "**"]
        return (*(p for p in own if p not in named), *added, *named)
    positional = [p for p in own if p.style in ("positional", "positional only")]
    return (*positional, *added, *(p for p in own if p not in positional))


def core_program(request: Request, kinds: ArgumentKinds) -> tuple[Builder, Function]:
    """Return the primal of a request as a function in the core language."""

    def made(called: dict[object, bool]) -> tuple[Builder, Function]:
        return _core_program(request, kinds, called)

    return with_calls_if_possible(made)


def _core_program(
    request: Request, kinds: ArgumentKinds, called: dict[object, bool]
) -> tuple[Builder, Function]:
    exact = request.exact
    primal = program.readable(request.primal, kinds, (), exact).function
    b, result = walked(primal, kinds, (), called, (), exact)
    body = [
        *b.outside.entry,
        *b.block,
        build.result(operations.as_expression(b, result)),
    ]
    parameters = program.parameters(primal)
    name = _identifier(primal.__name__)
    b.primal = frozenset(b.kinds)
    function = as_function(b, name, parameters, body)
    return b, with_callees(b, function, ())


def _grad(b: Builder, result: Value, request: Request, extra: ArgumentKinds) -> Parts:
    halves = _halves(b, result, request, None)
    end = build.result(_gradients(b, halves, request))
    return _in_one(b, halves, request, end)


def _in_one(
    b: Builder, halves: joined_sweeps.Halves, request: Request, end: gast.stmt
) -> Parts:
    """Return a derivative that runs both sweeps, with nothing in between."""
    body = [*halves.forward, BACKWARD, *halves.backward, end]
    return body, (), _pairs(b, halves, request)


def _halves(
    b: Builder, result: Value, request: Request, seed: Value | None
) -> joined_sweeps.Halves:
    strategy, repeats = _strategy(request), request.mode == "pullback"
    return joined_sweeps.reverse_halves(b, result, request.wrt, seed, strategy, repeats)


def _strategy(request: Request) -> Strategy:
    return AGAIN if request.read_again else STACKED


def _pairs(
    b: Builder, halves: joined_sweeps.Halves, request: Request
) -> list[Function]:
    repeats = request.mode == "pullback"
    return _strategy(request).functions_of(b, halves.pairs, repeats)


def _gradients(b: Builder, halves: joined_sweeps.Halves, request: Request) -> gast.expr:
    found = _each_gradient(b, halves, request)
    return found[0] if request.single else build.display(found, tuple)


def _each_gradient(
    b: Builder, halves: joined_sweeps.Halves, request: Request
) -> list[gast.expr]:
    return [
        _made_like(b, gradient, name) if name in request.of_library else gradient
        for name, gradient in zip(request.wrt, halves.gradients, strict=True)
    ]


def _made_like(b: Builder, gradient: gast.expr, name: str) -> gast.expr:
    """Return a gradient as an array of its argument's library, also if it is constant.

    The call is left out where the gradient is one already: see `for_library`.
    """
    kinds = [b.kinds.get(one) for one in (name, getattr(gradient, "id", ""))]
    if not all(getattr(kind, "shape", None) for kind in kinds):
        return gradient
    asarray = b.references.function(np.asarray)
    return build.call(asarray, [gradient], [("like", build.name(name))])


def _value_and_grad(
    b: Builder, result: Value, request: Request, extra: ArgumentKinds
) -> Parts:
    halves = _halves(b, result, request, None)
    pair = [operations.as_expression(b, result), _gradients(b, halves, request)]
    return _in_one(b, halves, request, build.result(build.display(pair, tuple)))


def _differentiated(result: Value, name: str) -> Value:
    """Return the first part of a result that has another, auxiliary one."""
    if isinstance(result, Sequence) and len(result.items) == 2:
        return result.items[0]
    raise errors.ArgumentError(
        f"with has_aux=True, {name} must return a pair: what is differentiated, and "
        "what else it gives."
    )


def _grad_with_aux(
    b: Builder, result: Value, request: Request, extra: ArgumentKinds
) -> Parts:
    value, aux = required_items(result)
    halves = _halves(b, value, request, None)
    pair = [_gradients(b, halves, request), operations.as_expression(b, aux)]
    return _in_one(b, halves, request, build.result(build.display(pair, tuple)))


def _value_and_grad_with_aux(
    b: Builder, result: Value, request: Request, extra: ArgumentKinds
) -> Parts:
    items = required_items(result)
    halves = _halves(b, items[0], request, None)
    given = operations.as_expression(b, Sequence(items))
    pair = [given, _gradients(b, halves, request)]
    return _in_one(b, halves, request, build.result(build.display(pair, tuple)))


def _reverse(
    b: Builder, result: Value, request: Request, extra: ArgumentKinds
) -> Parts:
    name = seed_name(request)
    if name not in extra or _is_none(extra[name]):
        body, _, made = _grad(b, result, request, extra)
        return body, (Parameter(name, "None", "keyword only"),), made
    start: list[gast.stmt] = []
    with b.into(start):
        seed = _seed(b, result, request, extra[name], name)
    halves = _halves(b, result, request, seed)
    body = [*halves.forward, BACKWARD, *start, *halves.backward]
    body.append(build.result(_gradients(b, halves, request)))
    return body, (Parameter(name, None, "keyword only"),), _pairs(b, halves, request)


def _is_none(kind: Kind | Known) -> bool:
    return isinstance(kind, Known) and kind.value is None


def _seed(
    b: Builder, result: Value, request: Request, kind: Kind | Known, name: str
) -> Value:
    if kind is LIKE_RESULT:
        return joined_sweeps.result_structure(b, result, name)
    # If another derivative is made of it, no dispatcher tests the sizes of arguments.
    return given_cotangent(b, result, kind, name, is_tested=not request.read_again)


def _forward(
    b: Builder, result: Value, request: Request, extra: ArgumentKinds
) -> Parts:
    body, tangent, added, made = _tangents(b, result, request, extra)
    return [*body, build.result(operations.as_expression(b, tangent))], added, made


def _value_and_forward(
    b: Builder, result: Value, request: Request, extra: ArgumentKinds
) -> Parts:
    body, tangent, added, made = _tangents(b, result, request, extra)
    pair = [operations.as_expression(b, result), operations.as_expression(b, tangent)]
    return [*body, build.result(build.display(pair, tuple))], added, made


def _tangents(
    b: Builder, result: Value, request: Request, extra: ArgumentKinds
) -> tuple[list[gast.stmt], Value, tuple[Parameter, ...], list[Function]]:
    tangents: dict[str, Atom] = {}
    added = []
    series = is_series(request)
    for name, parameter in zip(request.wrt, tangent_names(request)):
        kind = extra[parameter]
        if series:
            kind = for_one(kind, b.kinds[name])
        tangents.update(tangents_of(b, name, parameter, kind))
        added.append(Parameter(parameter))
    body, tangent, made = forward_program(b, result, tangents, series)
    return [*b.outside.entry, *body], tangent, tuple(added), made


def _pullback(
    b: Builder, result: Value, request: Request, extra: ArgumentKinds
) -> Parts:
    start: list[gast.stmt] = []
    with b.into(start):
        seed = joined_sweeps.result_structure(b, result, SEED)
    halves = _halves(b, result, request, seed)
    gradients = build.display(_each_gradient(b, halves, request), tuple)
    made = _pairs(b, halves, request)
    return pullback_body(b, result, halves, start, gradients, SEED), (), made


def _primal(b: Builder, result: Value, request: Request, extra: ArgumentKinds) -> Parts:
    """Return the function itself, of which a block of examples is to be computed."""
    pointers.pointers_in(b, b.block, result)  # refuses what passes cannot follow
    for callee in b.functions.callees.values():
        if callee.result is not None:
            pointers.pointers_in(b, callee.block, callee.result)
    end = build.result(operations.as_expression(b, result))
    return [*b.outside.entry, *b.block, end], (), []


_BODIES: dict[str, Callable[[Builder, Value, Request, ArgumentKinds], Parts]] = {
    "grad": _grad,
    "value_and_grad": _value_and_grad,
    "grad_with_aux": _grad_with_aux,
    "value_and_grad_with_aux": _value_and_grad_with_aux,
    "reverse": _reverse,
    "forward": _forward,
    "value_and_forward": _value_and_forward,
    "forward_series": _value_and_forward,
    "pullback": _pullback,
    "primal": _primal,
}
