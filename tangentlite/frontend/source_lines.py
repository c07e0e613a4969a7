"""The source lines of a function, found by its code object."""

from __future__ import annotations

import ast
import inspect
import linecache
import re
import textwrap
import types
from collections.abc import Sequence

from tangentlite.frontend.changed import is_of
from tangentlite.ir.fact_cache import once


def lines_of(code: types.CodeType) -> tuple[list[str], int]:
    """Return the lines of a function's definition, and the number of the first.

    The same as `inspect.getsourcelines`, which is slower: it searches all modules and
    tokenizes the text. For a lambda the line where it starts. Raises OSError if there
    is no file.

    >>> lines, first = lines_of(lines_of.__code__)
    >>> lines[0], lines[-1]
    ('def lines_of(code: types.CodeType) -> tuple[list[str], int]:\\n', \
'    return inspect.getsourcelines(code)\\n')
    """
    lines = linecache.getlines(code.co_filename)
    start = code.co_firstlineno - 1
    if code.co_name == "<lambda>" and start < len(lines):
        return lines[start : start + 1], code.co_firstlineno
    found = lines[start : _end(lines, start)]
    if found and _is_definition("".join(found)):
        return found, code.co_firstlineno
    return inspect.getsourcelines(code)


def code_of(function: types.FunctionType) -> types.CodeType:
    """Return a function's code, with the file of its module if it names none.

    A pickler that sends functions by value may drop the file of their code (cloudpickle
    since 3.1.3), but not `__file__` of their modules.

    >>> sent = code_of.__code__.replace(co_filename="<dynamic-code>")
    >>> moved = types.FunctionType(sent, globals())
    >>> code_of(moved).co_filename == code_of.__code__.co_filename
    True
    """
    code = function.__code__
    filename = function.__globals__.get("__file__")
    if linecache.getlines(code.co_filename) or not isinstance(filename, str):
        return code
    return code.replace(co_filename=filename) if is_of(code, filename) else code


_START = re.compile(r"\s*(@|def\s|async\s+def\s)")


def _end(lines: Sequence[str], start: int) -> int:
    """Return the end of lines that look like a function: the next is not indented."""
    if start >= len(lines) or not _START.match(lines[start]):
        return start
    indent = _indent(lines[start])
    place = start
    while place < len(lines) and lines[place].lstrip().startswith("@"):
        place += 1
    end = place = place + 1
    while place < len(lines):
        text = lines[place].strip()
        if text and not text.startswith("#"):
            if _indent(lines[place]) <= indent and text[0] not in ")]}":
                break
            end = place + 1
        place += 1
    return end


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _is_definition(text: str) -> bool:
    """Whether a text parses as one definition, not cut in a string or bracket."""
    try:
        found = parsed_at_margin(text).body
    except SyntaxError:
        return False
    return len(found) == 1 and isinstance(found[0], _DEFINITIONS)


def parsed_at_margin(text: str) -> ast.Module:
    """Return the syntax tree of a text, moved to the margin; raises SyntaxError.

    Comments may stand left of it.

    >>> tree = parsed_at_margin("    if x:\\n# here\\n        f()")
    >>> tree.body[0].body[0].lineno, tree.body[0].body[0].col_offset
    (3, 4)
    """
    moved = textwrap.dedent(text)
    if not moved[:1].isspace():
        return parsed(moved)
    tree = ast.parse(f"if True:\n{text}")
    indent = _indent(text.splitlines()[0])
    block = tree.body[0]
    assert isinstance(block, ast.If)
    for node in ast.walk(tree):
        if isinstance(node, (ast.expr, ast.stmt, ast.arg, ast.keyword, ast.alias)):
            node.col_offset = max(node.col_offset - indent, 0)
            node.end_col_offset = max((node.end_col_offset or 0) - indent, 0)
    return ast.increment_lineno(ast.Module(block.body, []), -1)


@once
def parsed(text: str) -> ast.Module:
    """Return the syntax tree of a text; raises SyntaxError."""
    return ast.parse(text)


_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
