"""The choice between lists of any length and structures of individual items."""

from __future__ import annotations

from tangentlite.kinds.kind import Kind, ListOf, Scalar, kind_of

# A longer list or tuple is a list of any length.
MAX_ITEMS = 64


def is_told_apart(value: list | tuple, name: str = "") -> bool:
    """Whether an argument that is a list or tuple becomes a structure of its items.

    A table does not: a list of numbers, or of equally long tuples of numbers.

    >>> is_told_apart([(1, 0.5), (2, 0.4)]), is_told_apart([[1.0], [2.0]])
    (False, True)
    """
    if len(value) > MAX_ITEMS:
        return False
    return type(value) is tuple or not _is_table(kind_of(value, name))


def has_rows(value: list | tuple) -> bool:
    """Whether a list is a table of rows.

    >>> has_rows([(1, 0.5), (2, 0.4)]), has_rows([1.0, 0.5])
    (True, False)
    """
    if is_told_apart(value):
        return False
    return isinstance(getattr(kind_of(value), "item", None), tuple)


def _is_table(kind: Kind) -> bool:
    if not isinstance(kind, ListOf):
        return False
    columns = kind.item if type(kind.item) is tuple else (kind.item,)
    return all(isinstance(column, Scalar) for column in columns)
