"""Classes that have definitions in Python: some of libraries, and containers' own.

Of an object of such a class, the attributes that the definition lists in `__slots__`
are read; its methods are the definition's.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tangentlite.rules.loading import part_of
from tangentlite.rules.registry import inherited_from, rule_of


def definition_of(cls: type) -> type | None:
    """Return the definition of a library's class, None for other classes.

    >>> definition_of(dict) is None
    True
    """
    if part_of(cls) is None:
        return None
    rule = rule_of(cls)
    found = None if rule is None else rule.definition
    return found if isinstance(found, type) else None


def namespaces(cls: type) -> Iterator[Mapping[str, object]]:
    """Yield the members of a class and its bases, or those of their definitions.

    Behind a class that is defined come the bases of its definition alone.

    >>> [len(members) > 0 for members in namespaces(bool)]
    [True, True, True]
    """
    for owner in cls.__mro__:
        if (definition := definition_of(owner)) is not None:
            yield from (vars(base) for base in definition.__mro__)
            return
        inherited = inherited_from(owner) if owner is not cls else None
        yield vars(owner if inherited is None else inherited)


def container_in(cls: type) -> type | None:
    """Return dict or list if a class of the user's extends it, None for others.

    >>> class Table(dict): pass
    >>> container_in(Table), container_in(dict)
    (<class 'dict'>, None)
    """
    if cls in (dict, list) or not issubclass(cls, (dict, list)):
        return None
    if definition_of(cls) is not None:
        return None
    if cls.__module__ in ("collections", "builtins"):
        return None
    return dict if issubclass(cls, dict) else list
