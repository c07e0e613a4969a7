"""What is said of parameters whose kinds nothing tells: no example, no annotation."""

from __future__ import annotations

import contextlib
import inspect
import re
from collections.abc import Collection, Iterable, Iterator

import tangentlite as tl
from tangentlite.errors import MissingRuleError


@contextlib.contextmanager
def unsaid_named(derivative: tl.Derivative, given: Collection[str]) -> Iterator[None]:
    """Add to errors which parameters are taken for numbers, as nothing says their kind.

    Where the line that is quoted names some of them, only these are named.
    """
    try:
        yield
    except tl.TangentliteError as error:
        names = _unsaid(derivative, given)
        # Where a rule is missing it is so for whatever kinds.
        if names and not isinstance(error, MissingRuleError):
            text = str(error)
            quoted = "".join(text.splitlines()[1:2])
            read = [name for name in names if re.search(rf"\b{name}\b", quoted)]
            if "--arg" not in text:  # else it says so itself
                example = "3" if "integer" in text else "..."
                error.add_note(_note(read or names, example))
        raise


def shorter_with(
    derivative: tl.Derivative, given: Collection[str], text: str
) -> str | None:
    """Return a hint if a text has branches for each rank, as nothing says the ranks."""
    if not re.search(r"\bif .*np\.ndim\(", text):
        return None
    others = [name for name in _parameters(derivative) if name not in given]
    tested = [name for name in others if f"np.ndim({name})" in text]
    names = tested or _unsaid(derivative, given)
    if not names:
        return None
    return (
        f"The text is for any rank of {_and(names)}. With an example it is shorter, "
        f"such as {_options(names, 'np.ones(3)')}"
    )


def _unsaid(derivative: tl.Derivative, given: Collection[str]) -> list[str]:
    """Return parameters without an example, an annotation and a default."""
    return [
        name
        for name, one in _parameters(derivative).items()
        if one.annotation is one.empty and one.default is one.empty
        if one.kind not in (one.VAR_POSITIONAL, one.VAR_KEYWORD) and name not in given
    ]


def _parameters(derivative: tl.Derivative) -> dict[str, inspect.Parameter]:
    return dict(inspect.signature(derivative.primal).parameters)


def _note(names: list[str], example: str) -> str:
    """Return what is said of parameters, with an example for each.

    >>> print(_note(["n"], "3"))
    Nothing says what n is: without --arg it is taken for a number of any rank.
    Give an example: --arg n=3
    """
    several = len(names) > 1
    taken = "they are taken for numbers" if several else "it is taken for a number"
    return (
        f"Nothing says what {_and(names)} {'are' if several else 'is'}: without --arg "
        f"{taken} of any rank.\n"
        f"Give {'examples' if several else 'an example'}: {_options(names, example)}"
    )


def _options(names: Iterable[str], example: str) -> str:
    quote = "'" if "(" in example else ""
    return " ".join(f"--arg {quote}{name}={example}{quote}" for name in names)


def _and(names: list[str]) -> str:
    """Return names in a sentence.

    >>> _and(["x"]), _and(["x", "y", "n"])
    ('x', 'x, y and n')
    """
    *front, last = names
    return f"{', '.join(front)} and {last}" if front else last
