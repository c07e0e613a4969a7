"""Functions that call galpy."""

from galpy import potential
from galpy.util import coords

from tests.libraries.listed import Calls

CALLS = Calls()

DISK = potential.MiyamotoNagaiPotential(amp=1.0, a=0.5, b=0.1, normalize=0.6)
HALO = potential.NFWPotential(amp=1.0, a=2.0, normalize=0.35)
BULGE = potential.PowerSphericalPotentialwCutoff(alpha=1.8, rc=0.2, normalize=0.05)
PLUMMER = potential.PlummerPotential(amp=1.0, b=0.8)
LOGARITHMIC = potential.LogarithmicHaloPotential(normalize=1.0, q=0.9)
HERNQUIST = potential.HernquistPotential(amp=2.0, a=1.3)
WHOLE = [DISK, HALO]


@CALLS.at(1.0, 0.1)
def disk(r, z):
    return DISK(r, z)


@CALLS.at(1.0, 0.1)
def disk_unchecked(r, z):
    return DISK(r, z, use_physical=False)


@CALLS.at(1.0, 0.1)
def disk_evaluate(r, z):
    return DISK._evaluate(r, z)


@CALLS.at(1.0, 0.1)
def radial_force(r, z):
    return DISK.Rforce(r, z)


@CALLS.at(1.0, 0.1)
def radial_force_unchecked(r, z):
    return DISK._Rforce(r, z)


@CALLS.at(1.0, 0.1)
def halo(r, z):
    return HALO._evaluate(r, z)


@CALLS.at(1.0, 0.1)
def halo_density(r, z):
    return HALO._dens(r, z)


@CALLS.at(1.0, 0.1)
def bulge(r, z):
    return BULGE._evaluate(r, z)


@CALLS.at(1.0, 0.1)
def plummer(r, z):
    return PLUMMER._zforce(r, z)


@CALLS.at(1.0, 0.1)
def logarithmic(r, z):
    return LOGARITHMIC._evaluate(r, z)


@CALLS.at(1.0, 0.1)
def hernquist(r, z):
    return HERNQUIST._evaluate(r, z)


@CALLS.at(1.0, 0.1)
def sum_of_potentials(r, z):
    return potential.evaluatePotentials(WHOLE, r, z)


@CALLS.at(0.9)
def circular_velocity(r):
    return potential.vcirc(DISK, r)


@CALLS.at(1.2, 0.4)
def potential_made_inside(a, b):
    return potential.MiyamotoNagaiPotential(amp=1.0, a=a, b=b)._evaluate(1.0, 0.1)


@CALLS.at(0.3, 0.4, 0.2)
def cylindrical(x, y, z):
    return coords.rect_to_cyl(x, y, z)


@CALLS.at(0.3, 0.4, 0.2)
def spherical(r, phi, z):
    return coords.cyl_to_spher(r, z, phi)
