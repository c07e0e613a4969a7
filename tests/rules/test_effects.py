"""What rules declare of memory, against what the functions do."""
import copy

import numpy as np
import pytest

from tangentlite import runtime
from tangentlite.rules.registry import all_rules, rule_of
from tests.rules.samples.every import SAMPLES, by_function, can_be_called

SAMPLES_OF = by_function(filter(can_be_called, SAMPLES))
# Those that write give no result; those that Python text defines have no memory rule.
READING = [
    name
    for name, (sample, *_) in SAMPLES_OF.items()
    if not rule_of(sample.function).writes
    and rule_of(sample.function).kind != 'definition'
]
# Calls with a hook are those of tests/api/test_gradient_hooks.py.
VIEWING = [
    function for function, rule in all_rules().items()
    if rule.may_view and function is not runtime.hooked
]


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


@pytest.mark.one_in(2)
@pytest.mark.parametrize('name', READING)
def test_results_look_only_into_declared_arguments(name):
    for sample in SAMPLES_OF[name]:
        assert shared(sample) <= declared(sample), sample


@pytest.mark.one_in(2)
@pytest.mark.parametrize('name', SAMPLES_OF)
def test_only_declared_arguments_are_written(name):
    for sample in SAMPLES_OF[name]:
        rule = rule_of(sample.function)
        names = list(rule.signature.parameters) if rule.writes else []
        assert written(sample) == {names.index(name) for name in rule.writes}, sample


def written(sample) -> set[int]:
    """The positions of the arguments that a sample's call changes."""
    args = copy.deepcopy(sample.args)
    sample.function(*args, **sample.kwargs)
    return {
        position
        for position, (before, after) in enumerate(zip(sample.args, args))
        for one, other in zip(arrays_in(before), arrays_in(after))
        if not np.array_equal(one, other, equal_nan=True)
    }


@pytest.mark.parametrize('function', VIEWING, ids=lambda f: f.__name__)
def test_declared_views_occur(function):
    samples = [s for name in SAMPLES_OF for s in SAMPLES_OF[name]]
    assert any(shared(sample) for sample in samples if sample.function is function)
