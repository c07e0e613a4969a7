"""Functions that call chemicals."""

from chemicals import (
    acentric,
    dippr,
    heat_capacity,
    iapws,
    interface,
    phase_change,
    rachford_rice,
    vapor_pressure,
    virial,
    viscosity,
    volume,
)

from tests.libraries.listed import Calls

CALLS = Calls()


@CALLS.at(305.0)
def antoine(t):
    return vapor_pressure.Antoine(t, 8.95, 595.5, 15.9)


@CALLS.at(305.0)
def wagner(t):
    return vapor_pressure.Wagner(t, 647.3, 2.21e7, -7.73, 1.46, -2.77, -1.23)


@CALLS.at(305.0, 425.0, 3.796)
def lee_kesler(t, tc, pc):
    return vapor_pressure.Lee_Kesler(t, tc, 1e6 * pc, 0.193)


@CALLS.at(305.0)
def dippr_101(t):
    return dippr.EQ101(t, 73.649, -7258.2, -7.3037, 4.1653e-6, 2.0)


@CALLS.at(305.0)
def dippr_105(t):
    return dippr.EQ105(t, 1.0, 0.26, 540.0, 0.28)


@CALLS.at(305.0)
def dippr_107(t):
    return dippr.EQ107(t, 33363.0, 26790.0, 2610.5, 8896.0, 1169.0)


@CALLS.at(305.0, 425.0)
def rackett(t, tc):
    return 1e4 * volume.Rackett(t, tc, 37.9e5, 0.274)


@CALLS.at(300.0, 500.0)
def boiling_heat(tb, tc):
    return phase_change.Riedel(tb, tc, 40e5)


@CALLS.at(305.0, 540.0)
def tension(t, tc):
    return interface.Brock_Bird(t, 370.0, tc, 27.4e5)


@CALLS.at(305.0)
def gas_viscosity(t):
    return 1e5 * viscosity.Yoon_Thodos(t, 556.35, 4.5596e6, 153.8)


@CALLS.at(305.0, 425.0)
def pitzer(t, tc):
    return 1e4 * virial.BVirial_Pitzer_Curl(t, tc, 38e5, 0.193)


@CALLS.at(0.5, 0.3)
def split(z, k):
    return rachford_rice.flash_inner_loop([z, 1.0 - z], [2.0, k])[0]


@CALLS.at(300.0)
def omega(tb):
    return acentric.LK_omega(tb, 425.6, 40e5)


@CALLS.at(320.0)
def capacity(t):
    return heat_capacity.Lastovka_Shaw(t, 0.1333)


@CALLS.at(320.0)
def saturation(t):
    return iapws.iapws95_Psat(t)
