"""None as the first value of variables that are copied before they are bound."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import gast

from tangentlite import runtime
from tangentlite.analysis.liveness.interference import is_copy
from tangentlite.builder.references import References
from tangentlite.ir import build
from tangentlite.ir.function import Function
from tangentlite.ir.rewrite import (
    Block,
    binds,
    blocks,
    bound_in,
    map_blocks,
    reads,
    statements,
)
from tangentlite.modes.tape.bound_names import BoundNames


def bind_first(function: Function, references: References) -> Function:
    """Bind variables to None that are copied, or saved, where they may be unbound.

    A check stands in front of their other reads, where Python would raise; it takes the
    place of statements that only name a variable of the user's.

    >>> from tangentlite.ir.example import function_of, shown
    >>> from tangentlite.ir.names import Names
    >>> text = '''
    ... for i in range(3):
    ...     if i > a:
    ...         y1 = a
    ...     else:
    ...         y1 = y
    ...     y = y1
    ... y
    ... return y'''
    >>> function = function_of(text, a="number", i="counter")
    >>> shown(bind_first(function, References({}, Names())))
    y = None
    y1 = None
    for i in range(3):
        if i > a:
            y1 = a
        else:
            y1 = y
        y = y1
    require_bound(y is None, 'y')
    return y
    """
    found = _Found(function)
    given = {parameter.name for parameter in function.parameters}
    found.block(function.body, BoundNames(given))
    names = [name for name in found.copied if name in found.bound]
    if not names:
        return function
    optional = found.copies.union(names)
    helper = references.function(runtime.require_bound)

    def check(name: str, line: int) -> gast.stmt:
        test = gast.Compare(build.name(name), [gast.Is()], [build.constant(None)])
        text = build.constant(function.bases.get(name, name))
        return build.effect(build.call(helper, [test, text]), line)

    def checked(block: Block) -> Block:
        out: list[gast.stmt] = []
        for node in block:
            inside = isinstance(node, gast.FunctionDef)
            read = [name for name in found.read.get(node, ()) if name in optional]
            out += [check(name, node.lineno) for name in read]
            if not read or not _named(node):
                out.append(map_blocks(node, checked_function if inside else checked))
        return out

    def checked_function(body: Block) -> Block:
        own = bound_in(body).intersection(names)
        return [*map(_bind, sorted(own)), *checked(body)]

    first = [_bind(name) for name in names if name not in found.nested]
    return replace(function, body=(*first, *checked(function.body)))


def _bind(name: str) -> gast.stmt:
    return build.assign(name, build.constant(None))


class _Found:
    """The names that are bound, that are copied where they may be unbound, and copies.

    `read` maps a statement to the other names that it reads where they may be unbound.
    """

    def __init__(self, function: Function) -> None:
        times = Counter(n for node in statements(function.body) for n in binds(node))
        self.bound = times.keys()
        self.nested: set[str] = set()  # bound by functions that are defined inside
        self._references = function.references
        self._phis = {name for name, count in times.items() if count > 1}
        self.copied: dict[str, None] = {}
        self.copies: set[str] = set()
        self.read: dict[gast.stmt, tuple[str, ...]] = {}

    def block(self, block: Block, known: BoundNames) -> BoundNames | None:
        """Return the names bound at the end of a block, None if that is not reached."""
        known = known.copy()
        for node in block:
            if isinstance(node, gast.FunctionDef):  # it is called behind the block
                self.nested |= bound_in(node.body)
                inside = known.at_a_call()
                inside.add(argument.id for argument in node.args.args)
                self.block(node.body, inside)
                continue
            bound = binds(node)
            missing = tuple(name for name in reads(node) if name not in known)
            merges = is_copy(node) and (
                bound[0] in self._phis or self.copies.issuperset(reads(node))
            )
            if merges or _saves(node) or self._takes_none(node):
                self.copied.update(dict.fromkeys(missing))
                if merges and missing:
                    self.copies.update(bound)
                    known.forget(bound)
                    bound = ()
            else:
                self.read[node] = tuple(dict.fromkeys(missing))
                known.add(missing)  # it raises if there is none
            if isinstance(node, (gast.Return, gast.Break)):
                return None
            if isinstance(node, gast.If):
                starts = known.where(node.test)
                ends = [self.block(b, s) for b, s in zip(blocks(node), starts)]
                reached = [end for end in ends if end is not None]
                if not reached:
                    return None
                known = BoundNames.behind(reached)
            elif inner := blocks(node):
                known.forget(bound_in([node]))  # an iteration sees those before it
                inside = known.copy()
                inside.add(bound)
                for one in inner:
                    self.block(one, inside)
            elif isinstance(node, gast.Assign) and len(bound) == 1:
                known.assign(bound[0], node.value)
            else:
                known.forget(bound)
                known.add(bound)
        return known

    def _takes_none(self, node: gast.stmt) -> bool:
        """Whether a statement makes the zeros of a list that may have no value."""
        call = node.value if isinstance(node, gast.Assign) else None
        if not isinstance(call, gast.Call) or not isinstance(call.func, gast.Name):
            return False
        return self._references.get(call.func.id) is runtime.zeros_like_items


def _named(node: gast.stmt) -> str | None:
    """Return the name that a statement only names."""
    value = node.value if isinstance(node, gast.Expr) else None
    return value.id if isinstance(value, gast.Name) else None


def _saves(node: gast.stmt) -> bool:
    """Whether a statement appends values to a list."""
    call = node.value if isinstance(node, gast.Expr) else None
    return isinstance(call, gast.Call) and getattr(call.func, "attr", "") == "append"
