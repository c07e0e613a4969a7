"""Recursive functions as functions of the core program, walked to a fixpoint."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial

import gast

from tangentlite import errors
from tangentlite.analysis.statement_effects import is_pure, written
from tangentlite.builder.builder import Builder
from tangentlite.ir import build
from tangentlite.ir.rewrite import bound_in, read_in, statements
from tangentlite.kinds.kind import (
    Array,
    Kind,
    ListOf,
    Opaque,
    Scalar,
    Structure,
    is_numeric,
)
from tangentlite.kinds.sizes.dims import Dim, Symbol, resized
from tangentlite.specialize.functions.recursion import recursive_results, written_arrays
from tangentlite.specialize.functions.recursion.core_parameters import (
    arguments,
    parameter,
)
from tangentlite.specialize.state import restart
from tangentlite.specialize.state.frame import State
from tangentlite.values.base import Atom, Sequence, Value
from tangentlite.values.objects import contents
from tangentlite.values.structure import atoms, holds_many, is_made_of_others

MAX_ROUNDS = 12


@dataclass(frozen=True)
class Plan:
    """The bounds of a segment, how many snapshots are free, and steps taped at once.

    `carried` maps results to the parameters that they are for the next segment.
    """

    start: Atom
    end: Atom
    free: Atom
    leaf: Atom
    carried: Mapping[int, int]


@dataclass(eq=False)
class Callee:
    """A recursive function in the core language, for arguments of some kinds.

    `outside` are its free variables, passed behind its own parameters. `result` is None
    until the first walk has ended. Of the parameters at the positions `written` it
    writes copies, which it returns beside its result; a call stores them in the
    arguments. It is `called` if the last walk had a call of it, and run `again` for
    its reversal if a checkpoint calls it, by a `plan` if it is a segment of a loop that
    has several snapshots.
    """

    name: str
    title: str
    parameters: tuple[Atom, ...]
    outside: tuple[str, ...] = ()
    block: list[gast.stmt] = field(default_factory=list)
    result: Value | None = None
    line: int = 0
    pure: bool = False
    written: tuple[int, ...] = ()
    called: bool = False
    again: bool = False
    plan: Plan | None = None

    @property
    def known_result(self) -> Value:
        """The result, once the first walk has ended."""
        assert self.result is not None
        return self.result

    @property
    def known_plan(self) -> Plan:
        """The plan of a segment that has several snapshots."""
        assert self.plan is not None
        return self.plan

    @property
    def __name__(self) -> str:
        """The name by which the text refers to it."""
        return self.name


def new_callee(
    b: Builder,
    key: tuple,
    title: str,
    bound: Mapping,
    walk: Callable,
    loose: bool,
    again: bool = False,
) -> Callee:
    """Walk a recursive function by itself, until the kinds of its results are stable.

    Calls in it find it in `b.functions.callees` under `key`. With `loose`, literals
    among the arguments become parameters too. One that is run `again` is for the very
    sizes of a call.
    """
    made = partial(parameter, b, loose=loose, sized=again)
    variables = {name: made(name, value) for name, value in bound.items()}
    parameters = tuple(a for v in variables.values() for a in arguments(v, loose))
    callee = Callee(b.names.fresh(title), title, parameters, line=b.line, again=again)
    known, earlier = set(b.functions.callees), len(b.control.unreached)
    b.references.objects[callee.name] = callee
    b.functions.callees[key] = callee
    try:
        _to_fixpoint(b, callee, walk, variables)
    except BaseException:  # also restarts and retries
        _forget(b, known)
        del b.control.unreached[earlier:]
        raise
    return callee


def _to_fixpoint(b: Builder, callee: Callee, walk: Callable, variables: dict) -> None:
    """Walk the body until its results' kinds and its free variables are stable."""
    title, earlier = callee.title, len(b.control.unreached)
    for _ in range(MAX_ROUNDS):
        unreached, known = len(b.control.unreached), set(b.functions.callees)
        callee.called = False
        held = State({}, dict(b.heap.contents), b.heap.count)
        try:
            with b.repeated(), b.conditional([]) as block:
                result = walk(dict(variables))
        except errors.UnboundVariableError:
            _require_no_changes(b, callee, held)  # which may be what ends it
            raise _endless(b, title) from None
        except restart.LeavesLoop as found:
            raise found.refusal from None
        _require_no_changes(b, callee, held)
        before, written = callee.result, callee.written
        was_mixed = callee.name in b.memory.mixed
        _require_few(b, callee, result)
        callee.block = block
        callee.written = written_arrays.of_parameters(b, callee, result)
        result = _with_written(callee, recursive_results.loosened(b, result))
        if callee.written != written:  # its results have another structure
            before = None
        callee.result = recursive_results.joined(b, before, result, callee.name)
        complete = len(b.control.unreached) == unreached
        outside = _outside(b, callee, result) if complete else ()
        same = recursive_results.signature(
            callee.result
        ) == recursive_results.signature(before)
        same = same and was_mixed == (callee.name in b.memory.mixed)
        stable = same and outside == callee.outside or not callee.called
        callee.outside = outside
        if stable and len(b.control.unreached) > unreached:
            if any(other.result is None for other in b.functions.callees.values()):
                return  # it is walked again once these have results
            raise b.control.unreached[unreached]
        if not stable:  # functions that call it have taken other kinds for granted
            _forget(b, known)
        if stable:
            callee.result = recursive_results.of_kinds(b, result, callee.result)
            written_arrays.copy_on_entry(b, callee)
            callee.pure = _is_pure(b, callee)
            del b.control.unreached[earlier:]  # not reachable in the first rounds
            return
    raise b.error(
        f"the kinds of what {title} returns do not settle.",
        "Return one kind of value (dtype and number of axes) on all paths.",
    )


