"""Generic traversals of core code: reads and writes of a node, and substitution."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import gast

from tangentlite.ir.fact_cache import once
from tangentlite.ir.function import same_items

Block = Sequence[gast.stmt]


@once
def names_in(node: gast.AST) -> tuple[str, ...]:
    """Return the names that an expression reads, with repetitions, left to right."""
    found: list[str] = []
    _collect(node, found)
    return tuple(found)


def _collect(node: gast.AST, found: list[str]) -> None:
    kind = type(node)
    if kind is gast.Name:
        found.append(node.id)
    elif kind is gast.BinOp:  # fast paths of the most frequent nodes
        _collect(node.left, found)
        _collect(node.right, found)
    elif kind is gast.Call:
        _collect(node.func, found)
        for argument in node.args:
            _collect(argument, found)
        for keyword in node.keywords:
            _collect(keyword.value, found)
    elif kind is gast.Subscript:
        _collect(node.value, found)
        _collect(node.slice, found)
    elif kind is gast.Tuple or kind is gast.List:
        for item in node.elts:
            _collect(item, found)
    elif kind is not gast.Constant:
        for field in node._fields:
            value = getattr(node, field, None)
            if isinstance(value, list):
                for item in value:
                    if isinstance(item, gast.AST):
                        _collect(item, found)
            elif isinstance(value, gast.AST) and value._fields:
                _collect(value, found)


def map_names(node, change: Callable[[gast.Name], gast.expr]):
    """Return an expression with every read name replaced by `change(name)`.

    It is the same object if nothing changed.
    """
    kind = type(node)
    if kind is gast.Name:
        return change(node)
    if kind is gast.BinOp:
        left, right = map_names(node.left, change), map_names(node.right, change)
        same = left is node.left and right is node.right
        return node if same else _at_place_of(node, gast.BinOp(left, node.op, right))
    if kind is gast.Constant or not isinstance(node, gast.AST) or not node._fields:
        return node
    return _rebuilt(node, lambda part: map_names(part, change))


def map_nodes(node, change: Callable[[gast.AST], gast.AST]):
    """Return an expression with `change` applied to its nodes, inner ones first.

    It is the same object if nothing changed.
    """
    kind = type(node)
    if kind is gast.Name or kind is gast.Constant:
        return change(node)
    if kind is gast.BinOp:
        left, right = map_nodes(node.left, change), map_nodes(node.right, change)
        if left is not node.left or right is not node.right:
            node = _at_place_of(node, gast.BinOp(left, node.op, right))
        return change(node)
    if not isinstance(node, gast.AST) or not node._fields:
        return node
    return change(_rebuilt(node, lambda part: map_nodes(part, change)))


def _rebuilt(node: gast.AST, part: Callable[[gast.AST], gast.AST]) -> gast.AST:
    """Return a node with its fields replaced, itself if nothing changed."""
    values, changed = [], False
    for field in node._fields:
        value: Any = getattr(node, field, None)
        new: Any = value
        if type(value) is list:
            new = [part(item) for item in value]
            changed = changed or not same_items(new, value)
        elif isinstance(value, gast.AST) and value._fields:  # no context, no operator
            new = part(value)
            changed = changed or new is not value
        values.append(new)
    return _at_place_of(node, type(node)(*values)) if changed else node


def _at_place_of(node: gast.AST, new: gast.AST) -> gast.AST:
    """Return a replacement of a node with the node's position, if it has one."""
    if "lineno" in node.__dict__:
        new.lineno = node.lineno
    return new


def substitute(node, replacements: Mapping[str, gast.expr]):
    """Return an expression with names replaced by expressions."""
    return map_names(node, lambda read: replacements.get(read.id, read))


def substitute_in(statement: gast.stmt, replacements: Mapping[str, gast.expr]):
    """Return a statement, and its blocks, with names that it reads replaced."""
    return map_statement(
        statement,
        lambda node: substitute(node, replacements),
        block=lambda body: [substitute_in(inner, replacements) for inner in body],
    )


def map_statement(
    statement: gast.stmt,
    read: Callable[[gast.expr], gast.expr],
    write: Callable[[str], str] = lambda name: name,
    block: Callable[[Block], Block] | None = None,
) -> gast.stmt:
    """Return a statement with its expressions, bound names and blocks replaced.

    It is the same object if nothing changed.
    """
    kind = type(statement)
    if kind is gast.Assign:  # most statements are
        target, value = statement.targets[0], statement.value
        new_target, new_value = _map_target(target, read, write), read(value)
        if new_target is target and new_value is value:
            return statement
        new_statement = gast.Assign([new_target], new_value, None)
        return gast.copy_location(new_statement, statement)
    if kind is gast.AugAssign or kind is gast.For:
        source = statement.value if kind is gast.AugAssign else statement.iter
        old: tuple = (statement.target, source)
        new: tuple = (_map_target(old[0], read, write), read(old[1]))
    elif kind in (gast.If, gast.While):
        old = (statement.test,)
        new = (read(statement.test),)
    elif kind in (gast.Return, gast.Expr):
        old = (statement.value,)
        new = (None if statement.value is None else read(statement.value),)
    elif kind is gast.FunctionDef:
        old = new = ()
    else:
        return statement
    inner = block or (lambda body: [map_statement(s, read, write) for s in body])
    parts = blocks(statement)
    mapped = [list(inner(part)) for part in parts]
    if same_items(new, old) and all(map(same_items, mapped, parts)):
        return statement
    return gast.copy_location(_MAKERS[kind](statement, *new, *mapped), statement)


