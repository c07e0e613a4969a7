"""The loops of `benchmarks.memory` in JAX: by `scan`, with checkpoints and without.

What a compiled gradient allocates beside its arguments and results is what the compiler
says; the peak of a process that runs it grows by as much.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from importlib import util

from benchmarks import memory_programs as programs
from benchmarks.memory_programs import Loop

Measured = tuple[float, float, object]


def ways() -> dict[str, Callable[[Loop], Measured]]:
    """Return what measures a loop in JAX: no ways if it is not installed.

    'again' runs sqrt(n) segments of sqrt(n) steps under `jax.checkpoint`.
    """
    if not util.find_spec("jax"):
        return {}
    return {
        "jax scan": lambda loop: measured(loop, scanned),
        "jax again": lambda loop: measured(loop, in_segments),
    }


def measured(loop: Loop, run: Callable) -> Measured:
    """Return the CPU time of a call, the peak of its memory in MB, and its result."""
    import jax

    jax.config.update("jax_enable_x64", True)
    start, step, loss = PROGRAMS[loop.program]
    *args, steps = loop.args

    def program(*args):
        return loss(run(lambda state: step(state, args), start(args), steps))

    places = tuple(range(len(args)))
    gradient = jax.jit(jax.grad(program, argnums=places)).lower(*args).compile()
    peak = gradient.memory_analysis().temp_size_in_bytes / 1e6
    given = jax.device_put(args)
    begin = time.process_time()
    result = jax.block_until_ready(gradient(*given))
    return time.process_time() - begin, peak, result


def scanned(step: Callable, state: object, steps: int) -> object:
    """Return the state after so many steps."""
    import jax

    return jax.lax.scan(lambda now, _: (step(now), None), state, length=steps)[0]


def in_segments(step: Callable, state: object, steps: int) -> object:
    """Return the same; each segment is run again where it is reversed."""
    import jax

    size = math.isqrt(steps)
    segment = jax.checkpoint(lambda now: scanned(step, now, size))
    return scanned(step, scanned(segment, state, steps // size), steps % size)


def logistic_map(x, args):
    return args[1] * x * (1.0 - x)


def lotka_volterra(state, args):
    (x, y), a = state, args[2]
    half_x = x + 0.0005 * (a * x - x * y)
    half_y = y + 0.0005 * (x * y - y)
    x = x + 0.001 * (a * half_x - half_x * half_y)
    return x, y + 0.001 * (half_x * half_y - half_y)


def recurrent(h, args):
    import jax.numpy

    return jax.numpy.tanh(args[0] @ h)


def reaction_diffusion(u, args):
    inner = u[1:-1]
    spread = 0.2 * (u[2:] - 2.0 * inner + u[:-2])
    return u.at[1:-1].add(spread + args[1] * inner * (1.0 - inner))


def gray_scott(state, args):
    (u, v), feed = state, args[2]
    inner, other = u[1:-1, 1:-1], v[1:-1, 1:-1]
    reaction = inner * other * other
    u_step = 0.16 * programs.laplacian(u) - reaction + feed * (1.0 - inner)
    v_step = 0.08 * programs.laplacian(v) + reaction - (feed + 0.06) * other
    return u.at[1:-1, 1:-1].add(u_step), v.at[1:-1, 1:-1].add(v_step)


def first(args):
    return args[0]


def first_two(args):
    return args[0], args[1]


def squares(u):
    return (u * u).sum()


# The state at the start, a step, and the result of the state at the end.
PROGRAMS = {
    programs.logistic_map: (first, logistic_map, lambda x: x),
    programs.lotka_volterra: (first_two, lotka_volterra, lambda s: s[0] + s[1] * s[1]),
    programs.recurrent: (lambda args: args[1], recurrent, squares),
    programs.reaction_diffusion: (first, reaction_diffusion, squares),
    programs.gray_scott: (first_two, gray_scott, lambda state: squares(state[1])),
}
