"""Which of the user's variables are read later: liveness on the syntax tree."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import gast


@dataclass(frozen=True)
class Facts:
    """Variables that may be read after each statement, and at each loop's head."""

    after: Mapping[gast.stmt, frozenset[str]]
    head: Mapping[gast.stmt, frozenset[str]]
    grown: frozenset[str]  # variables on which append, pop and the like are called


def live_variables(
    tree: gast.FunctionDef, outputs: frozenset[str] = frozenset()
) -> Facts:
    """Return what is live after each statement of a function.

    >>> tree = gast.parse('def f(x):\\n    y = x\\n    z = y\\n    return z').body[0]
    >>> [sorted(live_variables(tree).after[s]) for s in tree.body]
    [['y'], ['z'], []]
    """
    walk = _Walk(outputs)
    walk.block(tree.body, outputs)
    return Facts(walk.after, walk.head, _grown(tree))


def _grown(tree: gast.FunctionDef) -> frozenset[str]:
    return frozenset(
        node.func.value.id
        for node in gast.walk(tree)
        if isinstance(node, gast.Call)
        and isinstance(node.func, gast.Attribute)
        and node.func.attr in ("append", "pop", "extend", "insert")
        and isinstance(node.func.value, gast.Name)
    )


class _Walk:
    def __init__(self, outputs: frozenset[str]) -> None:
        self.after: dict[gast.stmt, frozenset[str]] = {}
        self.head: dict[gast.stmt, frozenset[str]] = {}
        self._exits: list[tuple[frozenset[str], frozenset[str]]] = []
        self._outputs = outputs

    def block(self, block, live: frozenset[str]) -> frozenset[str]:
        for statement in reversed(block):
            self.after[statement] = self.after.get(statement, frozenset()) | live
            live = self.statement(statement, live)
        return live

    def statement(self, node, live: frozenset[str]) -> frozenset[str]:
        if isinstance(node, gast.If):
            branches = self.block(node.body, live) | self.block(node.orelse, live)
            return branches | _read(node.test)
        if isinstance(node, (gast.For, gast.While)):
            return self._loop(node, live)
        if isinstance(node, gast.Return):
            return self._outputs | _read(node)
        if isinstance(node, gast.Break) and self._exits:
            return self._exits[-1][0]
        if isinstance(node, gast.Continue) and self._exits:
            return self._exits[-1][1]
        if isinstance(node, (gast.Assign, gast.AugAssign, gast.AnnAssign)):
            return (live - _bound(node)) | _read(node)
        # Anything else binds conditionally at most: what it binds stays live.
        return live | _read(node)

    def _loop(self, node, after: frozenset[str]) -> frozenset[str]:
        leaving = self.block(node.orelse, after)
        test = _read(node.iter if isinstance(node, gast.For) else node.test)
        target = _bound(node) if isinstance(node, gast.For) else frozenset()
        repeated = test if isinstance(node, gast.While) else frozenset()
        head = leaving | repeated
        while True:
            self._exits.append((after, head))
            inner = (self.block(node.body, head) - target) | leaving | repeated
            self._exits.pop()
            if inner <= head:
                break
            head |= inner
        self.head[node] = head
        return head | test


def _read(node) -> frozenset[str]:
    names = {
        child.id
        for child in gast.walk(node)
        if isinstance(child, gast.Name) and isinstance(child.ctx, gast.Load)
    }
    if isinstance(node, gast.AugAssign) and isinstance(node.target, gast.Name):
        names.add(node.target.id)
    return frozenset(names)


def _bound(node) -> frozenset[str]:
    targets = node.targets if isinstance(node, gast.Assign) else [node.target]
    names: set[str] = set()
    stack = list(targets)
    while stack:
        target = stack.pop()
        if isinstance(target, gast.Name):
            names.add(target.id)
        elif isinstance(target, (gast.Tuple, gast.List)):
            stack.extend(target.elts)
        elif isinstance(target, gast.Starred):
            stack.append(target.value)
    return frozenset(names)
