"""Keeps the tests themselves out of what the garbage collector looks at."""

import gc


def pytest_collection_finish() -> None:
    # Some ten thousand tests live until the end: each collection would walk over them.
    gc.collect()
    gc.freeze()
