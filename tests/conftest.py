"""What holds for all tests: which run, and what the garbage collector looks at."""

import gc
import os
import zlib

import pytest

# Tests are about what is generated now, not about what another run has left.
os.environ.setdefault('TANGENTLITE_CACHE', 'off')


def pytest_collection_finish() -> None:
    # Some ten thousand tests live until the end: each collection would walk over them.
    gc.collect()
    gc.freeze()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave the cases that `one_in` does not choose to `make test-all`."""
    for item in items:
        mark = item.get_closest_marker('one_in')
        if mark is not None and zlib.crc32(item.nodeid.encode()) % mark.args[0]:
            item.add_marker(pytest.mark.slow)
