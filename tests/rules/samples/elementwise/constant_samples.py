"""Sample inputs of the functions whose derivative is declared to be zero."""
import math
import operator

import numpy as np

from tangentlite import runtime
from tests.rules.samples.sample import sample, spread

A, B, SCALED = spread(3), spread(3, start=20), spread(2, 3, low=0.5, high=2.0)
FLAGS, MASK = np.array([True, False, True]), np.array([True, True, False])
COUNTS, OTHERS = np.array([3, 1, 2]), np.array([1, 1, 3])

COMPARISONS = (
    operator.lt, operator.le, operator.eq, operator.ne, operator.gt, operator.ge,
    np.less, np.less_equal, np.equal, np.not_equal, np.greater, np.greater_equal,
    np.isclose, np.allclose, np.array_equal, np.may_share_memory, np.shares_memory,
)  # fmt: skip
LOGIC = (
    operator.and_, operator.or_, operator.xor, np.logical_and, np.logical_or,
    np.logical_xor, np.bitwise_and, np.bitwise_or, np.bitwise_xor,
)  # fmt: skip
QUERIES = (
    np.isnan, np.isinf, np.isfinite, np.isposinf, np.isneginf, np.signbit, np.isreal,
    np.iscomplex, np.any, np.all, np.count_nonzero, np.argmax, np.argmin, np.nanargmax,
    np.nanargmin, np.argsort, np.lexsort, np.nonzero, np.flatnonzero, np.argwhere,
    np.shape, np.ndim, np.size, np.iscomplexobj, np.zeros_like, np.ones_like,
    np.empty_like, len,
)  # fmt: skip
NUMBERS = (
    math.floor, math.ceil, math.trunc, math.isnan, math.isinf, math.isfinite, int, bool,
    operator.not_, np.bool_, np.int8, np.int16, np.int32, np.int64, np.uint8, np.uint16,
    np.uint32, np.uint64,
)  # fmt: skip

CONSTANTS = [
    *(sample(function, A, B, wrt=()) for function in COMPARISONS),
    *(sample(function, FLAGS, MASK) for function in LOGIC),
    *(sample(function, COUNTS, OTHERS) for function in LOGIC[:3]),
    sample(np.bitwise_count, COUNTS),
    *(sample(function, A, wrt=()) for function in QUERIES),
    *(sample(function, 0.7, wrt=()) for function in NUMBERS),
    sample(operator.is_, None, None),
    sample(operator.is_not, None, None),
    sample(operator.contains, (1, 2), 2),
    sample(operator.invert, FLAGS),
    sample(np.invert, FLAGS),
    sample(np.logical_not, FLAGS),
    sample(np.floor_divide, A, SCALED),
    sample(np.heaviside, A, 0.5),
    sample(np.heaviside, 0.7, B),
    sample(operator.floordiv, A, SCALED),
    sample(operator.floordiv, -0.7, 0.2),
    sample(round, 0.74, 1, wrt=(0,)),
    sample(np.round, A, 1, wrt=(0,)),
    sample(np.ones_like, A),
    sample(np.zeros_like, A),
    sample(np.searchsorted, np.array([0.0, 1.0, 2.0]), 0.5, wrt=()),
    sample(isinstance, 0.5, float, wrt=()),
    sample(range, 3),
    sample(np.zeros, (2, 3)),
    sample(np.ones, 3),
    sample(np.empty, 2),
    sample(np.eye, 3),
    sample(np.identity, 2),
    sample(np.tri, 3, k=-1, dtype=bool),
    sample(math.isqrt, 17, wrt=()),
    sample(math.factorial, 4, wrt=()), sample(math.gcd, 12, 18, wrt=()),
    sample(math.lcm, 4, 6, wrt=()), sample(math.comb, 5, 2, wrt=()),
    sample(math.perm, 5, 2, wrt=()),
    sample(runtime.zeros_like_item, A, wrt=()),
    sample(runtime.zeros_like_items, [A, 0.5], wrt=()),
    sample(runtime.zeros_as_it_lies, SCALED[:, ::2], wrt=()),
    sample(runtime.zeros_in_order_of, float, SCALED, SCALED[0], wrt=()),
    sample(runtime.ones_like_items, [A, 0.5], wrt=()),
]