def _require_few(b: Builder, callee: Callee, result: Value) -> None:
    """Raise if a result grows without end: a tree, of which each call makes a node."""
    if holds_many(result):
        raise b.error(
            f"{callee.title} returns a structure that is as deep as it calls itself.",
            "Write a loop, or pass how deep it is as an integer.",
        )


def _require_no_changes(b: Builder, callee: Callee, held: State) -> None:
    """Raise if the function changes lists, dicts, objects or variables around it.

    It is called, and not walked, where it calls itself.
    """
    for cell, now in b.heap.contents.items():
        if not held.knows(cell) or now == held.contents.get(cell, cell.first):
            continue
        if callee.again:
            raise b.error(
                f"{callee.title} is run again to be reversed, as a checkpoint asks for "
                "it, and changes what is outside of it: a list, a dict, an object or a "
                "variable.",
                "Bind a variable to a new one; write items of an array, np.zeros(n), "
                "in place of appending to a list.",
            )
        raise b.error(
            f"{callee.title}, which calls itself so often as is known only when the "
            "program runs, changes what is outside of it (a list, a dict, an object "
            "or a variable); that is not supported.",
            "Return what it makes, or write a loop.",
        )


def _forget(b: Builder, known: set) -> None:
    """Forget the functions that were not known before."""
    for key in set(b.functions.callees) - known:
        del b.functions.callees[key]


def _with_written(callee: Callee, result: Value) -> Value:
    """Return a result, with the written arrays beside it if there are any."""
    if not callee.written:
        return result
    arrays = tuple(callee.parameters[position] for position in callee.written)
    return Sequence((result, Sequence(arrays)))


def _is_pure(b: Builder, callee: Callee) -> bool:
    """Whether a call may be dropped; a core function never writes its arguments."""
    callee.pure = True  # its calls of itself are, unless something else is not
    objects = b.references.objects
    return all(
        is_pure(statement.value, objects)
        for statement in statements(callee.block)
        if isinstance(statement, (gast.Assign, gast.Expr))
        and written(statement) is None
    )


def _endless(b: Builder, title: str) -> errors.UnsupportedError:
    return b.error(
        f"no path through {title} ends without calling {title} again.",
        "Check the condition that ends the recursion.",
    )


def _outside(b: Builder, callee: Callee, result: Value) -> tuple[str, ...]:
    """Return the free variables of a function."""
    own = {atom.name for atom in callee.parameters} | bound_in(callee.block)
    read = set(read_in(callee.block)) | {a.name for a in atoms(result)}
    free = {n for n in read if n in b.kinds and n not in own}
    return tuple(sorted(n for n in free if n not in b.references.objects))


