"""The derivative of one call of a function with a rule: its template, filled."""

from __future__ import annotations

import inspect
import operator
import types
from collections.abc import Callable, Iterable, Iterator, Mapping

from tangentlite import operations
from tangentlite.builder import operands
from tangentlite.builder.builder import Builder
from tangentlite.builder.inference import result_kinds
from tangentlite.frontend.parse import derivative_name, parse_template
from tangentlite.ir import build
from tangentlite.ir.fact_cache import once
from tangentlite.ir.leaves import BINARY
from tangentlite.kinds.kind import ListOf, is_numeric, shape_of
from tangentlite.kinds.objects import libraries
from tangentlite.modes.forward.tangent_facts import Facts
from tangentlite.modes.rules import unbroadcast
from tangentlite.modes.rules.kept_zeros import selection_of_tangent
from tangentlite.modes.rules.numpy_divisions import as_numpy_divides
from tangentlite.modes.rules.operation import (
    Operation,
    active_parameters,
    call_arguments,
    is_undifferentiated,
)
from tangentlite.modes.rules.selections import selection_of
from tangentlite.specialize.functions import inlining
from tangentlite.values.base import Atom, Sequence, Value, required_atom
from tangentlite.values.literals import literal, symbolic_zero
from tangentlite.values.structure import atoms, required_items

# the tangents of active names
Tangents = Mapping[str, Atom]


def adjoints(
    b: Builder,
    operation: Operation,
    result: Atom | Sequence,
    cotangent: Atom | Sequence,
    active: frozenset[str],
    base_of: Callable[[str], str],
) -> Iterator[tuple[Atom, Atom]]:
    """Yield (input, contribution to its adjoint) for each active input of a call.

    Of a function with several results, `result` and `cotangent` are tuples.
    `base_of(name)` gives the base for the name of an adjoint.
    """
    operation = as_numpy_divides(operation, result, [cotangent])
    rule = operation.rule
    wanted = active_parameters(b, operation, active)
    if not wanted:
        return
    template = rule.adjoint
    if template is None:
        raise _missing(b, operation, "tl.adjoint")
    selection = None
    seed = cotangent
    if isinstance(cotangent, Atom) and isinstance(result, Atom):
        if rule.kind != "elementwise":
            seed = unbroadcast.materialize(b, cotangent, result)
        else:
            selection = selection_of(b, operation, cotangent)
            seed = cotangent if selection is None else selection.value
    names = _template_names(template)
    bound = dict(zip(names, [result, *operation.arguments.values()]))
    bound[derivative_name(names[0])] = seed
    bases = {
        derivative_name(parameter): _base_of_adjoint(value, base_of)
        for parameter, value in wanted.items()
    }
    outputs = _filled(b, template, bound, bases)
    for parameter, argument in wanted.items():
        contribution = outputs.get(derivative_name(parameter))
        if contribution is None:
            raise _undefined(b, operation, parameter)
        if not _reads_seed(template, names[0]):
            _require_zero(b, operation, parameter, contribution, names[0])
        for atom, item in _by_atom(b, argument, contribution, active):
            part, base = _number_or_list(b, item), base_of(str(atom.name))
            if isinstance(atom.kind, ListOf):
                yield atom, part
            elif rule.kind == "elementwise":
                if selection is not None:
                    part = selection.of(b, part, base)
                yield atom, unbroadcast.fit(b, part, atom, required_atom(result), base)
            else:
                _require_rank(b, operation, parameter, part, atom)
                yield atom, unbroadcast.cast(b, part, atom, base)


def is_asked(b: Builder, parameter: str) -> bool:
    """Whether the template that is filled is asked for a parameter's derivative."""
    return derivative_name(parameter) in b.frame.bases


def _base_of_adjoint(value: Value, base_of: Callable[[str], str]) -> str:
    name = value.name if isinstance(value, Atom) else None
    return "t" if name is None else base_of(name)


def _filled(
    b: Builder, template: Callable, bound: dict, bases: Mapping[str, str]
) -> dict[str, Value]:
    assert isinstance(template, types.FunctionType), "templates have a text"
    return inlining.run_template(b, template, bound, bases)


def _reads_seed(template: Callable, result: str) -> bool:
    """Whether a template mentions the derivative of the result."""
    assert isinstance(template, types.FunctionType), "templates have a text"
    return derivative_name(result) in parse_template(template).local_names


def _require_zero(
    b: Builder, operation: Operation, parameter: str, value: Value, result: str
) -> None:
    """Refuse a derivative that leaves out that of the result, unless it is 0."""
    if value.is_static and value.static_value() == 0:
        return
    seed = derivative_name(result)
    raise b.error(
        f"the template of {libraries.called(operation.function)} gives a "
        f"d[{parameter}] without {seed}.",
        f"Multiply by it: d[{parameter}] = {seed} * ...",
    )


