"""Programs that stopped functions of libraries: most are right now."""

import pytest

from tests.libraries import outcomes
from tests.libraries.causes import CAUSES

STEP = "the step of central differences is as long as a small argument"
BROKEN = {"small_argument": STEP}
REFUSED = {
    "items_with_entries", "value_that_may_be_none", "branches_of_two_kinds",
    "bound_method_in_a_dict", "made_from_text", "subclass_of_arrays",
    "private_method_of_a_distribution", "median_that_overwrites",
}  # fmt: skip


def cases():
    for function, arguments in CAUSES:
        name = function.__name__
        ending = "refused" if name in REFUSED else "right"
        for mode in outcomes.MODES:
            marks = []
            if name in BROKEN:
                marks = [pytest.mark.xfail(strict=True, reason=BROKEN[name])]
            yield pytest.param(
                function, arguments, mode, ending, id=f"{name}-{mode}", marks=marks
            )


@pytest.mark.parametrize(("function", "arguments", "mode", "ending"), list(cases()))
def test_outcomes(function, arguments, mode, ending):
    outcome = outcomes.outcome(function, arguments, mode)
    assert outcome.ending == ending, outcome.text
