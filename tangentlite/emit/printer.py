"""From gast trees to Python source: the same text on every supported Python."""

from __future__ import annotations

import cmath
import warnings
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from unicodedata import ucd_3_2_0

import gast

from tangentlite.emit.linebreak import (
    INDENT,
    WIDTH,
    Bracketed,
    Chain,
    Joined,
    Listing,
    Operation,
    break_line,
    comment_line,
    docstring_lines,
)
from tangentlite.ir.comment import Comment

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)  # astor looks at ast.Num
    from astor.code_gen import SourceGenerator
    from astor.op_util import Precedence, precedence_data, symbol_data


def print_function(tree: gast.FunctionDef) -> str:
    """The source of a function.

    Raises ValueError for what cannot be written: asynchronous code, an inf or NaN
    constant, a node that is not Python's.

    >>> print(print_function(gast.parse("def f(x): return -(2.0*x)").body[0]), end="")
    def f(x):
        return -(2.0 * x)
    """
    return print_statements([tree])


def print_statements(body: Sequence[gast.stmt], indent: int = 0) -> str:
    """The source of statements, a line each at least, indented `indent` times.

    Raises ValueError as `print_function` does.

    >>> print_statements(gast.parse("(a, b) = (b, a)").body, indent=1)
    '    a, b = b, a\\n'
    """
    generator = _Generator(indent)
    generator.sequence(body)
    return "".join([f"{line}\n" for line in generator.result])


def print_expression(node: gast.expr) -> str:
    """The source of an expression, on one line whatever its length.

    A tuple has its parentheses. Raises ValueError as `print_function` does.

    >>> print_expression(gast.parse("(-2.0)**(x[(1)])", mode="eval").body)
    '(-2.0) ** x[1]'
    """
    return str(_Generator(0).at_least(_TEST, node))


_YIELD, _TUPLE, _TEST = Precedence.Yield, Precedence.Tuple, Precedence.Lambda
_DISJUNCTION, _UNION = Precedence.Or, Precedence.BitOr
_NEGATION, _POWER = Precedence.USub, Precedence.PowRHS
_PRIMARY = Precedence.highest

# astor's tables have ast's classes as keys.
_SYMBOLS = {
    getattr(gast, kind.__name__): symbol
    for kind, symbol in symbol_data.items()
    if kind is not None and symbol
}
_LEVELS = {
    getattr(gast, kind.__name__): precedence_data[kind]
    for kind, symbol in symbol_data.items()
    if kind is not None and symbol
} | {
    gast.NamedExpr: 0,
    gast.Yield: _YIELD,
    gast.YieldFrom: _YIELD,
    gast.Lambda: _TEST,
    gast.IfExp: _TEST,
    gast.Compare: Precedence.Eq,
}
_DEFINITIONS = (gast.FunctionDef, gast.ClassDef)
_QUOTES = ("'", '"', "'''", '"""')
_ATOM = 40  # characters from which a name or string may get parentheses to fit
_INDEX = 8  # characters up to which what stands in brackets is not worth a line


