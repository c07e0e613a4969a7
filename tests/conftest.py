"""What holds for all tests: which run, and what the garbage collector looks at."""

import gc
import os
import zlib
from collections import defaultdict

import pytest

# Tests are about what is generated now, not about what another run has left.
os.environ.setdefault('TANGENTLITE_CACHE', 'off')


def pytest_collection_finish() -> None:
    _leave_alone()


def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> None:
    if nextitem is not None and nextitem.path != item.path:
        _leave_alone()


def _leave_alone() -> None:
    """Have later collections pass by what lives now.

    Some ten thousand tests live until the end, and so does what is cached for the
    functions of their modules: each collection would walk over all of it.
    """
    gc.collect()
    gc.freeze()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark as slow the cases that `one_in` does not choose.

    Of the cases of a test with the same n it chooses those whose names have the lowest
    checksums, and one at least; where several marks apply, the largest n counts. What
    has one of the texts of `always` in its name is chosen, too.
    """
    families = defaultdict(list)
    for item in items:
        marks = list(item.iter_markers('one_in'))
        kept = [text for mark in marks for text in mark.kwargs.get('always', ())]
        if marks and not item.get_closest_marker('slow'):
            if not any(text in item.name for text in kept):
                share = max(mark.args[0] for mark in marks)
                families[item.nodeid.split('[')[0], share].append(item)
    for (_, share), cases in families.items():
        cases.sort(key=lambda case: zlib.crc32(case.nodeid.encode()))
        for case in cases[-(-len(cases) // share) :]:
            case.add_marker(pytest.mark.slow)