def _require_rank(
    b: Builder, operation: Operation, parameter: str, part: Atom, atom: Atom
) -> None:
    """Refuse a derivative that has more axes than its primal."""
    have, want = shape_of(part.kind), shape_of(atom.kind)
    if have is None or want is None or len(have) <= len(want):
        return
    name = libraries.called(operation.function)
    raise b.error(
        f"d[{parameter}] of the template of {name} has {len(have)} axes, but "
        f"{parameter} has {len(want)}.",
        "Sum over the axes along which it was broadcast, or use tl.elementwise.",
    )


@once
def _template_names(template: Callable) -> tuple[str, ...]:
    return tuple(inspect.signature(template).parameters)


def _by_atom(
    b: Builder, argument: Value, contribution: Value, active: frozenset[str]
) -> Iterator[tuple[Atom, Value]]:
    """Yield each active atom of an argument, with its part of a contribution."""
    if isinstance(argument, Atom):
        if argument.name in active:
            yield argument, contribution
        return
    for position, item in enumerate(required_items(argument)):
        if any(atom.name in active for atom in atoms(item)):
            part = operations.read_item(b, contribution, literal(position), "t")
            yield from _by_atom(b, item, part, active)


def _missing(b: Builder, operation: Operation, decorator: str) -> Exception:
    name = libraries.called(operation.function)
    instead = f"Register one with {decorator}."
    if hasattr(operation.function, "defjvp"):  # of custom_vjp
        instead = f"Give one with {name}.defjvp."
        if decorator.endswith("tangent"):
            instead += (
                " Without one tl.hessian(f, mode='reverse') is a Hessian, "
                "tl.vjp(tl.grad(f), x)[1](v)[0] its product, and tl.check_grad takes "
                "modes='reverse'."
            )
    mode = "forward" if decorator.endswith("tangent") else "reverse"
    return b.error(f"{name} has no rule for {mode} mode.", instead)


def _undefined(b: Builder, operation: Operation, parameter: str) -> Exception:
    name = libraries.called(operation.function)
    instead = f"Assign d[{parameter}] in its template, or pass a constant."
    if operation.rule.comes_with_us:
        instead = "Pass a constant, or register a rule of your own (tl.adjoint)."
    if hasattr(operation.function, "defjvp"):  # of custom_vjp and custom_jvp
        instead = (
            "It is in nondiff, or captured by a function: pass it as an argument by "
            "itself, or as tl.stop_gradient(...) if its gradient is to be zero."
        )
    what = f"{name} has no derivative with respect to {parameter}"
    if described := _described(operation.function):
        what = f"there is no derivative with respect to {parameter} of {described}"
    return b.error(f"{what}.", instead)


def _described(function: object) -> str:
    """Return what a function that comes with us gives: users do not know its name."""
    if not str(getattr(function, "__module__", "")).startswith("tangentlite."):
        return ""
    line = (function.__doc__ or "").partition("\n")[0].rstrip(".")
    return line.removeprefix("Return ") if line.startswith("Return ") else ""


def _require_read(b: Builder, operation: Operation, wanted: Iterable[str]) -> None:
    """Refuse a derivative by an input that neither template of a rule mentions."""
    templates = (operation.rule.tangent, operation.rule.adjoint)
    for parameter in wanted:
        if not any(half and _reads_seed(half, parameter) for half in templates):
            raise _undefined(b, operation, parameter)


def tangent(
    b: Builder,
    operation: Operation,
    result: Atom,
    tangents: Tangents,
    base: str,
    facts: Facts,
) -> Atom | None:
    """Emit the tangent of a call; `tangents` maps active names to their tangents.

    `facts` are those about the program so far.
    """
    wanted = active_parameters(b, operation, frozenset(tangents))
    if not wanted:
        return None
    rule = operation.rule
    if rule.kind == "elementwise":
        seeds = {
            key: tangents[str(required_atom(value).name)]
            for key, value in wanted.items()
        }
        divided = as_numpy_divides(operation, result, seeds.values())
        parts = [
            _elementwise(b, divided, result, parameter, seed, base, facts)
            for parameter, seed in seeds.items()
        ]
        total = _total(b, parts, base)
    elif rule.kind == "linear" and rule.tangent is None:
        parts = [
            _called(b, operation, arguments, base)
            for parameter in wanted
            for arguments in _with_tangents(b, operation, parameter, tangents)
        ]
        total = _total(b, parts, base)
    else:
        found = _general(b, operation, result, wanted, tangents, base)
        if type(found) is Sequence and shape_of(result.kind) is None:
            # for these sizes alone the trials may show the results
            name = libraries.called(operation.function)
            what = f"which results {name} has for all sizes is not known."
            raise b.error(what, "Give it arrays of other sizes.")
        total = operands.operand(b, found)
    whole = unbroadcast.materialize(b, total, result, base)
    return unbroadcast.cast(b, whole, result, base)


