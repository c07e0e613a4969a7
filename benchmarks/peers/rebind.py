"""Run a function's text with other things under the names that it uses."""

from collections.abc import Callable, Mapping
from types import FunctionType


def rebound(function: Callable, replacements: Mapping[str, object]) -> Callable:
    """Give a copy of `function` for which these names of its module mean these objects.

    The functions of its own module that it calls are copied with it. A replacement
    under the function's own name is the result.
    """
    own = function.__globals__
    namespace = {**own, **replacements}
    for name, value in own.items():
        local = isinstance(value, FunctionType) and value.__globals__ is own
        if local and name not in replacements:
            namespace[name] = FunctionType(
                value.__code__, namespace, value.__name__, value.__defaults__
            )
    return namespace[function.__name__]
