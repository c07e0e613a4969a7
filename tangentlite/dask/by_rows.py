"""Gradients of losses that are sums over the rows of collections of dask."""

from __future__ import annotations

import copy
import inspect
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal

import dask
from dask.base import get_scheduler

from tangentlite.api.grad import derivative_of, settings_of
from tangentlite.calls.arguments.parameters import Wrt
from tangentlite.calls.derivative import Derivative
from tangentlite.dask import row_partitions, sum_graph
from tangentlite.dask.partition_texts import Choice, PartitionTexts
from tangentlite.dask.row_partitions import Partitions
from tangentlite.dask.shipped_steps import Steps
from tangentlite.dask.term_without_rows import term_of
from tangentlite.errors import ArgumentError
from tangentlite.rules.binding import bind
from tangentlite.tracebacks.frames import surface

Over = str | Sequence[str]


@surface
def value_and_grad(
    f: Callable[..., Any],
    over: Over,
    wrt: Wrt = 0,
    *,
    read: Callable[[Any], Any] | None = None,
    plus: Callable[..., Any] | None = None,
    compute: bool = True,
    scheduler: Any = None,
    client: Any = None,
    retries: int | None = None,
    backend: Literal["numpy", "numba"] | None = None,
    fallback: bool | None = None,
    parallel: bool | None = None,
) -> ByRows:
    """Return a function that adds up value and gradient over partitions of dask.

    `f` must be a sum over the rows of the parameters `over`, which a few rows test in
    each call; they are given as dask arrays. With `read` they are given as one bag,
    dataframe or array in their place, of which `read` makes a tuple of arrays for each
    partition. `plus` is a term without rows: a function of parameters of `f` by their
    names, which is added once. Partitions are added up in a tree of a fixed order, so
    that the result is the same, to the last bit, whatever runs where.

    It runs as dask is set up, or by a `scheduler` ("threads", "processes"), or on a
    `client` of dask.distributed with so many `retries` of a task that fails; with
    `compute=False` value and gradient are delayed objects. `wrt` and the settings are
    as in `tl.grad`. Workers run the text of the derivative, and need NumPy alone.

    >>> import dask.array as da
    >>> import numpy as np
    >>> def loss(w, x, y):
    ...     return np.sum((x @ w - y) ** 2)
    >>> x, y = da.ones((10, 2), chunks=(4, 2)), da.zeros(10, chunks=4)
    >>> value_and_grad(loss, over=("x", "y"))(np.array([0.5, 1.0]), x, y)
    (np.float64(22.5), array([30., 30.]))
    """
    settings = settings_of(f, backend, fallback, parallel)
    given = read, plus, compute, scheduler, client, retries
    return ByRows(derivative_of(f, _MODE, wrt, settings), over, False, *given)


@surface
def grad(
    f: Callable[..., Any],
    over: Over,
    wrt: Wrt = 0,
    *,
    read: Callable[[Any], Any] | None = None,
    plus: Callable[..., Any] | None = None,
    compute: bool = True,
    scheduler: Any = None,
    client: Any = None,
    retries: int | None = None,
    backend: Literal["numpy", "numba"] | None = None,
    fallback: bool | None = None,
    parallel: bool | None = None,
) -> ByRows:
    """Return the gradient of `value_and_grad`, with the same arguments, alone."""
    settings = settings_of(f, backend, fallback, parallel)
    given = read, plus, compute, scheduler, client, retries
    return ByRows(derivative_of(f, _MODE, wrt, settings), over, True, *given)


_MODE = "value_and_grad"


