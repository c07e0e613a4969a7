"""Programs of the corpora: three tangents in one sweep and one after the other."""

import copy

import numpy as np
import pytest

import tangentlite as tl
from tangentlite.api.grad import derivative_of
from tangentlite.api.matrices.unit_blocks import ManyProducts
from tests.batching.block_cases import programs_of_blocks
from tests.programs.record import leaves


@pytest.mark.one_in(50, always=("stack_of_pairs-names", "pairs_of_pairs-names"))
@pytest.mark.parametrize("form", ["blocks", "names"])
@pytest.mark.parametrize("program", programs_of_blocks())
def test_one_sweep_gives_what_three_give(program, form):
    function, args, place = program.function, program.args, program.wrt[0]
    product = derivative_of(function, "forward", place)
    (tangent,) = product.tangent_names
    x = args[place]
    directions = np.random.default_rng(0).normal(size=(3, *np.shape(x)))
    directions = directions.astype(np.result_type(x))
    single = [
        np.asarray(d) if isinstance(x, np.ndarray) else type(x)(d) for d in directions
    ]
    try:
        expected = [product(*copy.deepcopy(args), **{tangent: d}) for d in single]
        sizes = (9, 9, 3) if form == "blocks" else (3, 9, None)
        many = ManyProducts(product, tangent)
        answer = many.answer(*sizes, copy.deepcopy(args), {tangent: single[0]})
    except (tl.UnsupportedError, tl.ArgumentError) as error:
        pytest.skip(str(error).splitlines()[0])
    if answer is None:
        pytest.skip(f"it has no form of {form}")
    found = list(leaves(answer.code(*copy.deepcopy(args), **{tangent: directions})))
    rows = [list(leaves(result)) for result in expected]
    assert len(found) == len(rows[0])
    for number, block in enumerate(found):
        parts = np.stack([np.asarray(row[number]) for row in rows])
        np.testing.assert_allclose(
            block, parts, rtol=1e-5 if parts.dtype == "float32" else 1e-10, atol=1e-11
        )
