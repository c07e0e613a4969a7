"""Programs that a tool does not run."""

from collections.abc import Callable
from typing import NoReturn


def refused(reason: str) -> Callable[..., NoReturn]:
    """Give a version of a program that says why there is none."""

    def version(*args):
        raise NotImplementedError(reason)

    return version
