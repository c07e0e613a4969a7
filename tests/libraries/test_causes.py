"""Programs that stopped functions of libraries: most are right now."""

import pytest

from tests.libraries import outcomes
from tests.libraries.causes import CAUSES

STEP = "the step of central differences is as long as a small argument"
BROKEN = {
    "small_argument": dict.fromkeys(outcomes.MODES, STEP),
}
REFUSED = {
    "bound_method_in_a_dict", "subclass_of_arrays",
    "dict_with_attributes", "counter_beside_none",
    "shape_of_an_inverse",
}  # fmt: skip


def cases():
    for function, arguments in CAUSES:
        name = function.__name__
        ending = "refused" if name in REFUSED else "right"
        for mode in outcomes.MODES:
            reason = BROKEN.get(name, {}).get(mode)
            marks = [pytest.mark.xfail(strict=True, reason=reason)] if reason else []
            yield pytest.param(
                function, arguments, mode, ending, id=f"{name}-{mode}", marks=marks
            )


@pytest.mark.parametrize(("function", "arguments", "mode", "ending"), list(cases()))
def test_outcomes(function, arguments, mode, ending):
    outcome = outcomes.outcome(function, arguments, mode)
    assert outcome.ending == ending, outcome.text
