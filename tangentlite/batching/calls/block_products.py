"""Products of vectors and matrices, and solutions of linear equations."""

from __future__ import annotations

from typing import Any

import gast
import numpy as np

from tangentlite.batching.block_program import BlockProgram
from tangentlite.batching.block_rules import axis_argument, block_of, given
from tangentlite.ir import build
from tangentlite.kinds.kind import BLOCK, REAL, Array
from tangentlite.runtime import solve_all, solve_lower


def product(program: BlockProgram, left: gast.expr, right: gast.expr) -> gast.expr:
    """Return `left @ right`, of which one or both have a leading axis."""
    if program.is_batched(left) and program.is_batched(right):
        return _both(program, left, right)
    if program.is_batched(left):
        return _left(program, left, right)
    return _right(program, left, right)


def _matmul(left: gast.expr, right: gast.expr) -> gast.expr:
    return build.binary(left, "@", right)


def _left(program: BlockProgram, left: gast.expr, right: gast.expr) -> gast.expr:
    of_left, of_right = program.rank(left), program.rank(right)
    if of_left == 1 and of_right > 2:
        raise program.refuse("a vector is multiplied by a stack of matrices")
    if of_left > 1:
        left = program.aligned(left, max(of_left, of_right))
    return _matmul(left, right)


def _right(program: BlockProgram, left: gast.expr, right: gast.expr) -> gast.expr:
    of_left, of_right = program.rank(left), program.rank(right)
    if of_right > 1:
        return _matmul(left, program.aligned(right, max(of_left, of_right)))
    if of_left == 1:
        return _matmul(right, left)
    if of_left > 2:
        raise program.refuse("a stack of matrices is multiplied by a vector")
    kind = program.kind(left)
    turned = program.call(np.transpose, [left])
    kind = Array(kind.dtype, kind.shape[::-1])
    return _matmul(right, program.view_of(left, turned, kind, batched=False))


def _both(program: BlockProgram, left: gast.expr, right: gast.expr) -> gast.expr:
    of_left, of_right = program.rank(left), program.rank(right)
    kind = program.kind(left)
    if of_left == of_right == 1:
        terms = program.named(build.binary(left, "*", right), kind)
        return program.call(np.sum, [terms], [("axis", build.constant(1))])
    dtype = kind.dtype
    if of_right == 1:
        column = program.aligned(program.with_axis(right, -1), of_left)
        shape = Array(dtype, (*kind.shape[:-1], 1))
        whole = program.named(_matmul(left, column), shape)
        return program.call(np.squeeze, [whole, build.constant(-1)])
    if of_left == 1:
        row = program.aligned(program.with_axis(left, -2), of_right)
        of_matrix = program.kind(right).shape
        shape = Array(dtype, (*of_matrix[:-2], 1, of_matrix[-1]))
        whole = program.named(_matmul(row, right), shape)
        return program.call(np.squeeze, [whole, build.constant(-2)])
    rank = max(of_left, of_right)
    return _matmul(program.aligned(left, rank), program.aligned(right, rank))


@block_of(np.matmul)
def _by_matmul(program: BlockProgram, node: gast.Call, kind: Any) -> gast.expr | None:
    return None if node.keywords else product(program, *node.args)


@block_of(np.dot)
def _dot(program: BlockProgram, node: gast.Call, kind: Any) -> gast.expr | None:
    if node.keywords or len(node.args) != 2:
        return None
    left, right = node.args
    ranks = program.rank(left), program.rank(right)
    if not min(ranks):
        rank = max(ranks)
        one, other = program.aligned(left, rank), program.aligned(right, rank)
        return build.binary(one, "*", other)
    return product(program, left, right) if max(ranks) <= 2 else None


@block_of(np.inner, np.vdot)
def _inner(program: BlockProgram, node: gast.Call, kind: Any) -> gast.expr | None:
    if getattr(kind, "dtype", None) not in REAL or len(node.args) != 2:
        return None
    ranks = {program.rank(argument) for argument in node.args}
    if ranks == {1}:
        return product(program, *node.args)
    function = program.references.get(getattr(node.func, "id", ""))
    if function is not np.vdot or len(ranks) > 1 or not min(ranks):
        return None
    left, right = node.args
    if not program.is_batched(left):
        left, right = right, left
    if program.is_batched(right):
        terms = program.named(build.binary(left, "*", right), program.kind(left))
        axes = axis_argument(list(range(1, min(ranks) + 1)))
        return program.call(np.sum, [terms], [("axis", axes)])
    return program.call(np.tensordot, [left, right, build.constant(min(ranks))])


