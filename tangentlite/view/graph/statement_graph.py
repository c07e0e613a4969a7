"""The statements of a text as a graph: who reads what another one computes."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from tangentlite.view.stage_lines import StageLine, StageText

# Longer labels are cut; the whole text is what one sees pointing at them.
LONGEST = 52


@dataclass
class Node:
    """A parameter, a statement, or a block with graphs in it, each with a header."""

    label: str
    kind: str  # "input", "statement", "output" or "block"
    line: StageLine | None = None
    blocks: list[tuple[str, Graph]] = field(default_factory=list)


@dataclass
class Graph:
    """Nodes in the order of the text, and edges with the names that go along them."""

    nodes: list[Node] = field(default_factory=list)
    edges: dict[tuple[int, int], list[str]] = field(default_factory=dict)

    def add(self, node: Node) -> int:
        """Append a node and return its number."""
        self.nodes.append(node)
        return len(self.nodes) - 1


def statement_graph(text: StageText) -> Graph:
    """Return the graph of the last function of a text.

    What one iteration of a loop hands to the next is named in the loop's header, not
    drawn, so that all edges lead on in the text.

    >>> from tangentlite.view.stage_lines import StageLine
    >>> lines = ["def f(x):", "    y = x * x", "    return y + x"]
    >>> numbered = tuple(StageLine(n, t) for n, t in enumerate(lines, 1))
    >>> graph = statement_graph(StageText("\\n".join(lines), numbered))
    >>> [node.label for node in graph.nodes]
    ['x', 'y = x * x', 'return y + x']
    >>> graph.edges
    {(0, 1): ['x'], (1, 2): ['y'], (0, 2): ['x']}
    """
    tree = ast.parse(text.text)
    function = [n for n in tree.body if isinstance(n, ast.FunctionDef)][-1]
    given = [a.arg for a in ast.walk(function.args) if isinstance(a, ast.arg)]
    body = function.body
    if ast.get_docstring(function) is not None:
        body = body[1:]
    read = _needed(body)
    graph = Graph()
    known = {n: graph.add(Node(n, "input")) for n in given if n in read}
    _Maker(text.lines, graph, known).add(body)
    return graph


class _Maker:
    """Adds statements to a graph; `known` are nodes by the names that they bind."""

    def __init__(
        self, lines: Sequence[StageLine], graph: Graph, known: dict[str, int]
    ) -> None:
        self._lines = lines
        self._graph = graph
        self._known = known

    def add(self, statements: Sequence[ast.stmt]) -> None:
        """Add statements with edges from what they read."""
        for statement in statements:
            node = self._graph.add(self._node(statement))
            for name in dict.fromkeys(_read(statement)):
                if (source := self._known.get(name)) is not None:
                    self._graph.edges.setdefault((source, node), []).append(name)
            self._known.update(dict.fromkeys(_written(statement), node))

    def _node(self, statement: ast.stmt) -> Node:
        line = self._lines[statement.lineno - 1]
        blocks = list(self._blocks(statement))
        if blocks:
            return Node("", "block", line, blocks)
        kind = "output" if isinstance(statement, ast.Return) else "statement"
        whole = statement.lineno == statement.end_lineno
        label = line.text.strip() if whole else ast.unparse(statement)
        return Node(label, kind, line)

    def _blocks(self, statement: ast.stmt) -> Iterator[tuple[str, Graph]]:
        """Yield the blocks of a statement with their headers."""
        header = self._lines[statement.lineno - 1].text.strip()
        for name in ("body", "orelse"):
            inside = getattr(statement, name, [])
            if not inside:
                continue
            if name == "orelse" and self._is_elif(inside[0]):
                yield from self._blocks(inside[0])
                continue
            carried = isinstance(statement, (ast.For, ast.While)) and _carried(inside)
            graph = Graph()
            _Maker(self._lines, graph, {}).add(inside)
            title = header if name == "body" else "else:"
            yield f"{title}  ↻ {', '.join(carried)}" if carried else title, graph

    def _is_elif(self, statement: ast.stmt) -> bool:
        return self._lines[statement.lineno - 1].text.strip().startswith("elif ")


def _carried(inside: Sequence[ast.stmt]) -> list[str]:
    """Return the variables that an iteration reads before it binds or changes them."""
    written = {name for statement in inside for name in _written(statement)}
    return [name for name in _needed(inside) if name in written]


def _needed(statements: Sequence[ast.stmt]) -> list[str]:
    """Return the names that statements read before they bind them themselves."""
    bound: set[str] = set()
    needed: dict[str, None] = {}
    for statement in statements:
        needed.update((n, None) for n in _read(statement) if n not in bound)
        bound |= _always_bound(statement)
    return list(needed)


def _read(statement: ast.stmt) -> list[str]:
    """Return the names that a statement reads, those of changed arrays included."""
    heads = [getattr(statement, name, None) for name in ("test", "iter", "items")]
    blocks = [getattr(statement, name, []) for name in ("body", "orelse")]
    if any(blocks):
        own = [name for head in heads for name in _loaded(head)]
        target = getattr(statement, "target", None)
        counters = set() if target is None else _bound(target)
        inner = [name for block in blocks for name in _needed(block)]
        return own + [name for name in inner if name not in counters]
    names = _loaded(statement)
    if isinstance(statement, ast.AugAssign) and isinstance(statement.target, ast.Name):
        names.append(statement.target.id)
    return names


def _loaded(part: ast.AST | list | None) -> list[str]:
    if isinstance(part, list):
        return [name for item in part for name in _loaded(item)]
    found = ast.walk(part) if part is not None else ()
    names = (node for node in found if isinstance(node, ast.Name))
    return [node.id for node in names if isinstance(node.ctx, ast.Load)]


def _always_bound(statement: ast.stmt) -> set[str]:
    """Return the names that a statement binds on every path."""
    if isinstance(statement, (ast.For, ast.While)):
        return set()
    if isinstance(statement, ast.If):
        blocks = [statement.body, statement.orelse]
        both = [set().union(*map(_always_bound, block)) for block in blocks]
        return both[0] & both[1]
    return _bound(statement)


def _bound(part: ast.AST) -> set[str]:
    """Return the names that are bound somewhere in a statement."""
    found = (n for n in ast.walk(part) if isinstance(n, ast.Name))
    return {n.id for n in found if isinstance(n.ctx, ast.Store)}


def _written(statement: ast.stmt) -> set[str]:
    """Return the names that a statement binds, or whose values it changes."""
    names = _bound(statement)
    for node in ast.walk(statement):
        owner: ast.AST | None = None
        if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store):
            owner = node.value
        elif isinstance(node, ast.Attribute) and node.attr in ("append", "pop"):
            owner = node.value
        while isinstance(owner, (ast.Subscript, ast.Attribute)):
            owner = owner.value
        if isinstance(owner, ast.Name):
            names.add(owner.id)
    return names
