"""Sample inputs of the rules that move, join, split and order the entries of arrays."""
import math

import numpy as np

from tangentlite import runtime
from tests.rules.samples.sample import sample, single, spread

A2, A3, A4, A23, A34, A234 = (
    spread(*shape) for shape in ((2,), (3,), (4,), (2, 3), (3, 4), (2, 3, 4))
)
B2, B3, B23 = spread(2, start=20), spread(3, start=20), spread(2, 3, start=20)

REARRANGEMENT = [
    *(sample(f, x) for f in (np.flip, np.flipud) for x in (A3, A23, A234)),
    *(sample(np.fliplr, x) for x in (A23, A234)),
    sample(np.flip, A23, 1),
    sample(np.flip, A234, axis=(0, 2)),
    sample(np.rot90, A23),
    sample(np.rot90, A23, 2),
    sample(np.rot90, A234, -1, axes=(1, 2)),
    sample(np.roll, A3, 1),
    sample(np.roll, A23, 2),
    sample(np.roll, A23, -1, axis=1),
    sample(np.roll, A234, (1, 2), axis=(0, -1)),
    sample(np.tile, A3, 2),
    sample(np.tile, A3, (2, 1)),
    sample(np.tile, A23, [2, 3]),
    sample(np.tile, A234, 2),
    sample(np.tile, 0.7, 3),
    sample(np.repeat, A3, 2),
    sample(np.repeat, A23, 2),
    sample(np.repeat, A23, 3, axis=1),
    sample(np.repeat, A23, 3, 0),
    sample(np.repeat, A3, np.array([2, 0, 1])),
    sample(np.repeat, A23, [2, 1], axis=0),
    sample(np.repeat, A234, np.array([1, 0, 2]), axis=-2),
    sample(np.repeat, 0.7, 3),
    sample(np.repeat, single(3), np.array([1, 2, 0])),
    sample(np.pad, A3, 2),
    sample(np.pad, A3, (1, 2)),
    sample(np.pad, A23, ((1, 0), (2, 1))),
    sample(np.pad, A23, (1, 2), constant_values=0.5),
    sample(np.pad, A23, 1, 'edge'),
    sample(np.pad, A34, 2, mode='reflect'),
    sample(np.pad, A23, ((0, 1), (2, 0)), 'symmetric'),
    sample(np.pad, A23, 2, 'wrap'),
    sample(np.pad, A3, 2, body='return np.pad(x0, 2, constant_values=x0[1])'),
    sample(np.pad, A3, 2, body='return np.pad(np.ones(2), 2, constant_values=x0[1])'),
    sample(np.rollaxis, A234, 2),
    sample(np.rollaxis, A234, 0, 3),
    sample(np.rollaxis, A234, -1, start=-2),
    sample(np.atleast_1d, 0.7),
    sample(np.atleast_1d, A23),
    sample(np.atleast_2d, 0.7),
    sample(np.atleast_2d, A3),
    sample(np.atleast_2d, A23),
    sample(np.atleast_3d, 0.7),
    sample(np.atleast_3d, A3),
    sample(np.atleast_3d, A23),
    sample(np.atleast_3d, A234),
    sample(
        np.atleast_2d, 0.7, A3, body='a, b = np.atleast_2d(x0, x1)\nreturn a * b * b'
    ),
]

GROWING = """items = []
for k in range(3):
    items.append({item})
return np.{name}(items)"""


def grown(function, item: str, x, other):
    """A sample that stacks a list which grew in a loop."""
    body = GROWING.format(item=item, name=function.__name__)
    return sample(function, (x, other), body=body)


STACKING = [
    *(
        sample(f, items)
        for f in (np.hstack, np.vstack, np.dstack, np.column_stack)
        for items in (
            (A3, B3),
            [A23, B23],
            (A23, spread(2, 3, start=5), B23),
            (single(3), single(3, start=4)),
        )
    ),
    *(sample(f, (0.5, 0.7)) for f in (np.hstack, np.vstack, np.dstack)),
    sample(np.column_stack, (0.5, 0.7)),
    sample(np.hstack, (0.5, A3, B2)),
    sample(np.append, A3, B2),
    sample(np.append, A3, 0.5),
    sample(np.append, spread(2, 3), spread(1, 3, start=9), 0),
    sample(np.hstack, (A234, spread(2, 2, 4))),
    sample(np.vstack, (A3, B23)),
    sample(np.vstack, (A234, spread(1, 3, 4))),
    sample(np.dstack, (A234, A234[:, :, 0], A234)),
    sample(np.column_stack, (A2, B23, B2)),
    *(
        grown(f, 'x0 * k + x1', x, other)
        for f in (np.hstack, np.vstack, np.dstack, np.column_stack)
        for x, other in ((0.7, 0.3), (A3, B3), (A23, B23))
    ),
    grown(np.dstack, 'x0 * k + x1', A234, 2.0 * A234),
    grown(np.hstack, 'x0[k:] * x1[0]', A3, B3),
    grown(np.vstack, 'np.sum(x0[k:]) * x1[k]', A3, B3),
]

