"""Calls of NumPy's functions as the array API has them: other names, named options."""

from __future__ import annotations

from collections.abc import Callable

import gast
import numpy as np

from tangentlite.ir import build
from tangentlite.runtime import copy_as_it_lies

Arguments = list[gast.expr]
Options = dict[str, gast.expr]
Found = tuple[str, Arguments, Options]

# Under these names the array API has functions that NumPy calls otherwise.
RENAMED = {
    "absolute": "abs", "arccos": "acos", "arccosh": "acosh", "arcsin": "asin",
    "arcsinh": "asinh", "arctan": "atan", "arctan2": "atan2", "arctanh": "atanh",
    "amax": "max", "amin": "min", "bitwise_not": "bitwise_invert",
    "concatenate": "concat", "conjugate": "conj", "cumprod": "cumulative_prod",
    "cumsum": "cumulative_sum", "left_shift": "bitwise_left_shift",
    "right_shift": "bitwise_right_shift", "power": "pow",
    "transpose": "permute_dims", "true_divide": "divide",
}  # fmt: skip
_REDUCTION = ("axis", "dtype", "out", "keepdims")
# NumPy's parameters behind the array, which it takes by position, too.
_NAMED: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("max", "min", "any", "all"), ("axis", "out", "keepdims")),
    **dict.fromkeys(("sum", "prod", "mean"), _REDUCTION),
    **dict.fromkeys(("std", "var"), (*_REDUCTION[:3], "ddof", "keepdims")),
    **dict.fromkeys(("cumulative_sum", "cumulative_prod"), _REDUCTION[:3]),
    **dict.fromkeys(("argmax", "argmin", "concat", "stack"), ("axis", "out")),
    **dict.fromkeys(("expand_dims", "squeeze", "flip", "sort", "argsort"), ("axis",)),
    "roll": ("shift", "axis"), "take": ("indices", "axis", "out"),
    "tensordot": ("b", "axes"), "diff": ("n", "axis"), "repeat": ("repeats", "axis"),
    "take_along_axis": ("indices", "axis"),
}  # fmt: skip
# Of these the array API takes so many by position alone.
_BY_POSITION = {"take": 1, "tensordot": 1, "repeat": 1, "take_along_axis": 1}
_LEFT_OUT = ("out", "dtype", "where", "initial", "casting", "order", "mode")


def namespace_call(
    function: object, arguments: Arguments, options: Options
) -> Found | None:
    """Return the name, the arguments and options of a call of a namespace.

    None for what the array API has no form of. A name with a dot is of an extension.

    >>> x, axis = build.name("x"), build.constant(0)
    >>> name, arguments, options = namespace_call(np.sum, [x, axis], {})
    >>> name, len(arguments), list(options)
    ('sum', 1, ['axis'])
    """
    if (special := _SPECIAL.get(function)) is not None:
        return special(arguments, options)
    module = str(getattr(function, "__module__", "") or "")
    own = getattr(function, "__name__", "")
    if isinstance(function, np.ufunc):
        module = "numpy"
    if module not in ("numpy", "numpy.linalg", "numpy.fft") or not own:
        return None
    name = RENAMED.get(own, own)
    if name in ("argsort", "sort"):  # they are stable
        options = {key: value for key, value in options.items() if key != "kind"}
    if name in _NAMED:
        first, *rest = arguments
        if len(rest) > len(_NAMED[name]):
            return None
        named = dict(zip(_NAMED[name], rest))
        count = _BY_POSITION.get(name, 0)
        given = [named.pop(key) for key in _NAMED[name][:count] if key in named]
        arguments, options = [first, *given], {**named, **options}
    if "ddof" in options:
        options["correction"] = options.pop("ddof")
    options = _without_none(options)
    if not options.keys().isdisjoint({*_LEFT_OUT} - {"dtype"}):
        return None
    prefix = module.partition(".")[2]
    return f"{prefix}.{name}" if prefix else name, arguments, options


def _without_none(options: Options) -> Options:
    """Return options without those that NumPy takes as not given if they are None."""
    return {k: v for k, v in options.items() if k not in _LEFT_OUT or not _is_none(v)}


def _is_none(node: gast.expr) -> bool:
    return isinstance(node, gast.Constant) and node.value is None


def _norm(arguments: Arguments, options: Options) -> Found | None:
    named = dict(zip(("ord", "axis", "keepdims"), arguments[1:]))
    given = {**named, **options}
    if getattr(given.get("ord"), "value", None) == "fro":
        axis = given.pop("axis", None)
        if axis is None or _last_two(axis):
            given.pop("ord")
            return "linalg.matrix_norm", arguments[:1], given
        return None
    of_vectors = isinstance(given.get("axis"), gast.Constant)
    if "ord" in given and not of_vectors or isinstance(given.get("axis"), gast.Tuple):
        return None
    return "linalg.vector_norm", arguments[:1], given


