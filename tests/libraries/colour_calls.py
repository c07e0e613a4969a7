"""Functions that call colour, whose packages are objects in place of modules."""

import colour
import numpy as np
from colour.adaptation import chromatic_adaptation_VonKries
from colour.algebra import vecmul
from colour.colorimetry import lightness, luminance_CIE1976, planck_law
from colour.difference import delta_E_CIE1976, delta_E_CIE2000
from colour.models import (
    Lab_to_LCHab,
    Lab_to_XYZ,
    RGB_to_HSV,
    RGB_to_YCbCr,
    XYZ_to_IPT,
    XYZ_to_Lab,
    XYZ_to_Luv,
    XYZ_to_Oklab,
    XYZ_to_sRGB,
    XYZ_to_xy,
    eotf_sRGB,
    sRGB_to_XYZ,
)
from colour.models.rgb.transfer_functions import eotf_inverse_ST2084
from colour.phenomena import scattering_cross_section
from colour.temperature import xy_to_CCT_McCamy1992

from tests.libraries.listed import Calls

CALLS = Calls()

XYZ = np.array([0.20654, 0.12197, 0.05137])
RGB = np.array([0.45, 0.31, 0.12])
LAB = np.array([41.5, 52.6, 26.9])
OTHER = np.array([43.5, 50.1, 24.0])
NANOMETRES = np.array([450.0, 550.0, 650.0])
MATRIX = colour.RGB_COLOURSPACES["sRGB"].matrix_RGB_to_XYZ


@CALLS.at(XYZ)
def through_the_package(xyz):
    return colour.XYZ_to_Lab(xyz)


@CALLS.at(RGB)
def through_a_subpackage(rgb):
    return colour.models.eotf_sRGB(rgb)


@CALLS.at(XYZ)
def xyz_to_xy(xyz):
    return XYZ_to_xy(xyz)


@CALLS.at(XYZ)
def xyz_to_lab(xyz):
    return XYZ_to_Lab(xyz)


@CALLS.at(LAB)
def lab_to_xyz(lab):
    return Lab_to_XYZ(lab)


@CALLS.at(XYZ)
def xyz_to_luv(xyz):
    return XYZ_to_Luv(xyz)


@CALLS.at(XYZ)
def xyz_to_srgb(xyz):
    return XYZ_to_sRGB(xyz)


@CALLS.at(RGB)
def srgb_to_xyz(rgb):
    return sRGB_to_XYZ(rgb)


@CALLS.at(XYZ)
def xyz_to_oklab(xyz):
    return XYZ_to_Oklab(xyz)


@CALLS.at(RGB)
def srgb_curve(rgb):
    return eotf_sRGB(rgb)


@CALLS.at(RGB)
def perceptual_quantizer(values):
    return eotf_inverse_ST2084(values * 100.0)


@CALLS.at(RGB)
def to_hsv(rgb):
    return RGB_to_HSV(rgb)


@CALLS.at(RGB)
def to_ycbcr(rgb):
    return RGB_to_YCbCr(rgb)


@CALLS.at(LAB, OTHER)
def difference_1976(a, b):
    return delta_E_CIE1976(a, b)


@CALLS.at(LAB, OTHER)
def difference_2000(a, b):
    return delta_E_CIE2000(a, b)


@CALLS.at(12.0)
def lightness_of(luminance):
    return lightness(luminance)


@CALLS.at(41.5)
def luminance_of(lightness_value):
    return luminance_CIE1976(lightness_value)


@CALLS.at(NANOMETRES, 5000.0)
def planck(wavelength, temperature):
    return planck_law(1e-9 * wavelength, temperature)


@CALLS.at(XYZ)
def adapted(xyz):
    return chromatic_adaptation_VonKries(
        xyz, np.array([0.95, 1.0, 1.09]), np.array([0.96, 1.0, 0.82])
    )


@CALLS.at(XYZ)
def matrix_product(xyz):
    return vecmul(MATRIX, xyz)


@CALLS.at(LAB)
def to_lchab(lab):
    return Lab_to_LCHab(lab)


@CALLS.at(XYZ)
def xyz_to_ipt(xyz):
    return XYZ_to_IPT(xyz)


@CALLS.at(np.array([0.31, 0.33]))
def temperature_mccamy(xy):
    return xy_to_CCT_McCamy1992(xy)


@CALLS.at(0.55)
def rayleigh(wavelength):
    return scattering_cross_section(wavelength * 1e-4)
