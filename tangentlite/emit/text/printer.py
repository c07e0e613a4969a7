"""The printer: gast trees to Python source, the same on every supported Python."""

from __future__ import annotations

import warnings
from collections.abc import Sequence

import gast

from tangentlite.emit.text.definition_text import Definitions
from tangentlite.emit.text.expression_text import Expressions
from tangentlite.emit.text.linebreak import INDENT
from tangentlite.emit.text.pattern_text import Patterns
from tangentlite.emit.text.statement_text import End, Statements

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)  # astor looks at ast.Num
    from astor.code_gen import SourceGenerator
    from astor.op_util import Precedence, precedence_data, symbol_data


def print_function(tree: gast.FunctionDef) -> str:
    """Return the source of a function.

    Raises ValueError for asynchronous code, an inf or NaN constant, and nodes that are
    not Python's.

    >>> print(print_function(gast.parse("def f(x): return -(2.0*x)").body[0]), end="")
    def f(x):
        return -(2.0 * x)
    """
    return print_statements([tree])


def print_with_positions(tree: gast.FunctionDef) -> tuple[str, list[End]]:
    """Return a function's source, and each statement's last line and position.

    >>> print_with_positions(gast.parse("def f(x):\\n\\n  return x").body[0])
    ('def f(x):\\n    return x\\n', [(1, 1, ()), (2, 3, ())])
    """
    generator = _Generator(0)
    generator.sequence([tree])
    return "".join([f"{line}\n" for line in generator.result]), generator.ends


def print_statements(body: Sequence[gast.stmt], indent: int = 0) -> str:
    """Return the source of statements, indented `indent` times.

    Raises ValueError as `print_function` does.

    >>> print_statements(gast.parse("(a, b) = (b, a)").body, indent=1)
    '    a, b = b, a\\n'
    """
    generator = _Generator(indent)
    generator.sequence(body)
    return "".join([f"{line}\n" for line in generator.result])


def print_expression(node: gast.expr) -> str:
    """Return the source of an expression, on one line whatever its length.

    A tuple has its parentheses. Raises ValueError as `print_function` does.

    >>> print_expression(gast.parse("(-2.0)**(x[(1)])", mode="eval").body)
    '(-2.0) ** x[1]'
    """
    return str(_Generator(0).at_least(_Generator.TEST, node))


# astor's tables have ast's classes as keys.
_OPERATORS = {
    getattr(gast, kind.__name__): kind
    for kind, symbol in symbol_data.items()
    if kind is not None and symbol
}


class _Generator(Definitions, SourceGenerator):
    """astor's traversal and precedences, with other visitors.

    astor itself marks nodes with the precedence around them, wraps lines after it has
    written them, and knows ast's operators only. Here trees are not modified.
    """

    YIELD, TUPLE, TEST = Precedence.Yield, Precedence.Tuple, Precedence.Lambda
    DISJUNCTION, UNION = Precedence.Or, Precedence.BitOr
    NEGATION, EXPONENT = Precedence.USub, Precedence.PowRHS
    PRIMARY = Precedence.highest
    symbols = {kind: symbol_data[operator] for kind, operator in _OPERATORS.items()}
    levels = {kind: precedence_data[operator] for kind, operator in _OPERATORS.items()}
    levels |= {
        gast.NamedExpr: 0,
        gast.Yield: Precedence.Yield,
        gast.YieldFrom: Precedence.Yield,
        gast.Lambda: Precedence.Lambda,
        gast.IfExp: Precedence.Lambda,
        gast.Compare: Precedence.Eq,
    }

    def __init__(self, indent: int) -> None:
        super().__init__(INDENT)
        self.indentation = indent
        self.ends = []
        self.inner = []

    def visit(self, node: gast.AST) -> str:
        handler = _HANDLERS.get(type(node))
        if handler is None:
            raise ValueError(f"{type(node).__name__} cannot be printed")
        return handler(self, node)


_HANDLERS = {
    getattr(gast, name.removeprefix("visit_")): handler
    for visitors in (Expressions, Patterns, Statements, Definitions)
    for name, handler in vars(visitors).items()
    if name.startswith("visit_")
} | {
    kind: getattr(SourceGenerator, f"visit_{kind.__name__}")
    for kind in (gast.Pass, gast.Break, gast.Continue, gast.Global, gast.Nonlocal)
}
