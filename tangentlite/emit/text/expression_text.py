"""The printer's visitors of expressions, with parentheses only where needed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import gast

from tangentlite.emit.text.linebreak import Bracketed, Listing, Operation
from tangentlite.emit.text.literal_text import literal, replacement_fields, template
from tangentlite.emit.text.text_pieces import atom, beside, bracketed, content, linked

_QUOTES = ("'", '"', "'''", '"""')


class Expressions:
    """Visitors of expressions, which return pieces of text.

    A subclass defines the precedences and the texts of operators.
    """

    YIELD: int  # the loosest: allowed after `=`
    TUPLE: int
    TEST: int  # allowed as an argument
    DISJUNCTION: int
    UNION: int  # allowed in comparisons and after a star
    NEGATION: int
    EXPONENT: int
    PRIMARY: int  # the tightest: allowed before a call
    levels: Mapping[type, int]
    symbols: Mapping[type, str]

    # expressions from other lines than their statements
    inner: list[tuple[str, int]]

    def visit(self, node: gast.AST) -> str:
        raise NotImplementedError

    def at_least(self, level: int, node: gast.expr) -> str:
        """Return an expression, in parentheses if it binds weaker than `level`."""
        kind = type(node)
        if kind is gast.Name:
            return node.id
        text = self.visit(node)
        if "lineno" in node.__dict__ and kind is not gast.Constant:
            self.inner.append((str(text), node.lineno))
        if kind is gast.BinOp or kind is gast.UnaryOp or kind is gast.BoolOp:
            own = self.levels[type(node.op)]
        elif kind is gast.Tuple:
            own = self.TUPLE if len(node.elts) > 1 else self.PRIMARY
        elif kind is gast.Constant:
            own = self.NEGATION if text[0] == "-" else self.PRIMARY
        else:
            own = self.levels.get(kind, self.PRIMARY)
        return text if own >= level else Bracketed("(", text, ")")

    def each(self, nodes: Sequence[gast.expr]) -> list[str]:
        return [self.at_least(self.TEST, node) for node in nodes]

    def visit_Name(self, node):
        return node.id

    def visit_Constant(self, node):
        return atom((node.kind or "") + literal(node.value))

    def visit_Attribute(self, node):
        owner = self.at_least(self.PRIMARY, node.value)
        if owner.isdecimal():  # the point would belong to the number
            owner = f"({owner})"
        return linked(owner, f".{node.attr}")

    def visit_Subscript(self, node):
        index = node.slice
        text = self.at_least(self.TUPLE, index)
        if isinstance(index, gast.Tuple) and isinstance(text, Bracketed):
            if isinstance(index.elts[0], gast.Slice):
                text = text.content  # x[1:,], as parentheses take no slice
        owner = self.at_least(self.PRIMARY, node.value)
        return linked(owner, bracketed("[", text, "]"))

    def visit_Slice(self, node):
        parts = [":"]
        if node.lower is not None:
            parts.insert(0, self.at_least(self.TEST, node.lower))
        if node.upper is not None:
            parts.append(self.at_least(self.TEST, node.upper))
        if node.step is not None:
            parts += [":", self.at_least(self.TEST, node.step)]
        return beside(*parts)

    def visit_Call(self, node):
        callee = self.at_least(self.PRIMARY, node.func)
        if len(node.args) == 1 and not node.keywords:
            if isinstance(node.args[0], gast.GeneratorExp):
                return linked(callee, self.visit(node.args[0]))
        arguments = [*self.each(node.args), *self.keywords(node)]
        return linked(callee, bracketed("(", content(arguments), ")"))

    def keywords(self, node: gast.Call | gast.ClassDef) -> Iterator[str]:
        for keyword in node.keywords:
            if keyword.arg is None:
                yield beside("**", self.at_least(self.UNION, keyword.value))
            else:
                yield beside(keyword.arg, "=", self.at_least(self.TEST, keyword.value))

    def visit_UnaryOp(self, node):
        symbol = self.symbols[type(node.op)]
        if symbol == "not":
            symbol = "not "
        return beside(symbol, self.at_least(self.levels[type(node.op)], node.operand))

    def visit_BinOp(self, node):
        level = self.levels[type(node.op)]
        if isinstance(node.op, gast.Pow):
            base = self.at_least(level + 1, node.left)
            exponent = self.at_least(self.EXPONENT, node.right)
            return Operation(base, beside("** ", exponent))
        parts: list[str] = []
        placed: list[tuple[int, int]] = []
        while isinstance(node, gast.BinOp) and self.levels[type(node.op)] == level:
            if "lineno" in node.__dict__:
                placed.append((len(parts), node.lineno))
            operand = self.at_least(level + 1, node.right)
            parts.append(beside(f"{self.symbols[type(node.op)]} ", operand))
            by_number = not isinstance(node.op, gast.MatMult)
            node = node.left
            if by_number and isinstance(getattr(node, "op", None), gast.MatMult):
                level += 1  # `(a @ b) * c`, for readability
        parts.append(self.at_least(level, node))
        for first, position in placed:
            self.inner.append((" ".join(reversed(parts[first:])), position))
        return Operation(*reversed(parts))

    def visit_BoolOp(self, node):
        level, word = self.levels[type(node.op)] + 1, self.symbols[type(node.op)] + " "
        first, *others = [self.at_least(level, value) for value in node.values]
        return Operation(first, *(beside(word, other) for other in others))

    def visit_Compare(self, node):
        parts = [self.at_least(self.UNION, node.left)]
        for operator, value in zip(node.ops, node.comparators):
            symbol = f"{self.symbols[type(operator)]} "
            parts.append(beside(symbol, self.at_least(self.UNION, value)))
        return Operation(*parts)

    def visit_IfExp(self, node):
        value = self.at_least(self.DISJUNCTION, node.body)
        test = self.at_least(self.DISJUNCTION, node.test)
        otherwise = self.at_least(self.TEST, node.orelse)
        return Operation(value, beside("if ", test), beside("else ", otherwise))

    def visit_Lambda(self, node):
        parts = ["lambda"]
        for parameter in self.parameters(node.args):
            parts += [" " if len(parts) == 1 else ", ", parameter]
        return beside(*parts, ": ", self.at_least(self.TEST, node.body))

    def parameters(self, node: gast.arguments) -> list[str]:
        positional = [*node.posonlyargs, *node.args]
        required = len(positional) - len(node.defaults)
        pieces = [self.parameter(name) for name in positional[:required]]
        pieces += map(self.parameter, positional[required:], node.defaults)
        if node.posonlyargs:
            pieces.insert(len(node.posonlyargs), "/")
        if node.vararg is not None:
            pieces.append(beside("*", self.parameter(node.vararg)))
        elif node.kwonlyargs:
            pieces.append("*")
        pieces += map(self.parameter, node.kwonlyargs, node.kw_defaults)
        if node.kwarg is not None:
            pieces.append(beside("**", self.parameter(node.kwarg)))
        return pieces

    def parameter(self, name: gast.Name, default: gast.expr | None = None) -> str:
        parts = [name.id]
        if name.annotation is not None:
            parts += [": ", self.at_least(self.TEST, name.annotation)]
        if default is not None:
            equals = "=" if name.annotation is None else " = "
            parts += [equals, self.at_least(self.TEST, default)]
        return beside(*parts)

    def visit_NamedExpr(self, node):
        return beside(node.target.id, " := ", self.at_least(self.TEST, node.value))

    def visit_Starred(self, node):
        return beside("*", self.at_least(self.UNION, node.value))

    def visit_Yield(self, node):
        if node.value is None:
            return "yield"
        return beside("yield ", self.at_least(self.TUPLE, node.value))

    def visit_YieldFrom(self, node):
        return beside("yield from ", self.at_least(self.TEST, node.value))

    def visit_Tuple(self, node):
        if not node.elts:
            return "()"
        items = Listing(*self.each(node.elts))
        return items if len(node.elts) > 1 else Bracketed("(", items, ")")

    def visit_List(self, node):
        return bracketed("[", content(self.each(node.elts)), "]")

    def visit_Set(self, node):
        return bracketed("{", content(self.each(node.elts)) or "*()", "}")

    def visit_Dict(self, node):
        items = []
        for key, value in zip(node.keys, node.values):
            if key is None:
                items.append(beside("**", self.at_least(self.UNION, value)))
            else:
                items.append(beside(*self.each([key]), ": ", *self.each([value])))
        return bracketed("{", content(items), "}")

    def visit_GeneratorExp(self, node, brackets="()"):
        clauses = self.each([node.elt]) + self.clauses(node)
        return Bracketed(brackets[0], Operation(*clauses), brackets[1])

    def visit_ListComp(self, node):
        return self.visit_GeneratorExp(node, "[]")

    def visit_SetComp(self, node):
        return self.visit_GeneratorExp(node, "{}")

    def visit_DictComp(self, node):
        item = beside(*self.each([node.key]), ": ", *self.each([node.value]))
        return Bracketed("{", Operation(item, *self.clauses(node)), "}")

    def clauses(self, node: gast.expr) -> list[str]:
        parts = []
        for clause in node.generators:
            if clause.is_async:
                raise ValueError("an asynchronous comprehension cannot be printed")
            target = self.at_least(self.TUPLE, clause.target)
            source = self.at_least(self.DISJUNCTION, clause.iter)
            parts.append(beside("for ", target, " in ", source))
            for test in clause.ifs:
                parts.append(beside("if ", self.at_least(self.DISJUNCTION, test)))
        return parts

    def visit_JoinedStr(self, node):
        """Return an f-string, or a call of `format` where Python 3.11 has no f-string.

        Before 3.12 a replacement field may contain neither a backslash nor the quotes
        of the whole.
        """
        literals = "".join(v.value for v in node.values if isinstance(v, gast.Constant))
        fields = list(replacement_fields(node.values))
        texts = [str(self.at_least(self.DISJUNCTION, field)) for field in fields]
        for quote in sorted(_QUOTES, key=lambda quote: quote[0] in literals):
            if not any("\\" in text or quote in text for text in texts):
                text = template(node.values, quote[0], iter(texts))
                return atom(f"f{quote}{text}{quote}")
        text = template(node.values, "'", iter([""] * len(fields)))
        arguments = bracketed("(", content(self.each(fields)), ")")
        return linked(f"'{text}'.format", arguments)
