"""One sweep for a block of inputs in place of one for each of them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

import gast
import numpy as np

from tangentlite.batching.batched_names import (
    column,
    row_of,
    shape_owner,
    taken_row,
    values_read,
)
from tangentlite.batching.block_indices import block_index, part_rank
from tangentlite.batching.block_program import BlockProgram, Speller
from tangentlite.batching.block_rules import rule_for
from tangentlite.batching.calls import (  # noqa: F401  they register
    block_arrangement,
    block_arrays,
    block_entries,
    block_products,
    block_reductions,
    block_series,
)
from tangentlite.batching.calls.block_entries import entrywise_operation
from tangentlite.batching.calls.block_products import product
from tangentlite.batching.calls.row_by_row import row_by_row
from tangentlite.ir import build
from tangentlite.ir.example import by_name
from tangentlite.ir.function import Function
from tangentlite.ir.rewrite import map_statement, touched
from tangentlite.kinds.kind import Array, ListOf, Scalar, Structure, rank


def batched(
    function: Function, given: Collection[str], spelled: Speller = by_name
) -> Function:
    """Return a program of which some parameters, and the result, have a leading axis.

    What does not depend on them is computed once; calls that have no rule are made for
    one example after the other. `spelled` gives how the text names a function. Raises
    NotBatchedError where branches depend on them, or the number of axes is not known.

    >>> from tangentlite.ir.example import function_of, shown
    >>> from tangentlite.kinds.sizes.dims import Symbol
    >>> x, a = Array("float64", (Symbol("n"),)), Array("float64", (3, Symbol("n")))
    >>> text = "t = np.exp(x); u = t * x_dot; y = a @ u; z = y[0]; return z"
    >>> kinds = dict(a=a, x=x, x_dot=x, t=x, u=x, y=Array("float64", (3,)))
    >>> kinds["z"] = Scalar("float64")
    >>> shown(batched(function_of(text, **kinds), {"x_dot"}))
    block = x_dot.shape[0]
    t = np.exp(x)
    u = t * x_dot
    t1 = np.transpose(a)
    y = u @ t1
    z = y[:, 0]
    return z
    """
    program = BlockProgram(function, given, spelled)
    own = {parameter.name for parameter in function.parameters}
    if unknown := program.names & own - set(given):
        raise program.refuse(f"it writes into {', '.join(sorted(unknown))}")
    _count(program, given)
    for node in function.body[:-1]:
        _statement(program, node)
    last = function.body[-1]
    program.line = last.lineno
    program.emit(build.result(_whole_result(program, last.value)))
    return program.finished()


def _count(program: BlockProgram, given: Collection[str]) -> None:
    """Read the size of the leading axis."""
    for name in sorted(given):
        read: gast.expr = build.name(name)
        kind = program.function.kinds.get(name)
        for key, item in _path_to_number(kind):
            read, kind = build.subscript(read, build.constant(key)), item
        if isinstance(kind, (Scalar, Array)):
            if not isinstance(read, gast.Name):
                read = program.named(read, kind)
            program.count = program.size("block")
            shape = build.attribute(read, "shape")
            size = build.subscript(shape, build.constant(0))
            program.emit(build.assign(program.count, size))
            return
    raise program.refuse("no input is a number or an array")


def _path_to_number(kind: Any) -> list[tuple[Any, Any]]:
    """Return the keys and kinds that lead to a number or array in a container."""
    if isinstance(kind, Structure):
        for key, item in zip(kind.keys, kind.items):
            found = [(key, item), *_path_to_number(item)]
            if isinstance(found[-1][1], (Scalar, Array)):
                return found
    if isinstance(kind, ListOf) and isinstance(kind.item, (Scalar, Array)):
        return [(0, kind.item)]
    return []


def _statement(program: BlockProgram, node: gast.stmt) -> None:
    program.line = node.lineno
    if (row := row_of(node)) is not None:
        _row(program, node, row)
        return
    read = values_read(node, program.references)
    if isinstance(node, gast.FunctionDef):
        if not program.names.isdisjoint(touched(node)):
            raise program.refuse("it defines a function")
        program.out.append(node)
    elif isinstance(node, (gast.If, gast.For, gast.While)):
        if not program.names.isdisjoint(read):
            raise program.refuse("a branch or loop depends on the input")
        program.out.append(_compound(program, node))
    elif isinstance(node, gast.Assign):
        _assign(program, node)
    elif isinstance(node, gast.AugAssign):
        _augment(program, node)
    elif program.names.isdisjoint(read):
        program.out.append(map_statement(node, program.without_shapes))
    elif isinstance(node, gast.Expr):
        _effect(program, node)
    else:
        raise program.refuse("a statement depends on the input that has no such form")


def _row(
    program: BlockProgram, node: gast.stmt, row: tuple[str, list[gast.expr], bool]
) -> None:
    """Add a statement that keeps a row in a list, or takes one."""
    name, parts, taken = row
    if taken:
        program.out.append(node)
        return
    place = program.memory.place(name)
    lifted = [
        program.lifted(part) if column(place, number) in program.names else part
        for number, part in enumerate(parts)
    ]
    call = build.call(node.value.func, [build.display(lifted, tuple)])
    program.emit(build.effect(call))


def _compound(program: BlockProgram, node: gast.stmt) -> gast.stmt:
    def block(body: Sequence[gast.stmt]) -> list[gast.stmt]:
        outer, program.out = program.out, []
        for inner in body:
            if isinstance(inner, gast.Break):
                program.out.append(inner)
            else:
                _statement(program, inner)
        found, program.out = program.out, outer
        return found

    if isinstance(node, gast.While) and _reads_shapes(program, node.test):
        raise program.refuse("a loop tests the size of the input")
    return map_statement(node, program.without_shapes, block=block)


def _reads_shapes(program: BlockProgram, test: gast.expr) -> bool:
    """Whether a test reads a shape, not one size of it, which would be read before."""
    whole = [
        inner
        for inner in gast.walk(test)
        if shape_owner(inner, program.references) in program.names
    ]
    of_axes = [n.value for n in gast.walk(test) if isinstance(n, gast.Subscript)]
    return any(all(one is not other for other in of_axes) for one in whole)


def _assign(program: BlockProgram, node: gast.Assign) -> None:
    target = node.targets[0]
    if isinstance(target, gast.Subscript):
        _store(program, target, node.value, None)
        return
    read = values_read(node, program.references)
    if program.rows.intersection(map(program.memory.place, read)):
        if taken_row(node, program.memory) is None:
            raise program.refuse("a row of a list is read as a whole")
        program.out.append(node)
        return
    if target.id not in program.names:
        value = block_series.value_of_series(program, node.value)
        program.emit(build.assign(target, program.without_shapes(value)))
        return
    kind = program.function.kinds.get(target.id)
    if program.names.isdisjoint(read):
        program.emit(build.assign(target, _made_a_block(program, node.value, kind)))
        return
    value = _value(program, target.id, program.without_shapes(node.value), kind)
    if _is_item(program, node.value, kind):
        value = _own_item(program, target.id, node.value, value, kind)
    program.emit(build.assign(target, value))


def _made_a_block(program: BlockProgram, value: gast.expr, kind: Any) -> gast.expr:
    """Return a value that is the same for all examples, with a leading axis."""
    if isinstance(kind, ListOf) and isinstance(value, gast.List) and not value.elts:
        return value
    if (made := block_arrays.created(program, value, kind)) is not None:
        return made
    atom = isinstance(value, (gast.Name, gast.Constant, gast.UnaryOp))
    if not isinstance(kind, (Scalar, Array)):
        raise program.refuse("a container holds what is the same for all examples")
    if not atom or program.kind(value) is None:
        value = program.named(program.without_shapes(value), kind, batched=False)
    if program.rank(value) != rank(kind):
        raise program.refuse("a number stands for an array")
    return program.repeated(value)


def _is_item(program: BlockProgram, value: gast.expr, kind: Any) -> bool:
    """Whether a number is read from an array, of a block a view."""
    if not isinstance(value, gast.Subscript) or not isinstance(kind, Scalar):
        return False
    return isinstance(program.kind(value.value), Array)


def _own_item(
    program: BlockProgram, name: str, item: gast.Subscript, value: gast.expr, kind: Any
) -> gast.expr:
    """Return numbers that are read from arrays, apart from them if those change."""
    owner = item.value.id
    if not program.memory.is_written(owner):
        program.views[name] = {owner}
        return value
    return program.call(np.copy, [program.view_of(item.value, value, kind)])


def _value(program: BlockProgram, name: str, value: gast.expr, kind: Any) -> gast.expr:
    """Return a right-hand side that depends on the input, for a block."""
    if isinstance(value, gast.Name):
        return value
    if isinstance(value, gast.BinOp):
        if isinstance(value.op, gast.MatMult):
            return product(program, value.left, value.right)
        return entrywise_operation(program, value)
    if isinstance(value, gast.UnaryOp):
        if isinstance(value.op, gast.Not):
            raise program.refuse("a branch depends on the input")
        return value
    if isinstance(value, gast.Subscript):
        return _read(program, value)
    if isinstance(value, gast.Attribute) and value.attr in ("real", "imag"):
        return value
    if isinstance(value, gast.Call):
        return _call(program, name, value, kind)
    raise program.refuse("an expression depends on the input that has no such form")


def _read(program: BlockProgram, value: gast.Subscript) -> gast.expr:
    if not isinstance(value.value, gast.Name):
        return value  # an item of a container in a container
    kind = program.kind(value.value)
    if program.reads_batched(value.slice):
        raise program.refuse("an index depends on the input")
    if isinstance(kind, Array):
        return build.subscript(value.value, block_index(program, kind, value.slice))
    if isinstance(kind, (ListOf, Structure)) or getattr(kind, "type", None) is tuple:
        return value
    raise program.refuse("an item is read of what is no array")


def _call(program: BlockProgram, name: str, node: gast.Call, kind: Any) -> gast.expr:
    if isinstance(node.func, gast.Attribute):
        if node.func.attr == "pop" and program.is_batched(node.func.value):
            return node
        raise program.refuse("a method is called")
    function = program.references.get(getattr(node.func, "id", ""))
    rule = rule_for(function) or block_entries.rule_of_ufunc(function)
    found = rule(program, node, kind) if rule is not None else None
    if name in program.function.views and program.memory.is_written(name):
        # NumPy decides by how an array lies in memory whether some give views.
        if found is None or function in (np.reshape, np.ravel, np.asarray):
            raise program.refuse("a view is written that may be a copy")
    return row_by_row(program, node, kind) if found is None else found


def _augment(program: BlockProgram, node: gast.AugAssign) -> None:
    target = node.target
    if isinstance(target, gast.Subscript):
        _store(program, target, node.value, node.op)
        return
    if target.id not in program.names:
        program.out.append(node)
        return
    kind = program.function.kinds.get(target.id)
    if isinstance(kind, Array) and not isinstance(node.op, gast.MatMult):
        value = program.aligned(node.value, program.rank(build.name(target.id)))
        program.emit(gast.AugAssign(target, node.op, value))
        return
    # A number is bound anew, but an array would be changed for all that hold it.
    result = gast.BinOp(build.name(target.id), node.op, node.value)
    program.emit(build.assign(target.id, _value(program, target.id, result, kind)))


def _store(
    program: BlockProgram,
    target: gast.Subscript,
    value: gast.expr,
    operator: gast.operator | None,
) -> None:
    owner = target.value
    if program.reads_batched(target.slice):
        raise program.refuse("an index depends on the input")
    index = program.without_shapes(target.slice)
    if program.is_batched(owner):
        kind = program.kind(owner)
        if not isinstance(kind, Array):
            raise program.refuse("an item of a container is exchanged")
        if not isinstance(value, (gast.Name, gast.Constant, gast.UnaryOp)):
            raise program.refuse("what is stored has no such form")
        index = block_index(program, kind, index)
        if program.is_batched(value):
            value = program.aligned(value, part_rank(program, kind, target.slice))
    place = gast.Subscript(owner, index, gast.Store())
    if operator is None:
        program.emit(gast.Assign([place], value, None))
    else:
        program.emit(gast.AugAssign(place, operator, value))


def _effect(program: BlockProgram, node: gast.Expr) -> None:
    call = node.value
    method = call.func if isinstance(call, gast.Call) else None
    if isinstance(method, gast.Attribute) and not call.keywords:
        if method.attr == "append" and program.is_batched(method.value):
            program.emit(
                build.effect(build.call(method, [_appended(program, call.args[0])]))
            )
            return
        if method.attr == "at" and len(call.args) == 3:
            _store_at(program, call)
            return
    raise program.refuse("a call that acts depends on the input")


def _appended(program: BlockProgram, node: gast.expr) -> gast.expr:
    if isinstance(node, (gast.Tuple, gast.List, gast.Dict)):
        raise program.refuse("rows are kept in a list")
    return program.lifted(node)


def _store_at(program: BlockProgram, call: gast.Call) -> None:
    owner, index, value = call.args
    if not program.is_batched(owner) or program.reads_batched(index):
        raise program.refuse("an index depends on the input")
    kind = program.kind(owner)
    items = list(index.elts) if isinstance(index, gast.Tuple) else [index]
    rank = part_rank(program, kind, index)
    if any(not isinstance(program.kind(item), (Scalar, Array)) for item in items):
        raise program.refuse("an index is not known")
    whole = build.call(build.name("slice"), [build.constant(None)])
    program.references.setdefault("slice", slice)
    given = [owner, build.display([whole, *items], tuple)]
    given.append(program.aligned(value, rank))
    program.emit(build.effect(build.call(call.func, given)))


def _whole_result(program: BlockProgram, value: gast.expr) -> gast.expr:
    """Return a result of which each number and array has a leading axis."""
    if isinstance(value, (gast.Tuple, gast.List)):
        items = [_whole_result(program, item) for item in value.elts]
        return build.display(items, tuple if isinstance(value, gast.Tuple) else list)
    if isinstance(value, gast.Dict):
        items = [_whole_result(program, item) for item in value.values]
        return gast.Dict(value.keys, items)
    if isinstance(value, gast.Constant) and value.value is None:
        return value
    if program.is_batched(value):
        return value
    if isinstance(value, gast.Name) and not isinstance(
        program.kind(value), (Scalar, Array)
    ):
        raise program.refuse("the result is the same for all examples")
    return program.lifted(value)
