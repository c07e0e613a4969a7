"""How the methods of a distribution follow from its density.

A distribution is a location-scale family: x = loc + scale * z, where z has the density
that its file gives by its logarithm, as a function of z and the shapes. From it come
`logpdf` and `pdf`; the density in turn is the derivative of `cdf`, `sf`, `logcdf` and
`logsf`, and that of `ppf` and `isf` is one over it. By the shapes of a distribution the
last six have no elementary derivative: they are refused. The masses of a discrete
distribution are differentiated by its shapes, not by the count.

The templates are texts, as each distribution has parameters of other names, which may
be passed by keyword.
"""
import linecache

import numpy as np

from tangentlite.rules.registry import d, elementwise, formula
from tangentlite.runtime import no_derivative

INSIDE = """\
    z = (x - loc) / scale
    inside = (z >= {lower}) & (z <= {upper})
    z = np.where(inside, z, {middle})
"""
# At an end of the support the slope is zero if the density is zero or infinite; if it
# is finite (of gamma for a = 1) the formula is nan, and so are its derivatives.
INTERIOR = """\
    z = (x - loc) / scale
    end = (z == {lower}) | (z == {upper})
    at_end = {density_at_end}
    inside = (z > {lower}) & (z < {upper}) | end & np.isnan(at_end)
    z = np.where(inside, z, {middle})
"""
EVERYWHERE = """\
    z = (x - loc) / scale
"""
DENSITIES = """\
def logpdf(x, {parameters}loc=0, scale=1):
{standardised}    return {bounded_log}


def pdf(x, {parameters}loc=0, scale=1):
{standardised}    return {bounded}
"""
PROBABILITIES = """\
def cdf(y, x, {parameters}loc=0, scale=1):
    density = distribution.pdf(x, {given}loc, scale) * d[y]
    d[x] = density
    d[loc] = -density
    d[scale] = -density * np.where(density == 0.0, 0.0, (x - loc) / scale)


def sf(y, x, {parameters}loc=0, scale=1):
    density = distribution.pdf(x, {given}loc, scale) * d[y]
    d[x] = -density
    d[loc] = density
    d[scale] = density * np.where(density == 0.0, 0.0, (x - loc) / scale)


def logcdf(y, x, {parameters}loc=0, scale=1):
    log_ratio = np.where(y == -np.inf, y, distribution.logpdf(x, {given}loc, scale) - y)
    ratio = np.exp(log_ratio) * d[y]
    d[x] = ratio
    d[loc] = -ratio
    d[scale] = -ratio * np.where(ratio == 0.0, 0.0, (x - loc) / scale)


def logsf(y, x, {parameters}loc=0, scale=1):
    log_ratio = np.where(y == -np.inf, y, distribution.logpdf(x, {given}loc, scale) - y)
    ratio = np.exp(log_ratio) * d[y]
    d[x] = -ratio
    d[loc] = ratio
    d[scale] = ratio * np.where(ratio == 0.0, 0.0, (x - loc) / scale)


def ppf(y, q, {parameters}loc=0, scale=1):
    d[q] = np.divide(d[y], distribution.pdf(y, {given}loc, scale))
    d[loc] = d[y]
    d[scale] = (y - loc) / scale * d[y]


def isf(y, q, {parameters}loc=0, scale=1):
    d[q] = -np.divide(d[y], distribution.pdf(y, {given}loc, scale))
    d[loc] = d[y]
    d[scale] = (y - loc) / scale * d[y]
"""


MASSES = """\
def logpmf(k, {parameters}loc=0):
    count = k - loc + no_derivative('{name} has no derivative by k', k)
    inside = (count >= {lower}) & (count <= {upper}) & (count == np.floor(count))
    count = np.where(inside, count, {lower})
    return np.where(inside, {mass}, -np.inf)


def pmf(k, {parameters}loc=0):
    count = k - loc + no_derivative('{name} has no derivative by k', k)
    inside = (count >= {lower}) & (count <= {upper}) & (count == np.floor(count))
    count = np.where(inside, count, {lower})
    return np.where(inside, np.exp({mass}), 0.0)
"""


def continuous(distribution, log_density, closed=True, middle='0.5') -> None:
    """Register the methods of a continuous distribution by its standard density.

    `log_density` is a function of z and the shapes, and finite at `middle`, a text.
    The ends of a bounded support belong to it if it is `closed`: then the density is
    finite there.
    """
    shapes = shapes_of(distribution)
    given = ''.join(f'{name}, ' for name in shapes)
    density = f'log_density({", ".join(["z", *shapes])})'
    logarithm, plain = f'{density} - np.log(scale)', f'np.exp({density}) / scale'
    lower, upper = float(distribution.a), float(distribution.b)
    bounded = not (lower == -np.inf and upper == np.inf)
    standardised = EVERYWHERE
    if bounded:
        ends = {end: repr(value).replace('inf', 'np.inf')
                for end, value in (('lower', lower), ('upper', upper))}  # fmt: skip
        at_end = f'log_density({", ".join([f"np.where(end, z, {middle})", *shapes])})'
        standardised = (INSIDE if closed else INTERIOR).format(
            middle=middle, density_at_end=at_end, **ends
        )
        logarithm = f'np.where(inside, {logarithm}, -np.inf)'
        plain = f'np.where(inside, {plain}, 0.0)'
    place = {'np': np, 'd': d, 'log_density': log_density,
             'distribution': distribution}  # fmt: skip
    spelled = {'parameters': given, 'given': given, 'standardised': standardised,
               'bounded_log': logarithm, 'bounded': plain}  # fmt: skip
    text = (DENSITIES + '\n\n' + PROBABILITIES).format(**spelled)
    made = defined(text, distribution.name, place)
    for name in ('logpdf', 'pdf'):
        formula(getattr(distribution, name))(made[name])
    for name in ('cdf', 'sf', 'logcdf', 'logsf', 'ppf', 'isf'):
        elementwise(getattr(distribution, name))(made[name])


def discrete(distribution, log_mass, lower='0', upper='np.inf') -> None:
    """Register the masses of a discrete distribution by their logarithm.

    `log_mass` is a function of the count and the shapes; the ends of the support are
    texts, which may name shapes.
    """
    shapes = shapes_of(distribution)
    text = MASSES.format(
        parameters=''.join(f'{name}, ' for name in shapes), name=distribution.name,
        mass=f'log_mass({", ".join(["count", *shapes])})', lower=lower, upper=upper,
    )  # fmt: skip
    place = {'np': np, 'log_mass': log_mass, 'no_derivative': no_derivative}
    made = defined(text, distribution.name, place)
    for name in ('logpmf', 'pmf'):
        formula(getattr(distribution, name))(made[name])


def shapes_of(distribution) -> list[str]:
    """Return the names of a distribution's shapes."""
    return [name.strip() for name in (distribution.shapes or '').split(',') if name]


def defined(text: str, name: str, place: dict) -> dict:
    """Return what a text defines; its lines can be read as those of a file."""
    filename = f'<rules of {name}>'
    linecache.cache[filename] = (len(text), None, text.splitlines(True), filename)
    # Functions of a module: their names are looked up where the text was defined.
    place['__name__'] = __name__
    exec(compile(text, filename, 'exec'), place)
    return place
