"""Sample inputs of every derivative rule, away from kinks.

Singular points are here only where the rule itself gives the right derivatives.
"""
import builtins
import copy
import math
import operator
import warnings
from collections.abc import Iterable
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import numpy as np

from tangentlite import runtime
from tests.rules.samples.arrays.array_samples import ARRAYS
from tests.rules.samples.arrays.writing_samples import WRITING
from tests.rules.samples.elementwise.constant_samples import CONSTANTS
from tests.rules.samples.elementwise.elementwise_samples import ELEMENTWISE
from tests.rules.samples.linalg.contraction_samples import CONTRACTIONS
from tests.rules.samples.linalg.linalg_samples import LINALG
from tests.rules.samples.sample import Sample, products, sample, single, spread

A2, A3, A22, A23, A34, A234 = (
    spread(*shape) for shape in ((2,), (3,), (2, 2), (2, 3), (3, 4), (2, 3, 4))
)
B3, B23 = spread(3, start=20), spread(2, 3, start=20)

AXES = (
    {}, {'axis': 0}, {'axis': -1}, {'axis': (0, 2)}, {'axis': ()}, {'keepdims': True},
    {'axis': 1, 'keepdims': True}, {'axis': (-1, 0), 'keepdims': True},
)  # fmt: skip

REDUCTIONS = [
    *(
        sample(f, A234, **axes)
        for f in (np.sum, np.mean, np.var, np.std, np.max, np.min)
        for axes in AXES
        if f in (np.sum, np.max) or axes != {'axis': ()}
    ),
    *(sample(np.prod, spread(2, 2, 3), **axes) for axes in AXES),
    *(
        sample(f, x)
        for f in (np.sum, np.mean, np.max, np.min, np.prod)
        for x in (0.7, spread(), single(3), spread(3, 1))
    ),
    *(sample(f, A23, ddof=1) for f in (np.var, np.std)),
    sample(np.var, single(2, 3), axis=1, ddof=1),
    sample(np.std, single(2, 3), axis=0),
    sample(np.std, np.array([0.5, 1.5])),
    sample(np.sum, A23, 1),
    sample(np.max, A23, 0),
    sample(np.sum, spread(0)),
    sample(np.sum, spread(0, 3), 0),
    sample(np.prod, spread(0, 3), 0),
    sample(np.mean, spread(0, 3), 1),
    sample(np.prod, np.array([0.0, 2.0, 3.0])),
    sample(np.prod, np.array([0.0, 0.0, 3.0])),
    sample(np.prod, np.array([[0.0, 2.0], [0.0, 3.0]]), 0),
    sample(np.cumsum, A3),
    sample(np.cumsum, A23),
    sample(np.cumsum, A23, 0),
    sample(np.cumsum, A234, axis=-2),
    sample(np.cumprod, A23),
    sample(np.cumprod, A23, axis=0),
    sample(np.cumprod, A23, -1),
    sample(np.cumprod, np.array([0.5, 0.0, 3.0, 0.0, 2.0])),
    sample(np.cumprod, spread(1)),
    sample(builtins.sum, A3),
    sample(builtins.sum, A23),
    sample(builtins.sum, A3, 0.5),
    sample(builtins.sum, A3, spread(2)),
    sample(builtins.sum, (0.5, 0.7, 1.5)),
    sample(builtins.sum, (A23, B3, 0.5)),
    sample(math.prod, (0.5, 1.5, 2.0)),
    sample(math.fsum, (0.5, 1.5, 2.0)),
    sample(math.fsum, spread(3)),
    sample(math.fsum, spread(0)),
    sample(max, 0.5, 0.7),
    sample(max, 0.5, 0.7, 0.6),
    sample(max, (0.5, 0.7)),
    sample(max, A3),
    sample(min, 0.5, 0.7),
    sample(min, 0.9, 0.7, 0.8, 1.0),
    sample(min, A3),
]

MATMUL_SHAPES = (
    ((3,), (3,)), ((2, 3), (3,)), ((3,), (3, 4)), ((2, 3), (3, 4)), ((1, 3), (3, 1)),
    ((2, 4, 3), (3,)), ((3,), (2, 3, 4)), ((2, 4, 3), (3, 2)), ((4, 3), (2, 3, 2)),
    ((2, 4, 3), (2, 3, 2)), ((1, 4, 3), (2, 3, 2)), ((5, 1, 2, 3), (4, 3, 2)),
    ((2, 4, 3), (1, 3, 2)), ((0, 3), (3, 2)),
)  # fmt: skip
DOT_SHAPES = (
    (None, None), (None, (2, 3)), ((), (3,)), ((3,), None), ((2, 4, 3), (3,)),
    ((2, 0, 3), (2, 3, 2)), ((2, 4, 0), (2, 0, 2)), ((2, 4, 3), (2, 3, 0)),
    ((3,), (2, 3, 4)), ((2, 4, 3), (3, 2)), ((4, 3), (2, 3, 2)), ((2, 4, 3), (5, 3, 2)),
)  # fmt: skip
OUTER_SHAPES = (
    ((2,), (3,)),
    ((2, 2), (3,)),
    ((), (3,)),
    (None, (3,)),
    ((2, 1), (2, 2)),
)