class _Generator(SourceGenerator):
    """astor's walk, in which the visitor of an expression returns a piece of text.

    astor itself marks nodes with the precedence around them, wraps lines after it has
    written them, and knows ast's operators only. Here trees stay as they are; the
    visitor of a statement adds to `result`, a list of lines.
    """

    def __init__(self, indent: int) -> None:
        super().__init__(INDENT)
        self.indentation = indent

    def visit(self, node: gast.AST) -> str:
        handler = _HANDLERS.get(type(node))
        if handler is None:
            raise ValueError(f"{type(node).__name__} cannot be printed")
        return handler(self, node)

    # Lines and blocks

    def statement(self, node: gast.AST, *parts: str) -> None:
        indent = INDENT * self.indentation
        line = indent + "".join(parts)
        if len(line) <= WIDTH:
            self.result.append(line)
        else:
            self.result += break_line(parts, indent)

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
        """Statements, the first being the docstring if there is one."""
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

    # Definitions

    def visit_FunctionDef(self, node):
        self.decorators(node)
        header = ["def ", node.name, self.type_parameters(node)]
        header.append(_bracketed("(", _content(self.parameters(node.args)), ")"))
        if node.returns is not None:
            header += [" -> ", self.at_least(_TEST, node.returns)]
        self.statement(node, Joined(*header, ":"))
        self.body(node.body, _docstring(node.body))

    def visit_ClassDef(self, node):
        self.decorators(node)
        arguments = _content([*self.each(node.bases), *self.keywords(node)])
        bases = _bracketed("(", arguments, ")") if arguments else ""
        header = ["class ", node.name, self.type_parameters(node), bases]
        self.statement(node, Joined(*header, ":"))
        self.body(node.body, _docstring(node.body))

    def visit_TypeAlias(self, node):
        value = self.at_least(_TEST, node.value)
        name = self.visit(node.name)
        self.statement(node, "type ", name, self.type_parameters(node), " = ", value)

    def decorators(self, node):
        for decorator in node.decorator_list:
            self.statement(decorator, "@", self.at_least(_TEST, decorator))

    def type_parameters(self, node):
        names = [self.visit(name) for name in getattr(node, "type_params", None) or ()]
        return _bracketed("[", _content(names), "]") if names else ""

    def visit_TypeVar(self, node, stars=""):
        parts = [stars + node.name]
        if getattr(node, "bound", None) is not None:
            parts += [": ", self.at_least(_TEST, node.bound)]
        if getattr(node, "default_value", None) is not None:
            parts += [" = ", self.at_least(_TEST, node.default_value)]
        return _beside(*parts)

    def visit_TypeVarTuple(self, node):
        return self.visit_TypeVar(node, "*")

    def visit_ParamSpec(self, node):
        return self.visit_TypeVar(node, "**")

    def parameters(self, node: gast.arguments) -> list[str]:
        positional = [*node.posonlyargs, *node.args]
        required = len(positional) - len(node.defaults)
        pieces = [self.parameter(name) for name in positional[:required]]
        pieces += map(self.parameter, positional[required:], node.defaults)
        if node.posonlyargs:
            pieces.insert(len(node.posonlyargs), "/")
        if node.vararg is not None:
            pieces.append(_beside("*", self.parameter(node.vararg)))
        elif node.kwonlyargs:
            pieces.append("*")
        pieces += map(self.parameter, node.kwonlyargs, node.kw_defaults)
        if node.kwarg is not None:
            pieces.append(_beside("**", self.parameter(node.kwarg)))
        return pieces

    def parameter(self, name: gast.Name, default: gast.expr | None = None) -> str:
        parts = [name.id]
        if name.annotation is not None:
            parts += [": ", self.at_least(_TEST, name.annotation)]
        if default is not None:
            equals = "=" if name.annotation is None else " = "
            parts += [equals, self.at_least(_TEST, default)]
        return _beside(*parts)

    # Statements on one line

    def visit_Expr(self, node):
        comment = _comment(node)
        if comment is not None:
            self.result.append(comment_line(comment, INDENT * self.indentation))
        else:
            self.statement(node, self.at_least(_YIELD, node.value))

    def visit_Assign(self, node):
        parts = []
        for target in node.targets:
            parts += [self.at_least(_TUPLE, target), " = "]
        self.statement(node, *parts, self.at_least(_YIELD, node.value))

    def visit_AugAssign(self, node):
        target = self.at_least(_TEST, node.target)
        value = self.at_least(_YIELD, node.value)
        self.statement(node, target, f" {_SYMBOLS[type(node.op)]}= ", value)

    def visit_AnnAssign(self, node):
        target = self.at_least(_TEST, node.target)
        if isinstance(node.target, gast.Name) and not node.simple:
            target = f"({target})"
        parts = [target, ": ", self.at_least(_TEST, node.annotation)]
        if node.value is not None:
            parts += [" = ", self.at_least(_YIELD, node.value)]
        self.statement(node, *parts)

    def visit_Return(self, node):
        value = () if node.value is None else (" ", self.at_least(_TUPLE, node.value))
        self.statement(node, "return", *value)

    def visit_Delete(self, node):
        self.statement(node, "del ", _content(self.each(node.targets)))

    def visit_Assert(self, node):
        message = () if node.msg is None else (", ", self.at_least(_TEST, node.msg))
        self.statement(node, "assert ", self.at_least(_TEST, node.test), *message)

    def visit_Raise(self, node):
        parts = ["raise"]
        for word, value in ((" ", node.exc), (" from ", node.cause)):
            if value is not None:
                parts += [word, self.at_least(_TEST, value)]
        self.statement(node, *parts)

    def visit_Import(self, node):
        self.statement(node, "import ", ", ".join(map(self.visit, node.names)))

    def visit_ImportFrom(self, node):
        module = "." * (node.level or 0) + (node.module or "")
        names = _content([self.visit(name) for name in node.names])
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
        return self.at_least(_TEST, node)

    def visit_For(self, node):
        target, source = (self.at_least(_TUPLE, x) for x in (node.target, node.iter))
        self.statement(node, "for ", target, " in ", source, ":")
        self.body_or_else(node)

    def visit_With(self, node):
        items = [self.visit(item) for item in node.items]
        if len(items) == 1 and isinstance(node.items[0].context_expr, gast.Tuple):
            if node.items[0].optional_vars is None:
                # One pair of parentheses would stand around several items.
                items = [Bracketed("(", items[0], ")")]
        self.statement(node, "with ", _content(items), ":")
        self.body(node.body)

    def visit_withitem(self, node):
        context = self.at_least(_TEST, node.context_expr)
        if node.optional_vars is None:
            return context
        return _beside(context, " as ", self.at_least(_TEST, node.optional_vars))

    def visit_Try(self, node):
        self.statement(node, "try:")
        self.body(node.body)
        for handler in node.handlers:
            parts = ["except*" if isinstance(node, gast.TryStar) else "except"]
            if handler.type is not None:
                parts += [" ", self.at_least(_TEST, handler.type)]
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
        self.statement(node, "match ", self.at_least(_TUPLE, node.subject), ":")
        self.indentation += 1
        for case in node.cases:
            guard = () if case.guard is None else (" if ", self.condition(case.guard))
            self.statement(case, "case ", self.visit(case.pattern), *guard, ":")
            self.body(case.body)
        self.indentation -= 1

    # Patterns

    def visit_MatchValue(self, node):
        return str(self.at_least(_TEST, node.value))

    def visit_MatchSingleton(self, node):
        return repr(node.value)

    def visit_MatchSequence(self, node):
        return _bracketed("[", _content(map(self.visit, node.patterns)), "]")

    def visit_MatchMapping(self, node):
        items = [
            _beside(str(self.at_least(_TEST, key)), ": ", self.visit(pattern))
            for key, pattern in zip(node.keys, node.patterns)
        ]
        rest = [] if node.rest is None else [f"**{node.rest}"]
        return _bracketed("{", _content(items + rest), "}")

    def visit_MatchClass(self, node):
        items = [self.visit(pattern) for pattern in node.patterns]
        for name, pattern in zip(node.kwd_attrs, node.kwd_patterns):
            items.append(_beside(name, "=", self.visit(pattern)))
        return _beside(self.visit(node.cls), _bracketed("(", _content(items), ")"))

    def visit_MatchStar(self, node):
        return f"*{node.name or '_'}"

    def visit_MatchAs(self, node):
        if node.pattern is None:
            return node.name or "_"
        return _beside(self.subpattern(node.pattern, gast.MatchAs), " as ", node.name)

    def visit_MatchOr(self, node):
        weaker = gast.MatchAs, gast.MatchOr
        first, *others = [self.subpattern(part, *weaker) for part in node.patterns]
        return Operation(first, *(_beside("| ", other) for other in others))

    def subpattern(self, node: gast.pattern, *weaker: type) -> str:
        text = self.visit(node)
        if isinstance(node, weaker) and getattr(node, "pattern", node) is not None:
            return Bracketed("(", text, ")")
        return text

    # Expressions

    def at_least(self, level: int, node: gast.expr) -> str:
        """The expression, in parentheses if it binds less tightly than `level`."""
        kind = type(node)
        if kind is gast.Name:
            return node.id
        text = self.visit(node)
        if kind is gast.BinOp or kind is gast.UnaryOp or kind is gast.BoolOp:
            own = _LEVELS[type(node.op)]
        elif kind is gast.Tuple:
            own = _TUPLE if len(node.elts) > 1 else _PRIMARY
        elif kind is gast.Constant:
            own = _NEGATION if text[0] == "-" else _PRIMARY
        else:
            own = _LEVELS.get(kind, _PRIMARY)
        return text if own >= level else Bracketed("(", text, ")")

    def each(self, nodes: Sequence[gast.expr]) -> list[str]:
        return [self.at_least(_TEST, node) for node in nodes]

    def visit_Name(self, node):
        return node.id

    def visit_Constant(self, node):
        text = (node.kind or "") + _literal(node.value)
        return text if len(text) < _ATOM else Chain(text)

    def visit_Attribute(self, node):
        owner = self.at_least(_PRIMARY, node.value)
        if owner.isdecimal():  # the point would belong to the number
            owner = f"({owner})"
        return _linked(owner, f".{node.attr}")

    def visit_Subscript(self, node):
        index = node.slice
        text = self.at_least(_TUPLE, index)
        if isinstance(index, gast.Tuple) and isinstance(text, Bracketed):
            if isinstance(index.elts[0], gast.Slice):
                text = text.content  # x[1:,], as parentheses take no slice
        return _linked(self.at_least(_PRIMARY, node.value), _bracketed("[", text, "]"))

    def visit_Slice(self, node):
        parts = [":"]
        if node.lower is not None:
            parts.insert(0, self.at_least(_TEST, node.lower))
        if node.upper is not None:
            parts.append(self.at_least(_TEST, node.upper))
        if node.step is not None:
            parts += [":", self.at_least(_TEST, node.step)]
        return _beside(*parts)

    def visit_Call(self, node):
        callee = self.at_least(_PRIMARY, node.func)
        if len(node.args) == 1 and not node.keywords:
            if isinstance(node.args[0], gast.GeneratorExp):
                return _linked(callee, self.visit(node.args[0]))
        arguments = [*self.each(node.args), *self.keywords(node)]
        return _linked(callee, _bracketed("(", _content(arguments), ")"))

    def keywords(self, node: gast.Call | gast.ClassDef) -> Iterator[str]:
        for keyword in node.keywords:
            if keyword.arg is None:
                yield _beside("**", self.at_least(_UNION, keyword.value))
            else:
                yield _beside(keyword.arg, "=", self.at_least(_TEST, keyword.value))

    def visit_UnaryOp(self, node):
        symbol = _SYMBOLS[type(node.op)]
        if symbol == "not":
            symbol = "not "
        return _beside(symbol, self.at_least(_LEVELS[type(node.op)], node.operand))

    def visit_BinOp(self, node):
        level = _LEVELS[type(node.op)]
        if isinstance(node.op, gast.Pow):
            base = self.at_least(_LEVELS[gast.Pow] + 1, node.left)
            return Operation(base, _beside("** ", self.at_least(_POWER, node.right)))
        parts = []
        while isinstance(node, gast.BinOp) and _LEVELS[type(node.op)] == level:
            operand = self.at_least(level + 1, node.right)
            parts.append(_beside(f"{_SYMBOLS[type(node.op)]} ", operand))
            node = node.left
        return Operation(self.at_least(level, node), *reversed(parts))

    def visit_BoolOp(self, node):
        level, word = _LEVELS[type(node.op)] + 1, _SYMBOLS[type(node.op)] + " "
        first, *others = [self.at_least(level, value) for value in node.values]
        return Operation(first, *(_beside(word, other) for other in others))

    def visit_Compare(self, node):
        parts = [self.at_least(_UNION, node.left)]
        for operator, value in zip(node.ops, node.comparators):
            symbol = f"{_SYMBOLS[type(operator)]} "
            parts.append(_beside(symbol, self.at_least(_UNION, value)))
        return Operation(*parts)

    def visit_IfExp(self, node):
        value, test = (self.at_least(_DISJUNCTION, x) for x in (node.body, node.test))
        otherwise = self.at_least(_TEST, node.orelse)
        return Operation(value, _beside("if ", test), _beside("else ", otherwise))

    def visit_Lambda(self, node):
        parts = ["lambda"]
        for parameter in self.parameters(node.args):
            parts += [" " if len(parts) == 1 else ", ", parameter]
        return _beside(*parts, ": ", self.at_least(_TEST, node.body))

    def visit_NamedExpr(self, node):
        return _beside(node.target.id, " := ", self.at_least(_TEST, node.value))

    def visit_Starred(self, node):
        return _beside("*", self.at_least(_UNION, node.value))

    def visit_Yield(self, node):
        if node.value is None:
            return "yield"
        return _beside("yield ", self.at_least(_TUPLE, node.value))

    def visit_YieldFrom(self, node):
        return _beside("yield from ", self.at_least(_TEST, node.value))

    def visit_Tuple(self, node):
        if not node.elts:
            return "()"
        items = Listing(*self.each(node.elts))
        return items if len(node.elts) > 1 else Bracketed("(", items, ")")

    def visit_List(self, node):
        return _bracketed("[", _content(self.each(node.elts)), "]")

    def visit_Set(self, node):
        return _bracketed("{", _content(self.each(node.elts)) or "*()", "}")

    def visit_Dict(self, node):
        items = []
        for key, value in zip(node.keys, node.values):
            if key is None:
                items.append(_beside("**", self.at_least(_UNION, value)))
            else:
                items.append(_beside(*self.each([key]), ": ", *self.each([value])))
        return _bracketed("{", _content(items), "}")

    def visit_GeneratorExp(self, node, brackets="()"):
        clauses = self.each([node.elt]) + self.clauses(node)
        return Bracketed(brackets[0], Operation(*clauses), brackets[1])

    def visit_ListComp(self, node):
        return self.visit_GeneratorExp(node, "[]")

    def visit_SetComp(self, node):
        return self.visit_GeneratorExp(node, "{}")

    def visit_DictComp(self, node):
        item = _beside(*self.each([node.key]), ": ", *self.each([node.value]))
        return Bracketed("{", Operation(item, *self.clauses(node)), "}")

    def clauses(self, node: gast.expr) -> list[str]:
        parts = []
        for clause in node.generators:
            if clause.is_async:
                raise ValueError("an asynchronous comprehension cannot be printed")
            target = self.at_least(_TUPLE, clause.target)
            source = self.at_least(_DISJUNCTION, clause.iter)
            parts.append(_beside("for ", target, " in ", source))
            for test in clause.ifs:
                parts.append(_beside("if ", self.at_least(_DISJUNCTION, test)))
        return parts

    def visit_JoinedStr(self, node):
        """An f-string, or a call of `format` where Python 3.11 knows no f-string.

        Before 3.12 neither a backslash nor the quotes around the whole may stand in a
        replacement field.
        """
        literals = "".join(v.value for v in node.values if isinstance(v, gast.Constant))
        fields = list(_fields(node.values))
        texts = [str(self.at_least(_DISJUNCTION, field)) for field in fields]
        for quote in sorted(_QUOTES, key=lambda quote: quote[0] in literals):
            if not any("\\" in text or quote in text for text in texts):
                text = f"f{quote}{_template(node.values, quote[0], iter(texts))}{quote}"
                return text if len(text) < _ATOM else Chain(text)
        template = _template(node.values, "'", iter([""] * len(fields)))
        arguments = _bracketed("(", _content(self.each(fields)), ")")
        return _linked(f"'{template}'.format", arguments)


