"""Reverse mode of a whole program: seeds, both sweeps, and the gradients returned."""

from __future__ import annotations

from collections.abc import Sequence as Items
from dataclasses import dataclass

import gast
import numpy as np

from tangentlite import errors, operations, runtime
from tangentlite.analysis.activity import active_names
from tangentlite.analysis.aliasing.memory import memory_of
from tangentlite.builder import reconstruct
from tangentlite.builder.builder import Builder
from tangentlite.ir import build
from tangentlite.ir.rewrite import bound_in
from tangentlite.kinds.kind import (
    Array,
    ListOf,
    Opaque,
    Scalar,
    is_differentiable,
    is_numeric,
)
from tangentlite.modes.aliased import pointers, unaliased_outputs
from tangentlite.modes.aliased.renamed_writes import written_names
from tangentlite.modes.inputs import input_names, like_input
from tangentlite.modes.lists import list_adjoints
from tangentlite.modes.recursion.recursive_activity import (
    Pairs,
    Strategy,
    active_parameters,
)
from tangentlite.modes.recursion.strategies import STACKED
from tangentlite.modes.reverse import adjoint_statements
from tangentlite.modes.reverse.sweep import Sweep, pieces_of
from tangentlite.modes.rules import unbroadcast
from tangentlite.values.base import Atom, Known, Value, required_atom
from tangentlite.values.callable_values import NONE
from tangentlite.values.literals import literal
from tangentlite.values.structure import (
    atoms,
    is_container,
    keys_of,
    plain_container,
    required_items,
)

Block = list[gast.stmt]


@dataclass(frozen=True)
class Halves:
    """The forward and the backward sweep of a program, and the gradients."""

    forward: Block
    backward: Block
    gradients: tuple[gast.expr, ...]
    pairs: Pairs
    stack: str
    shadows: frozenset[str]


def reverse_halves(
    b: Builder,
    result: Value,
    wrt: Items[str],
    seed: Value | None,
    strategy: Strategy,
    repeats: bool = False,
) -> Halves:
    """Return the forward and the backward sweep of a program.

    `seed` is the cotangent of the result, a value of its structure; None stands for
    ones. `repeats` says that the backward sweep may run several times.
    """
    body = b.block
    outputs = [atom.name for atom in atoms(result) if atom.name is not None]
    objects = b.references.objects
    pointing = pointers.pointers_in(b, body, result)
    memory = memory_of(body, b.memory.views)
    inputs, links = input_names(b, wrt), pointers.links(b, body, pointing)
    active = active_names(body, inputs, outputs, b.kinds, objects, links)
    sweep = Sweep(b, active, memory, pieces_of(b, memory), strategy)
    sweep.repeats = repeats
    sweep.buffers = frozenset(map(memory.place, written_names(body, b.kinds)))
    sweep.shadows = pointers.named(b, pointing & active, sweep.base)
    found = active_parameters(b, body, active)
    sweep.pairs = strategy.named(b, found)
    start = [
        pointers.zeros(b, name, shadow, 0)
        for name, shadow in sweep.shadows.items()
        if name not in bound_in(body)
    ]
    if strategy is STACKED and not all(callee.again for callee in found):
        sweep.stack = b.fresh("stack", ListOf(None))
        start.append(build.assign(sweep.stack, gast.List([], build.LOAD)))
    with b.into([]) as backward:
        _seed(sweep, result, seed)
        forward = adjoint_statements.reverse_block(sweep, body)
        gradients = _gradients(sweep, wrt)
        for name in sweep.shadows if repeats else ():
            if name not in bound_in(body):
                sweep.clear(name)
    return Halves(
        [*b.outside.entry, *start, *forward],  # what rules read is among the entries
        backward,
        gradients,
        sweep.pairs,
        sweep.stack,
        sweep.shadow_names,
    )


def _seed(s: Sweep, result: Value, seed: Value | None) -> None:
    """Set the adjoint of a result to its cotangent, or ones; Known(None) is none."""
    if seed == NONE:
        return
    result = plain_container(result)
    if is_container(result):
        for position, item in enumerate(result.items):
            part = None if seed is None else required_items(seed)[position]
            _seed(s, item, part)
    elif isinstance(result, Atom) and result.name in s.active:
        value = None if seed is None else required_atom(seed)
        if isinstance(result.kind, ListOf):
            list_adjoints.seed(s, result.name, value)
        else:
            base = s.base(result.name)
            given = unbroadcast.cast(s.b, value or literal(1.0), result, base)
            s.add(result.name, given)


def _gradients(s: Sweep, wrt: Items[str]) -> tuple[gast.expr, ...]:
    returned: set[str] = set()
    s.b.line = 0

    def gradient(owner: Atom) -> Atom:
        return _gradient(s, owner, returned)

    values = (like_input(s.b.outside.inputs[name], gradient) for name in wrt)
    return tuple(operations.as_expression(s.b, value) for value in values)


