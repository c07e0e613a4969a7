"""Liveness of the user's variables, on the syntax tree."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

import gast

from tangentlite.frontend.live_in_front import live_in_front
from tangentlite.ir.fact_cache import once
from tangentlite.ir.nodes import children, nodes_in


@dataclass(frozen=True)
class Facts:
    """Live variables after each statement and at each loop's head; scopes of names."""

    after: Mapping[gast.stmt, frozenset[str]]
    head: Mapping[gast.stmt, frozenset[str]]
    contents: Mapping[gast.stmt, frozenset[str]]  # `after`, without reads of shapes
    boxed: frozenset[str]  # variables that inner functions bind as well
    globals: frozenset[str]  # names that are declared global
    captured: frozenset[str]  # variables that inner functions may read
    exposed: frozenset[str]  # upward-exposed reads of loop bodies


def live_variables(
    tree: gast.FunctionDef,
    outputs: frozenset[str] = frozenset(),
    shapes: Callable[[gast.AST], bool] | None = None,
) -> Facts:
    """Return the live variables of a function.

    `shapes` tells expressions that read only the shapes of the names in them: these
    count in `after`, but not in `contents`.

    >>> tree = gast.parse('def f(x):\\n    y = x\\n    z = y\\n    return z').body[0]
    >>> [sorted(live_variables(tree).after[s]) for s in tree.body]
    [['y'], ['z'], []]
    """
    captured = _captured(tree)
    walk = _Walk(outputs, captured, lambda node: False)
    walk.block(tree.body, outputs)
    globals_ = _declared(tree.body, gast.Global)
    names = _bound_inside(tree), globals_, captured, _exposed(tree, captured)
    if shapes is None:
        return Facts(walk.after, walk.head, walk.after, *names)
    contents = _Walk(outputs, captured, shapes)
    contents.block(tree.body, outputs)
    return Facts(walk.after, walk.head, contents.after, *names)


def with_block(facts: Facts, block: list[gast.stmt], live: frozenset[str]) -> Facts:
    """Return the facts of a function, extended by statements that replace one of it.

    Behind them variables are `live`.
    """
    walk = _Walk(frozenset(), facts.captured, lambda node: False)
    walk.block(block, live)
    after = {**facts.after, **walk.after}
    contents = {**facts.contents, **walk.after}
    return replace(
        facts, after=after, head={**facts.head, **walk.head}, contents=contents
    )


def is_generated_shape(node: gast.AST) -> bool:
    """Whether an expression of generated code reads only a shape.

    >>> is_generated_shape(gast.parse('t.shape').body[0].value)
    True
    """
    if isinstance(node, gast.Attribute):
        return node.attr in ("shape", "size", "ndim")
    if not isinstance(node, gast.Call) or node.keywords:
        return False
    name = getattr(node.func, "attr", getattr(node.func, "id", ""))
    return name in ("zeros_like", "len", "shape")


