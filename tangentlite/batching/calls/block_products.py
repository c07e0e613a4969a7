"""Products of vectors and matrices, and solutions of linear equations."""

from __future__ import annotations

from typing import Any

import gast
import numpy as np

from tangentlite.batching.block_program import BlockProgram
from tangentlite.batching.block_rules import block_of, given
from tangentlite.ir import build
from tangentlite.kinds.kind import REAL, Array


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
    return (
        _matmul(program.aligned(left, max(of_left, of_right)), right)
        if (of_left > 1)
        else _matmul(left, right)
    )


def _right(program: BlockProgram, left: gast.expr, right: gast.expr) -> gast.expr:
    of_left, of_right = program.rank(left), program.rank(right)
    if of_right > 1:
        return _matmul(left, program.aligned(right, max(of_left, of_right)))
    if of_left == 1:
        return _matmul(right, left)
    if of_left > 2:
        raise program.refuse("a stack of matrices is multiplied by a vector")
    turned = program.call(np.transpose, [left])
    name = program.named(turned, program.kind(left), batched=False)
    program.views[name.id] = {left.id}
    return _matmul(right, name)


def _both(program: BlockProgram, left: gast.expr, right: gast.expr) -> gast.expr:
    of_left, of_right = program.rank(left), program.rank(right)
    kind = program.kind(left)
    if of_left == of_right == 1:
        terms = program.named(build.binary(left, "*", right), kind)
        return program.call(np.sum, [terms], [("axis", build.constant(1))])
    if of_right == 1:
        column = _with_axis(program, right, of_left)
        whole = program.named(_matmul(left, column), kind)
        return program.call(np.squeeze, [whole, build.constant(-1)])
    if of_left == 1:
        row = program.named(
            program.call(np.expand_dims, [left, build.constant(-2)]),
            Array(kind.dtype, (1, *kind.shape)),
        )
        row = program.aligned(row, of_right)
        whole = program.named(_matmul(row, right), program.kind(right))
        return program.call(np.squeeze, [whole, build.constant(-2)])
    rank = max(of_left, of_right)
    return _matmul(program.aligned(left, rank), program.aligned(right, rank))


def _with_axis(program: BlockProgram, vector: gast.expr, rank: int) -> gast.expr:
    """Return vectors as columns, of the number of axes of the matrices."""
    kind = program.kind(vector)
    column = program.named(
        program.call(np.expand_dims, [vector, build.constant(-1)]),
        Array(kind.dtype, (*kind.shape, 1)),
    )
    return program.aligned(column, rank)


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
    if getattr(kind, "dtype", None) not in REAL:
        return None
    both_vectors = len(node.args) == 2 and all(program.rank(a) == 1 for a in node.args)
    return product(program, *node.args) if both_vectors else None


@block_of(np.outer)
def _outer(program: BlockProgram, node: gast.Call, kind: Any) -> gast.expr | None:
    if node.keywords or any(program.rank(a) != 1 for a in node.args):
        return None
    left, right = node.args
    of_left = program.kind(left)
    column = program.call(np.expand_dims, [left, build.constant(-1)])
    batched = program.is_batched(left)
    shape = Array(of_left.dtype, (*of_left.shape, 1))
    one = program.named(column, shape, batched=batched)
    return build.binary(one, "*", program.aligned(right, 2))


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
        square = Array(of_right.dtype, of_right.shape * 2)
        turned = program.named(program.call(np.transpose, [right]), square, False)
        found = program.named(build.call(node.func, [matrix, turned]), square, False)
        return program.call(np.transpose, [found])
    if program.rank(right) == 1:
        if not program.is_batched(right):
            right = program.lifted(right)
        column = _with_axis(program, right, 2)
        whole = program.named(build.call(node.func, [matrix, column]), kind)
        return program.call(np.squeeze, [whole, build.constant(-1)])
    return node


@block_of(np.linalg.inv, np.linalg.det, np.linalg.cholesky)
def _of_matrix(program: BlockProgram, node: gast.Call, kind: Any) -> gast.expr | None:
    return node if len(node.args) == 1 and not node.keywords else None
