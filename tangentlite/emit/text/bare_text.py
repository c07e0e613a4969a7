"""Source without its comments, which is the same if it does the same."""

from __future__ import annotations

import io
import textwrap
import tokenize


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