# Constructors by type, from the old statement, its new expressions and new blocks.
_MAKERS: dict[type, Callable[..., gast.stmt]] = {
    gast.AugAssign: lambda old, target, value: gast.AugAssign(target, old.op, value),
    gast.For: lambda old, target, items, body: gast.For(target, items, body, [], None),
    gast.While: lambda old, test, body: gast.While(test, body, []),
    gast.If: lambda old, test, body, orelse: gast.If(test, body, orelse),
    gast.Return: lambda old, value: gast.Return(value),
    gast.Expr: lambda old, value: gast.Expr(value),
    gast.FunctionDef: lambda old, body: gast.FunctionDef(
        old.name, old.args, body, [], None, None, []
    ),
}


def map_blocks(statement: gast.stmt, block: Callable[[Block], Block]) -> gast.stmt:
    """Return a statement with its blocks replaced, itself if it has none."""
    if type(statement) not in _COMPOUND:
        return statement
    return map_statement(statement, lambda node: node, block=block)


def _map_target(target, read, write):
    if isinstance(target, gast.Name):
        new = write(target.id)
        return target if new == target.id else gast.Name(new, target.ctx, None, None)
    if isinstance(target, gast.Tuple):
        items = [_map_target(item, read, write) for item in target.elts]
        if all(new is old for new, old in zip(items, target.elts)):
            return target
        return gast.Tuple(items, target.ctx)
    owner, index = read(target.value), read(target.slice)
    if owner is target.value and index is target.slice:
        return target
    return gast.Subscript(owner, index, target.ctx)


@once
def reads(statement: gast.stmt) -> tuple[str, ...]:
    """Return the names that a statement's own expressions read (not its blocks)."""
    found: list[str] = []
    kind = type(statement)
    if kind is gast.Assign:
        _collect(statement.value, found)
        _target_reads(statement.targets[0], found)
    elif kind is gast.AugAssign:
        _collect(statement.value, found)
        _target_reads(statement.target, found)
        if isinstance(statement.target, gast.Name):
            found.append(statement.target.id)
    elif kind is gast.If or kind is gast.While:
        _collect(statement.test, found)
    elif kind is gast.For:
        _collect(statement.iter, found)
    elif (kind is gast.Return or kind is gast.Expr) and statement.value is not None:
        _collect(statement.value, found)
    return tuple(found)


def own_expressions(statement: gast.stmt) -> Iterator[gast.expr]:
    """Yield the expressions that a statement itself reads (not its blocks)."""
    if type(statement) is gast.Assign:
        yield statement.value
        if isinstance(statement.targets[0], gast.Subscript):
            yield statement.targets[0].slice
        return
    for field in ("value", "test", "iter"):
        found = getattr(statement, field, None)
        if isinstance(found, gast.AST):
            yield found
    target = getattr(statement, "target", None)
    if isinstance(target, gast.Subscript):
        yield target.slice


def _target_reads(target: gast.expr, found: list[str]) -> None:
    if isinstance(target, gast.Subscript):
        _collect(target.value, found)
        _collect(target.slice, found)


@once
def binds(statement: gast.stmt) -> tuple[str, ...]:
    """Return the names that a statement itself binds (not its blocks)."""
    kind = type(statement)
    if kind is gast.Assign:
        return _bound(statement.targets[0])
    if kind is gast.AugAssign or kind is gast.For:
        return _bound(statement.target)
    return (statement.name,) if kind is gast.FunctionDef else ()


def _bound(target: gast.expr) -> tuple[str, ...]:
    if type(target) is gast.Name:
        return (target.id,)
    if isinstance(target, gast.Tuple):
        return tuple(name for item in target.elts for name in _bound(item))
    return ()


def leaves_loop(statement: gast.stmt) -> bool:
    """Whether a statement is an exit from its loop: `if test: ...; break`."""
    if not isinstance(statement, gast.If) or not statement.body:
        return False
    return isinstance(statement.body[-1], gast.Break)


def blocks(statement: gast.stmt) -> tuple[list[gast.stmt], ...]:
    """Return the blocks of a compound statement."""
    kind = type(statement)
    if kind is gast.Assign:  # most statements are
        return ()
    if kind is gast.If:
        return statement.body, statement.orelse
    if kind is gast.For or kind is gast.While or kind is gast.FunctionDef:
        return (statement.body,)
    return ()


def statements(block: Block) -> list[gast.stmt]:
    """Return all statements of a block, outer before inner, in order."""
    found: list[gast.stmt] = []
    _gather(block, found)
    return found


def _gather(block: Block, found: list[gast.stmt]) -> None:
    for statement in block:
        found.append(statement)
        if type(statement) in _COMPOUND:
            for inner in blocks(statement):
                _gather(inner, found)


_COMPOUND = (gast.If, gast.For, gast.While, gast.FunctionDef)


def bound_in(block: Block) -> set[str]:
    """Return the names bound anywhere in a block."""
    return {name for statement in statements(block) for name in binds(statement)}


def read_in(block: Block) -> set[str]:
    """Return the names read anywhere in a block."""
    return {name for statement in statements(block) for name in reads(statement)}


@once
def touched(statement: gast.stmt) -> frozenset[str]:
    """Return the names that a statement, or one in its blocks, binds or reads."""
    return frozenset(bound_in([statement]) | read_in([statement]))


@once
def may_leave(statement: gast.stmt) -> bool:
    """Whether a statement may leave its loop."""
    if isinstance(statement, (gast.For, gast.While, gast.FunctionDef)):
        return False
    if isinstance(statement, gast.Break):
        return True
    return any(may_leave(inner) for block in blocks(statement) for inner in block)


def unique(items: Iterable[str]) -> list[str]:
    """Return items without repetitions, in order.

    >>> unique('abca')
    ['a', 'b', 'c']
    """
    return list(dict.fromkeys(items))
