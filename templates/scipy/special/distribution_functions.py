"""Distribution functions and their inverses, by what they have a density in.

Degrees of freedom and other shapes have no elementary derivative.
"""

import math

import numpy as np
from scipy import special

from tangentlite.rules.registry import d, elementwise, formula
from tangentlite.templates.scipy.special.bessel import whole
from tangentlite.templates.scipy.special.incomplete_integrals import (
    beta_density,
    gamma_density,
)


# Of up to k events: the gamma function of k + 1, whole numbers of them.
@elementwise(special.pdtr)
def pdtr(y, k, m):
    d[m] = d[y] * -gamma_density(np.floor(k) + 1.0, m)


@elementwise(special.pdtrc)
def pdtrc(y, k, m):
    d[m] = d[y] * gamma_density(np.floor(k) + 1.0, m)


@elementwise(special.pdtri)
def pdtri(m, k, y):
    d[y] = np.divide(-d[m], gamma_density(whole(k) + 1.0, m))


@elementwise(special.bdtr)
def bdtr(y, k, n, p):
    below = np.floor(k)
    d[p] = d[y] * -beta_density(below + 1.0, whole(n) - below, p)


@elementwise(special.bdtrc)
def bdtrc(y, k, n, p):
    below = np.floor(k)
    d[p] = d[y] * beta_density(below + 1.0, whole(n) - below, p)


@elementwise(special.bdtri)
def bdtri(p, k, n, y):
    below = np.floor(k)
    d[y] = np.divide(-d[p], beta_density(below + 1.0, whole(n) - below, p))


@elementwise(special.nbdtr)
def nbdtr(y, k, n, p):
    d[p] = d[y] * beta_density(whole(n), whole(k) + 1.0, p)


@elementwise(special.nbdtrc)
def nbdtrc(y, k, n, p):
    d[p] = d[y] * -beta_density(whole(n), whole(k) + 1.0, p)


@elementwise(special.nbdtri)
def nbdtri(p, k, n, y):
    d[y] = np.divide(d[p], beta_density(whole(n), whole(k) + 1.0, p))


@elementwise(special.chdtr)
def chdtr(y, v, x):
    d[x] = d[y] * 0.5 * gamma_density(0.5 * v, 0.5 * x)


@elementwise(special.chdtrc)
def chdtrc(y, v, x):
    d[x] = d[y] * -0.5 * gamma_density(0.5 * v, 0.5 * x)


@elementwise(special.chdtri)
def chdtri(x, v, p):
    d[p] = np.divide(-2.0 * d[x], gamma_density(0.5 * v, 0.5 * x))


@elementwise(special.gdtr)
def gdtr(y, a, b, x):
    density = gamma_density(b, a * x)
    d[a] = d[y] * x * density
    d[x] = d[y] * a * density


@elementwise(special.gdtrc)
def gdtrc(y, a, b, x):
    density = gamma_density(b, a * x)
    d[a] = d[y] * -x * density
    d[x] = d[y] * -a * density


@elementwise(special.gdtrix)
def gdtrix(x, a, b, p):
    d[a] = np.divide(-d[x] * x, a)
    d[p] = np.divide(d[x], a * gamma_density(b, a * x))


@elementwise(special.gdtria)
def gdtria(a, p, b, x):
    d[p] = np.divide(d[a], x * gamma_density(b, a * x))
    d[x] = np.divide(-d[a] * a, x)


def f_density(dfn, dfd, x):
    scale = np.divide(1.0 * dfn, dfd)
    is_end = np.isinf(x)
    odds = np.where(is_end, 1.0, scale * x)
    is_start = odds == 0.0
    a, b = 0.5 * dfn, 0.5 * dfd
    inside = special.xlogy(a - 1.0, np.where(is_start, 1.0, odds))
    size = np.exp(inside - (a + b) * np.log1p(odds) - special.betaln(a, b))
    start = np.power(np.where(is_start, odds, 1.0), a - 1.0)
    return scale * np.where(is_end, 0.0, size * start)


@elementwise(special.fdtr)
def fdtr(y, dfn, dfd, x):
    d[x] = d[y] * f_density(dfn, dfd, x)


@elementwise(special.fdtrc)
def fdtrc(y, dfn, dfd, x):
    d[x] = d[y] * -f_density(dfn, dfd, x)


@elementwise(special.fdtri)
def fdtri(x, dfn, dfd, p):
    d[p] = np.divide(d[x], f_density(dfn, dfd, x))


