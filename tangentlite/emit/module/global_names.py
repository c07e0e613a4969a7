"""The global names in the text of functions: finding and renaming them."""

from __future__ import annotations

import ast
import copy
import dis
import types
from collections.abc import Iterator, Sequence

# A name and the attributes read from it: for `np.linalg.norm` the nodes of `np`,
# `np.linalg`, `np.linalg.norm`.
Chain = list[ast.expr]


def global_names(tree: ast.Module) -> dict[str, list[Chain]]:
    """Return the reads of each free name of functions, without annotations.

    >>> tree = ast.parse('def f(x: T):\\n    return np.sin(x) * K')
    >>> {name: len(chain) for name, (chain,) in global_names(tree).items()}
    {'np': 2, 'K': 1}
    """
    bare = copy.deepcopy(tree)
    for node in ast.walk(bare):
        if isinstance(node, ast.arg):
            node.annotation = None
        elif isinstance(node, ast.FunctionDef):
            node.returns = None
    defined = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
    names = set(_loaded(compile(bare, "<text>", "exec"))) - defined
    found: dict[str, list[Chain]] = {}
    for chain in sorted(_chains(tree, []), key=_position):
        if isinstance(chain[0], ast.Name) and chain[0].id in names:
            found.setdefault(chain[0].id, []).append(chain)
    return found


def _loaded(code: types.CodeType) -> Iterator[str]:
    for instruction in dis.get_instructions(code):
        if instruction.opname in ("LOAD_GLOBAL", "LOAD_NAME"):
            yield instruction.argval
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from _loaded(constant)


def _chains(node: ast.AST, outer: Chain) -> Iterator[Chain]:
    """Yield each name with the attributes read from it."""
    if isinstance(node, ast.Name):
        yield [node, *outer]
        return
    around = [node, *outer] if isinstance(node, ast.Attribute) else []
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST):
                yield from _chains(child, around)


def _position(chain: Chain) -> tuple[int, int]:
    return chain[0].lineno, chain[0].col_offset


def attributes(chain: Chain) -> list[str]:
    """Return the names of the attributes of a chain."""
    return [node.attr for node in chain if isinstance(node, ast.Attribute)]


def with_names(text: str, changes: Sequence[tuple[ast.expr, str]]) -> str:
    """Return text with names in place of some of its nodes.

    Raises ValueError where a node has no exact position (in an f-string, before Python
    3.12).

    >>> node = ast.parse('a.b + c').body[0].value.left
    >>> with_names('a.b + c', [(node, 'b')])
    'b + c'
    """
    data = text.encode()
    starts = [0]
    for line in data.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    for node, name in sorted(changes, key=lambda change: _start(change[0], starts))[
        ::-1
    ]:
        start, end = _start(node, starts), _end(node, starts)
        if "".join(data[start:end].decode().split()) != ast.unparse(node):
            raise ValueError(ast.unparse(node))
        data = data[:start] + name.encode() + data[end:]
    return data.decode()


def _start(node: ast.expr, starts: list[int]) -> int:
    return starts[node.lineno - 1] + node.col_offset


def _end(node: ast.expr, starts: list[int]) -> int:
    return starts[(node.end_lineno or node.lineno) - 1] + (node.end_col_offset or 0)
