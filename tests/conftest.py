"""What holds for all tests: which run, and what the garbage collector looks at."""

import gc
import zlib
from collections import defaultdict

import pytest


def pytest_collection_finish() -> None:
    # Some ten thousand tests live until the end: each collection would walk over them.
    gc.collect()
    gc.freeze()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark as slow the cases that `one_in` does not choose.

    Of the cases of a test with the same n it chooses those whose names have the lowest
    checksums, and one at least; where several marks apply, the largest n counts.
    """
    families = defaultdict(list)
    for item in items:
        shares = [mark.args[0] for mark in item.iter_markers('one_in')]
        if shares and not item.get_closest_marker('slow'):
            families[item.nodeid.split('[')[0], max(shares)].append(item)
    for (_, share), cases in families.items():
        cases.sort(key=lambda case: zlib.crc32(case.nodeid.encode()))
        for case in cases[-(-len(cases) // share) :]:
            case.add_marker(pytest.mark.slow)
