"""Complex numbers and their parts.

The gradient of a real f of z = x + iy is df/dx - i df/dy. So an analytic function is
multiplied by its derivative, as a real one. The rule of a real part, absolute value or
angle may give complex numbers: the compiler drops what a real result, or a real
argument, cannot have.
"""
import numpy as np

from tangentlite.rules.registry import d, elementwise, formula, linear


@linear(np.conjugate, in_='x')
def conjugate(y, x):
    d[x] = np.conjugate(d[y])


def conjugated(x):
    return np.conjugate(x) if np.iscomplexobj(x) else x


@linear(np.real, in_='val', may_view='val')
def real(y, val):
    d[val] = d[y]


@linear(np.imag, in_='val', may_view='val')
def imag(y, val):
    d[val] = -1j * d[y]


# At 0 the angle has no derivative; 0 by convention.
@elementwise(np.angle)
def angle(y, z, deg=False):
    if not np.iscomplexobj(z):
        d[z] = 0.0
    else:
        turned = np.where(z == 0, 0.0, -1j / (z + (z == 0)))
        d[z] = d[y] * turned * (180.0 / np.pi if deg else 1.0)


# The sign of a complex number is its phase; that of a real one is constant.
@formula(np.sign)
def sign(x):
    if not np.iscomplexobj(x):
        return 0.0
    size = np.abs(x)
    return x / (size + (size == 0))


@linear(np.complex128, np.complex64, in_='x')
def to_complex(y, x):
    d[x] = d[y]


@elementwise(complex)
def from_parts(z, real, imag=0.0):
    d[real] = d[z]
    d[imag] = 1j * d[z]
