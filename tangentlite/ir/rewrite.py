"""Generic walks over core code: what a node reads and writes, and substitution."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

import gast

Block = Sequence[gast.stmt]


def names_in(node: gast.AST) -> list[str]:
    """Return every name that an expression reads, with repetitions, left to right."""
    found: list[str] = []
    _collect(node, found)
    return found


def _collect(node: gast.AST, found: list[str]) -> None:
    kind = type(node)
    if kind is gast.Name:
        found.append(node.id)
    elif kind is gast.BinOp:  # the most frequent ones need no look at their fields
        _collect(node.left, found)
        _collect(node.right, found)
    elif kind is gast.Call:
        _collect(node.func, found)
        for argument in node.args:
            _collect(argument, found)
        for keyword in node.keywords:
            _collect(keyword.value, found)
    elif kind is not gast.Constant:
        for field in node._fields:
            value = getattr(node, field, None)
            if isinstance(value, gast.AST):
                if value._fields:
                    _collect(value, found)
            elif isinstance(value, list):
                for item in value:
                    if isinstance(item, gast.AST):
                        _collect(item, found)


def map_names(node, change: Callable[[gast.Name], gast.expr]):
    """Return an expression with every read name replaced by `change(name)`.

    The same object comes back when nothing changed.
    """
    kind = type(node)
    if kind is gast.Name:
        return change(node)
    if kind is gast.BinOp:
        left, right = map_names(node.left, change), map_names(node.right, change)
        same = left is node.left and right is node.right
        return node if same else gast.BinOp(left, node.op, right)
    if kind is gast.Constant or not isinstance(node, gast.AST) or not node._fields:
        return node
    values, changed = [], False
    for field in node._fields:
        value = getattr(node, field, None)
        if isinstance(value, list):
            new = [map_names(item, change) for item in value]
            changed = changed or any(a is not b for a, b in zip(new, value))
        else:
            new = map_names(value, change)
            changed = changed or new is not value
        values.append(new)
    return type(node)(*values) if changed else node


def substitute(node, replacements: Mapping[str, gast.expr]):
    """Replace names in an expression by expressions."""
    return map_names(node, lambda read: replacements.get(read.id, read))


def map_statement(
    statement: gast.stmt,
    read: Callable[[gast.expr], gast.expr],
    write: Callable[[str], str] = lambda name: name,
    block: Callable[[Block], Block] | None = None,
) -> gast.stmt:
    """Return a statement with its expressions, bound names and blocks replaced."""
    inner = block or (lambda body: [map_statement(s, read, write) for s in body])
    if isinstance(statement, gast.Assign):
        target = _map_target(statement.targets[0], read, write)
        new = gast.Assign([target], read(statement.value), None)
    elif isinstance(statement, gast.AugAssign):
        target = _map_target(statement.target, read, write)
        new = gast.AugAssign(target, statement.op, read(statement.value))
    elif isinstance(statement, gast.If):
        test = read(statement.test)
        body = list(inner(statement.body))
        new = gast.If(test, body, list(inner(statement.orelse)))
    elif isinstance(statement, gast.For):
        iterable = read(statement.iter)
        target = _map_target(statement.target, read, write)
        new = gast.For(target, iterable, list(inner(statement.body)), [], None)
    elif isinstance(statement, gast.While):
        new = gast.While(read(statement.test), list(inner(statement.body)), [])
    elif isinstance(statement, gast.Return):
        value = statement.value
        new = gast.Return(value if value is None else read(value))
    elif isinstance(statement, gast.Expr):
        new = gast.Expr(read(statement.value))
    elif isinstance(statement, gast.FunctionDef):
        body = list(inner(statement.body))
        new = gast.FunctionDef(statement.name, statement.args, body, [], None, None, [])
    else:
        return statement
    return gast.copy_location(new, statement)


def map_blocks(statement: gast.stmt, block: Callable[[Block], Block]) -> gast.stmt:
    """Return a statement with its blocks replaced; one without any is itself."""
    if not isinstance(statement, (gast.If, gast.For, gast.While, gast.FunctionDef)):
        return statement
    return map_statement(statement, lambda node: node, block=block)


def _map_target(target, read, write):
    if isinstance(target, gast.Name):
        new = write(target.id)
        return target if new == target.id else gast.Name(new, target.ctx, None, None)
    if isinstance(target, gast.Tuple):
        items = [_map_target(item, read, write) for item in target.elts]
        return gast.Tuple(items, target.ctx)
    owner, index = read(target.value), read(target.slice)
    return gast.Subscript(owner, index, target.ctx)


def reads(statement: gast.stmt) -> Iterator[str]:
    """Yield the names that a statement's own expressions read (not its blocks)."""
    if isinstance(statement, gast.Assign):
        yield from names_in(statement.value)
        yield from _target_reads(statement.targets[0])
    elif isinstance(statement, gast.AugAssign):
        yield from names_in(statement.value)
        yield from _target_reads(statement.target)
        if isinstance(statement.target, gast.Name):
            yield statement.target.id
    elif isinstance(statement, (gast.If, gast.While)):
        yield from names_in(statement.test)
    elif isinstance(statement, gast.For):
        yield from names_in(statement.iter)
    elif isinstance(statement, (gast.Return, gast.Expr)):
        if statement.value is not None:
            yield from names_in(statement.value)


def _target_reads(target) -> Iterator[str]:
    if isinstance(target, gast.Subscript):
        yield from names_in(target.value)
        yield from names_in(target.slice)


def binds(statement: gast.stmt) -> Iterator[str]:
    """Yield the names that a statement itself binds (not its blocks)."""
    if isinstance(statement, gast.Assign):
        yield from _bound(statement.targets[0])
    elif isinstance(statement, (gast.AugAssign, gast.For)):
        yield from _bound(statement.target)
    elif isinstance(statement, gast.FunctionDef):
        yield statement.name


def _bound(target) -> Iterator[str]:
    if isinstance(target, gast.Name):
        yield target.id
    elif isinstance(target, gast.Tuple):
        for item in target.elts:
            yield from _bound(item)


def leaves_loop(statement: gast.stmt) -> bool:
    """Whether a statement is an exit from the loop around it: `if test: ...; break`."""
    if not isinstance(statement, gast.If) or not statement.body:
        return False
    return isinstance(statement.body[-1], gast.Break)


def blocks(statement: gast.stmt) -> Iterator[list[gast.stmt]]:
    """Yield the blocks of a compound statement."""
    if isinstance(statement, gast.If):
        yield statement.body
        yield statement.orelse
    elif isinstance(statement, (gast.For, gast.While, gast.FunctionDef)):
        yield statement.body


def statements(block: Block) -> Iterator[gast.stmt]:
    """Yield all statements of a block, outer before inner, in order."""
    for statement in block:
        yield statement
        for inner in blocks(statement):
            yield from statements(inner)


def bound_in(block: Block) -> set[str]:
    """Names bound anywhere in a block."""
    return {name for statement in statements(block) for name in binds(statement)}


def read_in(block: Block) -> set[str]:
    """Names read anywhere in a block."""
    return {name for statement in statements(block) for name in reads(statement)}


def unique(items: Iterable[str]) -> list[str]:
    """Drop repetitions, keeping the order.

    >>> unique('abca')
    ['a', 'b', 'c']
    """
    return list(dict.fromkeys(items))
