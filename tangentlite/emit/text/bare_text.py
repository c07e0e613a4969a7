"""Source without its comments and layout, which is the same if it does the same."""

from __future__ import annotations

import ast
import io
import textwrap
import tokenize
from collections.abc import Sequence


def program_of(text: str) -> str:
    r"""Return what a text does, whatever its layout, annotations and docstrings are.

    All versions of Python agree upon it. Annotations in classes count, as dataclasses
    read them. A text that cannot be parsed is as `bare_source` has it.

    >>> program_of("x: float = (-y)  # minus")
    "Assign(targets=[Name(id='x')], value=UnaryOp(op=USub(), operand=Name(id='y')))"
    >>> one, other = "f(\n    'a',\n)", 'f("a")'
    >>> program_of(one) == program_of(other)
    True
    """
    try:
        tree = ast.parse(textwrap.dedent(text.expandtabs()))
    except SyntaxError:
        return bare_source(text)
    return "\n".join(_written(node) for node in tree.body if not _says_nothing(node))


def _written(node: object, in_class: bool = False) -> str:
    if isinstance(node, list):
        kept = (item for item in node if not _says_nothing(item, in_class))
        return f"[{', '.join(_written(item, in_class) for item in kept)}]"
    if not isinstance(node, ast.AST):
        return repr(node)
    kind, fields = type(node), dict(ast.iter_fields(node))
    if isinstance(node, ast.AnnAssign) and not in_class:
        kind, fields = ast.Assign, {"targets": [node.target], "value": node.value}
    left_out = _LEFT_OUT - {"annotation"} if kind is ast.AnnAssign else _LEFT_OUT
    parts = ", ".join(
        f"{name}={_written(value, kind is ast.ClassDef)}"
        for name, value in fields.items()
        if name not in left_out and (kind is ast.Constant or value not in (None, []))
    )
    return f"{kind.__name__}({parts})"


# Of the grammar: annotations, and what follows from the place or differs by version.
_LEFT_OUT = {"annotation", "returns", "type_comment", "type_params", "ctx", "kind"}


def _says_nothing(node: object, in_class: bool = False) -> bool:
    """Whether it is a string that stands alone, or an annotation outside of classes."""
    if isinstance(node, ast.Expr):
        value = node.value
        return isinstance(value, ast.Constant) and isinstance(value.value, str)
    return isinstance(node, ast.AnnAssign) and node.value is None and not in_class


def statement_at(lines: Sequence[str], number: int) -> str:
    """Return the statement at the index of a line, of one with a body its head.

    >>> print(statement_at(["def f(x):", "    return g(", "        x)  # x"], 1))
    return g(
        x)
    """
    try:
        tree = ast.parse(textwrap.dedent("\n".join(lines).expandtabs()))
    except SyntaxError:
        return bare_source(lines[number])
    first, last = number, number
    for node in ast.walk(tree):  # inner ones follow
        if isinstance(node, ast.stmt) and node.end_lineno is not None:
            if node.lineno <= number + 1 <= node.end_lineno:
                body = getattr(node, "body", None)
                end = body[0].lineno - 1 if body else node.end_lineno
                if number < end:
                    first, last = node.lineno - 1, max(end - 1, node.lineno - 1)
    return bare_source("\n".join(lines[first : last + 1]))


def bare_source(text: str) -> str:
    r"""Return the text of a function without comments, empty lines and indentation.

    Nor has it docstrings, and other strings that are statements.

    >>> bare_source("    def f(x):\n        # twice\n\n        return 2 * x  # x\n")
    'def f(x):\n    return 2 * x'
    >>> bare_source("a = '# no comment'  # one")
    "a = '# no comment'"
    >>> bare_source("def f(x):\n    'Twice.'\n    return 2 * x")
    'def f(x):\n    return 2 * x'
    """
    lines = textwrap.dedent(text.expandtabs()).splitlines()
    ends: dict[int, int] = {}
    covered: set[int] = set()
    statement: list[tokenize.TokenInfo] = []
    try:
        for token in tokenize.generate_tokens(io.StringIO("\n".join(lines)).readline):
            if token.type == tokenize.COMMENT:
                ends[token.start[0]] = token.start[1]
            elif token.type not in _LAYOUT:
                statement.append(token)
            elif token.type != tokenize.NL:
                covered |= _lines(statement)
                statement = []
    except (tokenize.TokenError, IndentationError):
        covered.update(range(1, len(lines) + 1))  # a part of a statement
    kept = [(n, line) for n, line in enumerate(lines, 1) if n in covered]
    return "\n".join(
        line[: ends[n]].rstrip() if n in ends else line for n, line in kept
    )


def _lines(statement: list[tokenize.TokenInfo]) -> set[int]:
    """Return the lines of a statement, none of a string that stands alone."""
    if all(token.type == tokenize.STRING for token in statement):
        return set()
    return {
        line for token in statement for line in range(token.start[0], token.end[0] + 1)
    }


_LAYOUT = (
    tokenize.NL,
    tokenize.NEWLINE,
    tokenize.INDENT,
    tokenize.DEDENT,
    tokenize.ENDMARKER,
)
