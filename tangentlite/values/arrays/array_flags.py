"""`array.flags`: what is known of the memory of an array, and what is asked for."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from tangentlite import operations
from tangentlite.builder.builder import Builder
from tangentlite.builder.memory.contiguity import is_contiguous
from tangentlite.ir import build
from tangentlite.kinds.kind import Scalar
from tangentlite.values.base import Atom, Value
from tangentlite.values.literals import literal


@dataclass(frozen=True)
class Flags(Value):
    """The flags of an array."""

    array: Atom

    @property
    def inside(self) -> tuple:
        """Whose flags they are."""
        return (self.array,)

    def describe(self) -> str:
        """Say what it is."""
        return "the flags of an array"


def of_memory(b: Builder, array: Atom, name: str) -> Flags:
    """Return `array.flags`; `array.base` and `array.strides` are refused."""
    if name == "strides":
        raise b.error(
            "the strides of arrays are not supported: the derivative's may be others.",
            "Use slices or np.lib.stride_tricks.sliding_window_view(x, n) in place of "
            "as_strided.",
        )
    if name == "base":
        what = "the base of an array is not supported: a derivative may copy it."
        raise b.error(what, "Compare arrays by np.shares_memory, outside.")
    return Flags(array)


@operations.python_type.of(Flags)
def _type_of_flags(b: Builder, value: Flags) -> type:
    return type(np.empty(0).flags)


@operations.attribute.of(Flags)
def flag(b: Builder, owner: Flags, name: str, base: str) -> Value:
    """Return one flag; a derivative lays out its arrays in its own way."""
    array = owner.array
    if not hasattr(np.empty(0).flags, name):
        what = f"'numpy._core.multiarray.flagsobj' object has no attribute {name!r}"
        error = AttributeError(what)
        raise operations.certain_error(b, error, "Check the name.", None)
    if name == "writeable" and _is_made(b, array):
        return literal(True)
    if name == "c_contiguous" and is_contiguous(b, str(array.name)):
        return literal(True)
    if not b.memory.flags_are_set and (name == "writeable" or _is_given(b, array)):
        flags = build.attribute(array.node, "flags")
        return b.emit(b, build.attribute(flags, name), Scalar("bool", True), base)
    raise b.error(
        f"the flag {name!r} of an array is not supported: a derivative's arrays may "
        "lie otherwise.",
        "Decide it outside of the function.",
    )


def _is_made(b: Builder, array: Atom) -> bool:
    """Whether the program has made an array, which is no view of another one."""
    is_new = array.name in b.definitions and array.name not in b.memory.views
    return is_new and not b.memory.flags_are_set


def _is_given(b: Builder, array: Atom) -> bool:
    """Whether an array is one from outside, as it lies there."""
    is_read = array.name in b.outside.given() or array.name in b.references.reads
    return is_read and array.name not in b.assumed.copied


@operations.item.of(Flags)
def flag_of_key(b: Builder, owner: Flags, index: Value, base: str) -> Value:
    """Return `flags[name]`."""
    if index.is_static and isinstance(index.static_value(), str):
        return flag(b, owner, index.static_value().lower(), base)
    raise b.error("the name of a flag must be known here.", "Write it out.")
