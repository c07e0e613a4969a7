"""A generated function as a module that needs NumPy alone."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from typing import Any

from tangentlite.emit.saved.known_statements import functions_in, with_tests
from tangentlite.emit.saved.standalone import standalone_text
from tangentlite.errors import UnsupportedError
from tangentlite.kinds.sizes.requirements import Size, root_of, text_of_size


def of_function(made: Any, defaults: Mapping[str, object]) -> str:
    """Return the text of a `pipeline.Generated` with what it finds outside itself.

    It asks whether arguments have the values and sizes that it was made for.
    """
    text, function = made.text, made.function
    captured = inspect.getclosurevars(function).nonlocals
    namespace = {**function.__globals__, **captured}
    for name, value in made.values.items():
        for known in functions_in(value):
            if defaults.get(name) is not known:  # which is said of the default itself
                _require_text(name, known)
    text = with_tests(text, made.values, namespace, _sizes(made))
    return standalone_text(text, namespace, defaults)


def _sizes(made: Any) -> list[str]:
    """Return the relations of sizes; those of data, which comes along, are numbers."""
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
    """Refuse a function that no module of its own can have."""
    try:
        standalone_text(
            f"def {_GIVEN}():\n    return function\n", {"function": function}
        )
    except UnsupportedError as error:
        advice = str(error)
        if advice.startswith(_GIVEN):  # it has no text itself
            advice = "Give a function at the top of a file that captures nothing."
        raise UnsupportedError(
            f"the text is for one function as {argument}, of which the module is to "
            "ask whether it is given, but this one cannot be written into a module of "
            f"its own.\n{advice}"
        ) from None
