"""Constructors of text pieces: plain strings where no line break can be needed."""

from __future__ import annotations

from collections.abc import Iterable

from tangentlite.emit.text.linebreak import Bracketed, Chain, Joined, Listing

_LONG = 40  # characters from which a name or string may get parentheses to fit
_SHORT = 8  # characters up to which a content in brackets is not worth a line


def content(items: Iterable[str]) -> str:
    """Return the content of brackets: nothing, one item, or several with commas."""
    pieces = tuple(items)
    if len(pieces) > 1:
        return Listing(*pieces)
    return pieces[0] if pieces else ""


def bracketed(opening: str, inside: str, closing: str) -> str:
    """Return a content in brackets."""
    if len(inside) <= _SHORT and type(inside) is str:
        return opening + inside + closing
    return Bracketed(opening, inside, closing)


def beside(*parts: str) -> str:
    """Return the concatenation of parts."""
    for part in parts:
        if type(part) is not str:
            return Joined(*parts)
    return "".join(parts)


def linked(value: str, link: str) -> str:
    """Return a value with an attribute, a subscript or the arguments of a call."""
    if type(value) is str and type(link) is str and len(value) + len(link) < _LONG:
        return value + link
    return Chain(*(value.parts if type(value) is Chain else (value,)), link)


def atom(text: str) -> str:
    """Return a literal, which may get parentheses if it is long."""
    return text if len(text) < _LONG else Chain(text)
