"""Flow in a cavity, gravity and molecular dynamics, stepped in place."""

import numpy as np

from tests.programs.kernels.record import Kernel


def build_up_b(b, rho, dt, u, v, dx, dy):
    b[1:-1, 1:-1] = rho * (
        1
        / dt
        * (
            (u[1:-1, 2:] - u[1:-1, 0:-2]) / (2 * dx)
            + (v[2:, 1:-1] - v[0:-2, 1:-1]) / (2 * dy)
        )
        - ((u[1:-1, 2:] - u[1:-1, 0:-2]) / (2 * dx)) ** 2
        - 2
        * (
            (u[2:, 1:-1] - u[0:-2, 1:-1])
            / (2 * dy)
            * (v[1:-1, 2:] - v[1:-1, 0:-2])
            / (2 * dx)
        )
        - ((v[2:, 1:-1] - v[0:-2, 1:-1]) / (2 * dy)) ** 2
    )


def pressure_poisson(p, dx, dy, b, nit):
    pn = np.empty_like(p)
    for _ in range(nit):
        pn = p.copy()
        p[1:-1, 1:-1] = (
            (pn[1:-1, 2:] + pn[1:-1, 0:-2]) * dy**2
            + (pn[2:, 1:-1] + pn[0:-2, 1:-1]) * dx**2
        ) / (2 * (dx**2 + dy**2)) - dx**2 * dy**2 / (2 * (dx**2 + dy**2)) * b[
            1:-1, 1:-1
        ]
        p[:, -1] = p[:, -2]  # dp/dx = 0 at x = 2
        p[0, :] = p[1, :]  # dp/dy = 0 at y = 0
        p[:, 0] = p[:, 1]  # dp/dx = 0 at x = 0
        p[-1, :] = 0  # p = 0 at y = 2


def cavity_flow(u, v, p, b, dt, dx, dy, rho, nu, nt, nit):
    for _ in range(nt):
        un = u.copy()
        vn = v.copy()
        build_up_b(b, rho, dt, u, v, dx, dy)
        pressure_poisson(p, dx, dy, b, nit)
        u[1:-1, 1:-1] = (
            un[1:-1, 1:-1]
            - un[1:-1, 1:-1] * dt / dx * (un[1:-1, 1:-1] - un[1:-1, 0:-2])
            - vn[1:-1, 1:-1] * dt / dy * (un[1:-1, 1:-1] - un[0:-2, 1:-1])
            - dt / (2 * rho * dx) * (p[1:-1, 2:] - p[1:-1, 0:-2])
            + nu
            * (
                dt / dx**2 * (un[1:-1, 2:] - 2 * un[1:-1, 1:-1] + un[1:-1, 0:-2])
                + dt / dy**2 * (un[2:, 1:-1] - 2 * un[1:-1, 1:-1] + un[0:-2, 1:-1])
            )
        )
        v[1:-1, 1:-1] = (
            vn[1:-1, 1:-1]
            - un[1:-1, 1:-1] * dt / dx * (vn[1:-1, 1:-1] - vn[1:-1, 0:-2])
            - vn[1:-1, 1:-1] * dt / dy * (vn[1:-1, 1:-1] - vn[0:-2, 1:-1])
            - dt / (2 * rho * dy) * (p[2:, 1:-1] - p[0:-2, 1:-1])
            + nu
            * (
                dt / dx**2 * (vn[1:-1, 2:] - 2 * vn[1:-1, 1:-1] + vn[1:-1, 0:-2])
                + dt / dy**2 * (vn[2:, 1:-1] - 2 * vn[1:-1, 1:-1] + vn[0:-2, 1:-1])
            )
        )
        u[0, :] = 0
        u[:, 0] = 0
        u[:, -1] = 0
        u[-1, :] = 1  # the lid moves
        v[0, :] = 0
        v[-1, :] = 0
        v[:, 0] = 0
        v[:, -1] = 0


def cavity_flow_loss(u, v, p, b, dt, dx, dy, rho, nu, nt, nit):
    cavity_flow(u, v, p, b, dt, dx, dy, rho, nu, nt, nit)
    return np.sum(u**2) + np.sum(v**2) + np.sum(p**2) + 0.01 * np.sum(b**2)


def cavity_flow_inputs(n, nt, nit):
    rng = np.random.default_rng(500)
    u, v, p, b = rng.uniform(-0.3, 0.3, (4, n, n))
    dx = dy = 2.0 / (n - 1)
    return u, v, p, b, 0.1 * dx, dx, dy, 1.2, 0.1, nt, nit


