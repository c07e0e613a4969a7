"""What a program catches for the sizes of a call happens once, with all effects."""

import numpy as np
import pytest

import tangentlite as tl

SEEN: list[str] = []


def behind_a_caught_place(x, p):
    try:
        p[7]
    except IndexError:
        pass
    SEEN.append("behind")
    return x * x


def in_the_handler(x, p):
    y = x
    try:
        y = np.sum(p * np.ones(3)) * x
    except ValueError:
        SEEN.append("caught")
        y = x * x
    return y


def in_a_function(x, p):
    def last(v):
        SEEN.append("begun")
        return v[7]

    try:
        y = last(p) * x
    except IndexError:
        y = x * x
    SEEN.append("behind")
    return y


def translated(x, p):
    try:
        y = p[7] * x
    except IndexError as error:
        SEEN.append("caught")
        raise KeyError("no such row") from error
    return y


@pytest.mark.parametrize("mode", ["reverse", "forward"])
@pytest.mark.parametrize(
    "f",
    [behind_a_caught_place, in_the_handler, in_a_function],
    ids=lambda f: f.__name__,
)
def test_effects_happen_once(f, mode):
    p = np.array([0.5, 1.5, 2.5, 3.5])
    SEEN.clear()
    f(0.7, p)
    want = SEEN[:]
    derivative = tl.autodiff(f, mode=mode)
    seed = () if mode == "reverse" else (1.0,)
    for _ in range(2):
        SEEN.clear()
        assert derivative(0.7, p, *seed) == pytest.approx(1.4)
        assert want == SEEN


def test_effects_of_what_raises_happen_once():
    derivative = tl.grad(translated)
    for _ in range(2):
        SEEN.clear()
        with pytest.raises(KeyError, match="no such row"):
            derivative(0.7, np.ones(4))
        assert SEEN == ["caught"]
    assert derivative(0.7, np.ones(9)) == 1.0
