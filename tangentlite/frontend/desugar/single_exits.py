"""Normal form of loop exits: `if test: ...; break` at the top level of the body.

`continue`, `break` under conditions, `return` inside loops, `else` behind loops, and
all of these inside of `try`, are written with that and with variables that no user can
name (`<done 1>`).
"""

from __future__ import annotations

import gast

from tangentlite.frontend.desugar.guarded import (
    LOOPS,
    Guarded,
    always_leaves,
    branch,
    own_exits,
    set_flag,
)
from tangentlite.frontend.desugar.tree import Block, assigned, placed, read, with_blocks
from tangentlite.ir.marked_names import Hidden, role_of
from tangentlite.ir.nodes import nodes_in


def with_plain_exits(tree: gast.FunctionDef) -> gast.FunctionDef:
    """Return a function whose loops are left at the top level of their bodies only.

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
    body = plain_exits(tree.body)
    new = gast.FunctionDef(
        tree.name, tree.args, body, tree.decorator_list, tree.returns, None, []
    )
    return gast.copy_location(new, tree)


def plain_exits(block: Block, family: str = "") -> Block:
    """Return statements whose loops are left at the top level of their bodies only.

    `family` is part of the names of new variables.
    """
    return _Exits(family).block(block)


def _concerns(tree: gast.FunctionDef) -> bool:
    exits = (gast.Break, gast.Continue, gast.Return)
    for node in nodes_in(tree):
        if isinstance(node, LOOPS) and node.orelse:
            return True
        if isinstance(node, (*LOOPS, gast.Try)):
            if any(isinstance(inner, exits) for inner in nodes_in(node)):
                return True
    return False


class _Exits:
    def __init__(self, family: str) -> None:
        self._family = family
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
            mark = set_flag(self._done, len(self._returns), node)
            self._marks.append(mark)
            return [mark, gast.copy_location(gast.Break(), node)]
        if isinstance(node, gast.Break) and left:
            return [set_flag(left, True, node), node]
        if isinstance(node, gast.If):
            body, orelse = self.block(node.body, left), self.block(node.orelse, left)
            return [gast.copy_location(gast.If(node.test, body, orelse), node)]
        if isinstance(node, LOOPS):
            return self._loop(node)
        if isinstance(node, gast.Try):
            return self._try(node, left)
        return [node]

    def _try(self, node: gast.Try, left: str) -> list[gast.stmt]:
        """Move exits behind a try statement; a result is held in a variable."""
        returns, result = self._depth == 0, self._fresh("result")
        flag, skip = self._fresh("done" if returns else "broke"), self._fresh("skip")
        given = [node.body, node.orelse, *(h.body for h in node.handlers)]
        if not returns:  # a result that is returned behind the loop is computed here
            given = [_kept(part, result, gast.Return) for part in given]
        parts = [self.block(part, left) for part in given]
        if returns:
            parts = [_kept(part, result, gast.Break) for part in parts]
        kinds = {type(leaving) for part in parts for leaving in own_exits(part)}
        always = always_leaves(parts[0] + parts[1]) and all(
            always_leaves(part) for part in parts[2:]
        )
        guarded = Guarded(flag, skip)
        body, orelse, *handled = [guarded.block(part) for part in parts]
        if orelse and own_exits(parts[0]):
            orelse = [branch(guarded.open(kinds), orelse, orelse[0])]
        handlers = [
            gast.copy_location(gast.ExceptHandler(h.type, h.name, block), h)
            for h, block in zip(node.handlers, handled)
        ]
        new = gast.Try(body, handlers, orelse, self.block(node.finalbody, left))
        end: gast.stmt = gast.Return(read(result)) if returns else gast.Break()
        exits = [(gast.Break, flag, end), (gast.Continue, skip, gast.Continue())]
        exits = [found for found in exits if found[0] in kinds]
        after = [branch(read(name), [stop], node) for _, name, stop in exits]
        if returns and always:
            after = [placed(end, node)]
        before = [set_flag(name, False, node) for _, name, _ in exits]
        return [*before, gast.copy_location(new, node), *after]

    def _loop(self, node: gast.For | gast.While) -> list[gast.stmt]:
        outermost = self._depth == 0
        if outermost:
            self._done, self._returns, self._marks = self._fresh("done"), [], []
        first = len(self._returns)
        breaks = any(isinstance(s, gast.Break) for s in own_exits(node.body))
        left = self._fresh("left") if node.orelse and breaks else ""
        self._depth += 1
        body = self._plain(self.block(node.body, left))
        self._depth -= 1
        if isinstance(node, gast.For):
            new = gast.For(node.target, node.iter, body, [], None)
        else:
            new = gast.While(node.test, body, [])
        before = [set_flag(left, False, node)] if left else []
        after: list[gast.stmt] = []
        if len(self._returns) > first:
            if outermost:
                before.append(set_flag(self._done, False, node))
                after = self._returned(_is_endless(node) and not breaks)
            else:
                after = [branch(read(self._done), [gast.Break()], node)]
        orelse = self.block(node.orelse)
        if left:
            test = gast.UnaryOp(gast.Not(), read(left))
            after.append(branch(test, orelse, node))
        elif not _is_endless(node):
            after.extend(orelse)
        return [*before, gast.copy_location(new, node), *after]

    def _returned(self, always: bool) -> list[gast.stmt]:
        """Return the return statements of a loop, to be placed behind it.

        `always` says that the loop ends in no other way.
        """
        returns = self._returns
        if len(returns) == 1:
            self._marks[0].value = gast.Constant(True, None)
            if always:
                return returns
            return [branch(read(self._done), returns[:1], returns[0])]
        found: list[gast.stmt] = []
        for number, node in enumerate(returns, 1):
            code = gast.Constant(number, None)
            test = gast.Compare(read(self._done), [gast.Eq()], [code])
            found.append(branch(test, [node], node))
        return [*found[:-1], returns[-1]] if always else found

    def _fresh(self, base: str) -> str:
        self._count += 1
        return Hidden(base, f"{self._count}{self._family}")

    def _plain(self, block: list[gast.stmt]) -> list[gast.stmt]:
        """Move the exits of a loop's body to its top level."""
        out: list[gast.stmt] = []
        for position, node in enumerate(block):
            rest = block[position + 1 :]
            if isinstance(node, gast.Continue):
                return out
            if isinstance(node, gast.Break):
                return [*out, branch(gast.Constant(True, None), [node], node)]
            kinds = {type(exit) for exit in own_exits([node])}
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
        guarded = Guarded(broke, skip)
        body = guarded.block(block)
        out: list[gast.stmt] = []
        if guarded.used_skip:
            out.append(set_flag(skip, False, first))
        if guarded.used_broke:
            out.append(set_flag(broke, False, first))
        out.extend(body)
        if guarded.used_broke:
            out.append(branch(read(broke), [gast.Break()], first))
        return out


