"""The programs of the gallery for autograd, which has no writes into arrays.

`prepared` gives value and gradient of the text of a program itself, if autograd runs
it, otherwise of what a function here puts in place of some of its functions: it takes
the module, and is named after the program. What it lacks altogether, such as splines,
is not written anew.
"""

from collections.abc import Callable
from types import FunctionType, ModuleType, SimpleNamespace

import autograd
import autograd.numpy as anp
import autograd.scipy.special
import autograd.scipy.stats
import numpy as np

from benchmarks.peers.rebind import rebound

# How autograd ends for what it cannot differentiate: boxes in arrays, no rule.
REFUSALS = (TypeError, ValueError, NotImplementedError, AttributeError, RuntimeError)


def prepared(
    module: ModuleType, args: tuple, value: float, gradient: np.ndarray
) -> tuple[Callable | None, str]:
    """Give value and gradient by autograd, and a star if it is not the program's text.

    None stands for a program that it does not run, or differentiates wrongly.
    """
    name = module.__name__.removeprefix("gallery_")
    versions = [({}, "")]
    if name in REWRITTEN:
        versions.append((REWRITTEN[name](module), "*"))
    for own, star in versions:
        replacements = {**_in_place_of_numpy(module), **own}
        loss = rebound(module.loss, replacements)
        taken = [_rebound(a, module, replacements) for a in args]
        derivative = autograd.value_and_grad(loss)

        def version(*_, derivative=derivative, taken=taken):
            return derivative(*taken)

        try:
            found, slopes = version()
        except REFUSALS:
            continue
        vector = _in_order(slopes, args[0])
        if np.allclose(found, value) and np.allclose(vector, gradient, 1e-6, 1e-9):
            return version, star
    return None, ""


def _in_order(slopes: object, like: object) -> np.ndarray:
    """All numbers of a gradient in the order of the parameters, in a vector."""
    if isinstance(like, dict):
        return np.concatenate([_in_order(slopes[key], like[key]) for key in like])
    return np.ravel(slopes)


def _rebound(argument: object, module: ModuleType, replacements: dict) -> object:
    if isinstance(argument, FunctionType) and argument.__module__ == module.__name__:
        return rebound(argument, replacements)
    return argument


def _in_place_of_numpy(module: ModuleType) -> dict:
    """Autograd's modules and functions under the names of NumPy's and SciPy's."""
    own = {"np": anp}
    for name, value in vars(module).items():
        for place in (autograd.scipy.special, autograd.scipy.stats):
            if str(getattr(value, "__module__", "")).startswith("scipy."):
                own |= {name: getattr(place, name)} if hasattr(place, name) else {}
            elif isinstance(value, np.ufunc):
                own |= {name: getattr(place, name)} if hasattr(place, name) else {}
    return own


def rod(p: ModuleType) -> dict:
    def measured(heat):
        u, readings = anp.zeros(p.CELLS), []
        for step in range(p.STEPS):
            flow = p.K * (u[1:] - u[:-1])
            first = anp.concatenate([flow[:1] + heat[step], flow[1:] - flow[:-1]])
            u = u + anp.concatenate([first, -flow[-1:]])
            readings.append(u[p.SENSOR])
        return anp.array(readings)

    return {"measured": measured}


def waves(p: ModuleType) -> dict:
    def recorded(speeds, source):
        factors = ((0.5 * speeds) ** 2)[1:-1, 1:-1]
        before = now = anp.zeros((p.N, p.N))
        place = np.zeros((p.N, p.N))
        place[source, p.LEFT] = 1.0
        rows = []
        for step in range(p.STEPS):
            around = now[:-2, 1:-1] + now[2:, 1:-1] + now[1:-1, :-2] + now[1:-1, 2:]
            bent = factors * (around - 4.0 * now[1:-1, 1:-1])
            after = 2.0 * now - before + anp.pad(bent, ((1, 1), (1, 1)), "constant")
            before, now = now, after + p.SIGNAL[step] * place
            rows.append(now[:, p.RIGHT])
        return anp.stack(rows)

    return {"recorded": recorded}