_HANDLERS = {
    getattr(gast, name.removeprefix("visit_")): handler
    for name, handler in vars(_Generator).items()
    if name.startswith("visit_")
} | {
    kind: getattr(SourceGenerator, f"visit_{kind.__name__}")
    for kind in (gast.Pass, gast.Break, gast.Continue, gast.Global, gast.Nonlocal)
}


def _comment(statement: gast.stmt) -> str | None:
    if isinstance(statement, gast.Expr) and isinstance(statement.value, gast.Constant):
        if isinstance(statement.value.value, Comment):
            return statement.value.value
    return None


def _stands_apart(statements: Sequence[gast.stmt], at: int) -> bool:
    """Whether a blank line belongs before: around definitions and comments on them."""
    before, comment = statements[at - 1], _comment(statements[at])
    if comment == "" or isinstance(before, _DEFINITIONS):
        return comment != ""
    if _comment(before) is not None:
        return False
    rest = (later for later in islice(statements, at, None) if _comment(later) is None)
    return isinstance(next(rest, None), _DEFINITIONS)


def _docstring(body: Sequence[gast.stmt]) -> str | None:
    if body and isinstance(body[0], gast.Expr) and _comment(body[0]) is None:
        value = getattr(body[0].value, "value", None)
        if isinstance(body[0].value, gast.Constant) and isinstance(value, str):
            return value
    return None


