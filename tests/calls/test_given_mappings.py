"""Mappings of all classes as arguments, and objects that are given twice."""
import collections
import copy

import numpy as np
import pytest

import tangentlite as tl


def over_items(x, d):
    total = 0.0
    for _, v in d.items():
        total += x * v
    return total


def over_values(x, d):
    return sum(v * x for v in d.values())


def over_keys(x, d):
    total = 0.0
    for k in d:
        total += d[k] * x
    return total


def over_sorted_items(x, d):
    total = 0.0
    for place, (_, v) in enumerate(sorted(d.items())):
        total += x * v * (place + 1)
    return total


def over_comprehension(x, d):
    return sum([x * v for k, v in d.items() if k])


MAPPINGS = [
    {'bb': 2.0, 'a': 1.0},
    collections.OrderedDict([(3, 2.0), (5, 7.0)]),
    collections.OrderedDict(bb=2.0, a=1.0),
    collections.Counter({'bb': 3, 'a': 4}),
    collections.defaultdict(float, bb=2.0, a=1.0),
]


@pytest.mark.parametrize('mapping', MAPPINGS, ids=lambda d: type(d).__name__)
@pytest.mark.parametrize(
    'function',
    [over_items, over_values, over_keys, over_sorted_items, over_comprehension],
)
def test_what_it_holds_is_read_by_keys(function, mapping):
    assert tl.grad(function)(1.0, mapping) == function(1.0, mapping)
    inside = [mapping], (mapping,), {'m': mapping}
    for given, key in zip(inside, (0, 0, 'm')):
        def of_item(x, holder, key=key):
            return function(x, holder[key])
        assert tl.grad(of_item)(1.0, given) == function(1.0, mapping)


class Part:
    def __init__(self, v):
        self.v = v


def by_identity(x, a, b):
    return x * (2.0 if a is b else 3.0)


def by_identity_of_items(x, d):
    return x * (2.0 if d['a'] is d['b'] else 3.0)


def tied(layers, x):
    total = sum(np.sum(layer['w'] * x) for layer in layers)
    return total * (2.0 if layers[0] is layers[-1] else 1.0)


def test_two_names_of_one_object_are_refused_where_they_are_compared():
    part = Part(1.0)
    shared = {'w': np.ones(2)}
    apart = copy.deepcopy(shared)
    assert tl.grad(by_identity)(1.0, part, Part(1.0)) == 3.0
    assert tl.grad(by_identity_of_items)(1.0, {'a': part, 'b': Part(1.0)}) == 3.0
    gradients = tl.grad(tied)([shared, apart], np.ones(2))
    np.testing.assert_array_equal(gradients[0]['w'], np.ones(2))
    for function, args in (
        (by_identity, (1.0, part, part)),
        (by_identity, (1.0, shared, shared)),
        (by_identity_of_items, (1.0, {'a': part, 'b': part})),
        (tied, ([shared, shared], np.ones(2))),
    ):
        with pytest.raises(tl.UnsupportedError, match='has two names'):
            tl.grad(function)(*args)


def of_members(x, members):
    return sum(x[i] ** 3 for i in range(3) if i not in members)


def counted(x, counts):
    counts["n"] += x[0] ** 2
    return counts["n"] * counts["a"]


def test_derivatives_in_a_program_take_sets_and_dicts_with_a_factory():
    def of_sets(x):
        of_one = np.sum(tl.grad(of_members)(x, {0, 1}))
        return of_one + x[0] * np.sum(tl.grad(of_members)(x, frozenset({2})))

    def of_counts(x):
        counts = collections.defaultdict(float)
        counts["a"] = 2.0
        return np.sum(tl.grad(counted)(x, counts))

    x = np.array([1.0, 2.0, 3.0])
    for f in (of_sets, of_counts):
        tl.check_grad(f, (x,), order=2)
