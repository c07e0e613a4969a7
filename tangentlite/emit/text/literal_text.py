"""The text of constants and f-strings, the same on every version of Python."""

from __future__ import annotations

import cmath
from collections.abc import Iterator, Sequence
from unicodedata import ucd_3_2_0

import gast


def literal(value: object) -> str:
    """Return a constant as Python source; raise ValueError if it has no literal.

    >>> literal("it's")
    '"it\\'s"'
    """
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


def replacement_fields(values: Sequence[gast.expr]) -> Iterator[gast.expr]:
    """Yield the expressions in an f-string, in textual order."""
    for value in values:
        if isinstance(value, gast.FormattedValue):
            yield value.value
            if value.format_spec is not None:
                yield from replacement_fields(value.format_spec.values)


def template(values: Sequence[gast.expr], quote: str, fields: Iterator[str]) -> str:
    """Return the content of an f-string; `fields` yields the texts of its fields."""
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
            spec = template(value.format_spec.values, quote, fields)
            if "{{" in spec or "}}" in spec:
                raise ValueError("a format specification with braces cannot be printed")
            pieces += [":", spec]
        pieces.append("}")
    return "".join(pieces)


def _escaped(text: str, quote: str) -> str:
    """Return the text between quotes; characters of newer Unicode are escaped."""
    text = text.replace("\\", "\\\\").replace(quote, f"\\{quote}")
    if text.isascii() and text.isprintable():
        return text
    return "".join(
        character if _is_shown(character) else ascii(character)[1:-1]
        for character in text
    )


def _is_shown(character: str) -> bool:
    return character == " " or ucd_3_2_0.category(character)[0] in "LMNPS"
