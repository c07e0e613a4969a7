"""Operations that each kind of value answers by itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable)


class ByKind:
    """An operation that each kind of value answers by itself.

    The first argument behind the builder decides: by its class, or the kind of an atom
    (`of(Set, ListOf)`); of objects that are known, or not told apart, also by the class
    that they have in Python (`of(Known, holding=str)`). A class answers for those below
    it. `otherwise` answers for all others: mostly it says that it is not supported.
    """

    def __init__(self, signature: Callable) -> None:
        self.__name__, self.__doc__ = signature.__name__, signature.__doc__
        self.table: dict[tuple[type, type | None], Callable] = {}
        # By the class of a value, and the registered ones among its class in Python and
        # those above: the user's own classes are not kept alive.
        self._found: dict[tuple[type, tuple], Callable] = {}
        self._holding: set[type] = set()
        self._otherwise: Callable | None = None

    def of(
        self, *classes: type, holding: type | tuple[type, ...] = ()
    ) -> Callable[[F], F]:
        """Register the answer of some classes; a second one is an error."""
        held = holding if isinstance(holding, tuple) else (holding,)

        def register(function: F) -> F:
            for key in [(c, h) for c in classes for h in held or (None,)]:
                if key in self.table:
                    raise TypeError(f"{self.__name__} is registered twice for {key}")
                self.table[key] = function
            self._holding.update(held)
            self._found.clear()
            return function

        return register

    def otherwise(self, function: F) -> F:
        """Register what answers for all other values."""
        if self._otherwise is not None:
            raise TypeError(f"{self.__name__} has an answer for all others")
        self._otherwise = function
        self._found.clear()
        return function

    def answer_of(self, value: object) -> Callable:
        """Return what answers for a value."""
        kind = getattr(value, "kind", value)
        held = getattr(kind, "held_type", None)
        above = held.__mro__ if isinstance(held, type) else ()
        key = type(kind), tuple(cls for cls in above if cls in self._holding)
        found = self._found.get(key)
        if found is None:
            found = self._found[key] = self._looked_up(*key)
        return found

    def _looked_up(self, cls: type, held: tuple) -> Callable:
        keys = [(one, type_) for one in cls.__mro__ for type_ in (*held, None)]
        answers = (self.table[key] for key in keys if key in self.table)
        found = next(answers, self._otherwise)
        if found is None:
            raise NotImplementedError(f"no file implements {self.__name__}")
        return found

    def of_others(self, b: Any, value: Any, *rest: Any, **named: Any) -> Any:
        """Ask what answers for all others, of a value that is none of its class."""
        assert self._otherwise is not None
        return self._otherwise(b, value, *rest, **named)

    def __call__(self, b: Any, value: Any, *rest: Any, **named: Any) -> Any:
        """Ask the value."""
        return self.answer_of(value)(b, value, *rest, **named)
