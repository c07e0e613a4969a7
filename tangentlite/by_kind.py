"""Operations by class of value, and tables by pairs of classes, chosen when called."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, ParamSpec, TypeVar

F = TypeVar("F", bound=Callable)
P = ParamSpec("P")
R = TypeVar("R")


class ByKind(Generic[P, R]):
    """An operation that dispatches on its second argument, a value.

    The first argument is the builder. What decides is the kind of an atom, then the
    class of the value (`of(Set, ListOf)`); for objects that are known, or opaque, also
    the class that they have in Python (`of(Known, holding=str)`). An implementation
    serves the subclasses, too. `otherwise` registers the default: mostly it says that
    the operation is not supported.
    """

    def __init__(self, signature: Callable[P, R]) -> None:
        self.__name__, self.__doc__ = signature.__name__, signature.__doc__
        self.table: dict[tuple[type, type | None], Callable] = {}
        # A cache, by the classes of kind and value, and the registered ones among
        # its class in Python and the bases of that: no class of a user is kept alive.
        self._found: dict[tuple[type, type, tuple], Callable] = {}
        self._holding: set[type] = set()
        self._otherwise: Callable | None = None

    def of(
        self, *classes: type, holding: type | tuple[type, ...] = ()
    ) -> Callable[[F], F]:
        """Register the implementation for some classes; a second one is an error."""
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
        """Register the default, for all other values."""
        if self._otherwise is not None:
            raise TypeError(f"{self.__name__} has an answer for all others")
        self._otherwise = function
        self._found.clear()
        return function

    def answer_of(self, value: object) -> Callable[P, R]:
        """Return the implementation for a value."""
        kind = getattr(value, "kind", None) or value
        held = getattr(kind, "held_type", None)
        above = held.__mro__ if isinstance(held, type) else ()
        key = type(kind), type(value), tuple(c for c in above if c in self._holding)
        found = self._found.get(key)
        if found is None:
            found = self._found[key] = self._looked_up(*key)
        return found

    def _looked_up(self, kind: type, cls: type, held: tuple) -> Callable:
        classes = dict.fromkeys((*kind.__mro__, *cls.__mro__))
        keys = [(one, type_) for one in classes for type_ in (*held, None)]
        answers = (self.table[key] for key in keys if key in self.table)
        found = next(answers, self._otherwise)
        if found is None:
            raise NotImplementedError(f"no file implements {self.__name__}")
        return found

    def of_others(self, *arguments: P.args, **named: P.kwargs) -> R:
        """Call the default, for a value whose own implementation does not apply."""
        assert self._otherwise is not None
        return self._otherwise(*arguments, **named)

    def __call__(self, *arguments: P.args, **named: P.kwargs) -> R:
        """Call the implementation for the second argument."""
        return self.answer_of(arguments[1])(*arguments, **named)


class ByPair:
    """An ordered table of what answers for two values.

    A row names the classes of both, or of their kinds, and a function. The first row
    that fits answers, unless its function returns NotImplemented: then the next does.
    The order is that in which Python, or NumPy, asks.

    >>> table = ByPair((int, object, lambda b, op, x, y: NotImplemented if y else x),
    ...                (object, object, lambda b, op, x, y: y))
    >>> table(None, "+", 1, 0), table(None, "+", 1, 2)
    (1, 2)
    """

    def __init__(self, *rows: tuple[type, type, Callable]) -> None:
        self.rows = rows
        self._fitting: dict[tuple, tuple[Callable, ...]] = {}

    def __call__(self, b: Any, what: Any, first: Any, second: Any, *rest: Any) -> Any:
        """Return what the first row that fits, and applies, answers."""
        kinds = getattr(first, "kind", None), getattr(second, "kind", None)
        key = type(first), type(kinds[0]), type(second), type(kinds[1])
        functions = self._fitting.get(key)
        if functions is None:
            functions = self._fitting[key] = tuple(
                function
                for one, other, function in self.rows
                if isinstance(first, one) or isinstance(kinds[0], one)
                if isinstance(second, other) or isinstance(kinds[1], other)
            )
        for function in functions:
            found = function(b, what, first, second, *rest)
            if found is not NotImplemented:
                return found
        raise NotImplementedError(f"no row for {first} and {second}")
