"""Desugar assert, match, with and yield from.

A `with` statement becomes a `try` whose handler names the context manager to exit.
"""

from __future__ import annotations

from itertools import count

import gast

from tangentlite.frontend.desugar.as_functions.inserted_blocks import hook_of
from tangentlite.frontend.desugar.match_steps import Patterns, together
from tangentlite.frontend.desugar.tree import (
    Block,
    assigned,
    fixed,
    placed,
    read,
    with_blocks,
)
from tangentlite.ir.marked_names import Hidden

# The role of the variables that hold context managers.
MANAGER = "with"


def desugared(tree: gast.FunctionDef) -> gast.FunctionDef:
    """Return a function without assert, match and with.

    >>> text = '''
    ... def f(x, c):
    ...     with c as v:
    ...         match x:
    ...             case 1 | 2 as a if a: return v
    ...             case _: y = 1
    ... '''
    >>> print(gast.unparse(desugared(gast.parse(text).body[0])))
    <BLANKLINE>
    def f(x, c):
        <with 1> = c
        v = <with 1>.__enter__()
        try:
            <match 2> = x
            <fits 3> = <match 2> == 1 or <match 2> == 2
            if <fits 3>:
                a = <match 2>
            if <fits 3> and a:
                return v
            else:
                y = 1
        except <with 1>:
        finally:
            <with 1>.__exit__(None, None, None)
    """
    return _Desugar().function(tree)


class _Desugar:
    def __init__(self) -> None:
        self._numbers = count(1)
        self._patterns = Patterns(self._name)
        self._around: list[gast.FunctionDef] = []

    def function(self, node: gast.FunctionDef) -> gast.FunctionDef:
        self._around.append(node)
        new = gast.FunctionDef(
            node.name, node.args, self.block(node.body), node.decorator_list,
            node.returns, None, [],
        )  # fmt: skip
        self._around.pop()
        return gast.copy_location(new, node)

    def block(self, block: list[gast.stmt]) -> list[gast.stmt]:
        return [new for node in block for new in self.statement(node)]

    def statement(self, node: gast.stmt) -> list[gast.stmt]:
        if isinstance(node, gast.FunctionDef):
            return [self.function(node)]
        if isinstance(node, gast.Assert):
            return [self._assert(node)]
        if isinstance(node, gast.Expr) and isinstance(node.value, gast.YieldFrom):
            return [self._yield_from(node)]
        if isinstance(node, gast.With):
            return self._inserted(node) or self._with(node)
        if isinstance(node, gast.Match):
            return self._match(node)
        return [with_blocks(node, self.block)]

    def _assert(self, node: gast.Assert) -> gast.stmt:
        message = [] if node.msg is None else [node.msg]
        error = gast.Call(fixed(AssertionError), message, [])
        test = gast.UnaryOp(gast.Not(), node.test)
        return placed(gast.If(test, [gast.Raise(error, None)], []), node)

    def _yield_from(self, node: gast.Expr) -> gast.stmt:
        name = self._name("item")
        target = gast.Name(name, gast.Store(), None, None)
        step = gast.Expr(gast.Yield(read(name)))
        return placed(gast.For(target, node.value.value, [step], [], None), node)

    def _inserted(self, node: gast.With) -> list[gast.stmt]:
        step = hook_of(node, self._around[0], self._around[-1])
        if step is None:
            return []
        hook, taken = step
        return [self.function(hook), taken]

    def _with(self, node: gast.With) -> list[gast.stmt]:
        first, *others = node.items
        body = node.body
        if others:
            body = [gast.copy_location(gast.With(others, body, None), node)]
        manager = self._name(MANAGER)
        entered = gast.Call(
            gast.Attribute(read(manager), "__enter__", gast.Load()), [], []
        )
        if first.optional_vars is None:
            enter: gast.stmt = gast.Expr(entered)
        else:
            enter = gast.Assign([first.optional_vars], entered, None)
        left = placed(gast.ExceptHandler(read(manager), None, []), node)
        inside = gast.Try(self.block(body), [left], [], [placed(_exit(manager), node)])
        return [
            assigned(manager, first.context_expr, node),
            placed(enter, node),
            gast.copy_location(inside, node),
        ]

    def _match(self, node: gast.Match) -> list[gast.stmt]:
        subject = self._name("match")
        rest: list[gast.stmt] = []
        for case in reversed(node.cases):
            rest = self._case(case, read(subject), rest)
        return [assigned(subject, node.subject, node), *rest]

    def _case(self, case, subject: gast.expr, rest: list[gast.stmt]) -> Block:
        """Return a case as an `if`, with the cases behind it as its else branch.

        Names of a pattern are bound in front of the guard, and stay bound if that does
        not hold. A pattern without steps always matches.
        """
        at = case.pattern
        steps, names = self._patterns.fit(at, subject)
        bound = [assigned(name, value, at) for name, value in names.items()]
        body, guard = self.block(case.body), case.guard
        if guard is None:
            body = [*bound, *body]
        elif steps:
            steps = [*steps, *bound]
        front, test = self._patterns.condition(steps, at)
        if guard is not None and not steps:
            front = bound
        tests = [part for part in (test, guard) if part is not None]
        if not tests:
            return body
        return [*front, placed(gast.If(together(tests), body, rest), at)]

    def _name(self, base: str) -> str:
        return Hidden(base, next(self._numbers))


def _exit(manager: str) -> gast.stmt:
    none = gast.Constant(None, None)
    method = gast.Attribute(read(manager), "__exit__", gast.Load())
    return gast.Expr(gast.Call(method, [none, none, none], []))
