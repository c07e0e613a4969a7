"""A program for arrays of the array API, whose functions are in their namespace."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Sequence
from functools import partial
from types import ModuleType
from typing import Any

import gast
import numpy as np

from tangentlite import runtime
from tangentlite.errors import OtherLibraryError
from tangentlite.ir import build
from tangentlite.ir.example import by_name
from tangentlite.ir.function import Function, with_body
from tangentlite.ir.rewrite import map_nodes, map_statement
from tangentlite.kinds.kind import Array, Scalar, Structure
from tangentlite.kinds.objects.foreign import library_title, root
from tangentlite.libraries.namespace_calls import (
    CREATING,
    SEVERAL,
    SHAPING,
    namespace_call,
)
from tangentlite.libraries.ranks_written import array_names


def for_namespace(
    function: Function,
    given: Collection[str],
    library: type,
    spelled: Callable[[object], gast.expr] = by_name,
) -> Function:
    """Return a program that calls functions of its arrays' namespace, not NumPy's.

    Raises OtherLibraryError for what the array API has no form of.

    >>> from tangentlite.ir.example import function_of, shown
    >>> x = Array("float64", (3, 2))
    >>> text = "t = np.sum(np.exp(x), 0); return np.concatenate((t, t))"
    >>> example = function_of(text, x=x, t=Array("float64", (2,)))
    >>> shown(for_namespace(example, {"x"}, np.ndarray))
    xp = x.__array_namespace__()
    t = xp.sum(xp.exp(x), axis=0)
    return xp.concat((t, t))
    """
    like = _first_array(function, given)
    if like is None:
        what = "no argument of this program is an array that names its functions"
        raise OtherLibraryError(what, function.body[0].lineno)
    made = _ForNamespace(function, given, library, like, spelled)
    asked = build.call(build.attribute(like, "__array_namespace__"), [])
    first = build.assign(made.xp, asked, function.body[0].lineno)
    return with_body(function, [first, *made.block(function.body)])


class _ForNamespace:
    def __init__(
        self,
        function: Function,
        given: Collection[str],
        library: type,
        like: gast.expr,
        spelled: Callable[[object], gast.expr],
    ) -> None:
        self._function, self._library, self._like = function, library, like
        self._spelled = spelled
        self._names = array_names(function, given)
        self._module = _namespace(library)
        self.xp = "xp"
        while self.xp in function.kinds:
            self.xp += "_"

    def block(self, block: Sequence[gast.stmt]) -> list[gast.stmt]:
        """Return the statements of a block."""
        return [self._statement(one) for one in block]

    def _statement(self, node: gast.stmt) -> gast.stmt:
        read = partial(self._expression, line=node.lineno)
        made = map_statement(
            node, lambda value: map_nodes(value, read), block=self.block
        )
        target = getattr(made, "target", None) or getattr(made, "targets", [None])[0]
        if not isinstance(target, gast.Subscript) or isinstance(made, gast.For):
            return made
        self._require_written_by_slices(target, node.lineno)
        target = self._indexed(target)
        if isinstance(made, gast.AugAssign):
            written: gast.stmt = gast.AugAssign(target, made.op, made.value)
        else:
            written = gast.Assign([target], made.value, None)
        return gast.copy_location(written, node)

    def _require_written_by_slices(self, target: gast.Subscript, line: int) -> None:
        """Refuse to write at places that an array of integers says."""
        if not self._is_held(target.value):
            return
        for part in _parts(target.slice):
            if self._is_selection(part) and not self._is_condition(part):
                raise self._refusal("assignment to places that an array names", line)
            if _is_new_axis(part):
                raise self._refusal("assignment through a new axis", line)

    def _expression(self, node: gast.AST, line: int) -> gast.AST:
        if isinstance(node, gast.Call):
            if (dtype := self._made_dtype(node)) is not None:
                return dtype
            if self._is_held(node) or self._creates(node):
                return self._call(node, line)
            return self._of_numbers(node)
        if isinstance(node, gast.BinOp):
            return self._in_numbers(node)
        if isinstance(node, gast.Subscript):
            return self._indexed(node)
        if isinstance(node, gast.Name):
            if isinstance(self._function.references.get(node.id), np.floating):
                return build.call("float", [node])
            return node
        if isinstance(node, gast.Attribute) and node.attr in ("real", "imag"):
            if self._is_held(node.value):
                return build.call(self._named(node.attr), [node.value])
        return node

    def _is_held(self, node: gast.AST) -> bool:
        """Whether an expression reads entries of such arrays, not their sizes alone."""
        if isinstance(node, gast.Name):
            return node.id in self._names
        if isinstance(node, gast.Attribute) and node.attr in ("shape", "size", "ndim"):
            return False
        return any(map(self._is_held, gast.iter_child_nodes(node)))

    def _creates(self, node: gast.Call) -> bool:
        name = getattr(node.func, "id", "")
        return self._function.references.get(name) in CREATING | SHAPING

    def _of_numbers(self, node: gast.Call) -> gast.AST:
        """Return a call of numbers so that it gives Python's: those go with arrays."""
        function = self._function.references.get(getattr(node.func, "id", ""))
        if function is np.positive or _is_number_type(function):
            return node.args[0]
        return build.call("float", [node]) if isinstance(function, np.ufunc) else node

    def _indexed(self, node: gast.Subscript) -> gast.Subscript:
        """Return an index of all axes, with `...` for those that are left out."""
        parts = _parts(node.slice)
        if not self._is_held(node.value) or any(map(_is_all, parts)):
            return node
        used = sum(not _is_new_axis(part) for part in parts)
        if isinstance(node.value, gast.Name):
            kind = self._function.kinds.get(node.value.id)
            if not isinstance(kind, Array) or any(map(self._is_selection, parts)):
                return node
            if kind.shape is not None and used >= len(kind.shape):
                return node
        elif not self._is_computed_array(node.value):
            return node
        whole = gast.Tuple([*parts, gast.Constant(..., None)], gast.Load())
        return gast.Subscript(node.value, whole, node.ctx)

    def _is_computed_array(self, node: gast.expr) -> bool:
        if isinstance(node, (gast.BinOp, gast.UnaryOp, gast.Compare)):
            return True
        if isinstance(node, gast.Subscript):
            return self._is_array(node.value)
        return self._is_call_of_ours(node) and node.func.attr not in SEVERAL

    def _is_array(self, node: gast.expr) -> bool:
        kind = self._function.kinds.get(getattr(node, "id", ""))
        return isinstance(kind, Array) or self._is_computed_array(node)

    def _is_selection(self, part: gast.expr) -> bool:
        """Whether a part of an index is an array, which selects entries."""
        return not isinstance(part, gast.Slice) and self._is_held(part)

    def _made_dtype(self, node: gast.Call) -> gast.expr | None:
        """Return a dtype that a text makes of its name, None for other calls."""
        function = self._function.references.get(getattr(node.func, "id", ""))
        name = getattr(node.args[0], "value", None) if len(node.args) == 1 else None
        if function is not np.dtype or not isinstance(name, str):
            return None
        return self._named(np.dtype(name).name)

    def _in_numbers(self, node: gast.BinOp) -> gast.AST:
        """Return a sum or product of a condition with the condition as a number."""
        if not isinstance(node.op, (gast.Add, gast.Sub, gast.Mult, gast.Div)):
            return node
        left, right = node.left, node.right
        if self._is_condition(left):
            left = self._as_number(left, node.right)
        if self._is_condition(right):
            right = self._as_number(right, node.left)
        return gast.BinOp(left, node.op, right)

    def _as_number(self, condition: gast.expr, other: gast.expr) -> gast.expr:
        """Return a condition in numbers of the dtype of another array's."""
        kind = self._function.kinds.get(getattr(other, "id", ""))
        other = other if self._is_floating(kind) else self._like
        kind = self._function.kinds.get(getattr(other, "id", ""))
        dtype: gast.expr = self._named("float64")
        if self._is_floating(kind):
            dtype = build.attribute(other, "dtype")
        return build.call(self._named("astype"), [condition, dtype])

    def _is_floating(self, kind: object) -> bool:
        return isinstance(kind, Array) and "float" in (kind.dtype or "")

    def _is_condition(self, node: gast.expr) -> bool:
        if not self._is_held(node):
            return False
        if isinstance(node, gast.Name):
            kind = self._function.kinds.get(node.id)
            return getattr(kind, "dtype", None) == "bool"
        if isinstance(node, gast.BinOp):
            return isinstance(node.op, (gast.BitAnd, gast.BitOr)) and (
                self._is_condition(node.left)
            )
        if isinstance(node, gast.UnaryOp):
            return self._is_condition(node.operand)
        if isinstance(node, gast.Call):
            name = node.func.attr if self._is_call_of_ours(node) else ""
            is_same = name in _OF_ENTRIES and self._is_condition(node.args[0])
            return name in _CONDITIONS or is_same
        return isinstance(node, gast.Compare)

    def _call(self, node: gast.Call, line: int) -> gast.AST:
        """Return a call of the namespace, an operator, or an attribute."""
        if isinstance(node.func, gast.Attribute):
            return self._method(node.func, node, line)
        function = self._function.references.get(getattr(node.func, "id", ""))
        if function is runtime.cast_like:
            value, like = node.args
            dtype = [("dtype", build.attribute(like, "dtype"))]
            return build.call(self._named("asarray"), [value], dtype)
        if function is len and self._is_list(node.args[0]):
            return node
        if function is runtime.require_number:
            return node
        if function is len:
            shape = build.attribute(node.args[0], "shape")
            return build.subscript(shape, build.constant(0))
        if function is runtime.valued:  # its derivative has been taken
            return node.args[0]
        if function is runtime.unbroadcast:
            own = self._spelled(runtime.unbroadcast_in)
            times = [(k.arg, k.value) for k in node.keywords]
            return build.call(own, [build.name(self.xp), *node.args], times)
        if function in _ATTRIBUTES:
            return build.attribute(node.args[0], _ATTRIBUTES[function])
        if getattr(function, "__module__", None) in ("builtins", "math", "operator"):
            return node
        if _is_number_type(function):  # of a number of Python's, too
            dtype = [("dtype", self._dtype(node.func))]
            return build.call(self._named("asarray"), node.args, dtype)
        options = {keyword.arg: keyword.value for keyword in node.keywords}
        node = self._of_arrays(node, function)
        found = namespace_call(function, list(node.args), options)
        name = getattr(function, "__name__", getattr(node.func, "id", "function"))
        if found is None or not self._has(found[0]):
            raise self._refusal(f"np.{name}", line)
        called, arguments, options = found
        if function in CREATING and "device" not in options:
            options["device"] = build.attribute(self._like, "device")
        named = [(key, self._dtype(value)) for key, value in options.items()]
        return build.call(self._named(called), list(map(self._dtype, arguments)), named)

    def _is_list(self, node: gast.expr) -> bool:
        kind = self._function.kinds.get(getattr(node, "id", ""))
        return kind is not None and not isinstance(kind, (Array, Scalar))

    def _of_arrays(self, node: gast.Call, function: object) -> gast.Call:
        """Return a call that is given no condition to add, and no numbers to shape.

        Nor is it to select one of two numbers.
        """
        first, *rest = node.args
        if function is np.where and not any(map(self._is_held, rest)):
            rest[0] = self._array(rest[0])
        if function in _ADDING and self._is_condition(first):
            first = self._as_number(first, self._like)
        if function in SHAPING and not self._is_held(first):
            first = self._array(first)
        return gast.Call(node.func, [first, *rest], node.keywords)

    def _array(self, node: gast.expr) -> gast.expr:
        """Return a number as an array of the namespace."""
        if self._is_call_of_ours(node):
            return node
        device = ("device", build.attribute(self._like, "device"))
        return build.call(self._named("asarray"), [node], [device])

    def _is_call_of_ours(self, node: gast.expr) -> bool:
        owner = node.func if isinstance(node, gast.Call) else None
        return isinstance(owner, gast.Attribute) and self._is_ours(owner)

    def _method(self, owner: gast.Attribute, node: gast.Call, line: int) -> gast.AST:
        if owner.attr == "__array_namespace__" or self._is_ours(owner):
            return node
        if owner.attr == "astype":
            dtype = self._dtype(node.args[0])
            return build.call(self._named("astype"), [owner.value, dtype])
        if owner.attr == "copy":
            copied = [("copy", build.constant(True))]
            return build.call(self._named("asarray"), [owner.value], copied)
        if owner.attr in ("append", "pop", "extend", "items", "keys", "values"):
            return node
        raise self._refusal(f"method {owner.attr}", line)

    def _is_ours(self, node: gast.Attribute) -> bool:
        """Whether it is a function of the namespace already."""
        while isinstance(node.value, gast.Attribute):
            node = node.value
        return isinstance(node.value, gast.Name) and node.value.id == self.xp

    def _dtype(self, node: gast.expr) -> gast.expr:
        """Return an argument, and a dtype of NumPy's as the namespace's."""
        name = node.id if isinstance(node, gast.Name) else ""
        known: Any = self._function.references.get(name)
        is_dtype = isinstance(known, type) or isinstance(known, np.dtype)
        if not is_dtype:
            return node
        return self._named(np.dtype(known).name)

    def _named(self, name: str) -> gast.expr:
        found: gast.expr = build.name(self.xp)
        for part in name.split("."):
            found = build.attribute(found, part)
        return found

    def _has(self, name: str) -> bool:
        owner: object = self._module
        for part in name.split("."):
            owner = getattr(owner, part, None)
        return self._module is None or owner is not None

    def _refusal(self, what: str, line: int) -> OtherLibraryError:
        return OtherLibraryError(f"{library_title(self._library)} has no {what}", line)


