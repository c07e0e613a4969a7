"""Checks of cotangents in calls of derivatives and pullbacks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from tangentlite import errors
from tangentlite.calls.arguments.argument_tests import size_text
from tangentlite.kinds.objects.foreign import (
    has_namespace,
    is_of_library,
    library_dtype,
)
from tangentlite.kinds.objects.user_objects import (
    attributes,
    is_users_class,
    with_attributes,
)
from tangentlite.tracebacks.frames import surface

# Parts of a cotangent, each with the expressions of its axes' sizes in terms of the
# arguments, or with the length of a list.
Expected = Sequence[tuple[str, tuple[str, ...] | int]]


def size_tests(expected: Expected) -> list[str]:
    """Return the tests that the parts of a cotangent satisfy.

    >>> size_tests([('g', ('x.shape[0]',)), ('h', ('2', 'n')), ('v', 3)])
    ['_tl_len(g) == _tl_len(x)', 'h.shape == (2, n)', '_tl_len(v) == 3']
    """
    tests = []
    for part, sizes in expected:
        if isinstance(sizes, int):
            tests.append(f"_tl_len({part}) == {sizes}")
        elif len(sizes) == 1:
            tests.append(f"_tl_len({part}) == {size_text(sizes[0])}")
        else:
            tests.append(f"{part}.shape == ({', '.join(sizes)})")
    return tests


def require_expected(expected: Expected, values: Mapping[str, object]) -> None:
    """Raise unless the parts of a cotangent have the required sizes."""
    for part, sizes in expected:
        found = eval(part, {}, dict(values))
        if isinstance(sizes, int):
            if len(found) != sizes:
                raise _another_length(part, len(found), sizes)
            continue
        shape = tuple(eval(size, {}, dict(values)) for size in sizes)
        if np.shape(found) != shape:
            raise _another_shape(part, np.shape(found), shape)


@surface
def refuse_cotangent(error: Exception) -> None:
    """Raise ArgumentError if generated code has refused a cotangent's shape."""
    if getattr(error, "of_cotangent", False):
        raise errors.ArgumentError(f"{error}.") from None


class Pullback:
    """The pullback of `vjp`, from a cotangent to a tuple of one item for each primal.

    The cotangent has the structure and the shapes of the result, None where it is zero.
    """

    __slots__ = ("_function", "_result", "_shape", "_dtype", "_places", "_count")

    def __init__(
        self, function: Any, result: object, places: Sequence[int], count: int
    ) -> None:
        """Wrap a generated pullback, which returns the gradients of some primals."""
        self._function = function
        self._result = like = _described(result)
        is_array = isinstance(like, _Leaf) and like.is_array and len(places) == count
        self._shape = like.shape if is_array else None
        self._dtype = like.dtype if is_array else None
        self._places = tuple(places)
        self._count = count

    @surface
    def __call__(self, cotangent: Any) -> tuple:
        """Return the gradients, None for primals without a floating number."""
        if type(cotangent) is np.ndarray and cotangent.dtype is self._dtype:
            if cotangent.shape == self._shape:
                return self._function(cotangent)
        if cotangent is None:
            raise errors.ArgumentError("the pullback is given no cotangent.")
        found = self._function(_fitted(self._result, cotangent, "the cotangent"))
        if len(self._places) == self._count:
            return found
        given = dict(zip(self._places, found))
        return tuple(given.get(place) for place in range(self._count))


class _Leaf:
    """The shape and dtype of a number or an array of a result."""

    __slots__ = ("shape", "dtype", "is_array", "library")

    def __init__(self, value: Any) -> None:
        self.shape = np.shape(value)
        self.library = type(value) if is_of_library(value) else None
        own = library_dtype if self.library else np.result_type
        self.dtype: Any = own(value)
        self.is_array = isinstance(value, np.ndarray)