# Infinitely many degrees of freedom make it the normal distribution.
def student_density(df, t):
    is_normal = np.isinf(df)
    degrees = np.where(is_normal, 1.0, df)
    square = t * t
    power = -0.5 * (degrees + 1.0) * np.log1p(square / degrees)
    scale = np.exp(power - special.betaln(0.5, 0.5 * degrees)) / np.sqrt(degrees)
    normal = np.exp(-0.5 * square) * (1.0 / math.sqrt(2.0 * math.pi))
    return np.where(is_normal, normal, scale)


@elementwise(special.stdtr)
def stdtr(y, df, t):
    d[t] = d[y] * student_density(df, t)


@elementwise(special.stdtrit)
def stdtrit(t, df, p):
    d[p] = np.divide(d[t], student_density(df, t))


# By the size of the square of a normal number that is off the centre: a Bessel function
# scaled like the exponential of the root of the product.
def noncentral_density(x, df, nc):
    order = 0.5 * df - 1.0
    is_start = (nc == 0.0) | (x == 0.0)
    place = np.where(is_start, 1.0, nc * x)
    size = special.ive(order, np.sqrt(place)) * np.power(place, -0.5 * order)
    # the first terms of 0F1 (DLMF 10.39.9), for slopes where the product is 0
    term = np.where(is_start, 0.25 * nc * x, 0.0) / (order + 1.0)
    start = np.exp(-math.log(2.0) * order) * special.rgamma(order + 1.0)
    start = start * (1.0 + term + 0.5 * term * term * (order + 1.0) / (order + 2.0))
    relative = np.where(is_start, start, size)
    distance = np.where(is_start, x + nc, x + nc - 2.0 * np.sqrt(place))
    return 0.5 * relative * np.power(x, order) * np.exp(-0.5 * distance)


@elementwise(special.chndtr)
def chndtr(y, x, df, nc):
    d[x] = d[y] * noncentral_density(x, df, nc)
    d[nc] = d[y] * -noncentral_density(x, df + 2.0, nc)


@elementwise(special.chndtrix)
def chndtrix(x, p, df, nc):
    density = noncentral_density(x, df, nc)
    d[p] = np.divide(d[x], density)
    d[nc] = d[x] * np.divide(noncentral_density(x, df + 2.0, nc), density)


@elementwise(special.chndtrinc)
def chndtrinc(nc, x, df, p):
    slope = noncentral_density(x, df + 2.0, nc)
    d[x] = d[nc] * np.divide(noncentral_density(x, df, nc), slope)
    d[p] = np.divide(-d[nc], slope)


# Beyond the ends of the support it is constant.
@elementwise(special.tklmbda)
def tklmbda(y, x, lmbda):
    is_beyond = lmbda * np.abs(x) >= 1.0
    p = np.where(is_beyond, 0.5, y)
    slope = np.power(p, lmbda - 1.0) + np.power(1.0 - p, lmbda - 1.0)
    d[x] = d[y] * 1.0 / np.where(is_beyond, np.inf, slope)


@formula(special.nrdtrimn)
def nrdtrimn(p, std, x):
    return x - std * special.ndtri(p)


@formula(special.nrdtrisd)
def nrdtrisd(mn, p, x):
    return np.divide(x - mn, special.ndtri(p))


# Two series that converge for all numbers, each where it is the shorter.
def kolmogorov_density(x):
    is_far = x > 0.9
    far = np.where(is_far, x, 1.0)
    near = np.where(is_far | (x <= 0.05), 0.5, x)
    tail = 0.0
    for k in range(1, 6):
        tail = tail - (-1.0) ** k * 8.0 * k * k * far * np.exp(-2.0 * k * k * far * far)
    inverse = 1.0 / near
    head = 0.0
    for k in range(1, 4):
        rate = ((2.0 * k - 1.0) * math.pi) ** 2 / 8.0
        rise = 2.0 * rate * inverse * inverse - 1.0
        head = head + rise * np.exp(-rate * inverse * inverse)
    head = math.sqrt(2.0 * math.pi) * inverse * inverse * head
    return 1.0 * np.where(is_far, tail, np.where(x <= 0.05, 0.0, head))


@elementwise(special.kolmogorov)
def kolmogorov(p, y):
    d[y] = d[p] * -kolmogorov_density(y)


@elementwise(special.kolmogi)
def kolmogi(y, p):
    d[p] = np.divide(-d[y], kolmogorov_density(y))
