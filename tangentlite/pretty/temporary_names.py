"""Names for temporaries, after the expressions that compute them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import gast
import numpy as np

from tangentlite.ir.function import Function
from tangentlite.ir.names import is_builtin, is_temporary, root_of, variable_of
from tangentlite.ir.rewrite import statements
from tangentlite.kinds.kind import Array


class Wishes:
    """Preferred names of temporaries, given the final names of others.

    An item of an array is called after the array and the index: `x[i]` is x_i. The
    result of a well-known function is called after that, and others by letters.

    >>> from tangentlite.ir.example import function_of
    >>> kinds = dict.fromkeys(("x", "i", "t1", "t2", "t3"), "number")
    >>> text = "t1 = x[i - 1]; t2 = np.exp(x); t3 = t1 * t2; return t3"
    >>> wishes = Wishes(function_of(text, **kinds), {"x", "i"})
    >>> [wishes.base([name], {}) for name in ("t1", "t2", "t3")]
    ['x_previous', 'exp_x', 'p']
    """

    def __init__(self, function: Function, taken: Iterable[str]) -> None:
        self._function = function
        self._variables = frozenset(taken)  # the user's names come first
        self._taken = set(taken)
        self._values = {
            node.targets[0].id: node.value
            for node in statements(function.body)
            if isinstance(node, gast.Assign) and isinstance(node.targets[0], gast.Name)
        }

    def base(self, members: Sequence[str], names: Mapping[str, str]) -> str:
        """Return the base of the name that some values share."""
        value = self._values.get(members[0])
        roots = {root_of(name, self._function.bases) for name in members}
        if value is not None and len(roots) == 1:
            found = self._after_content(value, names)
            if found.isidentifier() and not is_builtin(found) and self.is_free(found):
                return found
        return self._after_operation(value)

    def part(self, members: Sequence[str], names: Mapping[str, str]) -> str:
        """Return `x_i_bar` for an adjoint that is `x_bar[i]`, '' for others."""
        value = self._values.get(members[0])
        if not isinstance(value, gast.Subscript) or len(members) > 1:
            return ""
        owner, place = self._word(value.value, names), self._place(value.slice, names)
        for suffix in ("_bar", "_dot", "_series"):
            stem = f"{owner.removesuffix(suffix)}_{place}"
            if owner.endswith(suffix) and place and self.is_free(stem):
                return stem + suffix
        return ""

    def is_free(self, name: str) -> bool:
        """Whether no variable of the user's has this name."""
        return name not in self._variables

    def _after_content(self, node: gast.expr, names: Mapping[str, str]) -> str:
        if isinstance(node, gast.Subscript):
            owner, place = self._word(node.value, names), self._place(node.slice, names)
            return f"{owner}_{place}" if owner and place else ""
        if isinstance(node, gast.Attribute) and node.attr in ("size", "shape"):
            return {"size": "n", "shape": "shape"}[node.attr]
        if isinstance(node, gast.Attribute) and node.attr != "T":
            return node.attr
        if isinstance(node, gast.Call) and isinstance(node.func, gast.Name):
            function = self._function.references.get(node.func.id)
            if function is len:
                return "n"
            if function is float:
                return self._after_content(node.args[0], names)
            own_name = getattr(function, "__name__", "")
            noun = _NOUNS.get(own_name, "")
            if vars(np).get(own_name) is not function:
                return ""
            operand = self._word(node.args[0], names) if node.args else ""
            called = own_name if function in _SHOWN else ""
            return f"{called}_{operand}" if called and operand else noun
        return ""

    def _word(self, node: gast.expr, names: Mapping[str, str]) -> str:
        """Return the final name of a variable, '' for temporaries and expressions."""
        if not isinstance(node, gast.Name):
            return ""
        found = names.get(node.id, variable_of(node.id, self._function.bases))
        return "" if is_temporary(found) else found

    def _place(self, node: gast.expr, names: Mapping[str, str]) -> str:
        """Return the part of a name for an index, '' for others than single items."""
        if isinstance(node, gast.Tuple):
            parts = [self._place(n, names) for n in node.elts if not _is_all(n)]
            return "_".join(parts) if parts and all(parts) else ""
        if isinstance(node, gast.Slice):
            return _PARTS.get(gast.dump(node), "")
        if isinstance(node, gast.Constant) and type(node.value) is int:
            return str(node.value)
        if isinstance(node, gast.UnaryOp) and isinstance(node.operand, gast.Constant):
            return "last" if node.operand.value == 1 else ""
        if isinstance(node, gast.BinOp) and isinstance(node.right, gast.Constant):
            counted = isinstance(node.left, gast.Name) and node.right.value == 1
            return _NEIGHBOURS.get(type(node.op), "") if counted else ""
        kind = self._function.kinds.get(getattr(node, "id", ""))
        return "" if isinstance(kind, Array) else self._word(node, names)

    def _after_operation(self, value: gast.expr | None) -> str:
        kind = type(value.op) if isinstance(value, gast.BinOp) else None
        if isinstance(value, gast.Compare):
            return "mask"
        for letter in (*_LETTERS.get(kind, ""), *"abcdegpqrsuvwz"):
            if letter not in self._taken:
                self._taken.add(letter)
                return letter
        return "t"


_NOUNS = {
    "exp": "e", "sqrt": "root", "sum": "total", "mean": "mean", "max": "largest",
    "min": "smallest", "dot": "product", "outer": "product", "stack": "rows",
    "concatenate": "joined", "where": "chosen", "reshape": "reshaped",
}  # fmt: skip
_SHOWN = frozenset(
    {
        np.exp,
        np.log,
        np.sin,
        np.cos,
        np.tan,
        np.tanh,
        np.sinh,
        np.cosh,
        np.sqrt,
        np.log1p,
        np.expm1,
        np.sign,
        np.abs,
        np.sum,
        np.mean,
    }  # fmt: skip
)
_PARTS = {
    gast.dump(gast.parse(f"x[{text}]", mode="eval").body.slice): word
    for text, word in (("1:-1", "inner"), ("1:", "rest"), (":-1", "front"))
}
_NEIGHBOURS = {gast.Sub: "previous", gast.Add: "next"}
_LETTERS = {
    gast.Add: "s", gast.Sub: "d", gast.Mult: "p", gast.Div: "q", gast.MatMult: "a",
}  # fmt: skip


def _is_all(node: gast.expr) -> bool:
    return (
        isinstance(node, gast.Slice) and node.lower is node.upper is node.step is None
    )
