"""Hoist calls out of conditions, into statements in front of them."""

from __future__ import annotations

from itertools import count

import gast

from tangentlite.frontend.desugar.tree import (
    assigned,
    fixed,
    placed,
    read,
    with_blocks,
)
from tangentlite.ir.marked_names import Hidden


def with_conditions_in_steps(tree: gast.FunctionDef) -> gast.FunctionDef:
    """Return a function whose conditions call nothing: calls are hoisted.

    Tests of loops are statements, which may raise for variables that are not bound.
    Operands that are evaluated before a call are hoisted as well, into variables with
    names that no user can write (`<t 1>`).

    >>> import ast
    >>> text = 'def f(u):\\n  while u[0] < sweep(u) and rest(u):\\n    pass'
    >>> tree = with_conditions_in_steps(gast.parse(text).body[0])
    >>> text = ast.unparse(gast.gast_to_ast(tree))
    >>> for k in range(1, 5):
    ...     text = text.replace(f'<t {k}>', f't{k}')
    >>> print(text)
    def f(u):
        while True:
            t2 = u[0]
            t3 = sweep(u)
            if t2 < t3:
                t4 = rest(u)
                if t4:
                    t1 = True
                else:
                    t1 = False
            else:
                t1 = False
            if not t1:
                break
            pass
    """
    steps = _Steps()
    body = steps.block(tree.body)
    new = gast.FunctionDef(
        tree.name, tree.args, body, tree.decorator_list, tree.returns, None, []
    )
    return gast.copy_location(new, tree)


def head_of(function: object) -> object:
    """Return the head of an endless loop, marked if a function marks it: replaced."""
    return function


def condition_in(function: object, condition: object) -> object:
    """Return the condition of a loop that a function may mark: replaced."""
    return condition


