"""Where the names of a core program have values."""

from __future__ import annotations

from collections.abc import Collection

import gast

from tangentlite.ir.rewrite import Block, binds, blocks, reads


def out_of_scope(
    block: Block, local: Collection[str], known: Collection[str]
) -> tuple[str, gast.stmt] | None:
    """Return a name, and the statement that reads it where only another path binds it.

    `known` are bound in front of the block, or by several paths, which other paths may
    read. Any other name that is `local` is read in the block that binds it, and in
    those inside of it. None is returned if all reads are like that.

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