def tangents_of_several(
    b: Builder, operation: Operation, results: Sequence, tangents: Tangents, base: str
) -> list[Atom]:
    """Emit the tangents of the results of a call that has several."""
    wanted = active_parameters(b, operation, frozenset(tangents))
    found = _general(b, operation, results, wanted, tangents, base)
    count = len(results.items)
    if not isinstance(found, Sequence) or len(found.items) != count:
        name = libraries.called(operation.function)
        what = f"the tangent of {name}, which returns {count} values, is no tuple of"
        places = ", ".join(["..."] * count)
        raise b.error(f"{what} {count}.", f"Give it a tuple: ({places}).")
    parts = [_number_or_list(b, part) for part in found.items]
    return [
        unbroadcast.cast(b, unbroadcast.materialize(b, part, item, base), item, base)
        if is_numeric(item.kind) and not is_undifferentiated(b, part)
        else part
        for part, item in zip(parts, results.items)
    ]


def _total(b: Builder, parts: list[Atom], base: str) -> Atom:
    total = parts[0]
    for part in parts[1:]:
        rhs = build.binary(total.node, "+", part.node)
        kind = result_kinds.operation_kind(b, operator.add, (total.kind, part.kind))
        total = b.emit(b, rhs, kind, base)
        if total.name is not None:
            b.memory.owned.add(total.name)
    return total


def _elementwise(
    b: Builder,
    operation: Operation,
    result: Atom,
    parameter: str,
    seed: Atom,
    base: str,
    facts: Facts,
) -> Atom:
    """Return the tangent of y from that of x, by the template `d[x] = ... d[y] ...`.

    It is linear in `d[y]`: the tangent of x takes its place, with the same factor.
    """
    template = operation.rule.adjoint
    assert template is not None, "elementwise rules have one template"
    names = _template_names(template)
    bound = dict(zip(names, [result, *operation.arguments.values()]))
    flag = facts.flags.get(str(required_atom(operation.arguments[parameter]).name))
    selection = selection_of_tangent(b, operation, seed, flag, facts)
    bound[derivative_name(names[0])] = seed if selection is None else selection.value
    output = derivative_name(parameter)
    outputs = _filled(b, template, bound, {output: base})
    if outputs.get(output) is None:
        raise _undefined(b, operation, parameter)
    if not _reads_seed(template, names[0]):
        _require_zero(b, operation, parameter, outputs[output], names[0])
    found = _number_or_list(b, outputs[output])
    return found if selection is None else selection.of(b, found, base)


def _with_tangents(
    b: Builder, operation: Operation, parameter: str, tangents: Tangents
) -> Iterator[dict[str, Value]]:
    """Yield the arguments of a linear function with one replaced by its tangent.

    A list is replaced as a whole, `*operands` one after the other.
    """
    value = operation.arguments[parameter]
    if parameter != operation.rule.operands:
        changed = _tangent_of(b, value, tangents)
        yield {**operation.arguments, parameter: changed}
        return
    operands_ = required_items(value)
    for position, item in enumerate(operands_):
        if any(atom.name in tangents for atom in atoms(item)):
            items = list(operands_)
            items[position] = _tangent_of(b, item, tangents)
            yield {**operation.arguments, parameter: Sequence(tuple(items))}


def _called(b: Builder, operation: Operation, arguments: dict, base: str) -> Atom:
    positional, named = call_arguments(operation, arguments)
    for symbol, function in BINARY.items():
        if function is operation.function:  # `x @ w_dot`, as the primal has it
            left, right = positional
            return operations.binary(b, symbol(), left, right, base)
    return operations.call_rule(b, operation.function, positional, named, base)


def _tangent_of(b: Builder, value: Value, tangents: Tangents) -> Value:
    if isinstance(value, Sequence):
        items = tuple(_tangent_of(b, item, tangents) for item in value.items)
        return Sequence(items, value.type)
    if not isinstance(value, Atom):
        return value
    known = tangents.get(value.name or "")
    if isinstance(value.kind, ListOf):
        return known or value
    if known is not None:
        return unbroadcast.materialize(b, known, value)
    return unbroadcast.zeros(b, value, "t") if is_numeric(value.kind) else value


def _general(
    b: Builder,
    operation: Operation,
    result: Atom | Sequence,
    wanted: Mapping[str, Value],
    tangents: Tangents,
    base: str,
) -> Value:
    template = operation.rule.tangent
    if template is None:
        raise _missing(b, operation, "tl.tangent")
    _require_read(b, operation, wanted)
    names = _template_names(template)
    bound: dict[str, Value] = dict(zip(names, [result, *operation.arguments.values()]))
    for parameter, argument in operation.arguments.items():
        if parameter in wanted:
            bound[derivative_name(parameter)] = _tangent_of(b, argument, tangents)
        elif isinstance(argument, Sequence) or _is_number(argument):
            bound[derivative_name(parameter)] = symbolic_zero()
    output = derivative_name(names[0])
    outputs = _filled(b, template, bound, {output: base})
    if outputs.get(output) is None:
        raise _undefined(b, operation, ", ".join(wanted))
    return outputs[output]


def _is_number(argument: Value) -> bool:
    return isinstance(argument, Atom) and is_numeric(argument.kind)


def _number_or_list(b: Builder, value: Value) -> Atom:
    """Return a derivative as an atom: that of a list is a list or an array."""
    if isinstance(value, Atom) and isinstance(value.kind, ListOf):
        return value
    return operands.operand(b, value)
