"""The text of a module that is shipped: it checks kinds and names the user's lines."""

from __future__ import annotations

import ast
import textwrap
from collections.abc import Iterator, Mapping
from typing import Any

import gast

from tangentlite.emit.saved.known_statements import (
    WITH_END,
    bound_in,
    free_name,
    with_first,
)
from tangentlite.emit.text.bare_text import statement_at
from tangentlite.emit.text.printer import print_statements
from tangentlite.ir.function import Source
from tangentlite.kinds.kind import Array, ListOf, Opaque, Scalar, Structure
from tangentlite.kinds.objects.user_objects import has_items, is_record
from tangentlite.runtime.functions.shipped_kinds import (
    naming_lines,
    require_items,
    require_kind,
)
from tangentlite.tracebacks.origins import lines_at

# What is asked of no argument, as it is tested otherwise or may be anything.
ANY = ...


def with_kind_tests(
    text: str, kinds: Mapping[str, object], names: dict[str, object]
) -> str:
    """Return the text of functions of which the last one checks its arguments' kinds.

    What it calls for that is added to `names`.

    >>> text = 'def f(x, n):\\n    return x\\n'
    >>> print(with_kind_tests(text, {'x': Array('float64', (1,))}, {}), end='')
    def f(x, n):
        require_kind(x, "float64[1]", "x")
        return x
    """
    taken = set(bound_in(ast.parse(text)))
    tests = []
    for name, kind in kinds.items():
        wanted = described(kind)
        if wanted is ANY:
            continue
        is_plain = isinstance(wanted, str) and not _is_loose(wanted)
        test: Any = require_kind if is_plain else require_items
        called = free_name(names, taken, test)
        tests += _call(f'{called}({name}, {_written(wanted)}, "{name}")')
    return with_first(text, tests)


def shape_facts(
    tangents: Mapping[str, str], kinds: Mapping[str, object], made: Any
) -> list[str]:
    """Return the conditions on shapes of tangents, by their primals, and cotangents.

    Others would broadcast to a wrong result.
    """
    arrays = [n for n, kind in kinds.items() if isinstance(kind, Array) and kind.shape]
    facts = [f"{n}.shape == {of}.shape" for n, of in tangents.items() if n in arrays]
    for part, sizes in made.given.expected:
        if isinstance(sizes, int):
            facts.append(f"len({part}) == {sizes}")
        else:
            comma = "," * (len(sizes) == 1)
            facts.append(f"{part}.shape == ({', '.join(sizes)}{comma})")
    return facts


def _call(text: str) -> list[str]:
    """Return the lines of a call, in double quotes if it fits on one line."""
    line = f"    {text}\n"
    if len(line) <= WITH_END:
        return [line]
    return print_statements(gast.parse(text).body, 1).splitlines(keepends=True)


def _is_loose(wanted: str) -> bool:
    """Whether it is a list, or an array of any rank or of sizes other than 1."""
    if wanted.startswith(("list of ", "(")):
        return True
    axes = wanted.partition("[")[2].rstrip("]").split(", ")
    return any(axis not in ("", "1", ":") for axis in axes)


def _written(wanted: object) -> str:
    """Return the expression for what is asked of an argument."""
    if isinstance(wanted, dict):
        pairs = (f"{_key(key)}: {_written(item)}" for key, item in wanted.items())
        return f"{{{', '.join(pairs)}}}"
    if isinstance(wanted, tuple):
        items = ", ".join(map(_written, wanted))
        return f"({items}{',' * (len(wanted) == 1)})"
    if isinstance(wanted, list):
        return f"[{', '.join(map(_written, wanted))}]"
    return "..." if wanted is ANY else f'"{wanted}"'


def _key(key: object) -> str:
    if isinstance(key, str) and '"' not in key and repr(key)[1:-1] == key:
        return f'"{key}"'
    return repr(key)


def described(kind: Any) -> Any:
    """Return what `require_items` asks of an argument of a kind.

    >>> described(Structure(tuple, (0, 1), (Scalar("float64"), Array("float32", (3,)))))
    ('float', 'float32[3]')
    """
    if isinstance(kind, Structure):
        return _of_structure(kind)
    if isinstance(kind, ListOf):
        return _of_list(kind.item)
    if isinstance(kind, Array):
        return ANY if kind.dtype is None else f"{kind.dtype}[{_axes(kind)}]"
    if isinstance(kind, Scalar):
        return ANY if kind.dtype is None else _of_scalar(kind)
    if isinstance(kind, Opaque) and kind.type is not None:
        return kind.type.__name__
    return ANY


