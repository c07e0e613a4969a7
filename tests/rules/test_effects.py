"""What rules declare of memory, against what the functions do."""
import copy

import gast
import numpy as np
import pytest

from tangentlite import runtime
from tangentlite.analysis.aliasing.escape import escaping
from tangentlite.rules.call_effects import _EFFECTS, effects_of
from tangentlite.rules.registry import all_rules, load_templates, rule_of
from tangentlite.runtime import diagonal_to_write, sum_of_products
from tests.rules.samples.every import SAMPLES as ALL

# methods of generators are called by the programs of their samples alone
SAMPLES = [sample for sample in ALL if not sample.body.startswith('rng')]
NAMES = [f'{sample.function.__name__}_{k}' for k, sample in enumerate(SAMPLES)]
# Those that write give no result; those that Python text defines have no memory rule.
READING = [
    sample
    for sample in SAMPLES
    if not rule_of(sample.function).writes
    and rule_of(sample.function).kind != 'definition'
]
VIEWING = [function for function, rule in all_rules().items() if rule.may_view]


def shared(sample) -> set[int]:
    """The positions of the arguments that the result of a sample shares memory with."""
    result = arrays_in(sample.function(*sample.args, **sample.kwargs))
    return {
        position
        for position, value in enumerate(sample.args)
        for array in arrays_in(value)
        if any(np.shares_memory(array, part) for part in result)
    }


def arrays_in(value: object) -> list[np.ndarray]:
    """The arrays in nested tuples and lists."""
    if isinstance(value, tuple | list):
        return [array for item in value for array in arrays_in(item)]
    return [value] if isinstance(value, np.ndarray) else []


def declared(sample) -> set[int]:
    """The positions of the arguments that the rule says the result may look into."""
    rule = rule_of(sample.function)
    given = enumerate(rule.with_parameters(sample.args))
    return {k for k, (parameter, _) in given if parameter.name in rule.may_view}


@pytest.mark.parametrize('sample', READING, ids=lambda s: s.function.__name__)
def test_results_look_only_into_declared_arguments(sample):
    assert shared(sample) <= declared(sample)


@pytest.mark.parametrize('sample', SAMPLES, ids=NAMES)
def test_only_declared_arguments_are_written(sample):
    rule = rule_of(sample.function)
    args = copy.deepcopy(sample.args)
    sample.function(*args, **sample.kwargs)
    written = {
        position
        for position, (before, after) in enumerate(zip(sample.args, args))
        for one, other in zip(arrays_in(before), arrays_in(after))
        if not np.array_equal(one, other, equal_nan=True)
    }
    names = list(rule.signature.parameters) if rule.writes else []
    assert written == {names.index(name) for name in rule.writes}


@pytest.mark.parametrize('function', VIEWING, ids=lambda f: f.__name__)
def test_declared_views_occur(function):
    samples = [sample for sample in SAMPLES if sample.function is function]
    assert any(shared(sample) for sample in samples)


SQUARE = np.array([[1.0, 2.0], [3.0, 4.0]])
# What a function is given, if one square matrix is not what it takes.
GIVEN = {
    np.zeros: (2,), np.ones: (2,), np.empty: (2,), np.eye: (2,), np.full: (2, 1.0),
    np.full_like: (SQUARE, 1.0), np.where: (SQUARE > 2, SQUARE, SQUARE),
    np.dot: (SQUARE, SQUARE), np.outer: (SQUARE, SQUARE), np.inner: (SQUARE, SQUARE),
    np.stack: ([SQUARE],), np.concatenate: ([SQUARE],), np.repeat: (SQUARE, 1),
    np.tile: (SQUARE, 1), sum_of_products: (SQUARE, SQUARE), np.arange: (3,),
    np.linspace: (0.0, 1.0), np.moveaxis: (SQUARE, 0, 0), np.swapaxes: (SQUARE, 0, 0),
    np.rollaxis: (SQUARE, 0), np.expand_dims: (SQUARE, 0), np.reshape: (SQUARE, (2, 2)),
    np.broadcast_to: (SQUARE, (2, 2)), diagonal_to_write: (SQUARE,),
}  # fmt: skip


def _declared(condition):
    load_templates()
    return [f for f, known in _EFFECTS.items() if condition(known)]


def _called(function):
    return function(*GIVEN.get(function, (SQUARE,)))


@pytest.mark.parametrize("function", _declared(lambda known: known.fresh))
def test_fresh_results_share_no_memory(function):
    assert not np.shares_memory(_called(function), SQUARE)


@pytest.mark.parametrize("function", _declared(lambda known: known.view == "always"))
def test_views_share_memory(function):
    assert np.shares_memory(_called(function), SQUARE)


@pytest.mark.parametrize("function", _declared(lambda known: known.view == "or copy"))
def test_what_may_copy_shares_memory_of_some_arrays_only(function):
    assert np.shares_memory(_called(function), SQUARE)
    given = [[1.0, 2.0]] if function is np.asarray else SQUARE.T
    other = (given, (4,)) if function is np.reshape else (given,)
    assert not np.shares_memory(function(*other), given)


@pytest.mark.parametrize("function", _declared(lambda known: known.own_object))
def test_own_objects_are_not_their_argument(function):
    assert _called(function) is not SQUARE
    if function in (np.reshape, np.ravel, np.flip, np.transpose):
        row = SQUARE[0]
        shape = (row.shape,) if function is np.reshape else ()
        assert function(row, *shape) is not row


@pytest.mark.parametrize("function", _declared(lambda known: known.layout == "rows"))
def test_layout_in_rows(function):
    assert _called(function).flags.c_contiguous


def test_helpers_that_raise_or_write_are_declared():
    helpers = [getattr(runtime, name) for name in runtime.__all__]
    acting = [f for f in helpers if f.__name__.startswith(("require_", "raise_"))]
    assert len(acting) > 10
    assert [f.__name__ for f in acting if not effects_of(f).acts] == []


def test_an_array_handed_out_by_a_helper_of_another_name_escapes():
    body = gast.parse("t = a + b\nkeep(x, t)").body
    assert escaping(body, {}, {"keep": runtime.refill}) > {"x", "t"}
    assert escaping(body, {}, {"keep": runtime.raise_error}) == set()
