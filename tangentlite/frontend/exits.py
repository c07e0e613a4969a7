"""Loops leave by one statement: `if test: ...; break` at the top level of their body.

`continue`, `break` under conditions, `return` inside loops and `else` behind loops are
written with that and with variables that no user can name (`<done 1>`).
"""

from __future__ import annotations

import gast

from tangentlite.frontend.tree import assigned, read

_LOOPS = (gast.For, gast.While)


def with_plain_exits(tree: gast.FunctionDef) -> gast.FunctionDef:
    """Return a function whose loops leave at the top level of their bodies only.

    Before: `for x in xs: if x > 1: continue; s += x`. After: `for x in xs: if x > 1:
    pass; else: s += x`.

    >>> import ast
    >>> text = 'def f(n):\\n  for i in range(n):\\n    if i > 2:\\n      return i'
    >>> tree = with_plain_exits(gast.parse(text + '\\n  return n').body[0])
    >>> print(ast.unparse(gast.gast_to_ast(tree)).replace('<done 1>', 'done'))
    def f(n):
        done = False
        for i in range(n):
            if i > 2:
                done = True
                break
        if done:
            return i
        return n
    """
    if not _concerns(tree):
        return tree
    body = _Exits().block(tree.body)
    new = gast.FunctionDef(
        tree.name, tree.args, body, tree.decorator_list, tree.returns, None, []
    )
    return gast.copy_location(new, tree)


def _concerns(tree: gast.FunctionDef) -> bool:
    for node in gast.walk(tree):
        if isinstance(node, _LOOPS):
            if node.orelse:
                return True
            exits = (gast.Break, gast.Continue, gast.Return)
            if any(isinstance(inner, exits) for inner in gast.walk(node)):
                return True
    return False


class _Exits:
    def __init__(self) -> None:
        self._count = 0
        self._depth = 0
        self._done = ""
        self._returns: list[gast.Return] = []
        self._marks: list[gast.Assign] = []

    def block(self, block: list[gast.stmt], left: str = "") -> list[gast.stmt]:
        """Rewrite a block; its own breaks set the flag `left`, if one is asked for."""
        return [new for node in block for new in self._statement(node, left)]

    def _statement(self, node: gast.stmt, left: str) -> list[gast.stmt]:
        if isinstance(node, gast.Return) and self._depth:
            self._returns.append(node)
            mark = _set(self._done, len(self._returns), node)
            self._marks.append(mark)
            return [mark, gast.copy_location(gast.Break(), node)]
        if isinstance(node, gast.Break) and left:
            return [_set(left, True, node), node]
        if isinstance(node, gast.If):
            body, orelse = self.block(node.body, left), self.block(node.orelse, left)
            return [gast.copy_location(gast.If(node.test, body, orelse), node)]
        if isinstance(node, _LOOPS):
            return self._loop(node)
        return [node]

    def _loop(self, node: gast.For | gast.While) -> list[gast.stmt]:
        outermost = self._depth == 0
        if outermost:
            self._done, self._returns, self._marks = self._fresh("done"), [], []
        first = len(self._returns)
        breaks = any(isinstance(s, gast.Break) for s in _own(node.body))
        left = self._fresh("left") if node.orelse and breaks else ""
        self._depth += 1
        body = self._plain(self.block(node.body, left))
        self._depth -= 1
        if isinstance(node, gast.For):
            new = gast.For(node.target, node.iter, body, [], None)
        else:
            new = gast.While(node.test, body, [])
        before = [_set(left, False, node)] if left else []
        after: list[gast.stmt] = []
        if len(self._returns) > first:
            if outermost:
                before.append(_set(self._done, False, node))
                after = self._returned(_is_endless(node) and not breaks)
            else:
                after = [_branch(read(self._done), [gast.Break()], node)]
        orelse = self.block(node.orelse)
        if left:
            test = gast.UnaryOp(gast.Not(), read(left))
            after.append(_branch(test, orelse, node))
        elif not _is_endless(node):
            after.extend(orelse)
        return [*before, gast.copy_location(new, node), *after]

    def _returned(self, always: bool) -> list[gast.stmt]:
        """Return what the loop returns: expressions whose variables are as they were.

        `always` says that the loop ends in no other way.
        """
        returns = self._returns
        if len(returns) == 1:
            self._marks[0].value = gast.Constant(True, None)
            if always:
                return returns
            return [_branch(read(self._done), returns[:1], returns[0])]
        found: list[gast.stmt] = []
        for number, node in enumerate(returns, 1):
            code = gast.Constant(number, None)
            test = gast.Compare(read(self._done), [gast.Eq()], [code])
            found.append(_branch(test, [node], node))
        return [*found[:-1], returns[-1]] if always else found

    def _fresh(self, base: str) -> str:
        self._count += 1
        return f"<{base} {self._count}>"

    def _plain(self, block: list[gast.stmt]) -> list[gast.stmt]:
        """Move the exits of a loop's body to its top level."""
        out: list[gast.stmt] = []
        for position, node in enumerate(block):
            rest = block[position + 1 :]
            if isinstance(node, gast.Continue):
                return out
            if isinstance(node, gast.Break):
                return [*out, _branch(gast.Constant(True, None), [node], node)]
            kinds = {type(exit) for exit in _own([node])}
            if not kinds:
                out.append(node)
                continue
            turned = _turned(node)
            if turned is not None:
                leaving, others = turned
                return [*out, leaving, *self._plain([*others, *rest])]
            if gast.Continue in kinds:
                return [*out, *self._flagged([node, *rest])]
            return [*out, *self._flagged([node]), *self._plain(rest)]
        return out

    def _flagged(self, block: list[gast.stmt]) -> list[gast.stmt]:
        broke, skip = self._fresh("broke"), self._fresh("skip")
        first = block[0]
        guarded = _Guarded(broke, skip)
        body = guarded.block(block)
        out: list[gast.stmt] = []
        if guarded.used_skip:
            out.append(_set(skip, False, first))
        if guarded.used_broke:
            out.append(_set(broke, False, first))
        out.extend(body)
        if guarded.used_broke:
            out.append(_branch(read(broke), [gast.Break()], first))
        return out


