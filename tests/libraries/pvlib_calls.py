"""Functions that call pvlib."""

import numpy as np
from pvlib import (
    atmosphere,
    clearsky,
    iam,
    irradiance,
    pvsystem,
    shading,
    singlediode,
    solarposition,
    spectrum,
    temperature,
    tracking,
)

from tests.libraries.listed import Calls

CALLS = Calls()

ZENITH = np.array([20.0, 45.0, 70.0])
ALBEDO = 0.2


@CALLS.at(ZENITH)
def airmass(zenith):
    return atmosphere.get_relative_airmass(zenith)


@CALLS.at(ZENITH)
def airmass_young(zenith):
    return atmosphere.get_relative_airmass(zenith, "young1994")


@CALLS.at(500.0)
def pressure(altitude):
    return atmosphere.alt2pres(altitude)


@CALLS.at(np.array([10.0, 20.0]), np.array([40.0, 60.0]))
def water(temperature, humidity):
    return atmosphere.gueymard94_pw(temperature, humidity)


@CALLS.at(ZENITH, np.array([100.0, 150.0, 220.0]))
def incidence(zenith, azimuth):
    return irradiance.aoi(30.0, 180.0, zenith, azimuth)


@CALLS.at(30.0)
def ground(tilt):
    return irradiance.get_ground_diffuse(tilt, 600.0, ALBEDO)


@CALLS.at(np.array([10.0, 35.0, 60.0]))
def isotropic(tilt):
    return irradiance.isotropic(tilt, 120.0)


@CALLS.at(ZENITH, 100.0, 600.0)
def haydavies(zenith, dhi, dni):
    return irradiance.haydavies(30.0, 180.0, dhi, dni, 1300.0, zenith, 150.0)


@CALLS.at(ZENITH, 100.0, 600.0)
def perez(zenith, dhi, dni):
    return irradiance.perez(30.0, 180.0, dhi, dni, 1300.0, zenith, 150.0, 1.5)


@CALLS.at(30.0, 500.0, 200.0)
def total(tilt, dni, dhi):
    return irradiance.get_total_irradiance(
        tilt, 180.0, 40.0, 160.0, dni, dni + dhi, dhi
    )["poa_global"]


@CALLS.at(600.0, 40.0)
def erbs(ghi, zenith):
    return irradiance.erbs(ghi, zenith, 150)["dni"]


@CALLS.at(np.array([30.0, 45.0]), 1.2)
def ineichen(zenith, airmass):
    return clearsky.ineichen(zenith, airmass, 3.0)["ghi"]


@CALLS.at(np.array([10.0, 40.0, 65.0]), 1.5)
def iam_physical(angle, n):
    return iam.physical(angle, n=n)


@CALLS.at(np.array([10.0, 40.0, 65.0]))
def iam_martin_ruiz(angle):
    return iam.martin_ruiz(angle)


@CALLS.at(np.array([10.0, 40.0, 65.0]), 0.05)
def iam_ashrae(angle, b):
    return iam.ashrae(angle, b)


@CALLS.at(900.0, 20.0, 3.0)
def cell_temperature(poa, air, wind):
    return temperature.sapm_cell(poa, air, wind, -3.47, -0.0594, 3.0)


@CALLS.at(900.0, 20.0, 3.0)
def faiman(poa, air, wind):
    return temperature.faiman(poa, air, wind)


@CALLS.at(800.0, 45.0)
def power(effective, cell):
    return pvsystem.pvwatts_dc(effective, cell, 240.0, -0.003)


@CALLS.at(800.0, 45.0)
def de_soto(effective, cell):
    return pvsystem.calcparams_desoto(
        effective, cell, 0.003, 1.5, 6.0, 4e-10, 300.0, 0.3
    )


@CALLS.at(6.0, 1.0, 0.3)
def single_diode_bishop(photocurrent, saturation, resistance):
    voltage = np.array([10.0, 20.0])
    return singlediode.bishop88(
        voltage, photocurrent, 1e-9 * saturation, resistance, 300.0, 1.5
    )


@CALLS.at(6.0, 1.0, 0.3)
def current_from_voltage(photocurrent, saturation, resistance):
    return pvsystem.i_from_v(
        20.0, photocurrent, 1e-9 * saturation, resistance, 300.0, 1.5, method="lambertw"
    )


@CALLS.at(6.0, 1.0, 0.3)
def maximum_power(photocurrent, saturation, resistance):
    point = pvsystem.max_power_point(
        photocurrent, 1e-9 * saturation, resistance, 300.0, 1.5
    )
    return point["p_mp"]


@CALLS.at(200.0)
def inverter(dc):
    return pvsystem.inverter.pvwatts(dc, 240.0)


@CALLS.at(40.0, 160.0)
def tracker(zenith, azimuth):
    return tracking.singleaxis(zenith, azimuth, axis_tilt=10.0)["surface_tilt"]


@CALLS.at(40.0)
def masking(tilt):
    return shading.masking_angle(tilt, 0.5, 0.3)


@CALLS.at(1.4, 1.2)
def spectral(water, airmass):
    return spectrum.spectral_factor_firstsolar(water, airmass, "cdte")


@CALLS.at(150.3)
def declination(day):
    return solarposition.declination_spencer71(day)