class ByRows:
    """A gradient that is summed over partitions: what `value_and_grad` returns."""

    def __init__(
        self,
        derivative: Derivative,
        over: Over,
        is_bare: bool,
        read: Callable[[Any], Any] | None,
        plus: Callable[..., Any] | None,
        compute: bool,
        scheduler: Any,
        client: Any,
        retries: int | None,
    ) -> None:
        self.derivative = derivative
        self.over = _names_in(over, derivative)
        self._is_bare = is_bare
        _require_settings(read, plus, compute, client, retries)
        self._read = read
        self._term = None if plus is None else term_of(plus, derivative, self.over)
        self._compute = compute
        self._scheduler = scheduler
        self._client = client
        self._retries = retries
        self._texts = PartitionTexts(derivative, self.over)
        self._known: tuple[Any, dict[str, Any]] | None = None  # what was read first
        self.__name__ = derivative.primal.__name__
        self.__signature__ = _signature(derivative, self.over, read is not None)

    @surface
    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Return the sum over all rows, or delayed objects of it."""
        others = bind(self.__signature__, args, kwargs, self.__name__)
        if not self._compute:  # what is computed later is of what is given now
            others = {name: _copied(value) for name, value in others.items()}
        partitions = self._partitions(others)
        _require_others(others, self.over, self.__name__)
        dtypes, shapes = partitions.dtypes, partitions.shapes
        if shapes is None:
            dtypes, shapes = self._of_read(partitions)
        texts, choices = self._texts.chosen(others, dtypes, shapes)
        steps = self._steps(texts, len(partitions.keys), dtypes, shapes)
        term = None if self._term is None else self._term.at(others)
        tested = list(_tested(shapes, choices))
        found = sum_graph.of_partitions(
            steps, partitions, choices, tested, others, term
        )
        if not self._compute:
            return found.gradient if self._is_bare else (found.value, found.gradient)
        value, gradient = self._computed(found.both)
        return gradient if self._is_bare else (value, gradient)

    def __repr__(self) -> str:
        kind = "grad" if self._is_bare else "value_and_grad"
        wrt = ", ".join(self.derivative.request.wrt)
        rows = ", ".join(self.over)
        return f"<{kind} of {self.__name__} with respect to {wrt}, by rows of {rows}>"

    def _partitions(self, given: dict[str, Any]) -> Partitions:
        """Take the collections out of a call's arguments; return their partitions."""
        if self._read is None:
            found = row_partitions.of_arrays({n: given.pop(n) for n in self.over})
        else:
            (name,) = (n for n in self.__signature__.parameters if n in self.over)
            found = row_partitions.of_collection(name, given.pop(name))
        return found

    def _of_read(self, partitions: Partitions) -> tuple[tuple, list]:
        """Return the dtypes and shapes that `read` gives, by the first partition."""
        count = len(partitions.keys)
        if self._known is None or self._known[0] != partitions.keys:
            steps = self._steps([], count, (), [])
            for place in range(count):
                asked = sum_graph.kinds_of(steps, partitions, place)
                if (kinds := self._computed(asked)) is not None:
                    self._known = partitions.keys, kinds
                    break
            else:
                raise ArgumentError(
                    f"all partitions that {self.__name__} is summed over are empty: "
                    "there are no rows.\nGive some."
                )
        assert self._known is not None
        kinds = self._known[1].values()
        shape = tuple((math.nan, *shape[1:]) for _, shape in kinds)
        return tuple(dtype for dtype, _ in kinds), [shape] * count

    def _steps(self, texts: list, count: int, dtypes: tuple, shapes: list) -> Steps:
        keyword = _parameters(self.derivative, inspect.Parameter.KEYWORD_ONLY)
        own = self.derivative.__signature__.parameters
        names = [name for name in own if name not in keyword]
        arguments = self.__name__, texts, names, keyword, self.over, self._read, count
        tails = (shape[1:] for shape in shapes[0]) if shapes else ()
        return Steps(*arguments, dict(zip(self.over, zip(dtypes, tails))))

    def _computed(self, delayed: Any) -> Any:
        if self._client is not None:
            return self._client.compute(delayed, retries=self._retries or 0).result()
        asked = {"scheduler": self._scheduler, "retries": self._retries}
        given = {name: value for name, value in asked.items() if value is not None}
        if self._retries and not _is_of_cluster(self._scheduler):
            raise ArgumentError(
                f"retries is {self._retries}, but only workers of dask.distributed "
                "repeat a task that fails.\nGive client=, or make one before."
            )
        (found,) = dask.compute(delayed, **given)
        return found


