"""`array.flags`: what is known of the memory of an array, and what is asked for."""

from __future__ import annotations

import operator
from dataclasses import dataclass

import gast
import numpy as np

from tangentlite import operations, runtime
from tangentlite.builder.builder import Builder
from tangentlite.builder.memory.contiguity import is_contiguous
from tangentlite.ir import build
from tangentlite.kinds.kind import Scalar
from tangentlite.rules.call_effects import effects_of
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
    if name == "c_contiguous" and is_contiguous(b, str(array.name)):
        return literal(True)
    if b.memory.flags_are_set:
        raise _refused(b, name)
    root, is_itself = _origin(b, array, name)
    if name == "writeable" and root is None:
        return literal(True)
    if root is not None and (is_itself or name == "writeable"):
        read = build.name(root) if is_itself else array.node
        flags = build.attribute(read, "flags")
        return b.emit(b, build.attribute(flags, name), Scalar("bool", True), base)
    raise _refused(b, name)


def _origin(b: Builder, array: Atom, flag: str) -> tuple[str | None, bool]:
    """Return the array from outside that an array is, or a plain view of.

    There is none if the program has made its memory. The second item says whether it
    is that array itself, or the copy of it that the function works on.
    """
    name, is_itself = str(array.name), True
    while not _is_given(b, name):
        made = b.definitions.get(name)
        if isinstance(made, (gast.BinOp, gast.UnaryOp)):
            return None, is_itself
        function, operand = _taken(b, made)
        if function in _COPIES and operand in b.assumed.copied:
            return operand, is_itself
        if function is None or function not in _VIEWS:
            if function is not None and effects_of(function).fresh:
                return None, is_itself
            raise _refused(b, flag)
        name, is_itself = str(operand), False
    return name, is_itself


def _taken(b: Builder, made: gast.expr | None) -> tuple[object, str | None]:
    """Return the function of a call and the name of its first argument."""
    if isinstance(made, gast.Subscript):
        return operator.getitem, getattr(made.value, "id", None)
    if not isinstance(made, gast.Call) or not isinstance(made.func, gast.Name):
        return None, None
    function = b.references.objects.get(made.func.id)
    return function, getattr(made.args[0], "id", None) if made.args else None


# Views that may be written if what they look into may be.
_VIEWS = (
    operator.getitem,
    np.asarray,
    np.asanyarray,
    np.transpose,
    np.reshape,
    np.ravel,
    np.squeeze,
)
_COPIES = (np.copy, runtime.copy_as_it_lies)


def _is_given(b: Builder, name: str) -> bool:
    """Whether an array is one from outside, as it lies there."""
    return name in b.outside.given() or name in b.references.reads


def _refused(b: Builder, name: str) -> Exception:
    return b.error(
        f"the flag {name!r} of an array is not supported: a derivative's arrays may "
        "lie otherwise.",
        "Decide it outside of the function.",
    )


@operations.item.of(Flags)
def flag_of_key(b: Builder, owner: Flags, index: Value, base: str) -> Value:
    """Return `flags[name]`."""
    if index.is_static and isinstance(index.static_value(), str):
        return flag(b, owner, index.static_value().lower(), base)
    raise b.error("the name of a flag must be known here.", "Write it out.")