class _Steps:
    def __init__(self) -> None:
        self._numbers = count(1)

    def block(self, block: list[gast.stmt]) -> list[gast.stmt]:
        return [new for node in block for new in self._statement(node)]

    def _statement(self, node: gast.stmt) -> list[gast.stmt]:
        if isinstance(node, gast.If):
            return self._if(node)
        if isinstance(node, gast.While):
            return self._while(node)
        if isinstance(node, gast.FunctionDef):
            body, returns = self.block(node.body), node.returns
            new = gast.FunctionDef(
                node.name, node.args, body, node.decorator_list, returns, None, []
            )
            return [gast.copy_location(new, node)]
        return [with_blocks(node, self.block)]

    def _if(self, node: gast.If) -> list[gast.stmt]:
        before: list[gast.stmt] = []
        test = node.test
        if _needs_steps(test):
            test = self._test(test, before)
        new = gast.If(test, self.block(node.body), self.block(node.orelse))
        return [*before, gast.copy_location(new, node)]

    def _while(self, node: gast.While) -> list[gast.stmt]:
        body, behind = self.block(node.body), self.block(node.orelse)
        if isinstance(node.test, gast.Constant):
            new = gast.While(node.test, body, behind)
            return [gast.copy_location(new, node)]
        before: list[gast.stmt] = []
        test, head = node.test, fixed(True)
        if _may_be_marked(test):
            value = self._kept(test.args[0], before)
            test = gast.Call(fixed(condition_in), [test.func, value], [])
            head = gast.Call(fixed(head_of), [node.test.func], [])
        test = gast.UnaryOp(gast.Not(), self._test(placed(test, node), before))
        leave = [gast.copy_location(gast.Break(), node.test)]
        ended = Hidden("t", next(self._numbers)) if behind else ""
        if behind:  # the else clause runs only if the test ends the loop
            leave.insert(0, assigned(ended, gast.Constant(True, None), node.test))
        before.append(gast.copy_location(gast.If(test, leave, []), node.test))
        new = gast.While(placed(head, node), [*before, *body], [])
        loop = gast.copy_location(new, node)
        if not behind:
            return [loop]
        first = assigned(ended, gast.Constant(False, None), node)
        other = gast.If(placed(read(ended), node), behind, [])
        return [first, loop, gast.copy_location(other, behind[0])]

    def _test(self, node: gast.expr, before: list[gast.stmt]) -> gast.expr:
        """Return a condition without calls: only its truth matters."""
        if isinstance(node, gast.BoolOp):
            return self._flag(node.values, isinstance(node.op, gast.And), before)
        if _negates(node):
            new = gast.UnaryOp(node.op, self._test(node.operand, before))
            return gast.copy_location(new, node)
        return self._value(node, before)

    def _value(self, node: gast.expr, before: list[gast.stmt]) -> gast.expr:
        """Return an expression without calls; hoisted statements go to `before`."""
        if isinstance(node, gast.BoolOp):
            return self._one_of(node, before)
        if isinstance(node, gast.Compare) and len(node.ops) > 1:
            left = self._kept(node.left, before)
            middle = self._kept(node.comparators[0], before)
            first = gast.Compare(left, node.ops[:1], [middle])
            rest = gast.Compare(middle, node.ops[1:], node.comparators[1:])
            parts = [gast.copy_location(part, node) for part in (first, rest)]
            return self._flag(parts, True, before)
        if isinstance(node, gast.NamedExpr):
            value = self._value(node.value, before)
            before.append(assigned(node.target.id, value, node))
            return placed(read(node.target.id), node)
        operands = _operands(node)
        called = [k for k, part in enumerate(operands) if _is_in_steps(part)]
        for place in called[-1:]:
            earlier = [self._kept(part, before) for part in operands[:place]]
            value = self._value(operands[place], before)
            operands = [*earlier, value, *operands[place + 1 :]]
        new = _with_operands(node, operands)
        return self._named(new, before) if isinstance(node, gast.Call) else new

    def _kept(self, node: gast.expr, before: list[gast.stmt]) -> gast.expr:
        """Return the current value of an expression, which later calls may change."""
        if isinstance(node, gast.Starred):
            new = gast.Starred(self._kept(node.value, before), node.ctx)
            return gast.copy_location(new, node)
        value = self._value(node, before)
        simple = isinstance(value, (gast.Constant, gast.Name))
        return value if simple else self._named(value, before)

    def _named(self, node: gast.expr, before: list[gast.stmt]) -> gast.Name:
        name = Hidden("t", next(self._numbers))
        before.append(assigned(name, node, node))
        return placed(read(name), node)

    def _flag(
        self, parts: list[gast.expr], conjunction: bool, before: list[gast.stmt]
    ) -> gast.Name:
        """Compute `a and b`, or else `a or b`, into a flag."""
        name = Hidden("t", next(self._numbers))

        def decided(place: int) -> list[gast.stmt]:
            own: list[gast.stmt] = []
            part = parts[place]
            test = self._test(part, own)
            yes, no = (
                [assigned(name, gast.Constant(v, None), part)] for v in (True, False)
            )
            if place + 1 < len(parts) and conjunction:
                yes = decided(place + 1)
            elif place + 1 < len(parts):
                no = decided(place + 1)
            return [*own, gast.copy_location(gast.If(test, yes, no), part)]

        before.extend(decided(0))
        return placed(read(name), parts[0])

    def _one_of(self, node: gast.BoolOp, before: list[gast.stmt]) -> gast.Name:
        """Compute `a and b`, or else `a or b`, as one of its operands."""
        name = Hidden("t", next(self._numbers))

        def decided(place: int) -> list[gast.stmt]:
            own: list[gast.stmt] = []
            part = node.values[place]
            value = self._value(part, own)
            own.append(assigned(name, value, part))
            if place + 1 < len(node.values):
                test: gast.expr = read(name)
                if isinstance(node.op, gast.Or):
                    test = gast.UnaryOp(gast.Not(), test)
                own.append(placed(gast.If(test, decided(place + 1), []), part))
            return own

        before.extend(decided(0))
        return placed(read(name), node)