def _content(items: Iterable[str]) -> str:
    """What stands in brackets: nothing, one item, or several with commas."""
    pieces = tuple(items)
    if len(pieces) > 1:
        return Listing(*pieces)
    return pieces[0] if pieces else ""


def _bracketed(opening: str, content: str, closing: str) -> str:
    if len(content) <= _INDEX and type(content) is str:
        return opening + content + closing
    return Bracketed(opening, content, closing)


def _beside(*parts: str) -> str:
    for part in parts:
        if type(part) is not str:
            return Joined(*parts)
    return "".join(parts)


def _linked(value: str, link: str) -> str:
    """A value with an attribute, a subscript or the arguments of a call."""
    if type(value) is str and type(link) is str and len(value) + len(link) < _ATOM:
        return value + link
    return Chain(*(value.parts if type(value) is Chain else (value,)), link)


def _literal(value: object) -> str:
    if value is None or value is True or value is False:
        return repr(value)
    if value is ...:
        return "..."
    if isinstance(value, str):
        quote = '"' if "'" in value and '"' not in value else "'"
        return quote + _escaped(value, quote) + quote
    if isinstance(value, bytes):
        return repr(value)
    for kind in (int, float, complex):
        if isinstance(value, kind) and (kind is int or cmath.isfinite(value)):
            return kind.__repr__(value)
    raise ValueError(f"no literal for {value!r}")


