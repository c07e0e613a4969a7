"""The printer's visitors of the patterns in `match`."""

from __future__ import annotations

import gast

from tangentlite.emit.text.expression_text import Expressions
from tangentlite.emit.text.linebreak import Bracketed, Operation
from tangentlite.emit.text.text_pieces import beside, bracketed, content


class Patterns(Expressions):
    """Visitors of patterns, which return pieces of text."""

    def visit_MatchValue(self, node):
        return str(self.at_least(self.TEST, node.value))

    def visit_MatchSingleton(self, node):
        return repr(node.value)

    def visit_MatchSequence(self, node):
        return bracketed("[", content(map(self.visit, node.patterns)), "]")

    def visit_MatchMapping(self, node):
        items = [
            beside(str(self.at_least(self.TEST, key)), ": ", self.visit(pattern))
            for key, pattern in zip(node.keys, node.patterns)
        ]
        rest = [] if node.rest is None else [f"**{node.rest}"]
        return bracketed("{", content(items + rest), "}")

    def visit_MatchClass(self, node):
        items = [self.visit(pattern) for pattern in node.patterns]
        for name, pattern in zip(node.kwd_attrs, node.kwd_patterns):
            items.append(beside(name, "=", self.visit(pattern)))
        return beside(self.visit(node.cls), bracketed("(", content(items), ")"))

    def visit_MatchStar(self, node):
        return f"*{node.name or '_'}"

    def visit_MatchAs(self, node):
        if node.pattern is None:
            return node.name or "_"
        return beside(self.subpattern(node.pattern, gast.MatchAs), " as ", node.name)

    def visit_MatchOr(self, node):
        weaker = gast.MatchAs, gast.MatchOr
        first, *others = [self.subpattern(part, *weaker) for part in node.patterns]
        return Operation(first, *(beside("| ", other) for other in others))

    def subpattern(self, node: gast.pattern, *weaker: type) -> str:
        text = self.visit(node)
        if isinstance(node, weaker) and getattr(node, "pattern", node) is not None:
            return Bracketed("(", text, ")")
        return text