def smoke(p: ModuleType) -> dict:
    def carried(field, vy, vx):
        y, x = p.ROWS - p.DT * vy, p.COLUMNS - p.DT * vx
        top, left = anp.floor(y), anp.floor(x)
        dy, dx = y - top, x - left
        i, j = top.astype(int) % p.N, left.astype(int) % p.N
        below, beside = (i + 1) % p.N, (j + 1) % p.N
        above = (1 - dx) * field[i, j] + dx * field[i, beside]
        under = (1 - dx) * field[below, j] + dx * field[below, beside]
        return (1 - dy) * above + dy * under

    def without_divergence(vy, vx):
        fy, fx = anp.fft.fft2(vy), anp.fft.fft2(vx)
        pressure = (p.KY * fy + p.KX * fx) / p.SQUARES
        back = anp.fft.ifft2
        return anp.real(back(fy - p.KY * pressure)), anp.real(
            back(fx - p.KX * pressure)
        )

    def simulate(velocities, smoke):
        vy, vx = without_divergence(velocities[0], velocities[1])
        for _ in range(p.STEPS):
            vy, vx = carried(vy, vy, vx), carried(vx, vy, vx)
            vy, vx = without_divergence(vy, vx)
            smoke = carried(smoke, vy, vx)
        return [smoke]

    return {"simulate": simulate}


def wing(p: ModuleType) -> dict:
    weights, along_x, along_y = (a[:, None, None] for a in (p.WEIGHTS, p.DX, p.DY))

    def at_rest(density, vx, vy):
        along = along_x * vx + along_y * vy
        squares = 1.5 * (vx**2 + vy**2)
        return density * weights * (1 + 3 * along + 4.5 * along**2 - squares)

    def rolled(x, down, right):
        return anp.roll(anp.roll(x, down, axis=0), right, axis=1)

    def blow(solid):
        ones = anp.ones((p.H, p.W))
        arriving = f = at_rest(ones, p.WIND * ones, 0.0 * ones)
        drag = 0.0
        for step in range(p.STEPS):
            density = anp.sum(f, axis=0)
            vx = anp.tensordot(p.DX, f, 1) / density
            vy = anp.tensordot(p.DY, f, 1) / density
            relaxed = f + p.RATE * (at_rest(density, vx, vy) - f)
            turned = solid * (f[p.BACK] - relaxed)
            if step >= p.STEPS - 40:
                drag = drag - anp.sum(anp.tensordot(p.DX, turned, 1)) / 40
            moving = relaxed + turned
            f = anp.stack([rolled(moving[i], p.DY[i], p.DX[i]) for i in range(9)])
            inner = f[:, :, 1:-1]
            f = anp.concatenate([arriving[:, :, :1], inner, inner[:, :, -1:]], axis=2)
        return drag, vx, vy

    return {"blow": blow}


def kalman(p: ModuleType) -> dict:
    def filtered(parameters, measured):
        gusts, noise, drag = anp.exp(parameters)
        move = p.MOVE - drag * anp.array([[0.0, 0.0], [0.0, 1.0]])
        mean, covariance = anp.zeros(2), 10.0 * anp.eye(2)
        cost = 0.0
        for reading in measured:
            mean = move @ mean
            covariance = move @ covariance @ move.T + gusts * p.GUST
            surprise = reading - p.SEEN @ mean
            variance = p.SEEN @ covariance @ p.SEEN + noise
            gain = covariance @ p.SEEN / variance
            mean = mean + gain * surprise
            covariance = covariance - anp.outer(gain, p.SEEN @ covariance)
            cost = cost + 0.5 * (
                anp.log(2.0 * anp.pi * variance) + surprise**2 / variance
            )
        return cost, None, None

    return {"filtered": filtered}


def gaussian_process(p: ModuleType) -> dict:
    def loss(parameters, x, y):
        matrix = p_kernel(x, x, parameters) + anp.exp(parameters[4]) * anp.eye(len(x))
        factor = anp.linalg.cholesky(matrix)
        misfit = 0.5 * y @ anp.linalg.solve(matrix, y)
        logarithms = anp.sum(anp.log(anp.diag(factor)))
        return misfit + logarithms + 0.5 * len(x) * anp.log(2 * anp.pi)

    p_kernel = rebound(p.kernel, {"np": anp})
    return {"loss": loss}


def hidden_markov(p: ModuleType) -> dict:
    def log_softmax(x, axis):
        return x - autograd.scipy.special.logsumexp(x, axis=axis, keepdims=True)

    return {"log_softmax": log_softmax}


def survival(p: ModuleType) -> dict:
    def logpdf(x, c, scale):
        z = x / scale
        return anp.log(c / scale) + (c - 1.0) * anp.log(z) - z**c

    def logsf(x, c, scale):
        return -((x / scale) ** c)

    return {"weibull_min": SimpleNamespace(logpdf=logpdf, logsf=logsf)}


