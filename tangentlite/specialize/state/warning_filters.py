"""The filters of `warnings.catch_warnings`: of which statements they are around."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from tangentlite.values.base import Value

if TYPE_CHECKING:
    from tangentlite.builder.builder import Builder

COMPLEX = np.exceptions.ComplexWarning
# What has rules warns of nothing else of these classes: ragged lists are refused.
RARE = (COMPLEX, np.exceptions.VisibleDeprecationWarning)


@dataclass
class Filters:
    """What one `catch_warnings` does with warnings: ignores them, or raises some."""

    ignore: bool = False
    raised: set[type] = field(default_factory=set)


def around(b: Builder) -> list[Filters]:
    """Return the filters that are around what is walked, outermost first."""
    managers = [getattr(scope, "manager", None) for scope in b.control.scopes]
    found = [getattr(manager, "filters", None) for manager in managers]
    return [filters for filters in found if filters is not None]


def ignored(b: Builder) -> bool:
    """Whether warnings are ignored here."""
    return any(filters.ignore for filters in around(b))


def raises(b: Builder, category: type | None) -> bool:
    """Whether warnings of a class, None if it is not known, may be exceptions here."""
    return any(
        category is None or issubclass(category, raised)
        for filters in around(b)
        for raised in filters.raised
    )


def rare_error(action: Value, others: list) -> type | None:
    """Return the class of rare warnings that a filter makes exceptions, or None."""
    if not action.is_static or action.static_value() != "error":
        return None
    known = [value.static_value() for value in others if value.is_static]
    return next((value for value in known if value in RARE), None)
