"""Sizes and tests of sizes that are computed once."""

from __future__ import annotations

from collections.abc import Sequence

import gast

from tangentlite.analysis.use_counts import uses_in
from tangentlite.ir import build
from tangentlite.ir.function import Function, with_body
from tangentlite.ir.nodes import text_of
from tangentlite.ir.rewrite import map_statement, substitute
from tangentlite.kinds.kind import Scalar
from tangentlite.loops.nests.facts.element_maps import binds_one
from tangentlite.loops.nests.facts.simple_values import is_simple


def share_sizes(function: Function) -> Function:
    """Compute equal sizes once, and test once whether sizes are equal.

    >>> from tangentlite.ir.example import function_of, shown
    >>> text = '''
    ... n = max(m - 2, 0)
    ... x = np.empty(n)
    ... k = max(m - 2, 0)
    ... y = np.empty(k)
    ... return x, y'''
    >>> number = Scalar("int64", True)
    >>> program = function_of(text, m=number, n=number, k=number, x="", y="")
    >>> shown(share_sizes(program))
    n = max(m - 2, 0)
    x = np.empty(n)
    y = np.empty(n)
    return (x, y)
    """
    body = _Sharing(function).block(function.body, {}, {})
    return with_body(function, body)


class _Sharing:
    def __init__(self, function: Function) -> None:
        self._function = function
        self._uses = uses_in(function)

    def block(
        self,
        block: Sequence[gast.stmt],
        known: dict[str, str],
        names: dict[str, gast.expr],
    ) -> list[gast.stmt]:
        """Return a block in which what is `known` in front of it is not computed.

        A name with an equal value stands for those in `names`.
        """
        found: list[gast.stmt] = []
        for statement in block:
            new = map_statement(
                statement,
                lambda node: substitute(node, names),
                block=lambda inner: self.block(inner, dict(known), names),
            )
            key = self._key(new)
            if key in known:
                if isinstance(new, gast.Assign):
                    names[new.targets[0].id] = build.name(known[key])
                continue
            if key:
                known[key] = binds_one(new)
            found.append(new)
        return found

    def _key(self, statement: gast.stmt) -> str:
        """Return a text of what a statement computes or tests, '' for other ones."""
        if isinstance(statement, gast.Expr):
            call = statement.value
            name = str(getattr(getattr(call, "func", None), "id", ""))
            if not name.startswith("require_"):
                return ""
            sizes = build.display(call.args, tuple)
            return text_of(call) if is_simple(self._function, sizes) else ""
        name = binds_one(statement)
        if not name or self._uses.bound[name] != 1:
            return ""
        kind, value = self._function.kinds.get(name), statement.value
        if isinstance(value, (gast.Name, gast.Constant)):
            return ""
        if not isinstance(kind, Scalar) or not is_simple(self._function, value):
            return ""
        return f"{kind.dtype} {kind.weak} {text_of(value)}"
