"""Replace `break` and `continue` by flags and guards of the statements behind."""

from __future__ import annotations

import gast

from tangentlite.frontend.desugar.tree import assigned, placed, read

LOOPS = (gast.For, gast.While)


class Guarded:
    """Rewrites a block: exits set flags, statements behind them are guarded."""

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
                return [*out, set_flag(self._broke, True, node)]
            if isinstance(node, gast.Continue):
                return [*out, set_flag(self._skip, True, node)]
            kinds = {type(exit) for exit in own_exits([node])}
            if not kinds:
                out.append(node)
                continue
            parts = [node.body, node.orelse]
            for place, part in enumerate(parts):
                if always_leaves(part):
                    parts[1 - place] = [*parts[1 - place], *rest]
                    rest = []
                    break
            body, orelse = map(self.block, parts)
            new = gast.If(node.test, body or [gast.Pass()], orelse)
            out.append(gast.copy_location(new, node))
            if rest:
                out.append(branch(self.open(kinds), self.block(rest), rest[0]))
            return out
        return out

    def open(self, kinds: set[type]) -> gast.expr:
        """Return the condition that no exit of some kinds was taken."""
        flags = []
        if gast.Break in kinds:
            flags.append(self._broke)
        if gast.Continue in kinds:
            self.used_skip = True
            flags.append(self._skip)
        tests = [gast.UnaryOp(gast.Not(), read(flag)) for flag in flags]
        return tests[0] if len(tests) == 1 else gast.BoolOp(gast.And(), tests)


def own_exits(block: list[gast.stmt]) -> list[gast.stmt]:
    """Return the breaks and continues of a block that belong to the loop around it."""
    found: list[gast.stmt] = []
    for node in block:
        if isinstance(node, (gast.Break, gast.Continue)):
            found.append(node)
        elif isinstance(node, gast.If):
            found.extend(own_exits(node.body) + own_exits(node.orelse))
        elif isinstance(node, LOOPS):
            found.extend(own_exits(node.orelse))
        elif isinstance(node, gast.Try):
            found.extend(own_exits(node.body) + own_exits(node.orelse))
            found.extend(own_exits([s for h in node.handlers for s in h.body]))
    return found


def always_leaves(block: list[gast.stmt]) -> bool:
    for node in block:
        if isinstance(node, (gast.Break, gast.Continue)):
            return True
        if isinstance(node, gast.If) and node.orelse:
            if always_leaves(node.body) and always_leaves(node.orelse):
                return True
    return False


def set_flag(name: str, value: object, node: gast.stmt) -> gast.Assign:
    return assigned(name, gast.Constant(value, None), node)


def branch(test: gast.expr, body: list[gast.stmt], node: gast.stmt) -> gast.If:
    for statement in body:
        if not hasattr(statement, "lineno"):
            placed(statement, node)
    return gast.copy_location(gast.If(test, body or [gast.Pass()], []), node)
