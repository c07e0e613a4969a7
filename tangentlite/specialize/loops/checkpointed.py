"""Loops by `tl.checkpointed`: reversed from snapshots, a segment at a time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import gast

from tangentlite import handlers, operations, runtime
from tangentlite.builder.builder import Builder
from tangentlite.frontend.desugar import guarded
from tangentlite.frontend.desugar.as_functions.segments import (
    Segments,
    in_growing_segments,
    in_segments,
)
from tangentlite.frontend.desugar.condition_steps import condition_in, head_of
from tangentlite.frontend.desugar.tree import fixed
from tangentlite.frontend.parse import parse
from tangentlite.frontend.source_liveness import bound_in_block, needed_in_front
from tangentlite.ir.marked_names import Hidden
from tangentlite.ir.nodes import nodes_in
from tangentlite.kinds.kind import Scalar
from tangentlite.specialize.functions.recursion import run_again
from tangentlite.specialize.loops import rewritten_loops
from tangentlite.specialize.state import snapshot
from tangentlite.values.base import Atom, Known, Range, Value
from tangentlite.values.callable_values import NONE, UNBOUND, Partial
from tangentlite.values.iterables import Checkpointed, as_iterator
from tangentlite.values.iterators import iterator_calls, sequences
from tangentlite.values.iterators.item_places import Places, whole
from tangentlite.values.literals import literal


@operations.looped.of(Checkpointed)
def run_for(b: Builder, iterable: Checkpointed, node: gast.For) -> None:
    """Walk a loop in segments; where nothing is reversed, as if it were another one."""
    if not b.assumed.checkpoints:
        operations.looped(b, iterable.items, node)
        return
    if isinstance(iterable.items.kind, Scalar):
        what = "tl.checkpointed of a number or a condition is no range."
        raise b.error(what, "Write while tl.checkpointed(condition).", node)
    stop, items = _counted(b, iterable.items, node)
    _require_own_variables(b, node)
    parts = () if items is None else items.parts
    roles = [f"items{k}" for k in range(1, len(parts) + 1)]
    held = {"stop": stop, **dict(zip(roles if parts[1:] else ["items"], parts))}
    counting: Callable = runtime.segment_size
    given = [stop]
    if iterable.slots is not None:
        _require_no_break(b, node)
        held |= {"start": literal(0), "slots": iterable.slots, "leaf": iterable.leaf}
        counting, given = runtime.snapshot_count, [stop, iterable.slots, iterable.leaf]
    held["size"] = operations.call(b, Known(counting), given, {}, node, "size")
    why = " ".join(["checkpointed", *held, items.form if items else ""])
    rewrite = partial(_rewritten, b, tuple(held), items)
    block = rewritten_loops.in_place_of(b, node, rewrite, why)
    number = block[1].target.id.number
    variables = {Hidden(role, number): value for role, value in held.items()}
    b.frame.local_names |= frozenset(variables)  # not those of a loop around it
    for name, value in variables.items():
        operations.bind_name(b, name, value)
    names = _names(b, node, node.body, bound_in_block([node.target]))
    _run(b, block, names, node)


def _run(b: Builder, block: list[gast.stmt], names: tuple, node: gast.stmt) -> None:
    """Walk the loop over segments.

    What is bound in some steps only has no value in front: a segment is given None in
    its place, and behind the loop it is unbound again where it has stayed that.
    """
    given, _, returned = names
    unbound = []
    for name in given:
        value: Any = b.frame.variables.get(name, UNBOUND)
        if name not in returned or name in b.frame.facts.captured:
            continue
        if value == UNBOUND:
            operations.bind_name(b, name, NONE)
        elif getattr(value, "absent", None) == UNBOUND:
            b.frame.variables[name] = replace(value, absent=NONE)
        else:
            continue
        unbound.append(name)
    operations.run_block(b, block)
    variables = b.frame.variables  # those in front may be another dict
    for name in (name for name in given if name in returned):
        _require_no_object(b, name, variables.get(name), node)
    for name in unbound:
        found: Any = variables.get(name)
        if found == NONE:
            variables[name] = UNBOUND
        elif getattr(found, "absent", None) == NONE:
            variables[name] = replace(found, absent=UNBOUND)


def _require_no_object(b: Builder, name: str, value: Any, node: gast.stmt) -> None:
    """Raise if some steps bind a variable to a list, dict or object of their own."""
    is_optional = hasattr(value, "absent")
    if is_optional and hasattr(value.value, "heap"):
        raise b.error(
            f"{name}, which some steps of this checkpointed loop bind, is "
            f"{value.value.describe()}, and has no value in front of it.",
            "Bind it in front of the loop, or bind a tuple, a number or an array.",
            node,
        )


def is_marked(b: Builder, test: gast.expr) -> bool:
    """Whether a condition marks its loop to be walked in segments."""
    if not b.assumed.checkpoints or not isinstance(test, gast.Call):
        return False
    is_head = getattr(test.func, "value", None) is head_of
    with snapshot.dry_run(b):
        function = operations.evaluate(b, test.args[0] if is_head else test.func)
    return _marks_loops(function)


def run_while(b: Builder, node: gast.While) -> None:
    """Walk a loop in segments of 1, 2, 3, ... steps, until its condition fails."""
    if any(keyword.arg == "slots" for keyword in node.test.keywords):
        raise b.error(
            "tl.checkpointed has slots for a condition, not for what a loop goes over.",
            "Leave out slots, or write a loop with a limit: for _ in range(limit).",
            node,
        )
    _require_own_variables(b, node)
    rewrite = partial(_rewritten_while, b)
    block = rewritten_loops.in_place_of(b, node, rewrite, "checkpointed")
    _run(b, block, _names(b, node, _with_test(node), frozenset()), node)


@operations.test_value.of(Checkpointed)
def test_value(b: Builder, value: Checkpointed) -> Atom:
    """Return the condition itself, where nothing is reversed."""
    if b.assumed.checkpoints:
        raise b.error(
            "tl.checkpointed is in a condition that is not the whole head of a loop.",
            "Write while tl.checkpointed(condition), with all of the condition in it.",
        )
    return operations.test_value(b, value.items)


@handlers.builtin(head_of)
def _head(b: Builder, arguments: list, keywords: dict, node, base: str) -> Value:
    (function,) = arguments
    always = literal(True)
    return Checkpointed(always) if _marks_loops(function) else always


@handlers.builtin(condition_in)
def _condition(b: Builder, arguments: list, keywords: dict, node, base: str) -> Value:
    function, condition = arguments
    if _marks_loops(function):
        return condition
    return operations.call(b, function, [condition], {}, node, base)


def _marks_loops(function: Value) -> bool:
    known = function.static_value() if function.is_static else None
    return handlers.traits_of(known).marks_loops


def _counted(b: Builder, items: Value, node: gast.For) -> tuple[Value, Places | None]:
    """Return how many items there are; with them, unless they are the numbers below."""
    if isinstance(items, Range):
        if _known(items.start) == 0 and _known(items.step) == 1:
            return items.stop, None
    places = operations.placed(b, items)
    if places is not None:
        return operations.length(b, items), places
    if iterator_calls.is_iterator(as_iterator(b.heap, items)):
        raise b.error(
            "tl.checkpointed goes over ranges and arrays, and over zip, enumerate and "
            "reversed of these, not over other iterators.",
            "Write zip and its like in the call of tl.checkpointed; or loop over "
            "range(len(x)), and read the items by their places.",
            node,
        )
    if operations.static_items(b, items) is None or sequences.reads_arrays(items):
        return operations.length(b, items), whole(items)
    raise b.error(
        "tl.checkpointed goes over ranges and arrays, not over what is walked one by "
        "one.",
        "Loop over a range, or leave out tl.checkpointed.",
        node,
    )


def _known(value: Value) -> object:
    return value.static_value() if value.is_static else None


def _rewritten(
    b: Builder,
    roles: tuple[str, ...],
    places: Places | None,
    node: gast.For,
    number: int,
) -> list[gast.stmt]:
    given, taken, returned = _names(b, node, node.body, bound_in_block([node.target]))
    items = tuple(Hidden(r, number) for r in roles if r.startswith("items"))
    item = None if places is None else places.item
    stop, size = Hidden("stop", number), Hidden("size", number)
    cut = Segments(
        given, taken, returned, size, made, stop, runtime.segment_end, items, item
    )
    if "slots" in roles:
        slots = Hidden("slots", number), Hidden("leaf", number)
        also = [n for n in returned if n not in given and _has_value(b, n)]
        cut = replace(
            cut,
            given=(*given, *also),
            made=made_in_slots,
            end=runtime.next_snapshot,
            slots=slots,
        )
    return in_segments(node, number, cut)


def _rewritten_while(b: Builder, node: gast.While, number: int) -> list[gast.stmt]:
    plain = gast.copy_location(gast.While(_condition_of(node), node.body, []), node)
    names = _names(b, node, _with_test(node), frozenset())
    cut = Segments(*names, Hidden("size", number), made)
    return in_growing_segments(plain, number, cut)


def _condition_of(node: gast.While) -> gast.expr:
    call = node.test
    if getattr(call.func, "value", None) is head_of:
        return fixed(True)
    return call.args[0] if call.args else call.keywords[0].value


def _with_test(node: gast.While) -> list[gast.stmt]:
    """Return the body of a loop with its condition behind."""
    test = _condition_of(node)
    return [*node.body, gast.copy_location(gast.Expr(test), test)]


def _names(
    b: Builder,
    node: gast.For | gast.While,
    body: list[gast.stmt],
    targets: frozenset[str],
) -> tuple[tuple[str, ...], frozenset[str], tuple[str, ...]]:
    """Return the names that a segment is given, those taken, and those it returns."""
    facts, own = b.frame.facts, b.frame.local_names
    live = facts.head.get(node, frozenset()) | facts.after.get(node, frozenset())
    bound = bound_in_block([node]) & own
    read = [
        str(inner.id)
        for statement in body
        for inner in nodes_in(statement)
        if isinstance(inner, gast.Name)
    ]
    mentioned = dict.fromkeys(name for name in read if name in own)
    needed = needed_in_front(body, bound & live) - targets
    given = tuple(name for name in mentioned if name in needed)
    returned = [n for n in dict.fromkeys([*read, *sorted(bound)]) if n in bound & live]
    return given, frozenset({*read, *bound}), tuple(returned)


def _has_value(b: Builder, name: str) -> bool:
    return not isinstance(b.frame.variables.get(name, UNBOUND), type(UNBOUND))


def _require_no_break(b: Builder, node: gast.For) -> None:
    if guarded.own_exits(node.body):
        raise b.error(
            "a loop with slots of tl.checkpointed is left before its end.",
            "Leave out slots, or test in front of what a step does.",
            node,
        )


def made(function: object) -> object:
    """Make the function of a segment a checkpoint: replaced by `_made`."""
    return function


@handlers.builtin(made)
def _made(b: Builder, arguments: list, keywords: dict, node, base: str) -> Partial:
    return Partial(run_again.call, tuple(arguments))


def made_in_slots(function: object) -> object:
    """Make the function of a segment with several snapshots one: replaced."""
    return function


@handlers.builtin(made_in_slots)
def _made_in_slots(b: Builder, arguments: list, keywords: dict, node, base: str):
    return Partial(run_again.call_in_slots, tuple(arguments))


def _require_own_variables(b: Builder, node: gast.For | gast.While) -> None:
    """Raise if a function that is defined outside of a loop reads what that binds.

    The function of a segment has variables of its own.
    """
    frame = b.frame
    elsewhere = sorted(bound_in_block([node]) - frame.local_names)
    if elsewhere:
        raise b.error(
            f"{elsewhere[0]}, which this checkpointed loop binds, is a variable of a "
            "module or of another function, and would be bound twice.",
            "Bind a local variable, and that one behind the loop.",
            node,
        )
    bound = bound_in_block([node]) & frame.facts.captured
    if not bound:
        return
    tree = frame.definition or parse(frame.function).tree  # type: ignore[arg-type]
    first, last = (node.lineno, node.col_offset), _end(node)
    for inner in nodes_in(tree):
        if not isinstance(inner, (gast.FunctionDef, gast.Lambda)) or inner is tree:
            continue
        if first <= (inner.lineno, inner.col_offset) <= last:
            continue
        for name in sorted(_read_around(inner) & bound):
            raise b.error(
                f"{name}, which this checkpointed loop binds, is read by a "
                "function that is defined outside of it.",
                f"Pass {name} to that function as an argument.",
                node,
            )


def _read_around(function: gast.FunctionDef | gast.Lambda) -> frozenset[str]:
    """Return the names that a function reads, or binds, of the functions around it."""
    is_lambda = isinstance(function, gast.Lambda)
    body = [gast.Expr(function.body)] if is_lambda else function.body
    given = function.args
    parameters = [*given.posonlyargs, *given.args, *given.kwonlyargs]
    parameters += [one for one in (given.vararg, given.kwarg) if one is not None]
    own = {one.id for one in parameters} | bound_in_block(body)
    found: set[str] = set()
    pending: list[gast.AST] = list(body)
    while pending:
        node = pending.pop()
        if isinstance(node, (gast.FunctionDef, gast.Lambda)):
            found |= _read_around(node)
            args = [*node.args.defaults, *filter(None, node.args.kw_defaults)]
            pending += [*args, *getattr(node, "decorator_list", [])]
            continue
        if isinstance(node, gast.Nonlocal):
            own -= {*node.names}
            found |= {*node.names}
        elif isinstance(node, gast.Name):
            found.add(node.id)
        pending.extend(gast.iter_child_nodes(node))
    return frozenset(found - own)


def _end(node: gast.For | gast.While) -> tuple[int, int]:
    return max(
        (inner.lineno, inner.col_offset)
        for inner in nodes_in(node)
        if hasattr(inner, "lineno")
    )