def pendulum(p: ModuleType) -> dict:
    def swing(torques):
        angles, speeds = [0.0], [0.0]
        for i in range(p.STEPS):
            pull = torques[i] - anp.sin(angles[-1]) - 0.05 * speeds[-1]
            speeds.append(speeds[-1] + p.DT * pull)
            angles.append(angles[-1] + p.DT * speeds[-1])
        return anp.array(angles), anp.array(speeds)

    return {"swing": swing}


def orbits(p: ModuleType) -> dict:
    def paths(unknown):
        places, speeds = unknown[:6].reshape(3, 2), unknown[6:12].reshape(3, 2)
        first, dt = places, unknown[12] / 3.0 / p.STEPS
        speeds = speeds + dt / 2 * forces(places)
        for _ in range(p.STEPS):
            places = places + dt * speeds
            pull = forces(places)
            speeds = speeds + dt * pull
        return [first, places], speeds - dt / 2 * pull

    forces = rebound(p.forces, {"np": anp})
    return {"paths": paths}


def cloth(p: ModuleType) -> dict:
    order = np.argsort(np.concatenate([p.FREE, p.HELD]))

    def placed(flat):
        return anp.concatenate([flat.reshape(-1, 3), p.PINS])[order]

    return {"cloth": placed}


def soap_film(p: ModuleType) -> dict:
    frame = p.WIRE.copy()
    frame[1:-1, 1:-1] = 0.0

    def film(inside):
        heights = inside.reshape(p.SIDE - 2, p.SIDE - 2)
        return frame + anp.pad(heights, ((1, 1), (1, 1)), "constant")

    return {"film": film}


def recurrent(p: ModuleType) -> dict:
    def states(model, sequences):
        hidden = anp.zeros((sequences.shape[1], p.HIDDEN))
        for entries in sequences:
            both = anp.concatenate([entries, hidden], axis=1)
            gate = 1.0 / (1.0 + anp.exp(-(both @ model["gate"] + model["keep"])))
            hidden = gate * anp.tanh(both @ model["new"]) + (1.0 - gate) * hidden
        return [hidden]

    return {"states": states}


def ode_net(p: ModuleType) -> dict:
    motion = rebound(p.motion, {"np": anp})

    def trajectory(flat, beginning, times):
        y = beginning
        path = [y]
        for i in range(1, len(times)):
            h = (times[i] - times[i - 1]) / p.SUBSTEPS
            for _ in range(p.SUBSTEPS):
                k1 = motion(y, flat)
                k2 = motion(y + h / 2 * k1, flat)
                k3 = motion(y + h / 2 * k2, flat)
                k4 = motion(y + h * k3, flat)
                y = y + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
            path.append(y)
        return anp.stack(path)

    return {"trajectory": trajectory}


def convolution(p: ModuleType) -> dict:
    def direct(x, w):
        _, height, width, _ = x.shape
        y = 0.0
        for i in range(3):
            for j in range(3):
                window = x[:, i : i + height - 2, j : j + width - 2]
                y = y + anp.matmul(window, w[i, j])
        return y

    return {"direct": direct}


def rendering(p: ModuleType) -> dict:
    def render(scene):
        light = scene["light"] / anp.sqrt(anp.sum(scene["light"] ** 2))
        picture = 0.1
        for k in anp.argsort(scene["spheres"][:, 2]):
            sphere = scene["spheres"][k]
            scale = 4.0 / (4.0 - sphere[2])
            radius = anp.exp(sphere[3]) * scale
            dx, dy = (
                (p.X - sphere[0] * scale) / radius,
                (p.Y - sphere[1] * scale) / radius,
            )
            inside = 1.0 - dx**2 - dy**2
            height = anp.sqrt(anp.maximum(inside, 1e-3))
            facing = dx * light[0] + dy * light[1] + height * light[2]
            bright = anp.maximum(facing, 0.0)
            covered = autograd.scipy.special.expit(inside * radius / p.SOFT)
            shade = (0.25 + 0.75 * bright)[:, :, None] * sphere[4:]
            picture = picture + covered[:, :, None] * (shade - picture)
        return picture

    return {"render": render}


REWRITTEN = {
    function.__name__: function
    for function in (
        rod,
        waves,
        smoke,
        wing,
        kalman,
        gaussian_process,
        hidden_markov,
        survival,
        pendulum,
        orbits,
        cloth,
        soap_film,
        recurrent,
        ode_net,
        convolution,
        rendering,
    )
}
