"""Python source that shows as text in a prompt, and in colours in a notebook."""

from __future__ import annotations

import ast
import html
from collections.abc import Iterator
from typing import Any

from tangentlite.runtime import loop_helpers
from tangentlite.view.highlighted_lines import highlighted_lines


class SourceText(str):
    """Python source: a string, shown with its lines and, in a notebook, highlighted.

    >>> SourceText("y = x\\n")
    y = x
    """

    __slots__ = ()

    def __repr__(self) -> str:
        """Return the text itself, as it is read and not typed."""
        return self.rstrip("\n")

    def __reduce__(self) -> tuple[type, tuple[str]]:
        """Reduce to a plain string."""
        return str, (str(self),)

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text(repr(self))

    def _repr_html_(self) -> str:
        return highlighted(self)


def highlighted(text: str) -> str:
    """Return Python source as HTML in colours, helpers of compiled loops folded.

    >>> print(highlighted("x < 1"))  # doctest: +ELLIPSIS
    <style>...</style>
    <div class="tangentlite-source"><pre>x &lt; <b class="num">1</b></pre></div>
    """
    lines = text.rstrip("\n").split("\n")
    rows = highlighted_lines(lines)
    parts, place = [], 0
    for names, first, end in _helpers(text):
        parts += [_block(rows[place:first]), _folded(names, rows[first:end])]
        place = end
    parts.append(_block(rows[place:]))
    return (
        f"<style>{_STYLE}</style>\n"
        f'<div class="tangentlite-source">{"".join(parts)}</div>'
    )


# Each colour is mixed with that of the page's text, dark on light pages and light on
# dark ones: notebooks and pages made of them do not tell a frame which they are.
_STYLE = """
.tangentlite-source { overflow-x: auto; text-align: left; }
.tangentlite-source pre, .tangentlite-name {
  font-family: var(--jp-code-font-family, ui-monospace), SFMono-Regular, Menlo,
    Consolas, "DejaVu Sans Mono", monospace;
}
.tangentlite-source pre {
  color: inherit; background: none; border: 0; margin: 0.4em 0; padding: 0;
  font-size: 0.9em; line-height: 1.4; white-space: pre;
}
.tangentlite-source b { font-weight: 400; color: inherit; }
.tangentlite-source b.key { color: color-mix(in srgb, currentColor 40%, #b43cc4); }
.tangentlite-source b.num { color: color-mix(in srgb, currentColor 40%, #1f85e0); }
.tangentlite-source b.str { color: color-mix(in srgb, currentColor 40%, #23a050); }
.tangentlite-source b.com {
  color: color-mix(in srgb, currentColor 55%, #808a99); font-style: italic;
}
.tangentlite-source summary { cursor: pointer; font-size: 0.9em; opacity: 0.8; }
"""


def _block(rows: list[str]) -> str:
    return f"<pre>{chr(10).join(rows).strip(chr(10))}</pre>" if any(rows) else ""


def _folded(names: list[str], rows: list[str]) -> str:
    summary = html.escape(f"helpers: {', '.join(names)}")
    return f"<details><summary>{summary}</summary>{_block(rows)}</details>"


def _helpers(text: str) -> Iterator[tuple[list[str], int, int]]:
    """Yield the names of helpers that follow each other, and which lines they are."""
    try:
        tree = ast.parse(text)
    except SyntaxError:  # a part of a program
        return
    names: list[str] = []
    first = end = 0
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and node.name in _OWN:
            if not names:
                first = min([node.lineno, *(d.lineno for d in node.decorator_list)]) - 1
            names.append(node.name)
            end = node.end_lineno or node.lineno
        elif names:
            yield names, first, end
            names = []
    if names:
        yield names, first, end


_OWN = {
    name
    for name, value in vars(loop_helpers).items()
    if getattr(value, "__module__", "") == loop_helpers.__name__
}
