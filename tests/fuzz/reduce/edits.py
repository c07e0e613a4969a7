"""Smaller versions of a syntax tree: without statements, with parts of expressions."""

import ast
import copy
import warnings
from collections.abc import Iterator

BODIES = ("body", "orelse", "finalbody", "handlers", "cases")
CONSTANTS = (0.5, 1)


def smaller(source: str) -> Iterator[str]:
    """Yield texts that have less in them, those with much less first."""
    tree = ast.parse(source)
    for cut in (without_statements, with_bodies, with_operands, with_constants):
        for other in cut(tree):
            text = spelled(other)
            if text is not None and text != source:
                yield text


def spelled(tree: ast.Module) -> str | None:
    """The text of a tree, None if it is no program."""
    try:
        text = ast.unparse(ast.fix_missing_locations(tree)) + "\n"
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            compile(text, "reduced", "exec")
    except (SyntaxError, ValueError, TypeError, RecursionError):
        return None
    return text


def without_statements(tree: ast.Module) -> Iterator[ast.Module]:
    """Leave out runs of statements of each block, long ones first."""
    for place, name in blocks(tree):
        count = len(getattr(nodes(tree)[place], name))
        length = max(count // 2, 1)
        while length:
            for start in range(0, count, length):
                other = copy.deepcopy(tree)
                body = getattr(nodes(other)[place], name)
                del body[start : start + length]
                if not body and name == "body":
                    body.append(ast.Pass())
                yield other
            length //= 2


def with_bodies(tree: ast.Module) -> Iterator[ast.Module]:
    """Put in place of a loop, a branch or the like what stands in it."""
    for place, name in blocks(tree):
        for k, statement in enumerate(getattr(nodes(tree)[place], name)):
            if isinstance(statement, ast.FunctionDef | ast.ClassDef):
                continue
            for inner in ("body", "orelse", "finalbody"):
                if getattr(statement, inner, None):
                    other = copy.deepcopy(tree)
                    body = getattr(nodes(other)[place], name)
                    body[k : k + 1] = getattr(body[k], inner)
                    yield other


def with_operands(tree: ast.Module) -> Iterator[ast.Module]:
    """Put in place of an expression one of its parts."""
    for place, field, k, old in expressions(tree):
        for part in ast.iter_child_nodes(old):
            if isinstance(part, ast.keyword):
                part = part.value
            if isinstance(part, ast.expr):
                yield replaced(tree, place, field, k, part)


def with_constants(tree: ast.Module) -> Iterator[ast.Module]:
    """Put a number in place of an expression."""
    for place, field, k, old in expressions(tree):
        if not isinstance(old, ast.Constant):
            for number in CONSTANTS:
                yield replaced(tree, place, field, k, ast.Constant(number))


def replaced(
    tree: ast.Module, place: int, field: str, k: int | None, new: ast.expr
) -> ast.Module:
    """A copy of the tree with another expression in a field of a node."""
    other = copy.deepcopy(tree)
    parent = nodes(other)[place]
    if k is None:
        setattr(parent, field, copy.deepcopy(new))
    else:
        getattr(parent, field)[k] = copy.deepcopy(new)
    return other


def nodes(tree: ast.Module) -> list[ast.AST]:
    """All nodes in an order that a copy has, too."""
    return list(ast.walk(tree))


def blocks(tree: ast.Module) -> list[tuple[int, str]]:
    """The nodes with blocks of statements, the last ones first."""
    found = [
        (place, name)
        for place, node in enumerate(nodes(tree))
        for name in BODIES
        if isinstance(getattr(node, name, None), list) and getattr(node, name)
    ]
    return found


def expressions(
    tree: ast.Module,
) -> Iterator[tuple[int, str, int | None, ast.expr]]:
    """Where expressions that are read stand, and what they are."""
    for place, node in enumerate(nodes(tree)):
        for field, value in ast.iter_fields(node):
            if isinstance(node, ast.Module | ast.arguments) or field == "targets":
                continue
            if isinstance(value, ast.expr) and is_read(value):
                yield place, field, None, value
            elif isinstance(value, list):
                for k, item in enumerate(value):
                    if isinstance(item, ast.expr) and is_read(item):
                        yield place, field, k, item


def is_read(node: ast.expr) -> bool:
    return isinstance(getattr(node, "ctx", ast.Load()), ast.Load)