def _require_settings(
    read: object, plus: object, compute: object, client: object, retries: object
) -> None:
    for name, function in (("read", read), ("plus", plus)):
        if function is not None and not callable(function):
            raise ArgumentError(f"{name} is {function!r}; it must be a function.")
    if not isinstance(compute, bool):
        raise ArgumentError(f"compute is {compute!r}; it must be True or False.")
    if client is not None and not callable(getattr(client, "compute", None)):
        raise ArgumentError(
            f"client is {client!r}; it must be a dask.distributed.Client."
        )
    if retries is not None and (type(retries) is not int or retries < 0):
        raise ArgumentError(
            f"retries is {retries!r}; it must be an integer from 0 on: how often a "
            "task that fails is repeated."
        )


def _is_of_cluster(scheduler: Any) -> bool:
    """Whether dask would compute on a cluster."""
    found = get_scheduler(scheduler=scheduler)
    return hasattr(getattr(found, "__self__", None), "scheduler_info")


def _names_in(over: Over, derivative: Derivative) -> tuple[str, ...]:
    """Return the names of the parameters that have rows."""
    title, wrt = derivative.primal.__name__, derivative.request.wrt
    is_one = isinstance(over, str) or not isinstance(over, Iterable)
    names = (over,) if is_one else tuple(over)
    own = list(derivative.__signature__.parameters)
    if not names or len(set(names)) < len(names) or not set(names) <= set(own):
        raise ArgumentError(
            f"over is {over!r}; it must name parameters of {title}, each once.\n"
            f"It has {', '.join(own)}."
        )
    if both := [name for name in wrt if name in names]:
        raise ArgumentError(
            f"{title} is to be differentiated with respect to {both[0]}, which has "
            "rows: such a gradient is as large as the rows, and no sum over them.\n"
            "Name the parameters in wrt=, or map tl.grad over the blocks yourself."
        )
    for kind in (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD):
        if stars := _parameters(derivative, kind):
            raise ArgumentError(
                f"{title} takes any number of arguments as {stars[0]}.\n"
                "Give a function that names its parameters."
            )
    return tuple(name for name in own if name in names)


def _parameters(derivative: Derivative, kind: Any) -> list[str]:
    parameters = derivative.__signature__.parameters.values()
    return [one.name for one in parameters if one.kind is kind]


def _signature(
    derivative: Derivative, over: tuple[str, ...], is_read: bool
) -> inspect.Signature:
    """Return what a call takes: one collection in place of all that it is read into."""
    signature = derivative.__signature__
    left_out = over[1:] if is_read else ()
    kept = [p for name, p in signature.parameters.items() if name not in left_out]
    return signature.replace(parameters=kept)


def _copied(value: Any) -> Any:
    """Return a copy of an argument that a caller may write; collections are not."""
    return value if dask.is_dask_collection(value) else copy.deepcopy(value)


def _require_others(
    others: Mapping[str, object], over: tuple[str, ...], title: str
) -> None:
    for name, value in others.items():
        if dask.is_dask_collection(value):
            raise ArgumentError(
                f"{name} is a collection of dask, but {title} is not summed over it.\n"
                f"Give {name}.compute(), or over={(*over, name)!r}."
            )


def _tested(shapes: list[tuple], choices: list[Choice]) -> Iterator[int]:
    """Yield the partitions whose rows test that the function is a sum over rows.

    That is the first with four rows and more, or of two. Of unknown ones it is each.
    """
    known = [place for place, one in enumerate(choices) if one.text is not None]
    asked = [place for place in known if choices[place].tested]
    longest = (place for place in asked if shapes[place][0][0] >= 4)
    found = next(longest, next(iter(asked), None))
    if found is not None:
        yield found
    yield from (place for place, one in enumerate(choices) if one.text is None)
