"""The walk of a primal: repeated until it copies all arguments that it writes."""

from __future__ import annotations

import types
from collections.abc import Callable, Collection, Iterable
from dataclasses import replace

import gast
import numpy as np

from tangentlite import errors, runtime
from tangentlite.builder.arguments import ArgumentKinds
from tangentlite.builder.builder import Builder
from tangentlite.builder.memory.aliasing import kept_and_written, laid_out
from tangentlite.ir import build
from tangentlite.ir.function import Function
from tangentlite.ir.rewrite import Block, binds, blocks, reads
from tangentlite.modes.aliased import cut_fractions
from tangentlite.modes.aliased.pointers import written_arguments
from tangentlite.specialize import program
from tangentlite.specialize.functions import local_derivatives, lru_cache
from tangentlite.specialize.functions.recursion import written_arrays
from tangentlite.specialize.state.restart import Assumptions
from tangentlite.values.base import Value
from tangentlite.values.structure import atoms, parts


def walked(
    primal: types.FunctionType,
    kinds: ArgumentKinds,
    reserved: Iterable[str],
    called: dict[object, bool],
    same: Iterable[tuple[str, str]] = (),
    exact: bool = False,
    checkpoints: bool = False,
    of_library: bool = False,
) -> tuple[Builder, Value]:
    """Walk a function; once more if it writes arguments, which are copied then.

    Functions that are found to be `called` often are not expanded. `checkpoints` are
    for a reversal. Arguments may be arrays `of_library`, of another than NumPy.
    """
    assumed = Assumptions(
        exact, called=called, checkpoints=checkpoints, of_library=of_library
    )
    while True:
        b, result = program.walk(primal, kinds, assumed, reserved, same)
        if _lists_see_writes(b):
            assumed = replace(b.assumed, appended=None)
            continue
        b.memory.laid_out = laid_out(b, b.block)
        copied = b.assumed.copied
        written = written_arguments(b, result) - copied
        if not written:
            b.report.writes = _written_parameters(b, copied)
            local_derivatives.require_unwritten(b)
            written_arrays.require_still_apart(b)
            _require_in_scope(b, result)
            cut_fractions.require_none(b, _all_blocks(b))
            lru_cache.require_unwritten(b)
            return b, result
        copy = runtime.copy_as_it_lies if b.memory.laid_out else np.copy
        assumed = replace(b.assumed, copied=copied | written, copy=copy)


def _lists_see_writes(b: Builder) -> bool:
    """Whether the function writes arrays that it has appended to lists from outside.

    Raises if a list is too long to be known item by item.
    """
    found = kept_and_written(b, _all_blocks(b), runtime.append_to)
    if found is not None and not b.assumed.appended:
        b.line = found.lineno
        raise b.error(
            "this appends an array, which the function writes, to a long list; that "
            "is not supported yet.",
            "Append a copy: x.copy().",
        )
    return found is not None


def _all_blocks(b: Builder) -> list[Block]:
    """Return the program, and its functions."""
    return [b.block, *(callee.block for callee in b.functions.callees.values())]


def _written_parameters(b: Builder, copied: frozenset[str]) -> tuple[str, ...]:
    """Return the parameters whose arguments are written, or their items."""
    changed = {cell for cell in b.outside.changeable if cell.contents != cell.first}
    found = [
        name
        for name, value in b.outside.held.items()
        if changed.intersection(parts(value))
        or copied.intersection(str(a.name) for a in atoms(b.outside.inputs[name]))
    ]
    return tuple(found or b.outside.held) if changed or copied else ()


def _require_in_scope(b: Builder, result: Value) -> None:
    """Raise if the walk has let one path read what another one binds: our mistake.

    A derivative would take that for a constant.
    """
    known = b.phis.joined.union(b.parameters, b.references.objects, b.references.cells)
    block = [
        *b.outside.entry,
        *b.block,
        *(build.effect(atom.node) for atom in atoms(result)),
    ]
    local = {name for name in b.kinds if name.isidentifier()}
    found = out_of_scope(block, local, known)
    if found is not None:
        name, statement = found
        b.line = getattr(statement, "lineno", b.line)
        raise b.error(
            f"{b.base_of(name)} is made on one path and read on another, which this "
            "program was taken to do by mistake.",
            "Please report it, with the function.",
        )


def with_calls_if_possible(
    make: Callable[[dict[object, bool]], tuple[Builder, Function]],
) -> tuple[Builder, Function]:
    """Make a program that calls the functions which are called often, if that works.

    A function that changes its arguments is expanded instead. `make` is told which are
    `called`. Where nothing works the first error is raised, of the program with calls.
    """
    called: dict[object, bool] = {}
    first: errors.UnsupportedError | None = None
    while True:
        try:
            return make(called)
        except errors.UnsupportedError as error:
            first = first or error
            if not any(called.values()):
                if first is error:
                    raise
                raise first from first.__cause__
            called = dict.fromkeys(called, False)


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