def _described(value: Any) -> Any:
    """Return the structure of a result, with a `_Leaf` for each number or array."""
    if type(value) is np.ndarray and value.dtype.kind == "f":
        return _Leaf(value)
    if is_of_library(value):
        return _Leaf(value) if _Leaf(value).dtype.kind in "fc" else None
    if is_users_class(type(value)):
        held = attributes(value).items()
        return with_attributes(value, {name: _described(v) for name, v in held})
    if isinstance(value, dict):
        return {key: _described(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return type(value)(map(_described, value))
    if isinstance(value, (np.ndarray, np.inexact, float, complex)):
        return _Leaf(value) if np.result_type(value).kind in "fc" else None
    return _SumOfNone if type(value) is int else None


class _SumOfNone:
    """The marker of an integer in a result, as Python's sum of no floats is one.

    It is a class, whose identity survives copying.
    """


def _fitted(like: Any, given: Any, name: str) -> Any:
    """Return a cotangent with the dtypes of the result; raise for another structure."""
    if like is None:  # it has no derivative
        return None
    if like is _SumOfNone:
        is_number = isinstance(given, (int, float, np.generic, np.ndarray))
        return np.asarray(given)[()] if is_number else None
    if isinstance(like, _Leaf):
        return _number(like, given, name)
    if given is None:
        given = _nothing(like)
    if is_users_class(type(like)):
        held = attributes(like)
        parts = {k: _fitted(v, getattr(given, k, _MISSING), f"{name}.{k}")
                 for k, v in held.items()}  # fmt: skip
        return with_attributes(like, parts)
    if isinstance(like, dict):
        if not isinstance(given, dict) or not given.keys() <= like.keys():
            raise _another_structure(name)
        return {k: _fitted(v, given.get(k, _MISSING), f"{name}[{k!r}]")
                for k, v in like.items()}  # fmt: skip
    if not isinstance(given, (list, tuple)):
        raise _another_structure(name)
    if len(given) != len(like):
        raise _another_length(name, len(given), len(like))
    pairs = enumerate(zip(like, given))
    return type(like)(_fitted(part, item, f"{name}[{k}]") for k, (part, item) in pairs)


_MISSING = object()


def _nothing(like: Any) -> Any:
    """Return a cotangent that is zero (None) in all parts."""
    if is_users_class(type(like)):
        return with_attributes(like, dict.fromkeys(attributes(like)))
    if isinstance(like, (list, tuple)):
        return [None] * len(like)
    return dict.fromkeys(like) if isinstance(like, dict) else like


def _number(like: _Leaf, given: Any, name: str) -> Any:
    if type(given) is float and not like.is_array and like.dtype == np.float64:
        return given
    if like.library is not None:
        return _of_library(like, given, name)
    if given is None:
        return np.zeros(like.shape, like.dtype) if like.is_array else like.dtype.type(0)
    if not isinstance(given, (np.ndarray, np.generic, int, float, complex)):
        raise _another_structure(name)
    if np.shape(given) != like.shape:
        raise _another_shape(name, np.shape(given), like.shape)
    if like.dtype.kind != "c" and np.iscomplexobj(given):
        raise errors.ArgumentError(
            f"{name} is complex, but what it belongs to is real.\nGive its real part."
        )
    if like.is_array:
        return np.asarray(given, like.dtype)
    number = given if like.dtype == np.result_type(given) else like.dtype.type(given)
    return number[()] if isinstance(number, np.ndarray) else number


def _of_library(like: _Leaf, given: Any, name: str) -> Any:
    """Return the cotangent of an array of another library."""
    assert like.library is not None
    taken: tuple[type, ...] = (like.library, int, float)
    if not has_namespace(like.library):
        taken += (np.ndarray, np.generic)
    if not isinstance(given, taken):
        raise _another_structure(name)
    shape = getattr(given, "shape", ())
    if shape != like.shape:
        raise _another_shape(name, shape, like.shape)
    return given


def _another_shape(name: str, have: tuple, want: tuple) -> errors.ArgumentError:
    return errors.ArgumentError(
        f"{name} has the shape {have}, but what it belongs to {want}.\n"
        "Give it the same shape."
    )


def _another_length(name: str, have: int, want: int) -> errors.ArgumentError:
    return errors.ArgumentError(
        f"{name} has {have} items, but what it belongs to {want}.\n"
        "Give it as many, None for parts that do not matter."
    )


def _another_structure(name: str) -> errors.ArgumentError:
    return errors.ArgumentError(
        f"{name} has another structure than the result that it belongs to.\n"
        "Give it the same keys and lengths, None for parts that do not matter."
    )
