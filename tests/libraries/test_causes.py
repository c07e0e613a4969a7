"""The smallest program of each cause stops where the functions of libraries do."""

import pytest

from tests.libraries import outcomes
from tests.libraries.causes import CAUSES

NAMES = "a name that is asked for raises another error than AttributeError"
AXIS = "the derivative of a number that gets an axis is an array, for an item"
STEP = "the step of central differences is as long as a small argument"
BROKEN = {
    ("getattr_that_raises", "reverse"): NAMES,
    ("getattr_that_raises", "forward"): NAMES,
    ("new_axis_of_an_item", "reverse"): AXIS,
    ("small_argument", "reverse"): STEP,
    ("small_argument", "forward"): STEP,
}
RIGHT = {("new_axis_of_an_item", "forward")}


def cases():
    for function, arguments in CAUSES:
        for mode in outcomes.MODES:
            case = (function.__name__, mode)
            ending = "right" if case in RIGHT or case in BROKEN else "refused"
            marks = []
            if case in BROKEN:
                marks = [pytest.mark.xfail(strict=True, reason=BROKEN[case])]
            yield pytest.param(
                function, arguments, mode, ending, id="-".join(case), marks=marks
            )


@pytest.mark.parametrize(("function", "arguments", "mode", "ending"), list(cases()))
def test_outcomes(function, arguments, mode, ending):
    outcome = outcomes.outcome(function, arguments, mode)
    assert outcome.ending == ending, outcome.text