def kinds_text(kinds: Mapping[str, Any]) -> str:
    """Return the kinds of parameters as a comment has them.

    >>> kinds_text({'x': Array('float64', (3, 1)), 'n': Scalar('int64', True)})
    'x: float64[3, 1], n: int'
    >>> from tangentlite.values.base import Known
    >>> kinds_text({'method': Known('fast')})
    "method: 'fast'"
    """
    found = (
        (name, repr(kind.value) if hasattr(kind, "static_value") else described(kind))
        for name, kind in kinds.items()
    )
    return ", ".join(
        f"{name}: {one if isinstance(one, str) else _written(one)}"
        for name, one in found
    )


def _axes(kind: Array) -> str:
    if kind.shape is None:
        return "..."
    return ", ".join(str(dim) if isinstance(dim, int) else ":" for dim in kind.shape)


_PYTHON = {"float64": "float", "complex128": "complex"}


def _of_scalar(kind: Scalar) -> str:
    if kind.weak:
        return "bool" if kind.dtype == "bool" else "int"
    return _PYTHON.get(str(kind.dtype), f"np.{kind.dtype}")


def _of_list(item: Any) -> Any:
    if isinstance(item, tuple):
        columns = [described(column) for column in item]
        plain = all(isinstance(one, str) and not _is_loose(one) for one in columns)
        return f"list of ({', '.join(columns)})" if plain else ANY
    wanted = ANY if item is None else described(item)
    return f"list of {wanted}" if isinstance(wanted, str) else ANY


def _of_structure(kind: Structure) -> Any:
    items = [described(item) for item in kind.items]
    if issubclass(kind.type, dict):
        return dict(zip(kind.keys, items))
    if kind.type is list:
        return items
    if issubclass(kind.type, tuple):
        return tuple(items)
    if has_items(kind.type) or is_record(kind.type) or not kind.keys:
        return kind.type.__name__
    if all(isinstance(key, str) for key in kind.keys):
        return {f".{key}": item for key, item in zip(kind.keys, items)}
    return kind.type.__name__


def with_lines(text: str, made: Any, names: dict[str, object]) -> str:
    """Return the text of functions whose errors name lines of the user's.

    `text` is that of a `pipeline.Generated` with lines added at the start of the last
    function; what it refers to for that is added to `names`. Compiled functions are
    left as they are.
    """
    if made.bind.loadable.compiled is not None:
        return text
    notes = dict(_notes(text, made))
    if not notes:
        return text
    function = [n for n in ast.parse(text).body if isinstance(n, ast.FunctionDef)][-1]
    first = min([function.lineno, *(one.lineno for one in function.decorator_list)])
    lines = "LINES"
    taken = set(bound_in(ast.parse(text)))
    while lines in taken or lines in names:
        lines += "_"
    names[lines] = {number - first: note for number, note in notes.items()}
    called = free_name(names, taken, naming_lines)
    return (
        f"{text.rstrip()}\n\n\n{function.name} = {called}({function.name}, {lines})\n"
    )


def _notes(text: str, made: Any) -> Iterator[tuple[int, str]]:
    """Yield the numbers of lines of a text with what errors in them are to say."""
    old, new = made.text.splitlines(), text.splitlines()
    same = next((n for n, (a, b) in enumerate(zip(old, new)) if a != b), len(old))
    filename = made.function.__code__.co_filename
    for number in range(1, len(old) + 1):
        found = dict.fromkeys(
            (source.name, _statement(source, line))
            for source, line in lines_at(filename, number)
            if not source.is_made and not source.is_walked
        )
        found = {one: None for one in found if not one[1].startswith(_HEADS)}
        if not found:
            continue
        names = " or ".join(dict.fromkeys(name for name, _ in found))
        quoted = dict.fromkeys(textwrap.indent(line, "    ") for _, line in found)
        note = "\n".join([f"In the derivative of {names}:", *quoted])
        added = len(new) - len(old) if number > same else 0
        yield number + added, note


def _statement(source: Source, line: int) -> str:
    index = line - source.first
    inside = 0 <= index < len(source.lines)
    return statement_at(source.lines, index) if inside else ""


# A function as a whole is no line that raises.
_HEADS = ("def ", "@")
