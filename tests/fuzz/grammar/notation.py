"""How the grammar is written: productions and forms of statements, with holes.

A production is a line `any A | $(any AB) @ $(any B)`: what it gives, of which shape, and its
text. Holes are `$(any AB)`, one of several texts is `$[np.sum||np.mean]`. What is given is
a class of values:

- `any` a number or array of moderate size, `pos` one in [0.2, 4], `unit` one in [-1, 1],
- `own` a variable that holds an array which may be written, `fresh` a new array,
- `spd` a symmetric positive definite matrix, `cplx` complex numbers,
- `int` an index of an axis, `cond` a test, `mask` an array of tests,
- `list`, `dict`, `pair` containers of equal items of the shape, and classes by their names.

A shape is a word of sizes: `n` and `m` are drawn for each program, `k` is n - 1, `l` is
m - 1, digits are themselves. In a production A to D stand for any size, S for any shape
and V for any but that of a number.

Forms of statements have more holes: `$(new y any S)` is a new variable, visible after the
statement; `$(here i int A)` one visible in what follows of it, `$(var y any S)` one that is
there and may be bound again; `$y` repeats a name. `$(block)` and `$(body)` are statements,
`$(part S T)` an index and `$(view S T)` a slice of an array of shape S, which binds T,
`$(size A)` and `$(shape S)` text of sizes. `$(def f)` is the name of a new function and
`$(par p any S)` one of its parameters.
"""

import re
from dataclasses import dataclass
from functools import cached_property

HOLE = re.compile(r"\$\(([^()]*)\)|\$(\w+)")
PICK = re.compile(r"\$\[((?:[^\[\]]|\[(?:[^\[\]]|\[[^\[\]]*\])*\])*)\]")
SIZES = "nmkl1234"
ONE_LESS = {"n": "k", "m": "l", "4": "3", "3": "2", "2": "1"}
# Which classes are values of which.
READABLE = {
    "any": ("any", "pos", "unit", "own", "spd"),
    "own": ("own",),
}


class CannotDrawError(Exception):
    """A production needs what is not there."""


@dataclass(frozen=True)
class Production:
    """A text for an expression of a class and a shape."""

    gives: str
    shape: str
    text: str
    weight: float
    key: str


@dataclass(frozen=True)
class Form:
    """A text for statements, and what they define: productions, and other forms.

    A form that `binds` parameters is a function or class; `deep` ones nest blocks.
    """

    text: str
    gives: tuple[str, ...] = ()
    does: tuple[str, ...] = ()
    weight: float = 1.0
    key: str = ""

    @cached_property
    def deep(self) -> bool:
        return "$(block" in self.text or "$(body" in self.text

    @cached_property
    def loops(self) -> bool:
        return re.search(r"^\s*(for|while) .*:$", self.text, re.MULTILINE) is not None


def productions(subject: str, table: str) -> list[Production]:
    """Read a table, a production a line, of which `*3` in front gives the weight."""
    found = []
    for line in table.strip().splitlines():
        if line.strip() and not line.lstrip().startswith("#"):
            found.append(production(subject, line))
    return found


def production(subject: str, line: str) -> Production:
    """Read one line."""
    head, text = (part.strip() for part in line.split(" | ", 1))
    weight = 1.0
    if head.startswith("*"):
        times, head = head[1:].split(" ", 1)
        weight = float(times)
    gives, _, shape = head.partition(" ")
    return Production(gives, shape.strip(), text, weight, f"{subject}: {text}")


def forms(subject: str, *found: Form | str) -> list[Form]:
    """Name forms by their subject and the first words of their text."""
    result = []
    for one in found:
        form = Form(one) if isinstance(one, str) else one
        text = form.text.strip("\n")
        first = " / ".join(line.strip() for line in text.splitlines()[:3])
        result.append(
            Form(text, form.gives, form.does, form.weight, f"{subject}: {first}")
        )
    return result


def unified(pattern: str, shape: str, bound: dict[str, str]) -> dict[str, str] | None:
    """What the letters of a pattern stand for where it is the shape, None if it is not.

    >>> unified("AB", "nm", {})
    {'A': 'n', 'B': 'm'}
    >>> unified("AA", "nm", {}) is None
    True
    """
    bound = dict(bound)
    if pattern in ("S", "T", "V", "U"):
        if pattern == "V" and not shape or bound.get(pattern, shape) != shape:
            return None
        return bound | {pattern: shape}
    if len(pattern) != len(shape):
        return None
    for letter, size in zip(pattern, shape, strict=True):
        if (
            bound.setdefault(letter, size) != size
            if letter.isupper()
            else letter != size
        ):
            return None
    return bound
