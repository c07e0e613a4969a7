"""What commands print: to a terminal in colours, to a file, as a table."""

from __future__ import annotations

import os
import sys
from collections.abc import Container, Sequence
from pathlib import Path

from tangentlite.command.user_modules import NoAnswer


def write_source(text: str, output: Path | None) -> None:
    """Write Python to a file, or print it."""
    if output is None:
        print_text(coloured(text))
    else:
        write_file(text, output)


def write_file(text: str, output: Path) -> None:
    """Write a text to the file that -o names; raises NoAnswer if that cannot be."""
    try:
        output.write_text(text, encoding="utf-8")
    except OSError as error:
        raise NoAnswer(f"-o {output}: {error.strerror}") from None


def print_refusal(error: Exception) -> None:
    """Print why there is no answer to the standard error stream.

    Advice that is for programs is given as options, too.
    """
    print(error, *getattr(error, "__notes__", ()), sep="\n", file=sys.stderr)
    if "function with a real scalar result" in str(error):
        advice = "On the command line: --mode vjp or --mode forward."
        print(advice, file=sys.stderr)


def print_text(text: str) -> None:
    """Print a text as it is; a reader that has closed the pipe is no error."""
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader has closed the pipe; the flush at exit must not fail.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def has_colours() -> bool:
    """Whether what is printed goes to a terminal that shows colours."""
    plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    return sys.stdout.isatty() and not plain


def coloured(text: str, lexer: str = "python") -> str:
    """Highlight a text for a terminal, if Pygments is installed."""
    if not has_colours():
        return text
    try:
        from pygments import highlight
        from pygments.formatters import TerminalFormatter
        from pygments.lexers import get_lexer_by_name
    except ImportError:
        return text
    return highlight(text, get_lexer_by_name(lexer), TerminalFormatter())


def table(rows: Sequence[Sequence[str]], left: Container[int] = (0,)) -> str:
    """Return rows in columns, of which some are set to the left.

    >>> print(table([("line", "ms"), ("1", "10.5")]), end="")
    line    ms
    1     10.5
    """
    widths = [max(map(len, column)) for column in zip(*rows)]
    lines = []
    for row in rows:
        cells = [
            cell.ljust(width) if place in left else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(row, widths))
        ]
        lines.append("  ".join(cells).rstrip() + "\n")
    return "".join(lines)
