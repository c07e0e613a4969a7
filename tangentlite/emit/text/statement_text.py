"""The printer's visitors of statements: lines, blocks and blank lines."""

from __future__ import annotations

from collections.abc import Sequence

import gast

from tangentlite.emit.text.linebreak import (
    INDENT,
    WIDTH,
    Bracketed,
    break_line,
    comment_line,
    docstring_lines,
)
from tangentlite.emit.text.pattern_text import Patterns
from tangentlite.emit.text.text_pieces import beside, content
from tangentlite.ir.leaves import Comment


def _sets_attribute(node: gast.expr) -> bool:
    """Whether an expression represents an assignment to an attribute."""
    name = getattr(node.func, "id", "") if isinstance(node, gast.Call) else ""
    return name == "setattr" and isinstance(node.args[1], gast.Constant)


def is_raised(node: gast.expr) -> bool:
    """Whether an expression represents a raise statement."""
    name = getattr(node.func, "id", "") if isinstance(node, gast.Call) else ""
    return name == "raise_error"


End = tuple[int, int, tuple[tuple[str, int], ...]]
_DEFINITIONS = (gast.FunctionDef, gast.ClassDef)


class Statements(Patterns):
    """Visitors of statements, which append lines to `result`."""

    result: list[str]
    indentation: int
    # the last line of each statement, its position, and its expressions with other
    # positions, which `inner` collects
    ends: list[End]
    inner: list[tuple[str, int]]

    # Lines and blocks

    def statement(self, node: gast.AST, *parts: str) -> None:
        indent = INDENT * self.indentation
        line = indent + "".join(parts)
        if len(line) <= WIDTH:
            self.result.append(line)
        else:
            self.result += break_line(parts, indent)
        position = getattr(node, "lineno", 0)
        self.ends.append((len(self.result), position, tuple(self.inner)))
        self.inner.clear()

    def body(
        self, statements: Sequence[gast.stmt], docstring: str | None = None
    ) -> None:
        self.indentation += 1
        self.sequence(statements, docstring)
        if all(_comment(statement) is not None for statement in statements):
            self.result.append(INDENT * self.indentation + "pass")
        self.indentation -= 1

    def sequence(
        self, statements: Sequence[gast.stmt], docstring: str | None = None
    ) -> None:
        """Print statements, after the docstring if there is one."""
        indent = INDENT * self.indentation
        for at, statement in enumerate(statements):
            if at and _stands_apart(statements, at) and self.result[-1] != "":
                self.result += [""] if self.indentation else ["", ""]
            if at == 0 and docstring is not None:
                self.result += docstring_lines(docstring, indent)
            else:
                self.visit(statement)

    def else_body(self, statements: Sequence[gast.stmt]) -> None:
        if statements:
            self.statement(statements[0], "else:")
            self.body(statements)

    def body_or_else(self, node: gast.For | gast.While) -> None:
        self.body(node.body)
        self.else_body(node.orelse)

    # Statements on one line

    def visit_Expr(self, node):
        comment = _comment(node)
        if comment is not None:
            self.result.append(comment_line(comment, INDENT * self.indentation))
            self.ends.append((len(self.result), getattr(node, "lineno", 0), ()))
        elif is_raised(node.value):
            error, *cause = node.value.args
            raised = gast.Raise(error, *(cause or [None]))
            self.visit_Raise(gast.copy_location(raised, node))
        elif _sets_attribute(node.value):
            owner, name, value = node.value.args
            target = gast.Attribute(owner, name.value, gast.Store())
            if isinstance(owner, gast.Constant):  # a variable of the enclosing function
                target = gast.Name(name.value, gast.Store(), None, None)
            assigned = gast.Assign([target], value, None)
            self.visit_Assign(gast.copy_location(assigned, node))
        else:
            self.statement(node, self.at_least(self.YIELD, node.value))

    def visit_Assign(self, node):
        parts = []
        for target in node.targets:
            parts += [self.at_least(self.TUPLE, target), " = "]
        self.statement(node, *parts, self.at_least(self.YIELD, node.value))

    def visit_AugAssign(self, node):
        target = self.at_least(self.TEST, node.target)
        value = self.at_least(self.YIELD, node.value)
        self.statement(node, target, f" {self.symbols[type(node.op)]}= ", value)

    def visit_AnnAssign(self, node):
        target = self.at_least(self.TEST, node.target)
        if isinstance(node.target, gast.Name) and not node.simple:
            target = f"({target})"
        parts = [target, ": ", self.at_least(self.TEST, node.annotation)]
        if node.value is not None:
            parts += [" = ", self.at_least(self.YIELD, node.value)]
        self.statement(node, *parts)

    def visit_Return(self, node):
        parts = ["return"]
        if node.value is not None:
            parts += [" ", self.at_least(self.TUPLE, node.value)]
        self.statement(node, *parts)

    def visit_Delete(self, node):
        self.statement(node, "del ", content(self.each(node.targets)))

    def visit_Assert(self, node):
        message = () if node.msg is None else (", ", self.at_least(self.TEST, node.msg))
        self.statement(node, "assert ", self.at_least(self.TEST, node.test), *message)

    def visit_Raise(self, node):
        parts = ["raise"]
        for word, value in ((" ", node.exc), (" from ", node.cause)):
            if value is not None:
                parts += [word, self.at_least(self.TEST, value)]
        self.statement(node, *parts)

    def visit_Import(self, node):
        self.statement(node, "import ", ", ".join(map(self.visit, node.names)))

    def visit_ImportFrom(self, node):
        module = "." * (node.level or 0) + (node.module or "")
        names = content([self.visit(name) for name in node.names])
        self.statement(node, f"from {module} import ", names)

    def visit_alias(self, node):
        return f"{node.name} as {node.asname}" if node.asname else node.name

    # Statements with blocks

    def visit_If(self, node):
        self.statement(node, "if ", self.condition(node.test), ":")
        self.body(node.body)
        while len(node.orelse) == 1 and isinstance(node.orelse[0], gast.If):
            node = node.orelse[0]
            self.statement(node, "elif ", self.condition(node.test), ":")
            self.body(node.body)
        self.else_body(node.orelse)

    def visit_While(self, node):
        self.statement(node, "while ", self.condition(node.test), ":")
        self.body_or_else(node)

    def condition(self, node: gast.expr) -> str:
        if isinstance(node, gast.NamedExpr):
            return self.visit(node)
        return self.at_least(self.TEST, node)

    def visit_For(self, node):
        target = self.at_least(self.TUPLE, node.target)
        source = self.at_least(self.TUPLE, node.iter)
        self.statement(node, "for ", target, " in ", source, ":")
        self.body_or_else(node)

    def visit_With(self, node):
        items = [self.visit(item) for item in node.items]
        if len(items) == 1 and isinstance(node.items[0].context_expr, gast.Tuple):
            if node.items[0].optional_vars is None:
                # Otherwise one pair of parentheses would enclose several items.
                items = [Bracketed("(", items[0], ")")]
        self.statement(node, "with ", content(items), ":")
        self.body(node.body)

    def visit_withitem(self, node):
        context = self.at_least(self.TEST, node.context_expr)
        if node.optional_vars is None:
            return context
        return beside(context, " as ", self.at_least(self.TEST, node.optional_vars))

    def visit_Try(self, node):
        self.statement(node, "try:")
        self.body(node.body)
        for handler in node.handlers:
            parts = ["except*" if isinstance(node, gast.TryStar) else "except"]
            if handler.type is not None:
                parts += [" ", self.at_least(self.TEST, handler.type)]
            if handler.name is not None:
                parts += [" as ", self.visit(handler.name)]
            self.statement(handler, *parts, ":")
            self.body(handler.body)
        self.else_body(node.orelse)
        if node.finalbody:
            self.statement(node, "finally:")
            self.body(node.finalbody)

    visit_TryStar = visit_Try

    def visit_Match(self, node):
        self.statement(node, "match ", self.at_least(self.TUPLE, node.subject), ":")
        self.indentation += 1
        for case in node.cases:
            guard = () if case.guard is None else (" if ", self.condition(case.guard))
            self.statement(case, "case ", self.visit(case.pattern), *guard, ":")
            self.body(case.body)
        self.indentation -= 1


def _comment(statement: gast.stmt) -> str | None:
    if isinstance(statement, gast.Expr) and isinstance(statement.value, gast.Constant):
        if isinstance(statement.value.value, Comment):
            return statement.value.value
    return None


def _stands_apart(statements: Sequence[gast.stmt], at: int) -> bool:
    """Whether a blank line precedes: around definitions and their comments."""
    before, comment = statements[at - 1], _comment(statements[at])
    if comment == "" or isinstance(before, _DEFINITIONS):
        return comment != ""
    if _comment(before) is not None:
        return False
    rest = map(statements.__getitem__, range(at, len(statements)))
    code = (later for later in rest if _comment(later) is None)
    return isinstance(next(code, None), _DEFINITIONS)
