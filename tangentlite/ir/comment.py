"""Comments in syntax trees, which are represented by constants."""

from __future__ import annotations


class Comment(str):
    """A comment's text without `#`, as the value of an `Expr(Constant(...))`.

    It is a string and not a node class, as gast drops unknown classes.
    """

    __slots__ = ()
