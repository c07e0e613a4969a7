"""Check that names of a core program are read only where they are bound."""

from __future__ import annotations

from collections.abc import Collection

import gast

from tangentlite.ir.rewrite import Block, binds, blocks, reads


def out_of_scope(
    block: Block, local: Collection[str], known: Collection[str]
) -> tuple[str, gast.stmt] | None:
    """Return a name that is read where only another path binds it, and the statement.

    `known` are bound before the block, or are phis, which may be read on all paths. Any
    other name that is `local` may be read in the block that binds it, and in its inner
    blocks. None is returned if all reads are valid.

    >>> block = gast.parse('if a:\\n    y = a\\nz = y').body
    >>> out_of_scope(block, {'a', 'y', 'z'}, {'a'})[0]
    'y'
    >>> out_of_scope(block, {'a', 'y', 'z'}, {'a', 'y'})
    """
    visible = set(known)
    for statement in block:
        for name in reads(statement):
            if name in local and name not in visible:
                return name, statement
        if isinstance(statement, gast.FunctionDef):
            continue
        visible.update(binds(statement))
        for part in blocks(statement):
            found = out_of_scope(part, local, visible)
            if found is not None:
                return found
    return None
