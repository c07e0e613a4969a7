"""Threads that generate, call, clear and import for some seconds, all at once."""

import gc
import importlib.util
import random
import sys
import threading
import time
from pathlib import Path

import numpy as np
import pytest

import tangentlite as tl
from tests.support.at_once import results

pytest.importorskip('scipy')
from tests.threads import programs  # noqa: E402

THREADS = 6
SECONDS = 30.0
NAMES = [name for name in vars(programs) if name.startswith('of_')]
NUMBERS = {'of_a_loop', 'of_an_object', 'of_scipy', 'of_a_recursion', 'of_steps'}
ARGUMENTS = {
    name: 0.7 if name in NUMBERS else np.linspace(0.1, 1.3, 5) for name in NAMES
}


def module_of(name):
    """A module with the programs, of which nobody else knows."""
    spec = importlib.util.spec_from_file_location(name, Path(programs.__file__))
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def derivatives(f, x):
    """The gradient and the tangent of a program."""
    return tl.grad(f)(x), tl.autodiff(f, mode='forward')(x, np.ones_like(x))


@pytest.mark.slow
def test_each_call_gives_what_it_gives_alone():
    wanted = {n: derivatives(getattr(programs, n), ARGUMENTS[n]) for n in NAMES}
    shared, counts = module_of('threads_shared'), [0] * THREADS
    begin, end = threading.Barrier(THREADS), time.monotonic() + SECONDS

    def work(thread):
        chance, own, modules = random.Random(thread), None, 0
        begin.wait()
        while time.monotonic() < end:
            share = chance.random()
            if own is None or share < 0.05:
                own, modules = module_of(f'threads_{thread}_{modules}'), modules + 1
            if 0.05 < share < 0.08:
                tl.cache_clear()
            if share > 0.97:
                gc.collect()
            name = chance.choice(NAMES)
            f, x = getattr(chance.choice([shared, own]), name), ARGUMENTS[name]
            if share < 0.3:
                with tl.options(optimize=False):
                    found = tl.value_and_grad(f)(x)[1], wanted[name][1]
            else:
                found = derivatives(f, x)
            for one, other in zip(found, wanted[name], strict=True):
                np.testing.assert_allclose(one, other, rtol=1e-9)
            counts[thread] += 1

    try:
        results(*[lambda thread=thread: work(thread) for thread in range(THREADS)])
    finally:
        for name in [n for n in sys.modules if n.startswith('threads_')]:
            del sys.modules[name]
    assert min(counts) > 0
