"""How the functions of a file are listed with the arguments that they are tried at."""

from collections.abc import Callable
from typing import Any


class Calls(list[tuple[Callable, tuple]]):
    """Functions with arguments, in the order in which they are defined."""

    def at(self, *arguments: Any) -> Callable[[Callable], Callable]:
        """Return a decorator that lists a function, which stays as it is."""

        def listed(function: Callable) -> Callable:
            self.append((function, arguments))
            return function

        return listed
