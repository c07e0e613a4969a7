"""Functions of entries: operators, ufuncs, choices."""

from __future__ import annotations

from typing import Any

import gast
import numpy as np

from tangentlite.batching.block_program import BlockProgram
from tangentlite.batching.block_rules import Rule, block_of
from tangentlite.ir import build
from tangentlite.ir.leaves import number_of
from tangentlite.kinds.kind import Scalar
from tangentlite.runtime import cast_like, copy_as_it_lies, zeros_as_it_lies


def entrywise_operation(program: BlockProgram, node: gast.BinOp) -> gast.expr:
    """Return an operation on entries of blocks."""
    rank = max(program.rank(node.left), program.rank(node.right))
    if not rank and not isinstance(node.op, (gast.Add, gast.Sub, gast.Mult)):
        _raise_for_zero(program, node)
    left, right = program.aligned(node.left, rank), program.aligned(node.right, rank)
    return gast.BinOp(left, node.op, right)


def _raise_for_zero(program: BlockProgram, node: gast.BinOp) -> None:
    """Divide by zero once where numbers of Python raise, but arrays give inf or nan."""
    kinds = [program.kind(side) for side in (node.left, node.right)]
    if any(isinstance(kind, Scalar) and kind.weak is False for kind in kinds):
        return
    if not isinstance(node.op, gast.Div):
        raise program.refuse("a power or remainder of numbers of Python")
    if not program.is_batched(node.right) and not number_of(node.right):
        one = build.constant(1.0)
        program.emit(build.effect(build.binary(one, "/", node.right)))


@block_of(np.where)
def _where(program: BlockProgram, node: gast.Call, kind: Any) -> gast.expr | None:
    return _of_entries(program, node, kind) if len(node.args) == 3 else None


@block_of(np.clip, np.real, np.imag, np.nan_to_num, np.isclose, np.copy)
def _plain(program: BlockProgram, node: gast.Call, kind: Any) -> gast.expr | None:
    return _of_entries(program, node, kind)


def rule_of_ufunc(function: object) -> Rule | None:
    """Return the rule of a function of entries that NumPy loops over."""
    if not isinstance(function, np.ufunc) or function.signature is not None:
        return None
    return _of_ufunc if function.nout == 1 else None


def _of_ufunc(program: BlockProgram, node: gast.Call, kind: Any) -> gast.expr | None:
    function = program.references[node.func.id]
    has_out = len(node.args) > function.nin  # type: ignore[attr-defined]
    return None if has_out else _of_entries(program, node, kind)


def _of_entries(program: BlockProgram, node: gast.Call, kind: Any) -> gast.expr | None:
    if any(keyword.arg != "order" for keyword in node.keywords):
        return None
    if any(program.kind(argument) is None for argument in node.args):
        return None
    rank = max(program.rank(argument) for argument in node.args)
    aligned = [program.aligned(argument, rank) for argument in node.args]
    return gast.Call(node.func, aligned, node.keywords)


@block_of(float, np.float64)
def _number(program: BlockProgram, node: gast.Call, kind: Any) -> gast.expr | None:
    """Return numbers of double precision as they are."""
    kinds = [program.kind(argument) for argument in node.args]
    doubles = len(kinds) == 1 and getattr(kinds[0], "dtype", None) == "float64"
    return node.args[0] if doubles and isinstance(kinds[0], Scalar) else None


@block_of(cast_like)
def _cast(program: BlockProgram, node: gast.Call, kind: Any) -> gast.expr | None:
    """Return a value of another dtype."""
    value = node.args[0]
    own, dtype = getattr(program.kind(value), "dtype", None), kind.dtype
    if own is None or dtype is None or not program.is_batched(value):
        return None
    if own == dtype:
        return value
    if "complex" in own and "complex" not in dtype:
        value = program.named(program.call(np.real, [value]), kind)
    given = program.dtype_of(dtype) or [build.name("float")]
    program.references.setdefault("float", float)
    return program.call(np.asarray, [value, *given])


@block_of(copy_as_it_lies, zeros_as_it_lies)
def _layout(program: BlockProgram, node: gast.Call, kind: Any) -> gast.expr | None:
    raise program.refuse("how an array lies in memory decides what is computed")