class _Walk:
    def __init__(self, outputs, captured: frozenset[str], shapes) -> None:
        self._shapes = shapes
        self._captured = captured
        self.after: dict[gast.stmt, frozenset[str]] = {}
        self.head: dict[gast.stmt, frozenset[str]] = {}
        self._exits: list[tuple[frozenset[str], frozenset[str]]] = []
        # of loops: what was live behind, and the result at the head
        self._heads: dict[gast.stmt, tuple[frozenset[str], frozenset[str]]] = {}
        self._outputs = outputs

    def block(self, block, live: frozenset[str]) -> frozenset[str]:
        for statement in reversed(block):
            self.after[statement] = self.after.get(statement, frozenset()) | live
            live = self.statement(statement, live)
        return live

    def statement(self, node, live: frozenset[str]) -> frozenset[str]:
        if isinstance(node, gast.If):
            branches = self.block(node.body, live) | self.block(node.orelse, live)
            return self._in_front(node.test, branches)
        if isinstance(node, (gast.For, gast.While)):
            return self._loop(node, live)
        if isinstance(node, gast.Try):
            return self._try(node, live)
        if isinstance(node, gast.Return):
            return self._outputs | self._read(node)
        if isinstance(node, gast.Break) and self._exits:
            return self._exits[-1][0]
        if isinstance(node, gast.Continue) and self._exits:
            return self._exits[-1][1]
        if isinstance(node, gast.Assign):
            behind = (live - _bound(node)).union(*map(self._read, node.targets))
            return self._in_front(node.value, behind)
        if isinstance(node, (gast.AugAssign, gast.AnnAssign)):
            return (live - _bound(node)) | self._read(node)
        if isinstance(node, gast.Expr):
            return self._in_front(node.value, live)
        if isinstance(node, gast.FunctionDef):
            behind = (live | self._read(node)) - {node.name}
            return behind.union(*map(self._read, [node.args, *node.decorator_list]))
        # Anything else may not bind: its targets stay live.
        return live | self._read(node)

    def _try(self, node: gast.Try, live: frozenset[str]) -> frozenset[str]:
        """Walk a try statement: a handler may follow any statement of the body."""
        behind = self.block(node.finalbody, live)
        handled = behind.union(*(self.block(h.body, behind) for h in node.handlers))
        body = [*node.body, *node.orelse]
        inside = self.block(body, behind | handled)
        for statement in (s for part in body for s in nodes_in(part)):
            if statement in self.after:
                self.after[statement] |= handled
        return inside | handled

    def _loop(self, node, after: frozenset[str]) -> frozenset[str]:
        leaving = self.block(node.orelse, after)
        target = _bound(node) if isinstance(node, gast.For) else frozenset()
        if _is_endless(node):
            leaving = frozenset()
        head = self._at_head(node, leaving)
        behind, known = self._heads.get(node, (after, head))
        if behind <= after:  # another iteration of the fixpoint: more is live behind
            head |= known
        while True:
            self._exits.append((after, head))
            body = self.block(node.body, head) - target
            inner = self._at_head(node, body | leaving)
            self._exits.pop()
            if inner <= head:
                break
            head |= inner
        self.head[node] = head
        self._heads[node] = after, head
        return self._in_front(node.iter, head) if isinstance(node, gast.For) else head

    def _at_head(self, node, live: frozenset[str]) -> frozenset[str]:
        """Return what is live in front of a test, from what is behind it."""
        return self._in_front(node.test, live) if isinstance(node, gast.While) else live

    def _in_front(self, node, live: frozenset[str]) -> frozenset[str]:
        return live_in_front(node, live, self._read)

    def loop_body(self, block, live: frozenset[str]) -> frozenset[str]:
        """Return what is live at the head of a body whose exits all lead to `live`."""
        self._exits.append((live, live))
        return self.block(block, live)

    def _read(self, node) -> frozenset[str]:
        names: set[str] = set()
        stack = [node]
        while stack:
            current = stack.pop()
            if isinstance(current, gast.Name):
                if isinstance(current.ctx, gast.Load):
                    names.add(current.id)
                continue
            if isinstance(current, _COMPREHENSIONS):
                names |= self._read_by(current)
                continue
            if isinstance(current, gast.Call):  # it may call an inner function
                names |= self._captured
            if self._shapes(current):
                continue
            elif _is_unbroadcast(current):
                stack.append(current.args[0])
                stack.extend(keyword.value for keyword in current.keywords)
                if not self._shapes(_SHAPE):
                    stack.append(current.args[1])
            else:
                stack += children(current)
        if isinstance(node, gast.AugAssign) and isinstance(node.target, gast.Name):
            names.add(node.target.id)
        return frozenset(names)

    def _read_by(self, comprehension) -> frozenset[str]:
        """Return what a comprehension reads, whose targets are its own."""
        first, *others = comprehension.generators
        inside = [
            part for part in children(comprehension) if part not in (first, *others)
        ]
        inside += [*first.ifs, *others]
        read = frozenset().union(*map(self._read, inside))
        targets = [t for one in (first, *others) for t in nodes_in(one.target)]
        own = {t.id for t in targets if isinstance(t, gast.Name)}
        return self._read(first.iter) | (read - own)


_SHAPE = gast.Attribute(gast.Name("x", gast.Load(), None, None), "shape", gast.Load())


def _is_unbroadcast(node: gast.AST) -> bool:
    return (
        isinstance(node, gast.Call)
        and isinstance(node.func, gast.Name)
        and node.func.id == "unbroadcast"
        and len(node.args) == 2
    )


def _is_endless(node) -> bool:
    """Whether a loop ends by break alone."""
    test = getattr(node, "test", None)
    return isinstance(test, gast.Constant) and bool(test.value)


@once
def local_names(tree: gast.FunctionDef) -> frozenset[str]:
    """Return the local variables of a function: parameters and bound names."""
    own = tree.args
    named = [*own.posonlyargs, *own.args, own.vararg, *own.kwonlyargs, own.kwarg]
    given = {argument.id for argument in named if argument is not None}
    return bound_in_block(tree.body) | given


