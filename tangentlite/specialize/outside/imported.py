"""Modules that a text imports, as it reads data of theirs when it runs."""

from __future__ import annotations

import sys
from collections.abc import Mapping

from tangentlite.builder.builder import Builder


def alias_of(b: Builder, module: str, namespace: Mapping[str, object]) -> str:
    """Return the name by which a text reads what a module holds, importing it.

    It raises where that name leads to another module or to none: that of a file that
    `runpy` has run, or of one that was loaded without an entry in `sys.modules`.
    """
    known = sys.modules.get(module)
    if known is None or vars(known) is not namespace:
        raise b.error(
            f"this reads data of the module {module}, which cannot be imported.",
            f"Put it into sys.modules under the name {module!r}, or hand the data over "
            "as an argument.",
        )
    return b.references.alias(module, None, module.rsplit(".", 1)[-1])
