"""Modules that the generated code imports, as it reads their data when it runs."""

from __future__ import annotations

import sys
from collections.abc import Mapping

from tangentlite.builder.builder import Builder


def alias_of(b: Builder, module: str, namespace: Mapping[str, object]) -> str:
    """Return the alias of a module that the generated code imports.

    Raises where its name leads to another module or to none: that of a file that
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