def _gradient(s: Sweep, owner: Atom, returned: set[str]) -> Atom:
    """Return the adjoint of an argument as a value that shares memory with nothing."""
    b, name = s.b, str(owner.name)
    if isinstance(owner.kind, ListOf):
        return list_adjoints.gradient(s, name)
    value = s.known(name)
    if value is None:
        value = unbroadcast.zeros(b, owner, s.base(name))
        return unbroadcast.typed_literal(b, value, owner)
    if not isinstance(owner.kind, Array):
        return unbroadcast.typed_literal(b, value, owner)
    whole = unbroadcast.materialize(b, value, owner, s.base(name))
    made = frozenset(s.memory.made)
    return unaliased_outputs.own(b, whole, owner, s.base(name), returned, made)


def require_real_scalar(b: Builder, result: Value, name: str) -> None:
    """Raise unless a function's result is one real number, as a gradient needs."""
    what = None
    if is_container(result):
        what = f"a {result.type.__name__}"
    elif isinstance(result, Known):
        what = "None" if result.value is None else f"{result.value!r}"
    elif isinstance(result, Atom):
        kind = result.kind
        if isinstance(kind, Array) and kind.shape not in ((), None):
            what = f"an array with {len(kind.shape)} axes"
        elif getattr(kind, "dtype", None) in ("complex64", "complex128"):
            what = "a complex number"
        elif is_numeric(kind) and not is_differentiable(kind):
            raise _constant(name, _described(kind.dtype))
        elif isinstance(kind, Opaque):
            what = f"a {kind.type.__name__}" if kind.type else "not a number"
        elif None in (getattr(kind, "dtype", ""), getattr(kind, "shape", "")):
            # of several ranks, or complex for some values of real arguments
            check = b.references.function(runtime.require_number)
            title = gast.Constant(name, None)
            b.add(build.effect(build.call(check, [result.node, title]), b.line))
    if what is not None:
        is_pair = what == "a tuple" and len(required_items(result)) == 2
        pair = "If it returns (value, aux), say has_aux=True; else use " * is_pair
        raise errors.ArgumentError(
            "a gradient or Hessian needs a function with a real scalar result, but "
            f"{name} returns {what}.\n{pair or 'Use '}tl.jacobian for all its "
            "derivatives, tl.autodiff for "
            "vector-Jacobian products (its init_grad is the cotangent), or reduce the "
            "result, for example with np.sum."
        )


def result_structure(b: Builder, result: Value, base: str) -> Value:
    """Return a value of a result's structure made of parameters `base`, `base_1`, …

    One parameter stands for the whole; its items are read from it.
    """
    return _structure(b, result, build.name(base), base)


def _structure(b: Builder, result: Value, node: gast.expr, base: str) -> Value:
    result = plain_container(result)
    if is_container(result):
        items: list[Value] = []
        keys = keys_of(result)
        for key, item in zip(keys, result.items):
            part = reconstruct.item(b, node, result.type, key)
            if isinstance(item, Atom) and is_numeric(item.kind):
                atom = b.emit(b, part, item.kind, base)
                items.append(atom)
            else:
                items.append(_structure(b, item, part, base))
        return result.with_items(tuple(items))
    if isinstance(result, Atom):
        kind = result.kind
        if isinstance(kind, Array) and kind.shape == ():
            return array_of_number(b, kind, node, base)
        if isinstance(kind, Scalar):
            kind = Scalar(kind.dtype, None)
        b.kinds[base] = kind
        return Atom(node, kind)
    return result


def array_of_number(b: Builder, kind: Array, node: gast.expr, base: str) -> Atom:
    """Return the cotangent of an array without axes, which may be given as a number."""
    b.kinds[base] = given = Scalar(kind.dtype, None)
    typed = (
        [] if kind.dtype in (None, "float64") else [Known(np.dtype(kind.dtype).type)]
    )
    arguments = [Atom(node, given), *typed]
    return operations.call_rule(b, np.asarray, arguments, {}, base)


def check_result(b: Builder, result: Value, name: str) -> None:
    """Raise if a function returns nothing that could be differentiated."""
    if isinstance(result, Known) and result.value is None:
        raise errors.ArgumentError(
            f"{name} returns None, so there is nothing to differentiate.\n"
            "Return a number or an array."
        )
    if not (is_container(result) or isinstance(result, Atom)):
        raise errors.ArgumentError(
            f"{name} returns {result.describe()}, which has no derivative.\n"
            "Return a number or an array, or a tuple, list or dict of these."
        )
    held = list(atoms(result))
    if not any(is_differentiable(atom.kind) for atom in held):
        kinds = {_described(getattr(atom.kind, "dtype", None)) for atom in held}
        only = kinds.pop() if len(kinds) == 1 else "nothing with a derivative"
        raise _constant(name, only)


def _described(dtype: str | None) -> str:
    if dtype == "bool":
        return "a truth value (bool)"
    return f"an integer ({dtype})" if dtype else "nothing with a derivative"


def _constant(name: str, what: str) -> errors.ArgumentError:
    """Return the error for a result whose derivative would be zero everywhere."""
    return errors.ArgumentError(
        f"{name} returns {what}, which does not depend differentiably on anything.\n"
        "Return a floating number or array; where a derivative of zero is meant, "
        "float(...) of it or 1.0 * it."
    )