def _kept(block: Block, result: str, leave: type[gast.stmt]) -> Block:
    """Return a block that assigns its result to a variable, and then leaves."""
    out: Block = []
    for node in block:
        if isinstance(node, gast.Return):
            value = gast.Constant(None, None) if node.value is None else node.value
            end = gast.Return(read(result)) if leave is gast.Return else leave()
            out += [assigned(result, value, node), placed(end, node)]
        else:
            out.append(with_blocks(node, lambda inner: _kept(inner, result, leave)))
    return out


def is_returned(node: gast.If) -> bool:
    """Whether an `if` behind a loop returns the result of a return inside it."""
    return any(
        isinstance(child, gast.Name) and role_of(child.id) == "done"
        for child in nodes_in(node.test)
    )


def _turned(node: gast.If):
    """Return `if test: ...; break` and the other branch, if one branch breaks."""
    for test, body, orelse in (
        (node.test, node.body, node.orelse),
        (gast.UnaryOp(gast.Not(), node.test), node.orelse, node.body),
    ):
        if body and isinstance(body[-1], gast.Break) and not own_exits(body[:-1]):
            new = gast.copy_location(gast.If(test, body, []), node)
            return new, orelse
    return None


def _is_endless(node: gast.For | gast.While) -> bool:
    if not isinstance(node, gast.While) or not isinstance(node.test, gast.Constant):
        return False
    return bool(node.test.value)
