"""`array.flags`: what is known of the memory of an array, and what is asked for."""

from __future__ import annotations

import operator
from dataclasses import dataclass

import gast
import numpy as np

from tangentlite import operations, runtime
from tangentlite.builder.builder import Builder
from tangentlite.builder.memory.contiguity import is_contiguous
from tangentlite.errors import UnsupportedError
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
    original = _original(b, str(array.name))
    if original is not None:
        return _read(b, build.name(original), name, base)
    sources = _sources(b, str(array.name), name, set())
    if name == "writeable" and sources == {MADE}:
        return literal(True)
    copied = sorted(sources.intersection(b.assumed.copied))
    if name == "writeable" and not copied:
        return _read(b, array.node, name, base)
    if name == "writeable":
        for source in sorted(sources - {MADE}):
            callee = b.references.function(runtime.require_writeable)
            call = build.call(callee, [build.name(source)])
            with b.unchecked():  # no handler of the program's catches it
                b.add(build.effect(call, b.line))
        return literal(True)
    raise _refused(b, name)


def _read(b: Builder, array: gast.expr, name: str, base: str) -> Atom:
    read = build.attribute(build.attribute(array, "flags"), name)
    return b.emit(b, read, Scalar("bool", True), base)


# What stands for all arrays that the program has made itself.
MADE = ""


def _original(b: Builder, name: str) -> str | None:
    """Return the array from outside that an array is, or the copy that is worked on."""
    if name in b.outside.given() or name in b.references.reads:
        return name
    function, operand = _taken(b, b.definitions.get(name))
    is_copy = function in _COPIES and operand in b.assumed.copied
    return operand if is_copy else None


def _sources(b: Builder, name: str, flag: str, met: set[str]) -> set[str]:
    """Return the arrays from outside that an array may be, or a plain view of."""
    if name in met:
        return set()
    met.add(name)
    original = _original(b, name)
    if original is not None:
        return {original}
    made = b.definitions.get(name)
    function, operand = _taken(b, made)
    views: set[str] = set()
    if name in b.phis.joined:
        views = b.memory.views.get(name, set())
    elif function in _VIEWS and operand is not None:
        views = {operand}
    elif isinstance(made, (gast.BinOp, gast.UnaryOp)) or (
        function is not None and effects_of(function).fresh
    ):
        return {MADE}
    if not views:
        raise _refused(b, flag)
    return set().union(*(_sources(b, view, flag, met) for view in views))


def is_made(b: Builder, name: str) -> bool:
    """Whether an array is one of the program's own, which it may write into."""
    try:
        return _sources(b, name, "writeable", set()) == {MADE}
    except UnsupportedError:
        return False


def _taken(b: Builder, made: gast.expr | None) -> tuple[object, str | None]:
    """Return the function of a call and the name of its first argument."""
    if isinstance(made, gast.Subscript):
        return operator.getitem, getattr(made.value, "id", None)
    if not isinstance(made, gast.Call) or not isinstance(made.func, gast.Name):
        return None, None
    function = b.references.objects.get(made.func.id)
    return function, getattr(made.args[0], "id", None) if made.args else None


# Views or copies, as the call in the text gives them again.
_VIEWS = (
    operator.getitem,
    np.array,
    np.asarray,
    np.asanyarray,
    np.transpose,
    np.reshape,
    np.ravel,
    np.squeeze,
)
_COPIES = (np.copy, runtime.copy_as_it_lies)


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
