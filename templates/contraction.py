"""Products summed over axes: einsum, tensordot, inner, vdot, vecdot, kron.

All are linear in each operand, so the adjoint of an operand is a contraction of the
result's with the other operands.
"""
import numpy as np

from tangentlite.rules.registry import constant, d, linear
from tangentlite.runtime import unbroadcast
from tangentlite.templates.subscripts import (
    adjoint_plan,
    lettered,
    product_plan,
    refuse,
    tensordot_terms,
)

constant(np.einsum_path)


# Instead of subscripts a list of indices may follow each operand, and one for the
# result come last.
@linear(np.einsum, in_='operands', may_view='operands')
def einsum(y, *operands, optimize=False):
    given = ()
    if isinstance(operands[0], str):
        arrays = operands[1:]
        given = given + (0.0,)
        for k in range(len(arrays)):
            given = given + (einsum_adjoint(d[y], operands[0], arrays, k, optimize),)
    else:
        arrays = operands[: len(operands) - len(operands) % 2 : 2]
        result = operands[-1] if len(operands) % 2 else None
        terms = lettered(operands[1::2], result)
        for k in range(len(arrays)):
            given = given + (einsum_adjoint(d[y], terms, arrays, k, optimize), 0.0)
    d[operands] = given


# An index that only this operand has was summed out: the adjoint is the same along it.
# Where an operand repeats an index, only its diagonal was read.
def einsum_adjoint(seed, subscripts, operands, position, optimize):
    others = operands[:position] + operands[position + 1 :]
    operand = operands[position]
    ranks = ()
    if '...' in subscripts:
        for each in operands:
            ranks = ranks + (np.ndim(each),)
    value = seed
    for terms, absent, repeated in adjoint_plan(subscripts, ranks, position):
        if terms and isinstance(optimize, bool) and not optimize:
            value = product(terms, seed, *others)
        elif terms and isinstance(optimize, str):
            value = np.einsum(terms, seed, *others, optimize=optimize)
        elif terms:  # a path is one for the operands of the product
            value = np.einsum(terms, seed, *others, optimize=True)
        for axis in absent:
            value = np.expand_dims(value, axis)
        for first, behind in repeated:
            same = np.eye(np.shape(operand)[first], dtype=bool)
            for axis in behind:
                same = np.expand_dims(same, axis)
            value = np.where(same, value, 0.0)
        value = unbroadcast(value, operand)  # an axis of size 1 broadcasts
    return value


# As a product of matrices or by broadcasting, which are faster than np.einsum, if no
# axis of size 1 is broadcast.
def product(terms, x, *others):
    alike = False
    for by, pairs, orders in product_plan(terms):  # noqa: B007
        alike = True
        for i, j in pairs:
            alike = alike and np.shape(x)[i] == np.shape(others[0])[j]
    if not alike:
        return np.einsum(terms, x, *others)
    if by == 'tensordot':
        return arranged(np.tensordot(x, others[0], orders[:2]), orders[2])
    left = arranged(x, orders[0])
    right = arranged(others[0], orders[1])
    if by == 'times':
        return left * right
    if by == 'swapped':
        return arranged(right @ left, orders[2])
    return arranged(left @ right, orders[2])


# The axes in an order, in which None is a new one.
def arranged(x, order):
    axes = ()
    for axis in order:
        if axis is not None:
            axes = axes + (axis,)
    if axes != tuple(range(len(axes))):
        x = x.T if len(axes) == 2 else np.transpose(x, axes)
    for k in range(len(order)):
        if order[k] is None:
            x = np.expand_dims(x, k)
    return x


@linear(np.tensordot, in_=('a', 'b'))
def tensordot(z, a, b, axes=2):
    for given in axes if isinstance(axes, (tuple, list)) else (axes,):
        if isinstance(given, np.ndarray):
            refuse('np.tensordot with axes in an array', 'Write numbers: ((1,), (0,)).')
    for of_a, of_b in tensordot_terms(axes, np.ndim(a), np.ndim(b)):
        d[a] = product(of_a, d[z], b)
        d[b] = product(of_b, d[z], a)


@linear(np.inner, in_=('a', 'b'))
def inner(z, a, b):
    if np.ndim(a) == np.ndim(b) and np.ndim(a) < 2:
        d[a] = d[z] * b
        d[b] = d[z] * a
    elif np.ndim(a) == 0:
        d[a] = np.sum(d[z] * b)
        d[b] = d[z] * a
    elif np.ndim(b) == 0:
        d[a] = d[z] * b
        d[b] = np.sum(d[z] * a)
    elif np.ndim(a) == 2 and np.ndim(b) == 2:
        d[a] = d[z] @ b
        d[b] = d[z].T @ a
    else:
        leading = tuple(range(np.ndim(a) - 1))
        d[a] = np.tensordot(d[z], b, np.ndim(b) - 1)
        d[b] = np.tensordot(d[z], a, (leading, leading))


# The first operand is conjugated, both are read as vectors.
@linear(np.vdot, in_=('a', 'b'))
def vdot(z, a, b):
    of_a = np.conjugate(d[z] * b) if np.iscomplexobj(z) else d[z] * b
    of_b = d[z] * np.conjugate(a) if np.iscomplexobj(a) else d[z] * a
    if np.ndim(a) == np.ndim(b) and np.ndim(a) < 2:
        d[a] = of_a
        d[b] = of_b
    else:
        d[a] = np.reshape(of_a, np.shape(a))
        d[b] = np.reshape(of_b, np.shape(b))


# The same for the vectors along one axis of each.
@linear(np.vecdot, in_=('a', 'b'))
def vecdot(z, a, b, *, axis=-1):
    if axis == -1:
        rows_a = a
        rows_b = b
    else:
        rows_a = np.moveaxis(a, axis, -1)
        rows_b = np.moveaxis(b, axis, -1)
    seed = np.expand_dims(d[z], -1)
    of_a = np.conjugate(seed * rows_b) if np.iscomplexobj(z) else seed * rows_b
    of_b = seed * np.conjugate(rows_a) if np.iscomplexobj(a) else seed * rows_a
    if axis == -1:
        d[a] = unbroadcast(of_a, a)
        d[b] = unbroadcast(of_b, b)
    else:
        d[a] = np.moveaxis(unbroadcast(of_a, rows_a), -1, axis)
        d[b] = np.moveaxis(unbroadcast(of_b, rows_b), -1, axis)


# Along each axis of the result the entries of b follow one another for each of a.
@linear(np.kron, in_=('a', 'b'))
def kron(z, a, b):
    if np.ndim(z) == 0:
        d[a] = d[z] * b
        d[b] = d[z] * a
    else:
        shape_a = (1,) * (np.ndim(z) - np.ndim(a)) + np.shape(a)
        shape_b = (1,) * (np.ndim(z) - np.ndim(b)) + np.shape(b)
        pairs = ()
        blocks_a = ()
        blocks_b = ()
        axes_a = ()
        axes_b = ()
        for k in range(np.ndim(z)):
            pairs = pairs + (shape_a[k], shape_b[k])
            blocks_a = blocks_a + (shape_a[k], 1)
            blocks_b = blocks_b + (1, shape_b[k])
            axes_a = axes_a + (2 * k,)
            axes_b = axes_b + (2 * k + 1,)
        blocks = np.reshape(d[z], pairs)
        sum_a = np.sum(blocks * np.reshape(b, blocks_b), axes_b)
        sum_b = np.sum(blocks * np.reshape(a, blocks_a), axes_a)
        d[a] = np.reshape(sum_a, np.shape(a))
        d[b] = np.reshape(sum_b, np.shape(b))
