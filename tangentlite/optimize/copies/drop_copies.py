"""Copy elimination: drop copies of arrays that are not written while both are live."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any

import gast
import numpy as np

from tangentlite.analysis.aliasing.escape import escaping_in
from tangentlite.analysis.aliasing.fresh_arrays import is_new
from tangentlite.analysis.invalidation import changes
from tangentlite.analysis.occurrences import calls
from tangentlite.ir import build
from tangentlite.ir.function import Function
from tangentlite.ir.nodes import own_nodes
from tangentlite.ir.rewrite import (
    binds,
    blocks,
    map_blocks,
    names_in,
    reads,
    statements,
)
from tangentlite.kinds.kind import Array, Scalar
from tangentlite.optimize.rewriter import Rewriter
from tangentlite.optimize.share_common import both_ways
from tangentlite.rules.call_effects import effects_of

Block = Sequence[gast.stmt]


def drop_copies(function: Function) -> Function:
    """Replace a copy by the array itself where neither is written while it is live.

    Copies stay where a program asks for flags of arrays, which may differ.

    >>> from tangentlite.ir.example import function_of, shown
    >>> text = "t = y[1:]; u = np.copy(t); v = u * c; y[1:] = v; return v"
    >>> kinds = dict.fromkeys("ytu", Array("float64", (3,)))
    >>> shown(drop_copies(function_of(text, c="number", **kinds)))
    t = y[1:]
    u = t
    v = u * c
    y[1:] = v
    return v
    """
    if any(map(_asks_for_flags, statements(function.body))):
        return function
    copies = calls(function, np.copy, np.power)
    if not copies and not any(map(_is_product_with_one, statements(function.body))):
        return function
    return _Dropper(function).rewritten()


def _asks_for_flags(node: gast.stmt) -> bool:
    """Whether a statement reads `array.flags.writeable` or another flag."""
    parts = own_nodes(node)
    return any(isinstance(p, gast.Attribute) and p.attr == "flags" for p in parts)


def _is_product_with_one(node: gast.stmt) -> bool:
    value = node.value if isinstance(node, gast.Assign) else None
    if not isinstance(value, gast.BinOp) or not isinstance(value.op, gast.Mult):
        return False
    return _is_one(value.left) or _is_one(value.right)


class _Dropper(Rewriter):
    def __init__(self, function: Function) -> None:
        super().__init__(function)
        held = escaping_in(function)
        self._held = held | set(_stored(function))
        self._readers: dict[str, set[str]] = {}
        for name, owners in function.views.items():
            for owner in owners:
                self._readers.setdefault(owner, set()).add(name)
        for node in statements(function.body):
            if isinstance(node, gast.Assign) and self._may_share(node):
                for name in names_in(node.value):
                    self._readers.setdefault(name, set()).update(binds(node))
        self._views = dict(function.views)
        # alias classes that were merged when a copy was dropped
        self._merged: dict[str, str] = {}

    def _may_share(self, node: gast.Assign) -> bool:
        """Whether the result of a statement may alias what it reads."""
        if is_new(node.value, self._function.references):
            return False
        kinds = (self.kinds.get(name) for name in binds(node))
        return not all(isinstance(kind, Scalar) for kind in kinds)

    def rewritten(self) -> Function:
        """Return the function without the copies, its views updated."""
        changed = super().rewritten()
        views = dict(self._views)
        for name, owners in changed.views.items():
            views[name] = owners | views.get(name, set())
        return replace(changed, views=views)

    def _block(self, block: Block) -> list[gast.stmt]:
        result: list[gast.stmt] = []
        fresh: set[str] = set()
        for place, node in enumerate(block):
            source = self._copied(node)
            if source is not None:
                name, dying = node.targets[0].id, source in fresh
                if dying or self._is_only_read(name, source, block, place):
                    node = self._shared(node, name, source)
            elif isinstance(node, gast.Assign):
                fresh.update(self._made_for_one(node, fresh))
            result.append(map_blocks(node, self.block))
        return result

    def _copied(self, node: gast.stmt) -> str | None:
        """Return the array that a statement copies, None for other statements."""
        target = node.targets[0] if isinstance(node, gast.Assign) else None
        if not isinstance(target, gast.Name):
            return None
        source = self._operand(node.value, target.id)
        if not isinstance(source, gast.Name) or source.id in self._function.references:
            return None
        return source.id if isinstance(self.kinds.get(source.id), Array) else None

    def _operand(self, value: gast.expr, name: str) -> gast.expr | None:
        """Return y for `np.copy(y)`, and in adjoints for `1.0 * y` and `y ** 1`."""
        if isinstance(value, gast.BinOp) and isinstance(value.op, gast.Mult):
            for one, other in both_ways(value):
                if _is_one(one) and self._is_like(other, name):
                    return other
        if not isinstance(value, gast.Call) or not isinstance(value.func, gast.Name):
            return None
        function = self._function.references.get(value.func.id)
        if function is np.power and _is_one(value.args[1]):
            return value.args[0] if self._is_like(value.args[0], name) else None
        if function is not np.copy:
            return None
        return value.args[0] if len(value.args) == 1 and not value.keywords else None

    def _is_like(self, node: gast.expr, name: str) -> bool:
        """Whether a value has the kind of a named adjoint."""
        kind = self.kinds.get(getattr(node, "id", ""))
        return name not in self._function.primal and kind == self.kinds[name]

    def _made_for_one(self, node: gast.Assign, fresh: set[str]) -> tuple[str, ...]:
        """Return the operand of a copy if it is a new array that is read once.

        So is a view of one of those that are `fresh`.
        """
        names = binds(node)
        if not getattr(self.kinds.get(names[0] if names else ""), "shape", None):
            return ()  # NumPy's functions give numbers, not arrays without axes
        is_fresh = is_new(node.value, self._function.references, self.kinds)
        is_fresh = is_fresh or self._viewed(node.value) in fresh
        if len(names) != 1 or not is_fresh:
            return ()
        single = self._uses.bound[names[0]] == 1 and self._uses.read[names[0]] == 1
        return names if single and names[0] not in self._uses.changed else ()

    def _viewed(self, value: gast.expr) -> str:
        """Return the array that a call gives a view of that is written, or a copy."""
        if not isinstance(value, gast.Call) or not value.args:
            return ""
        function = self._function.references.get(getattr(value.func, "id", ""))
        if function in _READ_ONLY:
            return ""
        return getattr(value.args[0], "id", "") if effects_of(function).view else ""

    def _is_only_read(self, name: str, source: str, block: Block, made: int) -> bool:
        """Whether a copy and its views are dead before the array is written."""
        names, pending = set(), [name]
        while pending:
            current = pending.pop()
            if current not in names:
                names.add(current)
                pending.extend(self._readers.get(current, ()))
        if names & self._held or any(n in self._uses.changed for n in names):
            return False
        if any(self._uses.bound[n] != 1 for n in names):
            return False
        unseen = Counter({n: self._uses.read[n] for n in names})
        target = self._memory_class(source)
        for node in islice(block, made + 1, None):
            if not unseen.total():
                break
            read = (n for inner in statements([node]) for n in reads(inner))
            unseen.subtract(n for n in read if n in names)
            if unseen.total() or blocks(node):  # a simple statement reads first
                if target in map(self._root, changes(node, self._memory)[1]):
                    return False
        return not any(unseen.values())

    def _shared(self, node: gast.Assign, name: str, source: str) -> gast.stmt:
        self._views[name] = {*self._views.get(name, ()), source}
        one, other = self._memory_class(name), self._memory_class(source)
        if one != other:
            self._merged[one] = other
        return build.assign(name, build.name(source), node.lineno)

    def _memory_class(self, name: str) -> str:
        return self._root(self._memory.place(name))

    def _root(self, place: str) -> str:
        while place in self._merged:
            place = self._merged[place]
        return place


# Functions whose views NumPy lets nobody write.
_READ_ONLY = (
    np.diagonal,
    np.diag,
    np.broadcast_to,
    np.lib.stride_tricks.sliding_window_view,
)


def _is_one(node: gast.expr) -> bool:
    return isinstance(node, gast.Constant) and node.value == 1


def _stored(function: Function) -> Iterator[str]:
    """Yield the names of arrays that lists, tuples and other functions may retain."""
    references = function.references
    for node in statements(function.body):
        if isinstance(node, gast.FunctionDef):
            yield from (n for s in statements(node.body) for n in reads(s))
        value = getattr(node, "value", None)
        target = getattr(node, "target", None)
        if isinstance(node, gast.Assign):
            target = node.targets[0]
        if isinstance(target, gast.Subscript):  # arrays hold copies, lists do not
            if not isinstance(function.kinds.get(target.value.id), Array):
                yield from names_in(value)
        if isinstance(value, (gast.Tuple, gast.List, gast.Dict)):
            yield from names_in(value)
        if isinstance(value, gast.Call):
            for argument in _retained(value, references):
                yield from names_in(argument)


def _retained(call: gast.Call, references: Mapping[str, Any]) -> list[gast.expr]:
    """Return the arguments that a function may hold after it has returned.

    A recursion may have them on its stack; those that it writes it copies first.
    """
    arguments = [*call.args, *(keyword.value for keyword in call.keywords)]
    if isinstance(call.func, gast.Attribute):
        return arguments if call.func.attr in ("append", "extend", "insert") else []
    function = references.get(call.func.id)
    if not callable(function):
        copied = getattr(function, "written", ())
        return [one for k, one in enumerate(arguments) if k not in copied]
    module = (getattr(function, "__module__", None) or "").split(".")[0]
    is_ours = module in ("numpy", "tangentlite", "math")
    return [] if is_ours or isinstance(function, np.ufunc) else arguments
