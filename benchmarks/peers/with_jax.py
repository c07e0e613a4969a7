"""Value and gradient by JAX, compiled, in double precision."""

import math
from collections.abc import Callable
from types import SimpleNamespace

import jax
import jax.numpy as jnp
import jax.scipy.fft
import jax.scipy.integrate
import jax.scipy.interpolate
import jax.scipy.linalg
import jax.scipy.ndimage
import jax.scipy.optimize
import jax.scipy.signal
import jax.scipy.sparse.linalg
import jax.scipy.spatial.transform
import jax.scipy.special
import jax.scipy.stats
import numpy as np

from benchmarks.peers.kernels_jax import LOSSES
from benchmarks.peers.kernels_jax.images import convolved
from benchmarks.peers.rebind import rebound
from benchmarks.peers.refusal import refused
from benchmarks.primals import inference, recurrent
from benchmarks.primals.physics import rates
from benchmarks.rule_programs import RuleProgram
from benchmarks.workload import Workload

jax.config.update("jax_enable_x64", True)


def contestant(workload: Workload, args: tuple) -> tuple[Callable, tuple]:
    """Prepare compiled value and gradient of `workload`; integers are static."""
    version = rebound(workload.primal, REPLACEMENTS)
    counts = tuple(i for i, arg in enumerate(args) if isinstance(arg, int))
    compiled = jax.jit(
        jax.value_and_grad(version, argnums=workload.wrt), static_argnums=counts
    )

    def value_and_gradient(*arguments):
        return jax.block_until_ready(compiled(*arguments))

    return value_and_gradient, tuple(as_jax(arg) for arg in args)


def gradient(program: RuleProgram) -> tuple[Callable, tuple]:
    """Prepare the compiled gradient of the program of a call."""
    version = rebound(program.function, {"np": jnp, "scipy": jax.scipy})
    compiled = jax.jit(jax.grad(version, argnums=program.wrt))

    def ready(*args):
        return jax.block_until_ready(compiled(*args))

    return ready, tuple(as_jax(arg) for arg in program.args)


def as_jax(arg):
    return jnp.asarray(arg) if isinstance(arg, np.ndarray) else arg


def logistic_map(x, steps):
    return jax.lax.fori_loop(0, steps, lambda _, x: 4.0 * x * (1.0 - x), x)


def newton_sqrt(a):
    return jax.lax.while_loop(
        lambda x: abs(x * x - a) > 1e-12 * a, lambda x: 0.5 * (x + a / x), a
    )


def sum_of_sines(x):
    def step(total, x_i):
        return total + jnp.sin(x_i) * x_i, None

    return jax.lax.scan(step, 0.0, x)[0]


unrolled = refused("jit would unroll the loop")


def runge_kutta(birth, hunting, death, growth, x, y, h, steps):
    def step(_, state):
        x, y = state
        x1, y1 = rates(x, y, birth, hunting, death, growth)
        x2, y2 = rates(
            x + 0.5 * h * x1, y + 0.5 * h * y1, birth, hunting, death, growth
        )
        x3, y3 = rates(
            x + 0.5 * h * x2, y + 0.5 * h * y2, birth, hunting, death, growth
        )
        x4, y4 = rates(x + h * x3, y + h * y3, birth, hunting, death, growth)
        x = x + h / 6.0 * (x1 + 2.0 * x2 + 2.0 * x3 + x4)
        y = y + h / 6.0 * (y1 + 2.0 * y2 + 2.0 * y3 + y4)
        return x, y

    return sum(jax.lax.fori_loop(0, steps, step, (x, y)))


def runge_kutta_arrays(p, start, h, steps):
    def step(_, u):
        k1 = rates_of_array(u, p)
        k2 = rates_of_array(u + 0.5 * h * k1, p)
        k3 = rates_of_array(u + 0.5 * h * k2, p)
        k4 = rates_of_array(u + h * k3, p)
        return u + h / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4)

    return jnp.sum(jax.lax.fori_loop(0, steps, step, start))


def rates_of_array(u, p):
    return jnp.stack(rates(u[0], u[1], p[0], p[1], p[2], p[3]))


def heat_slices(start, conductivity, steps):
    def step(_, u):
        return u.at[1:-1].add(conductivity * (u[2:] - 2.0 * u[1:-1] + u[:-2]))

    u = jax.lax.fori_loop(0, steps, step, start)
    return jnp.sum(u * u)


def heat_elements(start, conductivity, steps):
    def step(_, u):
        def element(i, new):
            return new.at[i].add(conductivity * (u[i + 1] - 2.0 * u[i] + u[i - 1]))

        return jax.lax.fori_loop(1, len(u) - 1, element, u)

    u = jax.lax.fori_loop(0, steps, step, start)
    return jax.lax.fori_loop(0, len(u), lambda i, total: total + u[i] * u[i], 0.0)


def lstm(cells, ends, start, text):
    def step(state, pair):
        character, following = pair
        x = ends[0] * character
        rows = []
        for i in range(0, len(state), 2):
            x, memory = lstm_cell(cells[i], cells[i + 1], state[i], state[i + 1], x)
            rows += [x, memory]
        y = ends[1] * x + ends[2]
        scores = y - jnp.log(2.0 + jnp.sum(jnp.exp(y)))
        return jnp.stack(rows), jnp.sum(scores * following)

    totals = jax.lax.scan(step, start, (text[:-1], text[1:]))[1]
    return -jnp.sum(totals) / text[1:].size


lstm_cell = rebound(recurrent.lstm_cell, {"np": jnp})


def convolution(images, kernel):
    y = convolved(images, kernel)
    return 0.5 * jnp.sum(y * y)


def lower_triangles(factors, k, d):
    rows = np.concatenate([np.arange(i + 1, d) for i in range(d)])
    columns = np.repeat(np.arange(d), np.arange(d - 1, -1, -1))
    return jnp.zeros((k, d, d)).at[:, rows, columns].set(factors[:, d:])


def kalman_filter(transition, log_q, log_r, observed, data):
    q, r = jnp.diag(jnp.exp(log_q)), jnp.diag(jnp.exp(log_r))

    def step(state, y):
        *state, term = kalman_step(*state, y, transition, q, r, observed)
        return state, term

    states = len(transition)
    start = [jnp.zeros(states), jnp.eye(states)]
    return jnp.sum(jax.lax.scan(step, start, data)[1])


kalman_step = rebound(inference.kalman_step, {"np": jnp, "scipy": jax.scipy})

REPLACEMENTS = {
    "np": jnp,
    "scipy": jax.scipy,
    "kalman_filter": kalman_filter,
    "math": SimpleNamespace(log=jnp.log, sin=jnp.sin, sqrt=jnp.sqrt, pi=math.pi),
    "logistic_map": logistic_map,
    "newton_sqrt": newton_sqrt,
    "sum_of_sines": sum_of_sines,
    "helmholtz_loops": unrolled,
    "runge_kutta": runge_kutta,
    "runge_kutta_arrays": runge_kutta_arrays,
    "heat_slices": heat_slices,
    "heat_elements": heat_elements,
    "lstm": lstm,
    "convolution": convolution,
    "lower_triangles": lower_triangles,
    "bundle_loop": unrolled,
    **LOSSES,
}