LINEAR_ALGEBRA = [
    *products(np.matmul, MATMUL_SHAPES),
    *products(operator.matmul, MATMUL_SHAPES[:4]),
    *products(operator.matmul, MATMUL_SHAPES[1:4], np.float32),
    *products(np.dot, (*MATMUL_SHAPES[:4], *DOT_SHAPES)),
    *products(np.outer, OUTER_SHAPES),
    sample(operator.matmul, A23, B3, wrt=(0,)),
    sample(np.dot, A23, B3, wrt=(1,)),
    sample(runtime.sum_of_products, A234, A234[:, :, :2]),
    sample(runtime.sum_of_products, np.ones((2, 33, 4))[..., ::2], np.ones((2, 33, 1))),
]

SHAPE = [
    sample(np.reshape, A23, (3, 2)),
    sample(np.reshape, A234, (-1, 4)),
    sample(np.reshape, A23, -1),
    sample(np.reshape, A23, (3, 2), order='F'),
    sample(np.reshape, 0.7, (1, 1)),
    sample(np.ravel, A23),
    sample(np.ravel, 0.7),
    sample(np.ravel, A23, 'F'),
    sample(np.ravel, single(2, 3)),
    sample(np.transpose, A23),
    sample(np.transpose, A234),
    sample(np.transpose, A234, (1, 2, 0)),
    sample(np.transpose, A234, axes=(0, -1, 1)),
    sample(np.transpose, A3),
    sample(np.moveaxis, A234, 0, -1),
    sample(np.moveaxis, A234, (0, 1), (-1, 0)),
    sample(np.swapaxes, A234, 0, -1),
    sample(np.expand_dims, A23, 0),
    sample(np.expand_dims, A23, -1),
    sample(np.expand_dims, A23, (0, 2)),
    sample(np.expand_dims, 0.7, 0),
    sample(np.squeeze, spread(2, 1, 3, 1)),
    sample(np.squeeze, spread(2, 1, 3, 1), 1),
    sample(np.squeeze, spread(2, 1, 3, 1), axis=(1, -1)),
    sample(np.squeeze, spread(1, 1)),
]

ASSEMBLY = [
    sample(np.array, (0.5, 0.7)),
    sample(np.array, [[0.5, 0.7], [1.5, 2.5]]),
    sample(np.array, [A3, B3]),
    sample(np.array, A23),
    sample(np.array, 0.5),
    sample(np.array, (0.5, spread()), dtype=np.float32),
    sample(np.array, single(3)),
    sample(np.asarray, A23),
    sample(np.asarray, [0.5, 0.7]),
    sample(np.ascontiguousarray, A23.T),
    sample(np.ascontiguousarray, A23),
    sample(np.ascontiguousarray, 0.5),
    sample(np.asfortranarray, A23),
    sample(np.asfortranarray, A23.T),
    sample(np.copy, A23),
    sample(np.copy, 0.5),
    sample(np.stack, (A23, B23)),
    sample(np.stack, [A3, B3], 1),
    sample(np.stack, (A23, B23), axis=-1),
    sample(np.stack, (0.5, 0.7, 0.9)),
    sample(np.stack, (single(3), single(3, start=4))),
    sample(np.concatenate, (A3, B3)),
    sample(np.concatenate, [A23, spread(1, 3), B23]),
    sample(np.concatenate, (A23,)),
    sample(np.concatenate, [A23, spread(2, 1)], 1),
    sample(np.concatenate, (A23, spread(2, 2)), axis=-1),
    sample(np.concatenate, (A234, spread(2, 1, 4)), axis=1),
    sample(np.concatenate, (single(2), single(3))),
    sample(np.broadcast_to, A3, (2, 3)),
    sample(np.broadcast_to, 0.7, (2, 3)),
    sample(np.broadcast_to, spread(2, 1), (4, 2, 3)),
    sample(np.broadcast_to, A23, (2, 3)),
    sample(np.full, (2, 3), 0.7, wrt=(1,)),
    sample(np.full, (2, 3), B3, wrt=(1,)),
    sample(np.full, 3, spread(), wrt=(1,)),
    sample(np.full_like, A23, 0.7),
    sample(np.full_like, A23, 2.5, wrt=(0,)),
    sample(np.full_like, A23, spread(2, 1), wrt=(1,)),
    sample(np.linspace, 0.5, 2.0, 5),
    sample(np.linspace, 0.5, 2.0, 4, endpoint=False),
    sample(np.linspace, 0.5, 2.0, 5, wrt=(1,)),
    sample(np.linspace, A2, spread(2, start=9), 3),
    sample(np.arange, 0.3, 2.0, 0.4),
    sample(np.arange, 0.3, 3.0),
    sample(
        np.add.at,
        spread(4),
        np.array([0, 2, 0]),
        A3,
        body='t = x0 * 1.0\nnp.add.at(t, np.array([0, 2, 0]), x1)\nreturn t',
    ),
    sample(
        np.add.at,
        spread(4),
        np.array([0, 2, 0]),
        0.5,
        body='t = x0 * 1.0\nnp.add.at(t, np.array([0, 2, 0]), x1)\nreturn t * t',
    ),
]

