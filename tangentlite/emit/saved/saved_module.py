"""The text of a generated function as a standalone module with argument checks."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Mapping
from typing import Any

from tangentlite.emit.saved.class_facts import with_class_facts
from tangentlite.emit.saved.known_statements import functions_in, with_tests
from tangentlite.emit.saved.number_tests import with_number_tests
from tangentlite.emit.saved.shipped_module import (
    shape_facts,
    with_kind_tests,
    with_lines,
)
from tangentlite.emit.saved.standalone import standalone_text
from tangentlite.errors import UnplacedError, UnsupportedError, describe
from tangentlite.kinds.sizes.requirements import Size, root_of, text_of_size
from tangentlite.tracebacks.origins import Line, lines_of_name


def of_function(
    made: Any,
    defaults: Mapping[str, object],
    kinds: Mapping[str, object] | None = None,
    tangents: Mapping[str, str] | None = None,
    names_lines: bool = False,
    carried: dict[str, object] | None = None,
) -> str:
    """Return the text of a `pipeline.Generated` together with all that it refers to.

    It checks that arguments have the values and sizes that it was generated for, and
    the `kinds`, if there are any, with which `tangents` are like their primals; without
    them that floats are given where it is for floats. Its errors name lines of the
    user's if it `names_lines`. Data and classes that have no text are `carried` if
    there is where to, by their names in the text.
    """
    text, function = made.saved, made.function
    captured = inspect.getclosurevars(function).nonlocals
    namespace = {**function.__globals__, **captured}
    for name, value in made.values.items():
        for known in functions_in(value):
            if (
                defaults.get(name) is not known
            ):  # a default is refused as such, by standalone
                _require_text(name, known)
    sizes = _sizes(made)
    if kinds:
        sizes = [*shape_facts(tangents or {}, kinds, made), *sizes]
    values = with_class_facts(made.values, made.guards)
    if not kinds:
        text = with_number_tests(text, made.given.numbers, namespace)
    text = with_tests(text, values, namespace, sizes)
    text = with_kind_tests(text, kinds or {}, namespace)
    text = with_lines(text, made, namespace) if names_lines else text
    try:
        return standalone_text(text, namespace, defaults, carried)
    except UnplacedError as error:
        raise _placed(made, error) from None


def _placed(made: Any, error: UnplacedError) -> UnsupportedError:
    """Return an error that says where the user's program calls what has no text."""
    source, line = _line_of(made, error.pending)
    text = source.line(line).split(" #")[0].rstrip()
    column = len(text) - len(text.lstrip())
    place = f"{source.filename}:{line}:{column + 1}"
    what, _, instead = str(error).partition("\n")
    told = describe(place, text, column, what, instead, len(text))
    return UnsupportedError(told)


def _line_of(made: Any, name: str) -> Line:
    """Return the user's line that a name in the text comes from, or the first one."""
    tree, filename = ast.parse(made.text), made.function.__code__.co_filename
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and node.id == name:
            for source, line in lines_of_name(filename, node.lineno, name):
                if not source.is_made and not source.generated:
                    return source, line
    first = made.bind.loadable.sources[0]
    return first, first.first


def _sizes(made: Any) -> list[str]:
    """Return the conditions on sizes; sizes of captured or global data are numbers."""
    own = inspect.signature(made.function).parameters

    def spelled(size: Size) -> str:
        root = root_of(size)
        if root in own:
            return text_of_size(size)
        if root in made.cells:
            held = made.cells[root].cell_contents
        else:
            held = made.function.__globals__[root]
        return str(eval(text_of_size(size), {}, {root: held}))

    found = (one.text(spelled) for one in (*made.sizes, *made.requires))
    return list(dict.fromkeys(found))


_GIVEN = "_given"


def _require_text(argument: str, function: object) -> None:
    """Refuse a function that cannot be written into a standalone module."""
    try:
        standalone_text(
            f"def {_GIVEN}():\n    return function\n", {"function": function}
        )
    except UnsupportedError as error:
        advice = str(error)
        if advice.startswith(_GIVEN):  # the function itself has no text
            advice = "Give a function at the top of a file that captures nothing."
        raise UnsupportedError(
            f"the text is for one function as {argument}, of which the module is to "
            "ask whether it is given, but this one cannot be written into a module of "
            f"its own.\n{advice}"
        ) from None
