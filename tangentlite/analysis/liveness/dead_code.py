"""Dead-code elimination on a block, and the names that are live in front of it."""

from __future__ import annotations

from collections.abc import Collection, Container, Mapping, Sequence

import gast

from tangentlite.analysis.aliasing.groups import Groups
from tangentlite.analysis.statement_effects import is_pure, written
from tangentlite.ir import build
from tangentlite.ir.function import same_items
from tangentlite.ir.leaves import Comment
from tangentlite.ir.rewrite import (
    binds,
    bound_in,
    names_in,
    read_in,
    reads,
    statements,
    touched,
)

Block = Sequence[gast.stmt]


def prune(
    block: Block,
    live: frozenset[str],
    objects: Mapping[str, object],
    views: Mapping[str, set[str]],
    raises: Container[str] = (),
) -> tuple[list[gast.stmt], frozenset[str]]:
    """Drop dead statements; return the rest and the names live in front of it.

    `live` holds the names that are read after the block. Pure statements whose
    results are not live go; effects, and writes into what is live or may alias it
    (`views` maps a name to the names that it looks into), stay. The right-hand side of
    a name that `raises` stays as an expression, and so do writes into such a name.

    >>> block = gast.parse('a = x * 2\\nb = y * 3\\nc = b + 1').body
    >>> kept, needed = prune(block, frozenset({'c'}), {}, {})
    >>> len(kept), sorted(needed)
    (2, ['y'])
    """
    return _Pruner(objects, views, raises).block(block, live)


def groups_of(views: Mapping[str, set[str]]) -> dict[str, str]:
    """Return the representative of the alias class of each name that has one.

    >>> groups_of({'v': {'y'}, 'w': {'v'}})
    {'v': 'y', 'w': 'y', 'y': 'y'}
    """
    groups = Groups()
    for name, owners in views.items():
        for owner in sorted(owners):
            groups.unite(name, owner)
    return groups.roots()


def _sharing(views: Mapping[str, set[str]]) -> dict[str, set[str]]:
    """Return the alias class of each name that has one."""
    groups = groups_of(views)
    members: dict[str, set[str]] = {}
    for name, group in groups.items():
        members.setdefault(group, set()).add(name)
    return {name: members[group] for name, group in groups.items()}


