"""The printer's visitors of functions, classes and their type parameters."""

from __future__ import annotations

from collections.abc import Sequence

import gast

from tangentlite.emit.text.linebreak import Joined
from tangentlite.emit.text.statement_text import Statements
from tangentlite.emit.text.text_pieces import beside, bracketed, content
from tangentlite.ir.leaves import Comment


class Definitions(Statements):
    """Definitions are statements whose parameters may stand on several lines."""

    def visit_FunctionDef(self, node):
        self.decorators(node)
        header = ["def ", node.name, self.type_parameters(node)]
        header.append(bracketed("(", content(self.parameters(node.args)), ")"))
        if node.returns is not None:
            header += [" -> ", self.at_least(self.TEST, node.returns)]
        self.statement(node, Joined(*header, ":"))
        self.body(node.body, _docstring(node.body))

    def visit_ClassDef(self, node):
        self.decorators(node)
        arguments = content([*self.each(node.bases), *self.keywords(node)])
        bases = bracketed("(", arguments, ")") if arguments else ""
        header = ["class ", node.name, self.type_parameters(node), bases]
        self.statement(node, Joined(*header, ":"))
        self.body(node.body, _docstring(node.body))

    def visit_TypeAlias(self, node):
        value = self.at_least(self.TEST, node.value)
        name = self.visit(node.name)
        self.statement(node, "type ", name, self.type_parameters(node), " = ", value)

    def decorators(self, node):
        for decorator in node.decorator_list:
            self.statement(decorator, "@", self.at_least(self.TEST, decorator))

    def type_parameters(self, node):
        names = [self.visit(name) for name in getattr(node, "type_params", None) or ()]
        return bracketed("[", content(names), "]") if names else ""

    def visit_TypeVar(self, node, stars=""):
        parts = [stars + node.name]
        if getattr(node, "bound", None) is not None:
            parts += [": ", self.at_least(self.TEST, node.bound)]
        if getattr(node, "default_value", None) is not None:
            parts += [" = ", self.at_least(self.TEST, node.default_value)]
        return beside(*parts)

    def visit_TypeVarTuple(self, node):
        return self.visit_TypeVar(node, "*")

    def visit_ParamSpec(self, node):
        return self.visit_TypeVar(node, "**")


def _docstring(body: Sequence[gast.stmt]) -> str | None:
    if body and isinstance(body[0], gast.Expr):
        value = body[0].value
        if isinstance(value, gast.Constant) and isinstance(value.value, str):
            return None if isinstance(value.value, Comment) else value.value
    return None
