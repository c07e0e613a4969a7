"""Calls whose loops are long enough for what they save to stand in arrays."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from tangentlite.kinds.sizes.requirements import (
    Size,
    Sum,
    root_of,
    text_of_size,
    text_of_sum,
    value_of_sum,
)

# From about so many iterations on, arrays of floats are as fast as lists of tuples.
LONG = 250_000


@dataclass(frozen=True)
class LongLoops:
    """For which calls a text is that has, or might have, `packed` what loops save.

    The trip counts of these loops are products of sums of sizes. Arrays may hold what
    is computed from the arguments `floats` if these are Python floats.
    """

    counts: tuple[tuple[Sum, ...], ...]
    floats: tuple[str, ...]
    packed: bool = False

    def suits(self, values: Mapping[str, object]) -> bool:
        """Whether the text is for these values of arguments.

        >>> loops = LongLoops((((((("n", None), 1),),),)), ("x",), True)
        >>> loops.suits({"n": LONG, "x": 1.0})
        True
        """
        return self.packed == self.are_long(values)

    def are_long(self, values: Mapping[str, object]) -> bool:
        """Whether a loop is long, and all numbers that may be are Python floats."""
        if not all(type(values.get(name)) is float for name in self.floats):
            return False

        def size(of: Size) -> int:
            return eval(text_of_size(of), {}, values)

        sizes = {root_of(of) for of in self._sizes()}
        return values.keys() >= sizes and any(
            math.prod(max(value_of_sum(part, size), 0) for part in count) >= LONG
            for count in self.counts
        )

    def _sizes(self) -> Iterator[Size]:
        for part in (part for count in self.counts for part in count):
            yield from (size for size, _ in part if size is not None)

    def text(self, spelled: Callable[[Size], str]) -> str:
        """Return an expression that tests whether the text is for a call.

        >>> n = ("n", None)
        >>> print(LongLoops(((((n, 1),),),), ("x",)).text(lambda size: size[0]))
        not (n >= 250000 and _tl_type(x) is _tl_float)
        """
        counts = [
            " * ".join(f"({text_of_sum(part, spelled)})" for part in count)
            if len(count) > 1
            else text_of_sum(count[0], spelled)
            for count in self.counts
        ]
        long = " or ".join(f"{count} >= {LONG}" for count in counts)
        long = f"({long})" if len(counts) > 1 else long
        tests = [f"_tl_type({name}) is _tl_float" for name in self.floats]
        whole = " and ".join([long, *tests])
        return whole if self.packed else f"not ({whole})"


def may_be_long(count: tuple[Sum, ...]) -> bool:
    """Whether a product of sums is that of a long loop for some sizes.

    >>> may_be_long((((None, LONG // 2),),)), may_be_long((((("n", None), 1),),))
    (False, True)
    """
    if any(size is not None for part in count for size, _ in part):
        return True
    return bool(count) and math.prod(dict(part)[None] for part in count) >= LONG
