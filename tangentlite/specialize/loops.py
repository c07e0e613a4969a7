"""`for` and `while`: the variables they carry, found by walking to a fixpoint."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import partial

import gast

from tangentlite.frontend.live import bound_in_block, only_augmented
from tangentlite.ir import build
from tangentlite.ir.rewrite import leaves_loop
from tangentlite.kinds.kind import Array, Scalar
from tangentlite.specialize import (
    branches,
    container_writes,
    exits,
    expressions,
    joins,
    materialize,
    sequences,
    statements,
    unrolling,
    windows,
)
from tangentlite.specialize.builder import Builder, base_name
from tangentlite.specialize.values import (
    UNBOUND,
    Atom,
    Dictionary,
    Range,
    Reversed,
    Sequence,
    Unbound,
    parts,
    with_items,
)

MAX_ROUNDS = 20


def run_for(b: Builder, node: gast.For) -> None:
    """Walk a `for` statement; over a tuple, once for each item."""
    iterable = expressions.evaluate(b, node.iter)
    items = sequences.static_items(b, iterable)
    if items is not None:
        unrolling.unroll_items(b, node, iterable, items)
        return
    counts = sequences.static_counts(iterable)
    if counts is None:
        _run_counted(b, node, iterable)
    else:
        unrolling.run_or_unroll(
            b, node, counts, lambda: _run_counted(b, node, iterable)
        )


def _run_counted(b: Builder, node: gast.For, iterable: object) -> None:
    if isinstance(iterable, Range):
        header, first = _range_header(b, iterable), None
    elif _is_reversed_range(iterable) and not _has_exits(node):
        plain = _range_header(b, iterable.items)
        header, first = build.call(b.references.function(reversed), [plain]), None
    elif isinstance(iterable, Reversed) and not _has_exits(node):
        size = sequences.length(b, iterable.items)
        plain = build.call(b.references.function(range), [size.node])
        header = build.call(b.references.function(reversed), [plain])
        first = iterable.items
    else:
        size = sequences.length(b, iterable)
        header = build.call(b.references.function(range), [size.node])
        first = iterable
    line = b.line
    counter_base = "i"
    if first is None and isinstance(node.target, gast.Name):
        counter_base = base_name(node.target.id)
    counter = b.fresh(counter_base, Scalar("int64", True))
    counts = iterable.items if isinstance(iterable, Reversed) else iterable
    windows.note_range(b, counter, counts)

    def enter() -> None:
        position = Atom(build.name(counter), b.kinds[counter])
        value = position
        if first is not None:
            base = node.target.id if isinstance(node.target, gast.Name) else "t"
            value = sequences.item(b, first, position, base_name(base))
        statements.bind_target(b, node.target, value)

    bound = bound_in_block([node.target])
    body = _carry(b, node, enter, bound)
    b.add(build.loop(counter, header, body, line))


def _range_header(b: Builder, value: Range) -> gast.expr:
    callee = b.references.function(range)
    return build.call(callee, materialize.range_arguments(value))


def _is_reversed_range(value: object) -> bool:
    return isinstance(value, Reversed) and isinstance(value.items, Range)


def _has_exits(node: gast.For | gast.While) -> bool:
    return any(leaves_loop(statement) for statement in node.body)


def run_while(b: Builder, node: gast.While) -> None:
    """Walk a `while` statement."""
    line = b.line
    tests: list[gast.expr] = []

    def enter() -> None:
        tests.append(expressions.test(b, node.test).node)

    body = _carry(b, node, enter, frozenset())
    b.add(build.repeat(tests[-1], body, line))


def _carry(
    b: Builder,
    node: gast.For | gast.While,
    enter: Callable[[], None],
    bound: frozenset[str],
) -> list[gast.stmt]:
    """Walk a loop's body until the kinds of what it carries are stable.

    Emits the first values of the carried variables before the loop, their next values
    at the end of its body; what is behind the loop sees the same names.
    """
    frame = b.frame
    after = frame.facts.after.get(node, frozenset())
    live = frame.facts.head.get(node, frozenset()) | after
    line = b.line
    assigned = _assigned(b, node) | bound
    before = dict(frame.variables)
    names = [v for v in _order(before, assigned) if v in live]
    entries = {v: before.get(v, UNBOUND) for v in names}
    targets = {v: _target(b, v, entry) for v, entry in entries.items()}
    frame.live = live
    shared: set[str] = set()
    if not b.loops:
        b.unreached.clear()
    for _ in range(MAX_ROUNDS):
        unreached = len(b.unreached)
        for variable in names:
            if variable not in shared:
                joins.own(b, variable, targets[variable], [entries[variable]], [before])
        seen, lists = len(b.widened), set(b.lists)
        frame.variables = {**before, **targets}
        b.loops += 1
        with b.conditional([]) as body:
            enter()
            inside = exits.Body(body, targets, after, live)
            walk = partial(exits.run_body, b, node.body, inside)
            if (flag := branches.attempt(b, walk)) is branches.UNREACHED:
                return _never_entered(b, before, after)
            b.line = line
            ends = {v: frame.variables.get(v, UNBOUND) for v in names}
            frame.live = live
            stable = _close(b, names, targets, ends, shared) and not inside.widened
            if flag is not None:
                b.add(exits.leave(flag, line))
        b.loops -= 1
        if stable and lists.isdisjoint(b.widened[seen:]):
            if not b.loops and len(b.unreached) > unreached:
                raise b.unreached[unreached]
            break
    else:
        raise _unsettled(b, node)
    frame.live, frame.variables = live, before
    _enter(b, targets, entries)
    frame.variables = {**before, **targets}
    for variable in assigned - set(names):
        frame.variables.pop(variable, None)
    frame.live = after
    return body


def _enter(b: Builder, targets: dict, entries: dict) -> None:
    """Emit the first values of carried variables, once the body was walked."""
    released = set(b.released)
    for variable, entry in entries.items():
        joins.copy_into(b, variable, targets[variable], entry)
    b.released = released  # views made in the body look into later arrays than these


def _never_entered(b: Builder, before: dict, after: frozenset[str]) -> list:
    """A loop whose body nothing can reach yet leaves its variables as they were."""
    b.loops -= 1
    if not b.loops:
        raise b.unreached[-1]
    b.frame.variables, b.frame.live = before, after
    return [gast.Pass()]


def _assigned(b: Builder, node: gast.For | gast.While) -> set[str]:
    """Return the variables that an iteration may change; lists that grow turn real."""
    container_writes.keep_at_run_time(b, node.body)
    changed = container_writes.changed_in(b, node.body) | bound_in_block(node.body)
    return changed - {v for v in only_augmented(node.body) if _is_one_array(b, v)}


def _is_one_array(b: Builder, variable: str) -> bool:
    """Whether a variable holds one array throughout, if `y += v` alone binds it."""
    value = b.frame.variables.get(variable)
    if not isinstance(value, Atom) or not isinstance(value.kind, Array):
        return False
    if value.name is None or value.name in b.numbers or not value.kind.shape:
        return False
    is_bound_anew = b.places.get(value.name) == (b.frame, b.loops + 1)
    return not is_bound_anew


def _unsettled(b: Builder, node: gast.AST) -> Exception:
    return b.error(
        "the kinds of this loop's variables do not settle.",
        "Give each variable one kind (dtype and number of axes).",
        node,
    )


def _target(b: Builder, variable: str, entry: object) -> object:
    """Return the names that a variable has in the loop and behind it.

    They are new ones also where the variable may have no value yet: what it was
    before may be kept for the backward sweep.
    """
    target = joins.merged(b, base_name(variable), entry, entry)
    if any(atom.name in b.unbound for atom in _leaves(entry)):
        b.unbound.update(str(atom.name) for atom in _leaves(target))
    return target


def _close(b: Builder, names, targets: dict, ends: dict, shared: set[str]) -> bool:
    """Emit the next values of carried variables; return whether nothing changed."""
    stable = True
    moves = []
    for variable in names:
        target, end = targets[variable], ends[variable]
        wider = joins.widened(b, base_name(variable), target, end)
        if isinstance(target, Unbound):
            b.unbound.update(str(atom.name) for atom in _leaves(wider))
        if wider is not target:
            targets[variable] = wider
            stable = False
        moves.append((variable, wider, end))
    for variable, target, end in moves:
        for mine, part in zip(parts(target), parts(end)):
            sole = container_writes.is_sole(b, part, variable)
            changeable = sole and (part is mine or id(part) in b.containers)
            if id(mine) in b.containers and not changeable:
                del b.containers[id(mine)]
                shared.add(variable)
                stable = False
    owned = set(b.owned)
    for variable, target, end in _in_parallel(b, moves):
        joins.copy_into(b, variable, target, end)
    lost = owned - b.owned
    if lost:
        for variable, target, _ in moves:
            if isinstance(target, Atom) and target.name in lost:
                shared.add(variable)
                stable = False
    return stable


def _in_parallel(b: Builder, moves: list) -> list:
    """Order the moves at a loop's end so that none reads what another has set."""
    set_names = {
        atom.name
        for _, target, _ in moves
        for atom in _leaves(target)
        if atom.name is not None
    }
    ends = Counter(atom.name for _, _, end in moves for atom in _leaves(end))
    several = {name for name, count in ends.items() if count > 1}
    held: dict[str, Atom] = {}

    def hold(target: object, end: object) -> object:
        if isinstance(end, (Sequence, Dictionary)):
            parts = zip(target.items, end.items)
            return with_items(end, tuple(hold(t, e) for t, e in parts))
        if not isinstance(end, Atom) or end.name not in set_names or end == target:
            return end
        if end.name not in held:
            held[end.name] = _held(b, end, end.name in several)
        return held[end.name]

    return [(variable, target, hold(target, end)) for variable, target, end in moves]


def _held(b: Builder, end: Atom, is_shared: bool) -> Atom:
    """Name the array that a name holds before the name is set anew."""
    name = b.fresh("t", b.kinds[end.name])
    b.add(build.assign(name, end.node, b.line))
    if end.name in b.owned and not is_shared:
        b.owned.add(name)
    else:
        b.note_view(name, end.name)
    return Atom(build.name(name), end.kind)


def _leaves(value: object) -> list[Atom]:
    from tangentlite.specialize.values import atoms

    return [] if isinstance(value, Unbound) else list(atoms(value))


def _order(before: dict, assigned: set[str]) -> list[str]:
    known = [v for v in before if v in assigned]
    return known + sorted(assigned - set(known))