def _is_number_type(function: object) -> bool:
    return isinstance(function, type) and issubclass(function, np.inexact)


def _parts(index: gast.expr) -> list[gast.expr]:
    return index.elts if isinstance(index, gast.Tuple) else [index]


def _is_all(node: gast.expr) -> bool:
    return isinstance(node, gast.Constant) and node.value is ...


def _is_new_axis(node: gast.expr) -> bool:
    return isinstance(node, gast.Constant) and node.value is None


# Functions whose results are conditions, and those of which they have the entries.
_CONDITIONS = frozenset({
    "all", "any", "equal", "greater", "greater_equal", "isfinite", "isinf", "isnan",
    "less", "less_equal", "logical_and", "logical_not", "logical_or", "logical_xor",
    "not_equal", "signbit",
})  # fmt: skip
_OF_ENTRIES = frozenset({
    "broadcast_to", "expand_dims", "flip", "moveaxis", "permute_dims", "reshape",
    "roll", "squeeze", "tile",
})  # fmt: skip
_ADDING = frozenset({np.sum, np.mean, np.prod, np.cumsum})
_ATTRIBUTES: dict[object, str] = {np.shape: "shape", np.ndim: "ndim", np.size: "size"}


def _namespace(library: type) -> ModuleType | None:
    """Return the namespace of a class of arrays, if its package is one."""
    found = sys.modules.get(root(library.__module__))
    return found if hasattr(found, "__array_api_version__") else None


def _first_array(function: Function, given: Collection[str]) -> gast.expr | None:
    """Return a parameter that is such an array, or what one of them holds."""
    for parameter in function.parameters:
        if parameter.name in given:
            kind = function.kinds.get(parameter.name)
            found = _first_in(kind, build.name(parameter.name))
            if found is not None:
                return found
    return None


def _first_in(kind: object, node: gast.expr) -> gast.expr | None:
    if isinstance(kind, Array):
        return node
    if not isinstance(kind, Structure) or kind.type not in (dict, list, tuple):
        return None
    for key, item in zip(kind.keys, kind.items):
        found = _first_in(item, build.subscript(node, build.constant(key)))
        if found is not None:
            return found
    return None
