"""Functions that call fluids."""

import fluids
import numpy as np
from fluids import friction, numerics, two_phase

from tests.libraries.listed import Calls

CALLS = Calls()

AIR = fluids.ATMOSPHERE_1976(5000.0)


@CALLS.at(2.5, 0.25, 1.1613, 1.9)
def reynolds(v, d, rho, mu):
    return fluids.Reynolds(V=v, D=d, rho=rho, mu=1e-5 * mu)


@CALLS.at(1e5, 1.0)
def friction_factor(re, roughness):
    return fluids.friction_factor(Re=re, eD=1e-4 * roughness)


@CALLS.at(1e5, 1.0)
def colebrook(re, roughness):
    return friction.Colebrook(re, 1e-4 * roughness)


@CALLS.at(1e5, 1.0)
def haaland(re, roughness):
    return friction.Haaland(re, 1e-4 * roughness)


@CALLS.at(1e5, 1.0)
def friction_by_name(re, roughness):
    return fluids.friction_factor(re, 1e-4 * roughness, Method="Swamee_Jain_1976")


@CALLS.at(0.02, 3.0)
def one_phase_drop(d, length):
    return fluids.one_phase_dP(m=0.5, rho=1000.0, mu=1e-3, D=d, L=length)


@CALLS.at(0.6, 0.1, 915.0, 2.67, 1.8)
def two_phase_friedel(m, x, rhol, rhog, mul):
    return two_phase.Friedel(
        m=m, x=x, rhol=rhol, rhog=rhog, mul=1e-4 * mul, mug=14e-6, sigma=0.0487,
        D=0.05, L=1.0,
    )  # fmt: skip


@CALLS.at(0.6, 0.1)
def two_phase_drop(m, x):
    return fluids.two_phase_dP(
        m=m, x=x, rhol=915.0, rhog=2.67, mul=180e-6, mug=14e-6, sigma=0.0487, D=0.05,
        L=1.0,
    )  # fmt: skip


@CALLS.at(0.07, 2.0)
def bend(d, angle_scale):
    angle = 30.0 * angle_scale
    return fluids.bend_rounded(Di=d, angle=angle, fd=0.018, bend_diameters=5)


@CALLS.at(0.07, 0.08)
def contraction(d1, d2):
    return fluids.contraction_sharp(d2, d1)


@CALLS.at(4000.0)
def atmosphere(z):
    return fluids.ATMOSPHERE_1976(z).P


@CALLS.at(11.0)
def atmosphere_object(speed):
    return fluids.Mach(V=speed, c=AIR.v_sonic)


@CALLS.at(300.0)
def atmosphere_viscosity(t):
    return fluids.ATMOSPHERE_1976.viscosity(t)


@CALLS.at(0.5, 1000.0)
def orifice(beta, rho):
    return fluids.flow_meter.flow_meter_discharge(
        D=0.07, Do=0.07 * beta, P1=2e5, P2=1.8e5, rho=rho, C=0.6, expansibility=1.0
    )


@CALLS.at(1.3, 2.0)
def tank_volume(d, length):
    return fluids.TANK(D=d, L=length, horizontal=False).V_total


@CALLS.at(2e5, 1.4)
def critical_flow(p, k):
    return fluids.P_critical_flow(P=p, k=k)


@CALLS.at(10.0, 9.0)
def isothermal_gas(p1, d):
    return fluids.compressible.isothermal_gas(
        rho=11.3, fd=0.00185, P1=1e5 * p1, P2=9e5, L=1000.0, D=0.05 * d
    )


@CALLS.at(2.0, 3.0)
def terminal_velocity(d, mu):
    return fluids.v_terminal(D=1e-4 * d, rhop=2600.0, rho=1000.0, mu=1e-3 * mu)


@CALLS.at(0.4, 1.0)
def packed_bed(voidage, vs):
    return fluids.packed_bed.Ergun(
        dp=8e-4, voidage=voidage, vs=1e-3 * vs, rho=1e3, mu=1e-3
    )


@CALLS.at(3.0)
def newton_of_numerics(a):
    return numerics.newton(lambda x: x * x - a, 1.0, fprime=lambda x: 2.0 * x)


@CALLS.at(3.0)
def brenth_of_numerics(a):
    return numerics.brenth(lambda x: x * x - a, 0.0, 5.0)


@CALLS.at(np.array([0.1, 0.3, -0.2]), 0.7)
def horner(coefficients, x):
    return numerics.horner(coefficients, x)


@CALLS.at(0.4, 1.3)
def drag(re_scale, d):
    return fluids.drag_sphere(200.0 * re_scale * d)
