"""Return from each branch of a final `if` instead of behind it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import gast

from tangentlite.analysis.statement_effects import is_pure
from tangentlite.ir.function import Function
from tangentlite.ir.rewrite import blocks, names_in, substitute
from tangentlite.pretty.printed_lines import LONGEST, length_of


def return_early(function: Function) -> Function:
    """Move the return statement into the branches of a final `if`.

    >>> from tangentlite.ir.example import function_of, shown
    >>> text = '''
    ... if r <= delta:
    ...     r_bar = r
    ... else:
    ...     r_bar = delta * np.sign(r)
    ... return r_bar'''
    >>> names = dict.fromkeys(("r", "delta", "r_bar"), "number")
    >>> shown(return_early(function_of(text, **names)))
    if r <= delta:
        return r
    return delta * np.sign(r)
    """
    body = list(function.body)
    if len(body) < 2 or not isinstance(body[-1], gast.Return):
        return function
    cases, result = body[-2], body[-1]
    if not isinstance(cases, gast.If) or result.value is None:
        return function
    made = _cases(cases, result, function)
    if made is None or not cases.orelse:
        return function
    return replace(function, body=(*body[:-2], *made))


def _cases(
    node: gast.If, result: gast.Return, function: Function
) -> list[gast.stmt] | None:
    """Return the branches with a return in each, None if one would not be short."""
    first = _returning(node.body, result, function)
    if len(node.orelse) == 1 and isinstance(node.orelse[0], gast.If):
        rest = _cases(node.orelse[0], result, function)
    else:
        rest = _returning(node.orelse, result, function)
    if first is None:
        return None
    if rest is None:
        rest = [*node.orelse, result]
    return [gast.copy_location(gast.If(node.test, first, []), node), *rest]


def _returning(
    block: Sequence[gast.stmt], result: gast.Return, function: Function
) -> list[gast.stmt] | None:
    """Return a block that returns the values of its last assignments, or None."""
    if any(blocks(statement) for statement in block):
        return None
    wanted = names_in(result.value)
    values: dict[str, gast.expr] = {}
    kept = list(block)
    while kept and isinstance(kept[-1], gast.Assign):
        statement = kept[-1]
        name = getattr(statement.targets[0], "id", None)
        if name not in wanted or name in values or wanted.count(name) != 1:
            break
        if any(name in names_in(value) for value in values.values()):
            break
        if not is_pure(statement.value, function.references):
            break
        values[name] = statement.value
        kept.pop()
    if not values:
        return None
    value = substitute(result.value, values)
    if length_of(value) > LONGEST + 8:
        return None
    return [*kept, gast.copy_location(gast.Return(value), result)]
