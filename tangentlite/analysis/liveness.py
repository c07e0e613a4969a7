"""Which names a block reads before it binds them, without its dead statements."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import gast

from tangentlite.analysis.effects import is_pure, written
from tangentlite.ir import build
from tangentlite.ir.comment import Comment
from tangentlite.ir.function import same_items
from tangentlite.ir.rewrite import binds, bound_in, names_in, reads

Block = Sequence[gast.stmt]


def prune(
    block: Block,
    live: frozenset[str],
    objects: Mapping[str, object],
    leaving: frozenset[str] | None = None,
) -> tuple[list[gast.stmt], frozenset[str]]:
    """Drop the statements nothing depends on; return the rest and what it reads.

    `live` holds the names that are read after the block. Pure statements whose
    results are not live go; effects, and writes into what is live, stay. `leaving`
    holds what is read behind the loop around the block, to which `break` goes;
    without it, exits do not matter.

    >>> block = gast.parse('a = x * 2\\nb = y * 3\\nc = b + 1').body
    >>> kept, needed = prune(block, frozenset({'c'}), {})
    >>> len(kept), sorted(needed)
    (2, ['y'])
    """
    kept: list[gast.stmt] = []
    # One set for the whole block: a new one for each statement would be quadratic.
    after = set(live)
    read: set[str] = set()
    for statement in reversed(block):
        if _is_read(statement) and statement.value.id in read:
            continue  # a later statement raises as well if the name is unbound
        new = _statement(statement, after, objects, leaving)
        if new is not None:
            kept.append(new)
            read.update(reads(new))
    kept.reverse()
    return kept, frozenset(after)


def _statement(node, live: set[str], objects, leaving) -> gast.stmt | None:
    """Return a statement that matters, and turn what is live after into before."""
    compound = _COMPOUND.get(type(node))
    if compound is not None:
        found = compound(node, frozenset(live), objects, leaving)
        if found is None:
            return None
        node, before = found
        live.clear()
        live.update(before)
        return node
    if isinstance(node, gast.Break):
        if leaving is None:
            return None
        live.clear()
        live.update(leaving)
        return node
    if not isinstance(node, gast.Return) and not _matters(node, live, objects):
        return None
    if isinstance(node, gast.Assign):
        if _is_only_effect(node, live):
            node = build.effect(node.value, node.lineno)
        live.difference_update(binds(node))
    live.update(reads(node))
    return node


def _matters(node: gast.stmt, live: set[str], objects) -> bool:
    changed = written(node)
    if changed is not None and changed in live:
        return True
    if isinstance(node, gast.Expr):
        if isinstance(node.value, gast.Constant):
            return isinstance(node.value.value, Comment)
        if _is_read(node):  # raises if the name is unbound
            return True
        return changed is None and not is_pure(node.value, objects)
    if any(name in live for name in binds(node)):
        return True
    if changed is not None:
        return False
    return isinstance(node, gast.Assign) and not is_pure(node.value, objects)


def _is_only_effect(node: gast.Assign, live: set[str]) -> bool:
    """Whether a call is there for its effect: nothing reads what it returns."""
    target = node.targets[0]
    bare = isinstance(target, gast.Name) and target.id not in live
    return bare and isinstance(node.value, gast.Call)


def _is_read(node: gast.stmt) -> bool:
    return isinstance(node, gast.Expr) and isinstance(node.value, gast.Name)


def _branch(node: gast.If, live: frozenset[str], objects, leaving):
    body, in_body = prune(node.body, live, objects, leaving)
    orelse, in_orelse = prune(node.orelse, live, objects, leaving)
    if not body and not orelse:
        return None
    test = node.test
    if same_items(body, node.body) and same_items(orelse, node.orelse):
        return node, in_body | in_orelse | set(names_in(test))
    if not body:
        body, orelse = orelse, body
        test = gast.UnaryOp(gast.Not(), test)
    new = build.branch(test, body, orelse, node.lineno)
    return new, in_body | in_orelse | set(names_in(node.test))


def _loop(node: gast.For | gast.While, live: frozenset[str], objects, leaving):
    header = node.iter if isinstance(node, gast.For) else node.test
    target = set(binds(node))
    body, _ = prune(node.body, live, objects)
    if not body and is_pure(header, objects) and not target & live:
        return None
    head = live | (set(names_in(header)) if isinstance(node, gast.While) else set())
    while True:
        body, inner = prune(node.body, head, objects, live)
        wider = head | (inner - target)
        if wider == head:
            break
        head = wider
    if body and same_items(body, node.body):
        return node, head | set(names_in(header))
    if isinstance(node, gast.For):
        rest = body or [gast.Pass()]  # the last item is read later
        new = build.loop(node.target.id, node.iter, rest, node.lineno)
    else:
        new = build.repeat(node.test, body, node.lineno)
    return new, head | set(names_in(header))


def _function(node: gast.FunctionDef, live: frozenset[str], objects, leaving):
    if node.name not in live:
        return None
    body, inner = prune(node.body, frozenset(), objects)
    parameters = {argument.id for argument in node.args.args}
    free = inner - parameters - bound_in(body) | (inner & live)
    new = gast.FunctionDef(node.name, node.args, body, [], None, None, [])
    gast.copy_location(new, node)
    return new, (live - {node.name}) | free


_COMPOUND = {
    gast.If: _branch,
    gast.For: _loop,
    gast.While: _loop,
    gast.FunctionDef: _function,
}