HELPERS = [
    sample(runtime.unbroadcast, A234, A34, wrt=(0,)),
    sample(runtime.unbroadcast, A23, np.ones((2, 1)), wrt=(0,)),
    sample(runtime.unbroadcast, A3, 0.5, wrt=(0,)),
    sample(runtime.unbroadcast, A3, B3, wrt=(0,)),
    sample(runtime.unbroadcast, A3, np.ones((1, 1)), wrt=(0,)),
    sample(runtime.unbroadcast, A3, np.ones((1, 1, 3)), wrt=(0,)),
    sample(runtime.unbroadcast, A234, A34, spread(2, 3, 4, start=20), wrt=(0, 2)),
    sample(runtime.unbroadcast, A23, np.ones((2, 1)), B23, wrt=(0, 2)),
    sample(runtime.unbroadcast, A3, 0.5, B3, wrt=(0, 2)),
    sample(runtime.unbroadcast, A3, A3, B3, wrt=(0, 2)),
    *(
        sample(runtime.unpadded, spread(3, 9), A23, (1, 2), mode, wrt=(0,))
        for mode in ('edge', 'wrap', 'reflect', 'symmetric')
    ),
    sample(runtime.copy_as_it_lies, A234, wrt=(0,)),
    sample(runtime.places_visited, 'K', A234, wrt=()),
    sample(runtime.stored_at_once, A3, B3, wrt=(0,)),
    sample(runtime.cast_like, A3, B3, wrt=(0,)),
    sample(
        runtime.with_imaginary,
        A23,
        B3,
        body='return np.abs(runtime.with_imaginary((1.0 + 2.0j) * x0, x1) * (x0 + 1j))',
    ),
    sample(runtime.cast_like, single(3), A3, wrt=(0,)),
    sample(
        runtime.valued,
        A3,
        B3,
        wrt=(0,),
        body='return runtime.valued(runtime.stop_gradient(x0), x0)',
    ),
    sample(runtime.last_written, A3, np.array([0, 2, 0]), wrt=(0,)),
    sample(runtime.put_last, A3, spread(4), np.array([0, 2, 0]), wrt=(0,)),
    sample(
        runtime.shared_out, A3, *np.eye(2, 3, dtype=bool), wrt=(0,),
        body='one, other = runtime.shared_out(x0, x0 < 0.5, x0 >= -0.5)\n'
        'return one * other + one - other**2',
    ),
]

# A file of samples for each file of templates, with its list SAMPLES.
HERE = Path(__file__).parent
FILES = sorted(
    (path.stem, path.parent.name)
    for path in HERE.glob('*/*.py')
    if path.parent.name != 'scipy' or find_spec('scipy') is not None
)
BY_SUBJECT = [
    case
    for name, folder in FILES
    for case in getattr(
        import_module(f'tests.rules.samples.{folder}.{name}'), 'SAMPLES', ()
    )
]


def can_be_called(sample) -> bool:
    """Whether the function takes the arguments, which a body may turn into others."""
    if not sample.body:
        return True
    if sample.body.startswith('rng'):  # a method of a generator
        return False
    try:
        with warnings.catch_warnings(), np.errstate(all='ignore'):
            warnings.simplefilter('ignore')
            sample.function(*copy.deepcopy(sample.args), **sample.kwargs)
    except Exception:
        return False
    return True


def by_function(samples: Iterable[Sample]) -> dict[str, list[Sample]]:
    """The samples of each function by its name, numbered as several share names."""
    found: dict = {}
    for one in samples:
        found.setdefault(one.function, []).append(one)
    return {f'{f.__name__}_{k}': found[f] for k, f in enumerate(found)}


SAMPLES = [
    *ELEMENTWISE, *REDUCTIONS, *LINEAR_ALGEBRA, *SHAPE, *ASSEMBLY, *ARRAYS,
    *CONTRACTIONS, *LINALG, *HELPERS, *CONSTANTS, *WRITING,
    *BY_SUBJECT,
]  # fmt: skip