def emit_call(b: Builder, callee: Callee, bound: Mapping, loose: bool) -> Value:
    """Emit a call; where its result is not known yet, the path ends.

    With `loose`, parameters stand for the literals among the arguments, too.
    """
    callee.called = True
    if callee.result is None:
        raise errors.of_class(_endless(b, callee.title), errors.UnboundVariableError)
    taken = [atom for v in bound.values() for atom in arguments(v, loose)]
    for value in bound.values():  # results may be arguments
        contents.share(b, value)
    sizes = _sizes(b, callee, taken)
    nodes = [atom.node for atom in taken] + [build.name(n) for n in callee.outside]
    rhs = build.call(build.name(callee.name), nodes)
    leaves = list(atoms(callee.result))
    if not leaves:
        b.add(build.effect(rhs, b.line))
        written_arrays.require_apart(b, callee, taken)
        return callee.result
    arrays = [  # what is written is copied, and no result looks into it
        a.name
        for position, a in enumerate(taken)
        if position not in callee.written and not isinstance(a.kind, Scalar)
    ]
    arrays += callee.outside
    if len(leaves) == 1:
        values = [b.emit(b, rhs, in_sizes_of_call(b, leaves[0].kind, sizes), "t")]
        written_arrays.require_apart(b, callee, taken)
    else:
        whole = b.emit(b, rhs, _kind_of_results(callee, leaves), "t")
        written_arrays.require_apart(b, callee, taken)
        values = [
            b.emit(
                b,
                build.subscript(whole.node, build.constant(position)),
                in_sizes_of_call(b, leaf.kind, sizes),
                "t",
            )
            for position, leaf in enumerate(leaves)
        ]
    own = len(values) - len(callee.written)  # copies are no views
    for value in values[:own]:
        for name in arrays if not isinstance(value.kind, Scalar) else ():
            b.note_view(value.name, name)
    result = _filled(callee.result, iter(values))
    if not callee.written:
        return result
    b.memory.owned.update(str(value.name) for value in values[own:])
    written_arrays.store(b, callee, taken, values[own:])
    return result.held[0]


def _kind_of_results(callee: Callee, leaves: list[Atom]) -> Kind:
    """Return the kind of what a call returns; it is unpacked if it is told apart."""
    if not callee.again:
        return Opaque(tuple)
    return Structure(tuple, tuple(range(len(leaves))), tuple(a.kind for a in leaves))


def _sizes(b: Builder, callee: Callee, taken: list[Atom]) -> dict[str, Dim]:
    """Return the sizes of a callee's parameters in terms of a call."""
    found: dict[str, Dim] = {}
    for own, atom in zip(callee.parameters, taken):
        shape = getattr(own.kind, "shape", None)
        given = getattr(atom.kind, "shape", None)
        for mine, theirs in zip(shape or (), given or ()):
            size = b.sizes.find(mine)
            if isinstance(size, Symbol) and size.offset == 0:
                found[size.base] = b.sizes.find(theirs)
    return found


def in_sizes_of_call(b: Builder, kind: Kind, sizes: Mapping[str, Dim]) -> Kind:
    """Return a kind of a callee in terms of the sizes of a call.

    A callee's own sizes mean nothing outside, not even in its call of itself.
    """
    if isinstance(kind, Array) and kind.shape is not None:
        return Array(kind.dtype, tuple(_size_in_call(b, d, sizes) for d in kind.shape))
    if isinstance(kind, ListOf):
        if not is_numeric(kind.item):
            return kind
        return ListOf(in_sizes_of_call(b, kind.item, {}))
    return kind


def _size_in_call(b: Builder, dim: Dim, sizes: Mapping[str, Dim]) -> Dim:
    found = b.sizes.find(dim)
    if isinstance(found, int):
        return found
    if found.base in sizes:
        return resized(sizes[found.base], found.offset)
    return Symbol(b.names.fresh("size"), 0, not b.sizes.may_be_one(found))


def _filled(value: Value, leaves) -> Value:
    if is_made_of_others(value):
        return value.with_items(tuple(_filled(item, leaves) for item in value.items))
    return next(leaves) if isinstance(value, Atom) else value


def names_of(callee: Callee) -> list[str]:
    """Return the names of the parameters and the free variables."""
    return [*(str(p.name) for p in callee.parameters), *callee.outside]


def result_expression(callee: Callee) -> gast.expr:
    """Return the result of a core function: one value, or a flat tuple of several."""
    nodes = [atom.node for atom in atoms(callee.known_result)]
    if len(nodes) == 1:
        return nodes[0]
    return build.display(nodes, tuple) if nodes else build.constant(None)
