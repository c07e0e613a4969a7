"""Simulations; particles meet in matrices of all pairs, masked where they do not."""

import jax.numpy as jnp
from jax.lax import fori_loop


def cavity_flow_loss(u, v, p, b, dt, dx, dy, rho, nu, nt, nit):
    inner = (slice(1, -1), slice(1, -1))

    def step(_, fields):
        u, v, p, b = fields
        b = b.at[inner].set(source_of_pressure(u, v, rho, dt, dx, dy))
        p = fori_loop(0, nit, lambda _, p: relaxed_pressure(p, b, dx, dy), p)
        slope = dt / (2 * rho)
        u_inner = moved(u, u, v, dt, dx, dy, nu)
        u_inner -= slope / dx * (p[1:-1, 2:] - p[1:-1, :-2])
        v_inner = moved(v, u, v, dt, dx, dy, nu)
        v_inner -= slope / dy * (p[2:, 1:-1] - p[:-2, 1:-1])
        still = jnp.zeros_like(u)
        u = still.at[inner].set(u_inner).at[-1, :].set(1.0)  # the lid moves
        return u, still.at[inner].set(v_inner), p, b

    u, v, p, b = fori_loop(0, nt, step, (u, v, p, b))
    return jnp.sum(u**2) + jnp.sum(v**2) + jnp.sum(p**2) + 0.01 * jnp.sum(b**2)


def source_of_pressure(u, v, rho, dt, dx, dy):
    u_x = (u[1:-1, 2:] - u[1:-1, :-2]) / (2 * dx)
    v_x = (v[1:-1, 2:] - v[1:-1, :-2]) / (2 * dx)
    u_y = (u[2:, 1:-1] - u[:-2, 1:-1]) / (2 * dy)
    v_y = (v[2:, 1:-1] - v[:-2, 1:-1]) / (2 * dy)
    return rho * ((u_x + v_y) / dt - u_x**2 - 2 * u_y * v_x - v_y**2)


def relaxed_pressure(p, b, dx, dy):
    sides = (p[1:-1, 2:] + p[1:-1, :-2]) * dy**2 + (p[2:, 1:-1] + p[:-2, 1:-1]) * dx**2
    weight = 2 * (dx**2 + dy**2)
    source = dx**2 * dy**2 / weight * b[1:-1, 1:-1]
    p = p.at[1:-1, 1:-1].set(sides / weight - source)
    p = p.at[:, -1].set(p[:, -2])
    p = p.at[0, :].set(p[1, :])
    p = p.at[:, 0].set(p[:, 1])
    return p.at[-1, :].set(0.0)


def moved(w, u, v, dt, dx, dy, nu):
    """Carry w along by the flow and spread it."""
    mid = w[1:-1, 1:-1]
    carried = u[1:-1, 1:-1] * dt / dx * (mid - w[1:-1, :-2])
    carried += v[1:-1, 1:-1] * dt / dy * (mid - w[:-2, 1:-1])
    spread = dt / dx**2 * (w[1:-1, 2:] - 2 * mid + w[1:-1, :-2])
    spread += dt / dy**2 * (w[2:, 1:-1] - 2 * mid + w[:-2, 1:-1])
    return mid - carried + nu * spread


def nbody_loss(pos, vel, mass, G, dt, steps):
    def step(_, state):
        pos, vel, acc = state
        vel = vel + acc * dt / 2.0
        pos = pos + vel * dt
        acc = attractions(pos, mass, G)
        return pos, vel + acc * dt / 2.0, acc

    start = pos, vel, attractions(pos, mass, G)
    pos, vel, _ = fori_loop(0, steps, step, start)
    return jnp.sum(pos**2) + 0.5 * jnp.sum(mass * jnp.sum(vel**2, axis=1))


def nbody_particles_loss(pos, vel, mass, G, dt, steps):
    def step(_, state):
        pos, vel = state
        vel = vel + dt * attractions(pos, mass, G)
        return pos + dt * vel, vel

    pos, vel = fori_loop(0, steps, step, (pos, vel))
    return jnp.sum(jnp.sin(pos)) + jnp.sum(vel**2)


def attractions(pos, mass, G):
    d = pos[None, :, :] - pos[:, None, :]
    r2 = jnp.sum(d**2, axis=2)
    apart = r2 > 0
    inverse = jnp.where(apart, jnp.where(apart, r2, 1.0) ** -1.5, 0.0)
    return G * jnp.einsum("ijk,ij,j->ik", d, inverse, mass)


def lennard_jones_loss(pos, vel, epsilon, sigma, dt, steps):
    def step(_, state):
        pos, vel, force = state
        vel = vel + 0.5 * dt * force
        pos = pos + dt * vel
        force = forces(pos, epsilon, sigma)
        return pos, vel + 0.5 * dt * force, force

    start = pos, vel, forces(pos, epsilon, sigma)
    pos, vel, _ = fori_loop(0, steps, step, start)
    return 0.5 * jnp.sum(vel**2) + 0.1 * jnp.sum(pos**2)


def forces(pos, epsilon, sigma):
    d = pos[:, None, :] - pos[None, :, :]
    r2 = jnp.sum(d**2, axis=2)
    near = (r2 < (2.0 * sigma) ** 2) & ~jnp.eye(len(pos), dtype=bool)
    safe = jnp.where(near, r2, 1.0)
    s6 = (sigma**2 / safe) ** 3
    strength = 24.0 * epsilon * (2.0 * s6**2 - s6) / safe
    return jnp.einsum("ij,ijk->ik", jnp.where(near, strength, 0.0), d)