def accelerations(pos, mass, acc, G):
    x = pos[:, 0:1]
    y = pos[:, 1:2]
    z = pos[:, 2:3]
    dx = x.T - x
    dy = y.T - y
    dz = z.T - z
    inv_r3 = dx**2 + dy**2 + dz**2
    mask = inv_r3 > 0
    inv_r3[mask] = inv_r3[mask] ** (-1.5)
    acc[:, 0] = G * (dx * inv_r3) @ mass
    acc[:, 1] = G * (dy * inv_r3) @ mass
    acc[:, 2] = G * (dz * inv_r3) @ mass


def nbody(pos, vel, mass, G, dt, steps):
    acc = np.zeros_like(pos)
    accelerations(pos, mass, acc, G)
    for _ in range(steps):
        vel += acc * dt / 2.0
        pos += vel * dt
        accelerations(pos, mass, acc, G)
        vel += acc * dt / 2.0


def nbody_loss(pos, vel, mass, G, dt, steps):
    nbody(pos, vel, mass, G, dt, steps)
    return np.sum(pos**2) + 0.5 * np.sum(mass * np.sum(vel**2, axis=1))


def attract(pos, mass, acc, G):
    acc[:] = 0.0
    for i in range(pos.shape[0]):
        d = pos[i] - pos
        r2 = np.sum(d * d, axis=1)
        mask = r2 > 0
        r3 = r2[mask] * np.sqrt(r2[mask])
        acc[mask] += G * mass[i] * d[mask] / r3[:, np.newaxis]


def nbody_particles(pos, vel, mass, G, dt, steps):
    acc = np.empty_like(pos)
    for _ in range(steps):
        attract(pos, mass, acc, G)
        for i in range(pos.shape[0]):
            vel[i] += dt * acc[i]
            pos[i] += dt * vel[i]


def nbody_particles_loss(pos, vel, mass, G, dt, steps):
    nbody_particles(pos, vel, mass, G, dt, steps)
    return np.sum(np.sin(pos)) + np.sum(vel**2)


def nbody_inputs(n, steps):
    rng = np.random.default_rng(501)
    side = int(np.ceil(n ** (1 / 3)))
    sites = np.stack(np.meshgrid(*[np.arange(side)] * 3), axis=-1).reshape(-1, 3)[:n]
    pos = sites + rng.uniform(-0.2, 0.2, (n, 3))
    vel = rng.uniform(-0.5, 0.5, (n, 3))
    return pos, vel, rng.uniform(0.5, 1.5, n), 0.8, 0.05, steps


def pair_forces(pos, force, epsilon, sigma):
    cutoff = 2.0 * sigma
    force[:] = 0.0
    for i in range(len(pos) - 1):
        d = pos[i] - pos[i + 1 :]
        r2 = np.sum(d**2, axis=1)
        near = r2 < cutoff**2
        s6 = (sigma**2 / r2[near]) ** 3
        f = (24.0 * epsilon * (2.0 * s6**2 - s6) / r2[near])[:, None] * d[near]
        force[i] += np.sum(f, axis=0)
        force[i + 1 :][near] -= f


def lennard_jones(pos, vel, epsilon, sigma, dt, steps):
    force = np.zeros(pos.shape)
    pair_forces(pos, force, epsilon, sigma)
    for _ in range(steps):
        vel += 0.5 * dt * force
        pos += dt * vel
        pair_forces(pos, force, epsilon, sigma)
        vel += 0.5 * dt * force


def lennard_jones_loss(pos, vel, epsilon, sigma, dt, steps):
    lennard_jones(pos, vel, epsilon, sigma, dt, steps)
    return 0.5 * np.sum(vel**2) + 0.1 * np.sum(pos**2)


def lennard_jones_inputs(rows, columns, steps):
    rng = np.random.default_rng(502)
    sites = np.stack(np.meshgrid(np.arange(rows), np.arange(columns)), axis=-1)
    pos = 1.2 * sites.reshape(-1, 2) + rng.uniform(-0.03, 0.03, (rows * columns, 2))
    return pos, rng.uniform(-0.5, 0.5, pos.shape), 1.0, 1.0, 0.01, steps


KERNELS = (
    Kernel(
        "cavity_flow",
        cavity_flow_loss,
        cavity_flow_inputs,
        tuple(range(9)),
        (30, 12, 20),
        (6, 2, 2),
    ),
    Kernel("nbody", nbody_loss, nbody_inputs, (0, 1, 2, 3, 4), (100, 8), (5, 2)),
    Kernel(
        "nbody_particles",
        nbody_particles_loss,
        nbody_inputs,
        (0, 1, 2, 3, 4),
        (24, 10),
        (4, 2),
    ),
    Kernel(
        "lennard_jones",
        lennard_jones_loss,
        lennard_jones_inputs,
        (0, 1, 2, 3, 4),
        (6, 6, 6),
        (2, 3, 1),
    ),
)