class _Guarded:
    """A block whose exits set flags, what follows them under their negation."""

    def __init__(self, broke: str, skip: str) -> None:
        self._broke = broke
        self._skip = skip
        self.used_broke = False
        self.used_skip = False

    def block(self, block: list[gast.stmt]) -> list[gast.stmt]:
        out: list[gast.stmt] = []
        for position, node in enumerate(block):
            rest = block[position + 1 :]
            if isinstance(node, gast.Break):
                self.used_broke = True
                return [*out, _set(self._broke, True, node)]
            if isinstance(node, gast.Continue):
                return [*out, _set(self._skip, True, node)]
            kinds = {type(exit) for exit in _own([node])}
            if not kinds:
                out.append(node)
                continue
            body, orelse = self.block(node.body), self.block(node.orelse)
            if _always_leaves(node.body):
                orelse += self.block(rest)
                rest = []
            elif _always_leaves(node.orelse):
                body += self.block(rest)
                rest = []
            new = gast.If(node.test, body or [gast.Pass()], orelse)
            out.append(gast.copy_location(new, node))
            if rest:
                out.append(_branch(self._open(kinds), self.block(rest), rest[0]))
            return out
        return out

    def _open(self, kinds: set[type]) -> gast.expr:
        """Return the test that no exit was taken."""
        flags = []
        if gast.Break in kinds:
            flags.append(self._broke)
        if gast.Continue in kinds:
            self.used_skip = True
            flags.append(self._skip)
        tests = [gast.UnaryOp(gast.Not(), read(flag)) for flag in flags]
        return tests[0] if len(tests) == 1 else gast.BoolOp(gast.And(), tests)


def is_returned(node: gast.If) -> bool:
    """Whether an `if` returns what was to be returned inside a loop."""
    return any(
        isinstance(child, gast.Name) and child.id.startswith("<done")
        for child in gast.walk(node.test)
    )


def _turned(node: gast.If):
    """Return `if test: ...; break` and the other branch, if one branch just breaks."""
    for test, body, orelse in (
        (node.test, node.body, node.orelse),
        (gast.UnaryOp(gast.Not(), node.test), node.orelse, node.body),
    ):
        if body and isinstance(body[-1], gast.Break) and not _own(body[:-1]):
            new = gast.copy_location(gast.If(test, body, []), node)
            return new, orelse
    return None


def _own(block: list[gast.stmt]) -> list[gast.stmt]:
    """Return the breaks and continues of a block that leave the loop around it."""
    found: list[gast.stmt] = []
    for node in block:
        if isinstance(node, (gast.Break, gast.Continue)):
            found.append(node)
        elif isinstance(node, gast.If):
            found.extend(_own(node.body) + _own(node.orelse))
        elif isinstance(node, _LOOPS):
            found.extend(_own(node.orelse))
    return found


def _always_leaves(block: list[gast.stmt]) -> bool:
    for node in block:
        if isinstance(node, (gast.Break, gast.Continue)):
            return True
        if isinstance(node, gast.If) and node.orelse:
            if _always_leaves(node.body) and _always_leaves(node.orelse):
                return True
    return False


def _is_endless(node: gast.For | gast.While) -> bool:
    if not isinstance(node, gast.While) or not isinstance(node.test, gast.Constant):
        return False
    return bool(node.test.value)


def _set(name: str, value: object, node: gast.stmt) -> gast.Assign:
    return assigned(name, gast.Constant(value, None), node)


def _branch(test: gast.expr, body: list[gast.stmt], node: gast.stmt) -> gast.If:
    for statement in body:
        if not hasattr(statement, "lineno"):
            gast.copy_location(statement, node)
    return gast.copy_location(gast.If(test, body or [gast.Pass()], []), node)
