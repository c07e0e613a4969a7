"""Functions that call iapws."""

import iapws
from iapws import _iapws, iapws97

from tests.libraries.listed import Calls

CALLS = Calls()


@CALLS.at(3.0, 300.0)
def region_1(p, t):
    return iapws97._Region1(t, p)["h"]


@CALLS.at(0.0035, 300.0)
def region_2(p, t):
    return iapws97._Region2(t, p)["v"]


@CALLS.at(500.0, 650.0)
def region_3(rho, t):
    return iapws97._Region3(rho, t)["P"]


@CALLS.at(500.0)
def saturation_pressure(t):
    return iapws97._PSat_T(t)


@CALLS.at(0.1)
def saturation_temperature(p):
    return iapws97._TSat_P(p)


@CALLS.at(3.0, 500.0)
def backward_temperature(p, h):
    return iapws97._Backward1_T_Ph(p, h)


@CALLS.at(998.0, 298.15)
def viscosity(rho, t):
    return iapws._iapws._Viscosity(rho, t)


@CALLS.at(998.0, 298.15)
def conductivity(rho, t):
    return _iapws._ThCond(rho, t)


@CALLS.at(300.0)
def surface_tension(t):
    return _iapws._Tension(t)


@CALLS.at(998.0, 298.15)
def dielectric(rho, t):
    return _iapws._Dielectric(rho, t)


@CALLS.at(270.0, 0.2)
def ice(t, p):
    return _iapws._Ice(t, p)["h"]


@CALLS.at(300.0, 1.0)
def state(t, p):
    return iapws.IAPWS97(T=t, P=p).h
