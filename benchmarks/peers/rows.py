"""The recurrent network for tools whose arrays take no writes."""

from collections.abc import Callable
from types import ModuleType, SimpleNamespace

from benchmarks.peers.rebind import rebound
from benchmarks.primals import recurrent


def lstm_on_rows(numpy: ModuleType | SimpleNamespace) -> Callable:
    """Give the primal with the functions of `numpy`, its state a list of rows.

    Rows of a list can be replaced where those of an array cannot be written.
    """
    lstm = rebound(recurrent.lstm, {"np": numpy})

    def version(cells, ends, start, text):
        return lstm(cells, ends, list(start), text)

    return version
