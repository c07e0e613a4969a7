"""Windows of signals, and the Bessel functions in them."""
import numpy as np

from tangentlite.rules.registry import adjoint, constant, d, elementwise, tangent

constant(np.bartlett, np.blackman, np.hamming, np.hanning)

# Chebyshev series of i1(x) exp(-x) / x in x / 4 - 1 up to x = 8, and beyond of
# i1(x) exp(-x) sqrt(x) in 16 / x - 1, as NumPy has them for i0.
NEAR = (
    1.2629359322181682e-1, -1.7641651835783406e-1, 1.0264365868984710e-1,
    -5.2945981208094990e-2, 2.4726449030626516e-2, -1.0564084894626197e-2,
    4.1564229443128880e-3, -1.5135724506312532e-3, 5.1228595616857580e-4,
    -1.6176081582589674e-4, 4.7815651075500540e-5, -1.3273163656039436e-5,
    3.4702513081376785e-6, -8.5687202646954550e-7, 2.0032947535521353e-7,
    -4.4450591287963280e-8, 9.3815373864957730e-9, -1.8872497517228294e-9,
    3.6255902815521170e-10, -6.6634897235020270e-11, 1.1736186298890901e-11,
    -1.9839743977649436e-12, 3.2237933659455750e-13, -5.0421855047279120e-14,
    7.6006842947354080e-15, -1.1055969477353862e-15, 1.5536319577362005e-16,
    -2.1114212143581660e-17,
)  # fmt: skip
FAR = (
    3.8928811750914005e-1, -9.7610974913614690e-3, -1.1058893876262371e-4,
    -3.8825648088776910e-6, -2.5122362378702090e-7, -2.6314688468895196e-8,
    -3.8353803859642370e-9, -5.5897434621965840e-10, -1.8974958123505413e-11,
    3.2526035830154884e-11, 1.4125807436613782e-11, 2.0356285441470896e-12,
    -7.1985517762459080e-13, -4.0835511110921974e-13, -2.1015418427726643e-14,
    4.2724400167119510e-14, 1.0420276984128802e-14, -3.8144030724370075e-15,
    -1.8803547755107825e-15, 3.3082023109209285e-16, 2.9626289976459500e-16,
    -3.2095259219934240e-17, -4.6503053684893586e-17,
)  # fmt: skip


def i1(x):
    """The modified Bessel function of the first kind and order 1."""
    size = np.abs(x)
    near = np.minimum(size, 8.0)
    far = np.maximum(size, 8.0)
    values = np.where(
        size <= 8.0,
        near * chebyshev_sum(near / 4.0 - 1.0, NEAR),
        chebyshev_sum(16.0 / far - 1.0, FAR) / np.sqrt(far),
    )
    return np.sign(x) * np.exp(size) * values


def chebyshev_sum(x, coefficients):
    """The Chebyshev series by Clenshaw's recurrence."""
    first, second, third = 0.0, 0.0, 0.0
    for coefficient in reversed(coefficients):
        first, second, third = 2.0 * x * first - second + coefficient, first, second
    return 0.5 * (first - third + coefficients[0])


@elementwise(np.i0)
def i0(y, x):
    d[x] = d[y] * i1(x)


# i1(x) / x is 1/2 at 0.
@elementwise(i1)
def i1_rule(y, x):
    d[x] = d[y] * (np.i0(x) - np.where(x == 0, 0.5, np.divide(y, x + (x == 0))))


@adjoint(np.kaiser)
def kaiser(y, M, beta):
    d[beta] = np.sum(d[y] * kaiser_slope(y, M, beta))


@tangent(np.kaiser)
def kaiser_tangent(y, M, beta):
    d[y] = d[beta] * kaiser_slope(y, M, beta)


# y is i0(beta * root) / i0(beta), in double precision; of a single sample root is 1.
def kaiser_slope(y, M, beta):
    beta = np.asarray(beta, float)
    middle = 0.5 * (M - 1)
    places = (np.arange(M) - middle) / (middle + (middle == 0))
    root = np.sqrt(1.0 - places * places)
    return (root * i1(beta * root) - y * i1(beta)) / np.i0(beta)