class _Pruner:
    def __init__(
        self,
        objects: Mapping[str, object],
        views: Mapping[str, set[str]],
        raises: Container[str],
    ) -> None:
        self._objects = objects
        # Most blocks write nothing, and views are those of a whole program.
        self._views = views
        self._sharing: Mapping[str, set[str]] | None = None
        self._raises = raises
        # of loops: what was live behind, what was live at the head, the pruned loop
        self._loops: dict[gast.stmt, tuple] = {}

    def block(
        self, block: Block, live: frozenset[str], leaving: frozenset[str] | None = None
    ) -> tuple[list[gast.stmt], frozenset[str]]:
        """Prune a block; `leaving` is what is live where `break` goes.

        Without it, exits do not matter.
        """
        kept: list[gast.stmt] = []
        # One set for the whole block: a new one for each statement would be quadratic.
        after = set(live)
        read: set[str] = set()
        for statement in reversed(block):
            if type(statement) is gast.Assign:
                new = self._assignment(statement, after)
            elif _is_read(statement) and statement.value.id in read:
                continue  # a later statement raises as well if the name is unbound
            else:
                new = self._statement(statement, after, leaving)
            if new is not None:
                kept.append(new)
                read.update(reads(new))
        kept.reverse()
        return kept, frozenset(after)

    def _assignment(self, node: gast.Assign, live: set[str]) -> gast.stmt | None:
        """Prune an assignment, the most frequent statement."""
        bound = binds(node)
        if live.isdisjoint(bound) and not self._matters(node, live):
            return None
        if self._is_only_effect(node, live):
            effect = build.effect(node.value, node.lineno)
            live.update(reads(effect))
            return effect
        live.difference_update(bound)
        live.update(reads(node))
        return node

    def _statement(self, node, live: set[str], leaving) -> gast.stmt | None:
        """Return a statement unless it is dead; update `live` to before it."""
        compound = _COMPOUND.get(type(node))
        if compound is not None:
            # The rest stays: sets of all that is live for each would be quadratic.
            concerned = frozenset(live & self._reach(node))
            found = compound(self, node, concerned, leaving)
            if found is None:
                return None
            node, before = found
            live -= concerned
            live |= before
            return node
        if isinstance(node, gast.Break):
            if leaving is None:
                return None
            live.clear()
            live.update(leaving)
            return node
        if not isinstance(node, gast.Return) and not self._matters(node, live):
            return None
        live.update(reads(node))
        return node

    def _reach(self, node: gast.stmt) -> set[str] | frozenset[str]:
        """Return the names in a statement, and the aliases of what it writes."""
        names = touched(node)
        changed = [written(inner) for inner in statements([node])]
        sharing = [self._shared_with(name) for name in changed if name is not None]
        return names.union(*sharing)

    def _matters(self, node: gast.stmt, live: set[str]) -> bool:
        changed = written(node)
        if changed in self._raises or changed and self._is_seen(changed, live):
            return True
        if isinstance(node, gast.Expr):
            if isinstance(node.value, gast.Constant):
                return isinstance(node.value.value, Comment)
            if _is_read(node):  # raises if the name is unbound
                return True
            return changed is None
        if any(name in live or name in self._raises for name in binds(node)):
            return True
        if changed is not None:
            return False
        return isinstance(node, gast.Assign) and not is_pure(node.value, self._objects)

    def _is_only_effect(self, node: gast.Assign, live: set[str]) -> bool:
        """Whether a statement matters only for its effect: its result is dead."""
        if not isinstance(node.value, gast.Call) and not self._raises:
            return False
        target = node.targets[0]
        bare = isinstance(target, gast.Name) and target.id not in live
        return bare and (isinstance(node.value, gast.Call) or target.id in self._raises)

    def _is_seen(self, name: str, live: set[str]) -> bool:
        """Whether a write into an array can be seen through a live name."""
        if name in live:
            return True
        return not live.isdisjoint(self._shared_with(name))

    def _shared_with(self, name: str) -> Collection[str]:
        if self._sharing is None:
            self._sharing = _sharing(self._views)
        return self._sharing.get(name, ())

    def _branch(self, node: gast.If, live: frozenset[str], leaving):
        body, in_body = self.block(node.body, live, leaving)
        orelse, in_orelse = self.block(node.orelse, live, leaving)
        if not body and not orelse:
            return None
        test = node.test
        unchanged = same_items(body, node.body) and same_items(orelse, node.orelse)
        if unchanged and body:
            return node, in_body | in_orelse | set(names_in(test))
        if not body:
            body, orelse = orelse, body
            test = gast.UnaryOp(gast.Not(), test)
        new = build.branch(test, body, orelse, node.lineno)
        return new, in_body | in_orelse | set(names_in(node.test))

    def _loop(self, node: gast.For | gast.While, live: frozenset[str], _):
        """Prune a loop.

        The loops around iterate to a fixpoint with ever more that is live. What was
        live at the head of this one still is: starting from it saves twice as many
        walks on each level.
        """
        before, head, found = self._loops.get(node, (None, None, None))
        if before != live:
            grows = before is not None and before <= live
            head, found = self._pruned_loop(node, live, head if grows else None)
            self._loops[node] = live, head, found
        return found

    def _pruned_loop(self, node, live: frozenset[str], known: frozenset[str] | None):
        """Prune a loop; `known` is live at its head if less is live behind it.

        Return what is live at its head, None if the loop is dead, and the pruned loop.
        """
        header = node.iter if isinstance(node, gast.For) else node.test
        target = set(binds(node))
        if known is None:
            body, _ = self.block(node.body, live)
            if not body and is_pure(header, self._objects) and not target & live:
                return None, None
        repeated = names_in(header) if isinstance(node, gast.While) else ()
        head = live.union(repeated, known or ())
        while True:
            body, inner = self.block(node.body, head, live)
            wider = head | (inner - target)
            if wider == head:
                break
            head = wider
        before = head | set(names_in(header))
        if body and same_items(body, node.body):
            return head, (node, before)
        if isinstance(node, gast.For):
            rest = body or [gast.Pass()]  # the last item is read later
            new = build.loop(node.target.id, node.iter, rest, node.lineno)
        else:
            new = build.repeat(node.test, body, node.lineno)
        return head, (new, before)

    def _function(self, node: gast.FunctionDef, live: frozenset[str], _):
        if node.name not in live:
            return None
        outside = frozenset(read_in(node.body) - bound_in(node.body))
        body, inner = self.block(node.body, outside)  # its writes are seen outside
        parameters = {argument.id for argument in node.args.args}
        free = inner - parameters - bound_in(body) | (inner & live)
        new = gast.FunctionDef(node.name, node.args, body, [], None, None, [])
        gast.copy_location(new, node)
        return new, (live - {node.name}) | free


def _is_read(node: gast.stmt) -> bool:
    return isinstance(node, gast.Expr) and isinstance(node.value, gast.Name)


_COMPOUND = {
    gast.If: _Pruner._branch,
    gast.For: _Pruner._loop,
    gast.While: _Pruner._loop,
    gast.FunctionDef: _Pruner._function,
}