def _last_two(axes: gast.expr) -> bool:
    try:
        return gast.literal_eval(axes) in ((-2, -1), [-2, -1])
    except ValueError:
        return False


def _flat(arguments: Arguments, options: Options) -> Found:
    shape = build.display([build.constant(-1)], tuple)
    return "reshape", [arguments[0], shape], {}


def _turned(arguments: Arguments, options: Options) -> Found | None:
    axes = [options["axes"]] if "axes" in options else arguments[1:]
    return ("permute_dims", [arguments[0], *axes], {}) if axes else None


def _copied(arguments: Arguments, options: Options) -> Found:
    return "asarray", arguments[:1], {"copy": build.constant(True)}


def _made(name: str) -> Callable[[Arguments, Options], Found]:
    """Return how an array is made, on the device of the one that it is made like."""

    def made(arguments: Arguments, options: Options) -> Found:
        given = {key: value for key, value in options.items() if key != "like"}
        if (like := options.get("like")) is not None:
            given["device"] = build.attribute(like, "device")
        return name, arguments, given

    return made


def _identity(arguments: Arguments, options: Options) -> Found:
    """Return an identity matrix: which diagonal is a keyword."""
    name, given, named = _made("eye")(arguments, options)
    named |= dict(zip(("k", "dtype"), given[2:]))
    return name, given[:2], named


def _made_of(name: str) -> Callable[[Arguments, Options], Found]:
    """Return how an array is made of the shape, or for another one, as another is."""

    def made(arguments: Arguments, options: Options) -> Found:
        shape = options.get("shape")
        if shape is None:
            return f"{name}_like", arguments, options
        like, *value = arguments
        given = {"dtype": options.get("dtype") or build.attribute(like, "dtype")}
        given["device"] = build.attribute(like, "device")
        return name, [shape, *value], given

    return made


def _array(arguments: Arguments, options: Options) -> Found:
    """Return a copy, as `np.array` is one, but of what is written there."""
    name, given, named = _made("asarray")(arguments, options)
    if not isinstance(arguments[0], (gast.List, gast.Tuple, gast.Constant)):
        named["copy"] = build.constant(True)
    return name, given, named


def _of_last_axes(name: str) -> Callable[[Arguments, Options], Found | None]:
    """Return what is the diagonal of matrices, or their trace, by the last two axes."""

    def made(arguments: Arguments, options: Options) -> Found | None:
        named = dict(zip(("offset", "axis1", "axis2", "dtype"), arguments[1:]))
        named |= options
        axes = [named.pop(key, None) for key in ("axis1", "axis2")]
        if None in axes or not _last_two(build.display(axes, tuple)):
            return None
        return f"linalg.{name}", arguments[:1], _without_none(named)

    return made


def _values(arguments: Arguments, options: Options) -> Found | None:
    """Return singular vectors with the values, or these alone."""
    named = dict(zip(("full_matrices", "compute_uv"), arguments[1:])) | options
    if not named.keys() <= {"full_matrices", "compute_uv"} or len(arguments) > 3:
        return None
    compute = getattr(named.pop("compute_uv", None), "value", True)
    if compute is False:
        return "linalg.svdvals", arguments[:1], {}
    return ("linalg.svd", arguments[:1], named) if compute is True else None


_SPECIAL: dict[object, Callable[[Arguments, Options], Found | None]] = {
    np.linalg.norm: _norm,
    np.ravel: _flat,
    np.transpose: _turned,
    np.copy: _copied,
    copy_as_it_lies: _copied,
    np.array: _array,
    np.diagonal: _of_last_axes("diagonal"),
    np.trace: _of_last_axes("trace"),
    np.linalg.svd: _values,
    np.asarray: _made("asarray"),
    np.arange: _made("arange"),
    np.eye: _identity,
    np.zeros: _made("zeros"),
    np.ones: _made("ones"),
    np.empty: _made("empty"),
    np.full: _made("full"),
    np.zeros_like: _made_of("zeros"),
    np.ones_like: _made_of("ones"),
    np.empty_like: _made_of("empty"),
    np.full_like: _made_of("full"),
}
# What makes arrays of nothing, or of numbers; and of one number, if that is given.
CREATING: frozenset[object] = frozenset({
    np.array, np.asarray, np.arange, np.eye, np.zeros, np.ones, np.empty, np.full,
    np.linspace,
})  # fmt: skip
# What gives several arrays, in a tuple or list.
SEVERAL = frozenset({
    "meshgrid", "unstack", "nonzero", "broadcast_arrays", "unique_all", "svd", "eigh",
    "qr", "slogdet",
})  # fmt: skip
SHAPING: frozenset[object] = frozenset(
    {np.expand_dims, np.reshape, np.ravel, np.broadcast_to}
)