SPLITTING = [
    sample(np.split, spread(6), 3, body='a, b, c = np.split(x0, 3)\nreturn a * b + c'),
    sample(
        np.split,
        spread(2, 6),
        2,
        body='a, b = np.split(x0, 2, axis=-1)\nreturn a * np.sin(b)',
    ),
    sample(
        np.split,
        spread(6, 2),
        (1, 3),
        body='parts = np.split(x0, [1, 3])\nreturn parts[0] * parts[1] @ parts[2].T',
    ),
    sample(
        np.array_split,
        spread(5),
        2,
        body='parts = np.array_split(x0, 2)\nreturn np.outer(parts[0], parts[1])',
    ),
    sample(
        np.array_split,
        spread(2, 5),
        (1, 3),
        body='a, b, c = np.array_split(x0, (1, 3), 1)\nreturn a * b * c',
    ),
    sample(np.hsplit, A34, 2, body='a, b = np.hsplit(x0, 2)\nreturn a * b'),
    sample(np.hsplit, A4, 2, body='a, b = np.hsplit(x0, 2)\nreturn a * b'),
    sample(np.vsplit, spread(4, 3), 2, body='a, b = np.vsplit(x0, 2)\nreturn a * b'),
    sample(np.dsplit, A234, 2, body='a, b = np.dsplit(x0, 2)\nreturn a * b'),
]

DIAGONALS = [
    sample(np.trace, A34),
    sample(np.trace, A34, 1),
    sample(np.trace, A34, offset=-1),
    sample(np.trace, A34, axis1=1, axis2=0),
    sample(np.trace, A234),
    sample(np.trace, A234, 1, 2, 0),
    sample(np.trace, single(3, 3)),
    sample(np.diagonal, A34),
    sample(np.diagonal, A34, 2),
    sample(np.diagonal, A34, -1, 1, 0),
    sample(np.diagonal, A234, axis1=1, axis2=-1),
    sample(np.diagonal, A234, -1),
    sample(runtime.diagonal_to_write, A34 + 0.0, 1),
    sample(runtime.diagonal_to_write, A234 + 0.0, 0, 2, 1),
    sample(np.diag, A3),
    sample(np.diag, A3, 1),
    sample(np.diag, A3, k=-2),
    sample(np.diag, A34),
    sample(np.diag, A34, -1),
    sample(np.diag, single(3, 3)),
    sample(np.diagflat, A23),
    sample(np.diagflat, A3, 1),
    *(
        sample(f, x, *k)
        for f in (np.triu, np.tril)
        for x in (A34, A234, A3)
        for k in ((), (1,), (-1,))
    ),
]

MISSING = np.array([[0.5, math.nan, 1.5], [2.5, 0.1, math.nan]])
AXES = (
    {}, {'axis': 0}, {'axis': -1}, {'keepdims': True}, {'axis': 1, 'keepdims': True},
)  # fmt: skip

ORDERING = [
    *(sample(np.sort, A34, **axis) for axis in ({}, {'axis': 0}, {'axis': None})),
    sample(np.sort, A3),
    sample(np.sort, A234, 1),
    sample(np.sort, single(3)),
    *(sample(np.median, x, **axes) for x in (A34, A23) for axes in AXES),
    sample(np.median, A3),
    sample(np.median, spread(5, 4), axis=0),
    sample(np.take_along_axis, A34, np.array([[0], [2], [2]]), 1, wrt=(0,)),
    sample(np.take_along_axis, A34, np.array([[0, 2, 1, 1]]), axis=0, wrt=(0,)),
    sample(np.take_along_axis, A3, np.array([0, 2, 2, 1]), 0, wrt=(0,)),
    sample(np.take_along_axis, A23, np.array([5, 0, 5]), None, wrt=(0,)),
    *(sample(f, MISSING, **axes) for f in (np.nansum, np.nanmean) for axes in AXES),
    sample(np.nansum, A3),
    sample(np.nansum, A234, axis=(0, 2)),
    sample(np.nanmean, A234, axis=(0, 2)),
    sample(np.nanmean, single(3)),
]

ARRAYS = [*REARRANGEMENT, *STACKING, *SPLITTING, *DIAGONALS, *ORDERING]