@block_of(np.outer)
def _outer(program: BlockProgram, node: gast.Call, kind: Any) -> gast.expr | None:
    if node.keywords or any(program.rank(a) != 1 for a in node.args):
        return None
    left, right = node.args
    column = program.with_axis(left, -1)
    return build.binary(column, "*", program.aligned(right, 2))


@block_of(np.vecdot)
def _vecdot(program: BlockProgram, node: gast.Call, kind: Any) -> gast.expr | None:
    if node.keywords or len(node.args) != 2:
        return None
    rank = max(program.rank(argument) for argument in node.args)
    aligned = [program.aligned(argument, rank) for argument in node.args]
    return build.call(node.func, aligned)


@block_of(np.einsum)
def _einsum(program: BlockProgram, node: gast.Call, kind: Any) -> gast.expr | None:
    text = getattr(node.args[0], "value", None) if node.args else None
    if not isinstance(text, str) or "->" not in text or "." in text:
        return None
    terms, _, result = text.replace(" ", "").partition("->")
    parts = terms.split(",")
    if len(parts) != len(node.args) - 1:
        return None
    free = [c for c in "bkzBKZabcdefghijlmnopqrstuvwxy" if c not in text]
    if not free:
        return None
    own = [
        free[0] + part if program.is_batched(argument) else part
        for part, argument in zip(parts, node.args[1:])
    ]
    subscripts = build.constant(f"{','.join(own)}->{free[0]}{result}")
    return gast.Call(node.func, [subscripts, *node.args[1:]], node.keywords)


@block_of(np.tensordot)
def _tensordot(program: BlockProgram, node: gast.Call, kind: Any) -> gast.expr | None:
    found = given(node, "a", "b", "axes")
    count = getattr(found[2], "value", None) if found and found[2] is not None else None
    if found is None or found[0] is None or found[1] is None:
        return None
    if not isinstance(count, int) or program.is_batched(found[1]):
        return None
    first = program.rank(found[0]) + 1 - count
    axes = (tuple(range(first, first + count)), tuple(range(count)))
    return build.call(node.func, [found[0], found[1], build.constant(axes)])


@block_of(np.linalg.solve)
def _solve(program: BlockProgram, node: gast.Call, kind: Any) -> gast.expr | None:
    if node.keywords or len(node.args) != 2:
        return None
    matrix, right = node.args
    if program.rank(matrix) != 2:
        return None
    if program.rank(right) == 1 and not program.is_batched(matrix):
        of_right = program.kind(right)
        columns = Array(of_right.dtype, (*of_right.shape, BLOCK))
        value = program.call(np.transpose, [right])
        turned = program.view_of(right, value, columns, batched=False)
        found = program.named(build.call(node.func, [matrix, turned]), columns, False)
        return program.call(np.transpose, [found])
    if program.rank(right) == 1:
        column = program.with_axis(program.lifted(right), -1)
        of_column = program.kind(column)
        whole = program.named(build.call(node.func, [matrix, column]), of_column)
        return program.call(np.squeeze, [whole, build.constant(-1)])
    if program.rank(right) == 2 and not program.is_batched(matrix):
        return program.call(solve_all, [matrix, right])
    return node


@block_of(solve_lower)
def _triangle(program: BlockProgram, node: gast.Call, kind: Any) -> gast.expr | None:
    ranks = {program.rank(argument) for argument in node.args[:2]}
    options = [*node.args[2:], *(keyword.value for keyword in node.keywords)]
    if ranks != {2} or any(program.reads_batched(option) for option in options):
        return None
    factor, right, *rest = node.args
    return gast.Call(node.func, [factor, program.lifted(right), *rest], node.keywords)


@block_of(np.linalg.inv, np.linalg.det, np.linalg.cholesky)
def _of_matrix(program: BlockProgram, node: gast.Call, kind: Any) -> gast.expr | None:
    return node if len(node.args) == 1 and not node.keywords else None
