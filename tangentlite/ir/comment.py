"""The text of a comment, which travels through the tree as a constant."""

from __future__ import annotations


class Comment(str):
    """A comment's text without `#`, kept in an `Expr(Constant(...))`.

    It is a string and no node class, because gast drops classes that it does not know.
    """

    __slots__ = ()
