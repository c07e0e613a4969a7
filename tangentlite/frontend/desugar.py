"""Statements that others can say: assert, match, with, yield from.

A `with` statement is a `try` whose handler names the context manager that is left.
"""

from __future__ import annotations

from itertools import count

import gast

from tangentlite.frontend.patterns import test_and_bindings
from tangentlite.frontend.tree import assigned, placed, read, with_blocks


def desugared(tree: gast.FunctionDef) -> gast.FunctionDef:
    """Return a function without assert, match and with.

    >>> text = '''
    ... def f(x, c):
    ...     assert x > 0, 'negative'
    ...     with c as v:
    ...         match x:
    ...             case [a, 0] if a: return v
    ...             case _: y = 1
    ... '''
    >>> print(gast.unparse(desugared(gast.parse(text).body[0])))
    <BLANKLINE>
    def f(x, c):
        if not x > 0:
            raise AssertionError('negative')
        <with 1> = c
        v = <with 1>.__enter__()
        try:
            <match 2> = x
            if isinstance(<match 2>, (list, tuple)) and len(<match 2>) == 2 and \
(<match 2>[1] == 0) and <match 2>[0]:
                a = <match 2>[0]
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

    def function(self, node: gast.FunctionDef) -> gast.FunctionDef:
        new = gast.FunctionDef(
            node.name, node.args, self.block(node.body), node.decorator_list,
            node.returns, None, [],
        )  # fmt: skip
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
            return self._with(node)
        if isinstance(node, gast.Match):
            return self._match(node)
        return [with_blocks(node, self.block)]

    def _assert(self, node: gast.Assert) -> gast.stmt:
        message = [] if node.msg is None else [node.msg]
        error = gast.Call(read("AssertionError"), message, [])
        test = gast.UnaryOp(gast.Not(), node.test)
        return placed(gast.If(test, [gast.Raise(error, None)], []), node)

    def _yield_from(self, node: gast.Expr) -> gast.stmt:
        name = self._name("item")
        target = gast.Name(name, gast.Store(), None, None)
        step = gast.Expr(gast.Yield(read(name)))
        return placed(gast.For(target, node.value.value, [step], [], None), node)

    def _with(self, node: gast.With) -> list[gast.stmt]:
        first, *others = node.items
        body = node.body
        if others:
            body = [gast.copy_location(gast.With(others, body, None), node)]
        manager = self._name("with")
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
            test, names = test_and_bindings(case.pattern, read(subject))
            tests = [test] if test is not None else []
            if case.guard is not None:
                tests.append(_Substituted(names).visit(case.guard))
            bindings = [assigned(n, value, case.pattern) for n, value in names.items()]
            body = [*bindings, *self.block(case.body)]
            if not tests:
                rest = body
                continue
            whole = (
                tests[0] if len(tests) == 1 else gast.BoolOp(gast.And(), _flat(tests))
            )
            rest = [placed(gast.If(whole, body, rest), case.pattern)]
        return [assigned(subject, node.subject, node), *rest]

    def _name(self, base: str) -> str:
        return f"<{base} {next(self._numbers)}>"


def _exit(manager: str) -> gast.stmt:
    none = gast.Constant(None, None)
    method = gast.Attribute(read(manager), "__exit__", gast.Load())
    return gast.Expr(gast.Call(method, [none, none, none], []))


def _flat(tests: list[gast.expr]) -> list[gast.expr]:
    parts: list[gast.expr] = []
    for test in tests:
        conjunction = isinstance(test, gast.BoolOp) and isinstance(test.op, gast.And)
        parts.extend(test.values if conjunction else [test])
    return parts


class _Substituted(gast.NodeTransformer):
    """A guard in terms of the subject: names are bound in the body of the case."""

    def __init__(self, names: dict[str, gast.expr]) -> None:
        self._names = names

    def visit_Name(self, node: gast.Name) -> gast.expr:
        return self._names.get(node.id, node)
