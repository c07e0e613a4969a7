"""Where one input of a function is differentiated, the others have no derivative."""

import numpy as np
import pytest

import tangentlite as tl
from tests.rules.test_rules import (
    DIFFERENTIATED,
    NAMES,
    leaves,
    like,
    long,
    module_of_programs,
    name_of,
)
from tests.support.numeric import assert_close

MOST = 6  # inputs: those of a long tuple are alike


def cases() -> list:
    """The samples of several inputs; quick are few of them."""
    seen: set[str] = set()
    found = []
    for k, sample in enumerate(DIFFERENTIATED):
        name = name_of(sample.function)
        if 2 <= len(leaves(sample)) <= MOST:
            first = pytest.mark.one_in(24)
            marks = [pytest.mark.slow if name in seen else first, *long(sample)]
            found.append(pytest.param(k, id=NAMES[k], marks=marks))
            seen.add(name)
    return found


@pytest.mark.one_in(2)
@pytest.mark.parametrize("k", cases())
def test_derivatives_are_those_beside_the_others(k):
    program = getattr(module_of_programs(), f"program_{k}")
    inputs = leaves(DIFFERENTIATED[k])
    every = tuple(range(len(inputs)))
    cotangent = like(program(*inputs), 33)
    tangents = [like(x, 40 + 7 * i) for i, x in enumerate(inputs)]
    gradient = tl.autodiff(program, wrt=every)(*inputs, init_grad=cotangent)
    forward = tl.autodiff(program, wrt=every, mode="forward")
    is_single = any(np.result_type(x) == np.float32 for x in inputs)
    tolerance = {"rtol": 1e-4, "atol": 1e-5} if is_single else {"rtol": 1e-6}
    for i, tangent in enumerate(tangents):
        alone = tl.autodiff(program, wrt=(i,))(*inputs, init_grad=cotangent)
        assert_close(alone[0], gradient[i], **tolerance)
        others = [tangent if j == i else 0.0 * t for j, t in enumerate(tangents)]
        got = tl.autodiff(program, wrt=(i,), mode="forward")(*inputs, tangent)
        assert_close(got, forward(*inputs, *others), **tolerance)
