"""Derivatives beside those that were written by hand for the same programs."""
import copy

import numpy as np
import pytest

from tests.pairs.record import (
    FOLDER,
    distinct,
    moved,
    numbers_in,
    pairs,
    tangent_like,
    text_of,
)

every_pair = pytest.mark.parametrize("pair", pairs(), ids=lambda pair: pair.name)


@every_pair
def test_ours_agrees_with_the_one_by_hand(pair):
    got, want = pair.derivative(*pair.arguments), pair.by_hand(*pair.arguments)
    np.testing.assert_allclose(
        numbers_in(got), numbers_in(want), rtol=1e-9, atol=1e-11
    )


@every_pair
def test_the_one_by_hand_agrees_with_differences(pair):
    directions = [tangent_like(pair.args[position]) for position in pair.wrt]

    def along(step):
        args = list(copy.deepcopy(pair.args))
        for position, direction in zip(pair.wrt, directions):
            args[position] = moved(args[position], direction, step)
        return pair.primal(*args)

    want = (8.0 * (along(1e-4) - along(-1e-4)) - along(2e-4) + along(-2e-4)) / 12e-4
    got = pair.by_hand(*pair.arguments)
    if not pair.forward:
        several = got if len(pair.wrt) > 1 else (got,)
        got = sum(
            numbers_in(one) @ numbers_in(direction)
            for one, direction in zip(several, directions)
        )
    assert got == pytest.approx(want, rel=1e-6, abs=1e-8)


@pytest.mark.parametrize("pair", distinct(), ids=lambda pair: pair.name)
def test_text_is_the_one_that_was_reviewed(pair):
    path = FOLDER / f"{pair.name}.py"
    assert text_of(pair) == path.read_text(), "`make golden` accepts it"


def test_every_text_belongs_to_a_pair():
    assert {p.stem for p in FOLDER.glob("*.py")} == {pair.name for pair in distinct()}
