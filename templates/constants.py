"""Functions whose derivative is zero wherever it exists."""
import math
import operator

import numpy as np

from tangentlite.rules.registry import constant

# comparison and logic
constant(
    operator.lt, operator.le, operator.eq, operator.ne, operator.gt, operator.ge,
    operator.is_, operator.is_not, operator.contains, operator.not_,
    operator.and_, operator.or_, operator.xor, operator.invert,
    np.less, np.less_equal, np.equal, np.not_equal, np.greater, np.greater_equal,
    np.logical_and, np.logical_or, np.logical_xor, np.logical_not,
    np.bitwise_and, np.bitwise_or, np.bitwise_xor, np.invert, np.left_shift,
    np.right_shift, np.bitwise_count, np.gcd, np.lcm, np.isfortran, np.iterable,
    np.isnan, np.isinf, np.isfinite, np.isposinf, np.isneginf, np.signbit,
    np.isreal, np.iscomplex, np.isclose, np.allclose, np.array_equal,
    np.any, np.all, np.count_nonzero,
)

# steps
constant(
    np.spacing, np.floor, np.ceil, np.rint, np.trunc, np.fix, np.round,
    np.around, np.floor_divide, operator.floordiv, round, int, bool, math.isqrt,
    math.factorial, math.comb, math.perm, math.gcd, math.lcm,
    math.floor, math.ceil, math.trunc, math.isnan, math.isinf, math.isfinite,
)

# conversions to flags and to integers
constant(
    np.bool_, np.int8, np.int16, np.int32, np.int64, np.uint8, np.uint16, np.uint32,
    np.uint64, np.longlong, np.ulonglong,
)

# positions
constant(
    np.argmax, np.argmin, np.nanargmax, np.nanargmin, np.argsort, np.lexsort,
    np.nonzero, np.flatnonzero, np.argwhere, np.searchsorted,
)

# structure
constant(np.shape, np.ndim, np.size, np.iscomplexobj, len, range, isinstance)
constant(np.may_share_memory, np.shares_memory)

# arrays made from nothing but their shape
constant(
    np.zeros, np.ones, np.empty, np.zeros_like, np.ones_like, np.empty_like,
    np.eye, np.identity, np.tri,
)
