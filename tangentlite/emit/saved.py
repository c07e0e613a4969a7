"""A generated function as a module that needs NumPy alone."""

from __future__ import annotations

import inspect
import types
from collections.abc import Mapping

from tangentlite.emit.known import functions_in, with_tests
from tangentlite.emit.standalone import standalone_text
from tangentlite.errors import UnsupportedError


def of_function(
    text: str,
    function: types.FunctionType,
    defaults: Mapping[str, object],
    values: Mapping[str, object],
) -> str:
    """Return the text of a function with what that finds outside itself.

    It asks whether arguments have the `values` that it was made for.
    """
    captured = inspect.getclosurevars(function).nonlocals
    namespace = {**function.__globals__, **captured}
    for name, value in values.items():
        for known in functions_in(value):
            if defaults.get(name) is not known:  # which is said of the default itself
                _require_text(name, known)
    text = with_tests(text, values, namespace)
    return standalone_text(text, namespace, defaults)


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