def _escaped(text: str, quote: str) -> str:
    """The text between quotes, without a character that only newer Unicode prints."""
    text = text.replace("\\", "\\\\").replace(quote, f"\\{quote}")
    if text.isascii() and text.isprintable():
        return text
    return "".join(
        character if _is_shown(character) else ascii(character)[1:-1]
        for character in text
    )


def _is_shown(character: str) -> bool:
    return character == " " or ucd_3_2_0.category(character)[0] in "LMNPS"


def _fields(values: Sequence[gast.expr]) -> Iterator[gast.expr]:
    """The expressions in an f-string, in the order in which they are written."""
    for value in values:
        if isinstance(value, gast.FormattedValue):
            yield value.value
            if value.format_spec is not None:
                yield from _fields(value.format_spec.values)


def _template(values: Sequence[gast.expr], quote: str, fields: Iterator[str]) -> str:
    """An f-string between its quotes, the texts of its fields being taken in turn."""
    pieces = []
    for value in values:
        if isinstance(value, gast.Constant):
            text = _escaped(value.value, quote)
            pieces.append(text.replace("{", "{{").replace("}", "}}"))
            continue
        field = next(fields)
        pieces += ["{ " if field[:1] == "{" else "{", field]
        if value.conversion != -1:
            pieces.append(f"!{chr(value.conversion)}")
        if value.format_spec is not None:
            spec = _template(value.format_spec.values, quote, fields)
            if "{{" in spec or "}}" in spec:
                raise ValueError("a format specification with braces cannot be printed")
            pieces += [":", spec]
        pieces.append("}")
    return "".join(pieces)
