"""`zip(..., strict=True)` of iterators: they must end together."""

import pytest

import tangentlite as tl
from tests.support.numeric import at, require_derivatives


def upto(n):
    for k in range(n):
        yield k + 1.0


def equally_long(x):
    return sum(a * b * x ** 2 for a, b in zip(upto(3), upto(3), strict=True))


def names_and_values(x):
    found = dict(zip((name for name in "ab"), [x, x ** 3], strict=True))
    return found["b"] * found["a"]


def until_the_end(rows, x):
    """A sum, times the length of what is said where an iterator has ended."""
    total = 0.0
    try:
        for row in rows:
            total += row[0] * x
    except ValueError as error:
        total *= len(str(error)) * x
    return total


def second_is_shorter(x):
    return until_the_end(zip(upto(3), upto(2), strict=True), x)


def third_is_shorter(x):
    return until_the_end(zip(upto(3), upto(3), upto(2), strict=True), x)


def third_is_longer(x):
    return until_the_end(zip(upto(2), upto(2), upto(3), strict=True), x)


@pytest.mark.parametrize(
    ("function", "x"),
    at(
        [0.7],
        equally_long,
        names_and_values,
        second_is_shorter,
        third_is_shorter,
        third_is_longer,
    ),
)
def test_derivatives(function, x):
    require_derivatives(function, x)


def never_caught(x):
    return sum(a * x for a, _ in zip(upto(3), upto(2), strict=True))


def test_what_python_raises_is_raised():
    what = r"zip\(\) argument 2 is shorter than argument 1"
    with pytest.raises(ValueError, match=what):
        never_caught(1.0)
    with pytest.raises(tl.errors.UnsupportedError, match=what):
        tl.grad(never_caught)(1.0)
