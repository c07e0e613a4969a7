"""A derivative logs, and warns of, what the function does, once."""

import logging

import pytest

import tangentlite as tl
from tests.support.numeric import at, require_derivatives, require_refused

log = logging.getLogger(__name__)


class Model:
    log = logging.getLogger("model")

    def __init__(self, v):
        self.v = v
        self.own = logging.getLogger("own")

    def run(self, x):
        self.log.warning("run %s", x)
        self.own.warning("own %s", self.v)
        return x * self.v


def logged(x):
    log.debug("x is %s", x)
    logging.info("hello %s %d", x, 3)
    log.warning("w %r", x)
    logging.log(30, "plain %s", [x, {"a": x}])
    return x * x


def logged_in_a_loop(x):
    local = logging.getLogger("a.b")
    s = x
    for k in range(3):
        if log.isEnabledFor(logging.WARNING):
            local.warning("s %s %s", s, k)
        s = s * x
    return s


def logged_in_try(x):
    model = Model(x)
    try:
        logging.getLogger().error("in try")
        if x > 1:
            raise ValueError("large")
    except ValueError as e:
        log.warning("caught %s", e)
    return model.run(x)


def logged_by_a_call(x):
    def square(logger, v):
        logger.warning("v %s", v)
        return v * v

    return square(log, x) + square(logging.getLogger("q"), 2 * x)


def traceback_logged(x):
    """The message alone: the traceback would be that of the derivative."""
    try:
        if x > 0:
            raise ValueError("large")
    except ValueError:
        log.error("s", exc_info=True)
        log.exception("t %s", "u")
    return x * x


LOGGING = [
    logged, logged_in_a_loop, logged_in_try, logged_by_a_call, traceback_logged,
]  # fmt: skip


def _said(caplog, function, *args):
    caplog.clear()
    function(*args)
    return [(r.name, r.levelname, r.getMessage()) for r in caplog.records]


def warned(x):
    if x > 1:
        import warnings

        warnings.warn("large x", stacklevel=1)
    return x * x


def level_set(x):
    log.setLevel(3)
    return x


PROGRAMS = [
    *at((0.37, 1.1, 2.3), logged, logged_in_a_loop, logged_in_try, logged_by_a_call),
]  # fmt: skip


@pytest.mark.parametrize(("function", "x"), PROGRAMS)
def test_derivatives(function, x):
    require_derivatives(function, x)


REFUSED = [
    (level_set, 2.5, "'setLevel' of a logger"),
]


@pytest.mark.parametrize("mode", ["reverse", "forward"])
@pytest.mark.parametrize(("function", "x", "what"), REFUSED)
def test_what_is_refused(function, x, what, mode):
    require_refused(function, x, what, mode)


@pytest.mark.parametrize("x", [0.37, 1.1])
@pytest.mark.parametrize("function", LOGGING, ids=lambda f: f.__name__)
def test_logs(function, x, caplog):
    """A derivative logs what the function does, once."""
    with caplog.at_level(logging.DEBUG):
        said = [_said(caplog, function, x)]
        said.append(_said(caplog, tl.grad(function), x))
        said.append(_said(caplog, tl.autodiff(function, mode="forward"), x, 1.0))
        said.append(_said(caplog, tl.grad(tl.grad(function)), x))
    assert said[0]
    assert said.count(said[0]) == len(said)


def test_warnings():
    with pytest.warns(UserWarning, match="large"):
        assert tl.grad(warned)(2.0) == 4.0
