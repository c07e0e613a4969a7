"""Tests in saved functions that numbers are of the kind that their text is for."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from typing import Any

import gast
import numpy as np

from tangentlite.emit.saved.known_statements import WITH_END, bound_in, with_first
from tangentlite.emit.text.printer import print_statements
from tangentlite.kinds.kind import Array, ListOf, Scalar, Structure
from tangentlite.kinds.objects.user_objects import MAPPINGS, has_items, is_record

Numbers = tuple[tuple[str, str, str, bool], ...]


def numbers_in(kinds: Mapping[str, object]) -> Numbers:
    """Return which arguments hold numbers: their names, what reads them, and dtypes.

    The last item of each is whether it is an array.

    >>> kinds = {"x": Array("float32", (3,)), "p": ListOf(Scalar("float64"))}
    >>> numbers_in(kinds)
    (('x', 'x', 'float32', True), ('p', '*p', 'float64', False))
    """
    return tuple(
        (name, *found) for name, kind in kinds.items() for found in _leaves(name, kind)
    )


def with_number_tests(text: str, numbers: Numbers, names: dict[str, object]) -> str:
    """Return the text of functions of which the last one checks what numbers it gets.

    Arrays that a text makes are like its arguments, so that fractions would be cut off
    where integers are given for floats. Of single numbers that is asked only where
    arrays are written, as it makes no difference otherwise. What it calls for that is
    added to `names`.

    >>> text = 'def f(x):\\n    return x\\n'
    >>> print(with_number_tests(text, (('x', 'x', 'float64', True),), {}), end='')
    def f(x):
        if np.asarray(x).dtype.kind != "f":
            raise TypeError("x must hold floats: give np.asarray(x, float)")
        return x
    """
    grouped: dict[tuple[str, str], list[tuple[str, str]]] = {}
    writes = _writes_arrays(text)
    for name, read, dtype, is_array in numbers:
        kind = np.dtype(dtype).kind
        if kind in _HELD and (is_array or writes):
            grouped.setdefault((name, _HELD[kind][0]), []).append((read, dtype))
    if not grouped:
        return text
    spelled, taken = "np", set(bound_in(ast.parse(text)))
    while names.get(spelled, np) is not np or (
        spelled in taken and f"import numpy as {spelled}\n" not in text
    ):
        spelled += "_"
    names[spelled] = np
    tests = []
    for (name, kinds), found in grouped.items():
        tests += _test(name, kinds, found, spelled)
    return with_first(text, tests)


# By the kind of a dtype: which kinds will do, what that is called, and how it is made.
_HELD = {
    "f": ("f", "floats", "float"),
    "c": ("c", "complex numbers", "complex"),
    "i": ("iu", "integers", "int"),
    "u": ("iu", "integers", "int"),
    "b": ("b", "flags", "bool"),
}


def _writes_arrays(text: str) -> bool:
    """Whether a text writes into arrays, or makes some that are like others."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store):
            return True
        if isinstance(node, ast.Attribute) and node.attr.endswith("_like"):
            return True
        if isinstance(node, ast.keyword) and node.arg in ("out", "dtype"):
            return True
    return False


def _test(name: str, kinds: str, found: list[tuple[str, str]], np_: str) -> list[str]:
    """Return the lines that test what is read from one argument."""
    _, called, made = _HELD[kinds[0]]
    differs = f'!= "{kinds}"' if len(kinds) == 1 else f'not in "{kinds}"'
    reads = [read for read, _ in found]
    if reads == [name]:
        dtypes = {dtype for _, dtype in found} - {"float64", "complex128", "int64"}
        dtype = f"{np_}.{dtypes.pop()}" if dtypes and kinds != "b" else made
        test = f"{np_}.asarray({name}).dtype.kind {differs}"
        advice = f"give {np_}.asarray({name}, {dtype})"
        message = f"{name} must hold {called}: {advice}"
    else:
        one = "value" if name != "value" else "one"
        of = f"({', '.join(reads)}{',' * (len(reads) == 1)})"
        test = f"any({np_}.asarray({one}).dtype.kind {differs} for {one} in {of})"
        shown = ", ".join(read.lstrip("*") for read in reads[:3])
        shown += f" and {len(reads) - 3} others" if len(reads) > 3 else ""
        shown = shown.replace('"', "'")
        message = f"{shown} must hold {called}, as {np_}.asarray(..., {made}) does"
    lines = [f"    if {test}:\n", f'        raise TypeError("{message}")\n']
    if max(map(len, lines)) <= WITH_END:
        return lines
    tree = gast.parse("".join(lines).replace("    ", "", 1))
    return print_statements(tree.body, 1).splitlines(keepends=True)


def _leaves(read: str, kind: Any) -> Iterator[tuple[str, str, bool]]:
    """Yield what reads the numbers in an argument, their dtypes, and what are arrays.

    Those in lists of containers are left out, and those at keys that are no literals.
    """
    if isinstance(kind, (Array, Scalar)):
        known = getattr(kind, "value", None) is not None
        if not known and getattr(kind, "library", None) is None:
            is_array = isinstance(kind, Array) and kind.shape != ()
            yield read, str(kind.dtype or "float64"), is_array
    elif isinstance(kind, ListOf):
        columns = kind.item if type(kind.item) is tuple else (kind.item,)
        for place, item in enumerate(columns):
            if isinstance(item, (Array, Scalar)):
                row = f"*(row[{place}] for row in {read})"
                own = row if type(kind.item) is tuple else f"*{read}"
                yield own, str(item.dtype or "float64"), isinstance(item, Array)
    elif isinstance(kind, Structure) and kind.type not in (set, frozenset, slice):
        of_items = has_items(kind.type) and not is_record(kind.type)
        of_items = of_items or issubclass(kind.type, MAPPINGS)
        for key, item in zip(kind.keys, kind.items):
            if of_items and isinstance(key, (str, int, float, tuple)):
                yield from _leaves(f"{read}[{_literal(key)}]", item)
            elif not of_items and isinstance(key, str):
                yield from _leaves(f"{read}.{key}", item)


def _literal(key: object) -> str:
    return f'"{key}"' if isinstance(key, str) and key.isidentifier() else repr(key)