def _needs_steps(node: gast.AST) -> bool:
    """Whether an expression calls something, or uses the value of `and` or `or`.

    A dict with a computed key may have to compare it, by statements.
    """
    kinds = (gast.Call, gast.NamedExpr)
    inside = list(gast.walk(node))
    if any(isinstance(part, kinds) or _looks_up(part) for part in inside):
        return True
    return any(
        isinstance(part, gast.BoolOp)
        for inner in inside
        if not isinstance(inner, gast.BoolOp) and not _negates(inner)
        for part in gast.iter_child_nodes(inner)
    )


def _may_be_marked(test: gast.expr) -> bool:
    """Whether a condition may be that of a loop by `tl.checkpointed`, from its name."""
    called = test.func if isinstance(test, gast.Call) else None
    name = getattr(called, "attr", getattr(called, "id", ""))
    return name == "checkpointed" and len(test.args) == 1 and not test.keywords


def _looks_up(node: gast.AST) -> bool:
    return isinstance(node, gast.Subscript) and any(
        isinstance(part, gast.Name) for part in gast.walk(node.slice)
    )


def _is_in_steps(value: gast.expr) -> bool:
    return isinstance(value, gast.BoolOp) or _needs_steps(value)


def _negates(node: gast.AST) -> bool:
    return isinstance(node, gast.UnaryOp) and isinstance(node.op, gast.Not)


def _operands(node: gast.expr) -> list[gast.expr]:
    """Return the operands of an expression in the order of evaluation."""
    if isinstance(node, gast.BinOp):
        return [node.left, node.right]
    if isinstance(node, gast.UnaryOp):
        return [node.operand]
    if isinstance(node, gast.Compare):
        return [node.left, *node.comparators]
    if isinstance(node, gast.Subscript):
        whole = any(isinstance(part, gast.Slice) for part in gast.walk(node.slice))
        return [node.value] if whole else [node.value, node.slice]
    if isinstance(node, (gast.Attribute, gast.Starred)):
        return [node.value]
    if isinstance(node, gast.Call):
        given = [*node.args, *(keyword.value for keyword in node.keywords)]
        return [*_called(node), *given]
    return list(node.elts) if isinstance(node, (gast.Tuple, gast.List)) else []


def _called(node: gast.Call) -> list[gast.expr]:
    """Return what a call evaluates before its arguments: the callee."""
    return [node.func] if _is_in_steps(node.func) else []


def _with_operands(node: gast.expr, parts: list[gast.expr]) -> gast.expr:
    if isinstance(node, gast.BinOp):
        new: gast.expr = gast.BinOp(parts[0], node.op, parts[1])
    elif isinstance(node, gast.UnaryOp):
        new = gast.UnaryOp(node.op, parts[0])
    elif isinstance(node, gast.Compare):
        new = gast.Compare(parts[0], node.ops, parts[1:])
    elif isinstance(node, gast.Subscript):
        new = gast.Subscript(parts[0], [*parts, node.slice][1], node.ctx)
    elif isinstance(node, gast.Attribute):
        new = gast.Attribute(parts[0], node.attr, node.ctx)
    elif isinstance(node, (gast.Tuple, gast.List)):
        new = type(node)(parts, node.ctx)
    elif isinstance(node, gast.Starred):
        new = gast.Starred(parts[0], node.ctx)
    elif isinstance(node, gast.Call):
        names = [keyword.arg for keyword in node.keywords]
        count = len(_called(node))
        callee, given = [*parts[:count], node.func][0], parts[count:]
        named = given[len(node.args) :]
        keywords = [gast.keyword(name, part) for name, part in zip(names, named)]
        new = gast.Call(callee, given[: len(node.args)], keywords)
    else:
        return node
    return gast.copy_location(new, node)