def bound_in_block(block) -> frozenset[str]:
    """Return the variables that a block binds, without those of inner functions.

    Comprehensions are inner functions, too.

    >>> sorted(bound_in_block(gast.parse('y = [v * w for v in x]').body))
    ['y']
    """
    found: set[str] = set()
    stack: list[gast.AST] = list(block)
    while stack:
        node = stack.pop()
        if isinstance(node, (gast.FunctionDef, gast.ClassDef)):
            found.add(node.name)
        elif isinstance(node, gast.Name) and not isinstance(node.ctx, gast.Load):
            found.add(node.id)
        elif isinstance(node, gast.ExceptHandler) and node.name is not None:
            found.add(getattr(node.name, "id", node.name))
            stack += children(node)
        elif isinstance(node, gast.alias):
            found.add(node.asname or node.name.split(".")[0])
        elif isinstance(node, gast.comprehension):
            stack.extend([node.iter, *node.ifs])
        elif not isinstance(node, gast.Lambda):
            stack += children(node)
    elsewhere = _declared(block, (gast.Global, gast.Nonlocal))
    return frozenset(found) - elsewhere


def _declared(block, kinds) -> frozenset[str]:
    """Return the names that a function declares global or nonlocal."""
    found: set[str] = set()
    stack: list[gast.AST] = list(block)
    while stack:
        node = stack.pop()
        if isinstance(node, kinds):
            found.update(node.names)
        elif not isinstance(node, _APART):
            stack += children(node)
    return frozenset(found)


_APART = (gast.FunctionDef, gast.ClassDef, gast.Lambda, gast.expr)


def _bound_inside(tree: gast.FunctionDef) -> frozenset[str]:
    """Return the variables that inner functions and comprehensions bind."""
    found: set[str] = set()
    for node in nodes_in(tree):
        if isinstance(node, gast.Nonlocal):
            found.update(node.names)
        elif isinstance(node, _COMPREHENSIONS):
            found.update(
                inner.target.id
                for inner in nodes_in(node)
                if isinstance(inner, gast.NamedExpr)
            )
    return frozenset(found) & local_names(tree)


_COMPREHENSIONS = (gast.ListComp, gast.SetComp, gast.DictComp, gast.GeneratorExp)


def needed_in_front(block, names: frozenset[str]) -> frozenset[str]:
    """Return the upward-exposed reads of a loop's body.

    Variables among `names` that it may not bind are included.

    >>> block = gast.parse('y = x\\nif x > 1: z = 2\\nelse: w = 3').body
    >>> sorted(needed_in_front(block, frozenset('yzv')))
    ['v', 'x', 'z']
    """
    walk = _Walk(frozenset(), frozenset(), lambda node: False)
    return walk.loop_body(block, names)


def _exposed(tree: gast.FunctionDef, captured: frozenset[str]) -> frozenset[str]:
    """Return the upward-exposed reads of all loop bodies."""
    loops = [n for n in nodes_in(tree) if isinstance(n, (gast.For, gast.While))]
    walk = _Walk(frozenset(), captured, lambda node: False)
    return frozenset().union(*(walk.loop_body(n.body, frozenset()) for n in loops))


def only_augmented(block) -> frozenset[str]:
    """Return the variables that a block binds by augmented assignments alone.

    >>> block = gast.parse('y += 1; z += 1; z = 2; w = y').body
    >>> sorted(only_augmented(block))
    ['y']
    """
    augmented: Counter[str] = Counter()
    stored: Counter[str] = Counter()
    for node in (inner for statement in block for inner in nodes_in(statement)):
        if isinstance(node, gast.AugAssign) and isinstance(node.target, gast.Name):
            augmented[node.target.id] += 1
        if isinstance(node, gast.Name) and not isinstance(node.ctx, gast.Load):
            stored[node.id] += 1
        elif isinstance(node, gast.FunctionDef):
            stored[node.name] += 1
    return frozenset(name for name in augmented if augmented[name] == stored[name])


def _captured(tree: gast.FunctionDef) -> frozenset[str]:
    """Return the variables that inner functions may read when they are called.

    `locals()` reads all of them.
    """
    called = (n.func for n in nodes_in(tree) if isinstance(n, gast.Call))
    if any(isinstance(f, gast.Name) and f.id == "locals" for f in called):
        return local_names(tree)
    return frozenset(
        inner.id
        for node in nodes_in(tree)
        if isinstance(node, (gast.FunctionDef, gast.Lambda)) and node is not tree
        for inner in nodes_in(node)
        if isinstance(inner, gast.Name) and isinstance(inner.ctx, gast.Load)
    )


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
