"""How the methods of a distribution follow from its density.

A distribution is a location-scale family: x = loc + scale * z, where z has the density
that its file gives by its logarithm, as a function of z and the shapes. From it come
`logpdf` and `pdf`; the density in turn is the derivative of `cdf`, `sf`, `logcdf` and
`logsf`, and that of `ppf` and `isf` is one over it. `median` and `interval` are made of
quantiles.

By a shape, the last six follow from its speed: how fast the point z below which there
is a given probability moves when the shape grows. That of `loc` is 1, that of `scale`
is z. Where the speed is not elementary the six are refused by that shape. Speeds, other
than slopes of probabilities, keep their digits in the tails.

The masses of a discrete distribution are differentiated by its shapes, not by the
count; its speeds are how much of the mass at a count has to move on to the next.

The templates are texts, as each distribution has parameters of other names, which may
be passed by keyword.
"""
import linecache

import numpy as np

from tangentlite.rules.registry import d, definition, elementwise, formula, refused
from tangentlite.runtime import no_derivative
from tangentlite.templates.conversion import as_array

# Where the density is zero or infinite, as at ends of the support, its slope is zero.
# There no quotient is infinite: zero times its slope would be no number.
INSIDE = """\
    z = (x - loc) / scale
    inside = {inside}
    z = np.where(inside, x - loc, {middle} * scale) / scale
"""
EVERYWHERE = """\
    z = (x - loc) / scale
"""
LOG_DENSITY = """\
def logpdf(x, {parameters}loc=0, scale=1):
{standardised}    return {logarithm}
"""
DENSITY = """\
def pdf(x, {parameters}loc=0, scale=1):
{standardised}    return np.where(inside, np.exp({density}) / scale, 0.0)
"""
STANDARD = """\
def _{name}(x, {parameters}):
    return distribution.{name}(x, {parameters})
"""
PROBABILITIES = """\
def cdf(y, x, {parameters}loc=0, scale=1):
    nowhere = np.isinf(x)
    point = np.where(nowhere, {middle} * scale + loc, x)
    density = np.where(nowhere, 0.0, distribution.pdf(point, {given}loc, scale))
    z = np.where(density == 0.0, {middle} * scale, x - loc) / scale
    d[x] = density * d[y]
    d[loc] = -density * d[y]
    d[scale] = -moved(density, z) * d[y]
{falling}

def sf(y, x, {parameters}loc=0, scale=1):
    nowhere = np.isinf(x)
    point = np.where(nowhere, {middle} * scale + loc, x)
    density = np.where(nowhere, 0.0, distribution.pdf(point, {given}loc, scale))
    z = np.where(density == 0.0, {middle} * scale, x - loc) / scale
    d[x] = -density * d[y]
    d[loc] = density * d[y]
    d[scale] = moved(density, z) * d[y]
{rising}

def logcdf(y, x, {parameters}loc=0, scale=1):
{below}    z = np.where(density == 0.0, {middle} * scale, x - loc) / scale
    d[x] = density * d[y]
    d[loc] = -density * d[y]
    d[scale] = -moved(density, z) * d[y]
{falling}

def logsf(y, x, {parameters}loc=0, scale=1):
{above}    z = np.where(density == 0.0, {middle} * scale, x - loc) / scale
    d[x] = -density * d[y]
    d[loc] = density * d[y]
    d[scale] = moved(density, z) * d[y]
{rising}

def ppf(y, q, {parameters}loc=0, scale=1):
    z = (y - loc) / scale
    d[q] = np.divide(d[y], distribution.pdf(y, {given}loc, scale))
    d[loc] = d[y]
    d[scale] = z * d[y]
{moving}

def isf(y, q, {parameters}loc=0, scale=1):
    z = (y - loc) / scale
    d[q] = -np.divide(d[y], distribution.pdf(y, {given}loc, scale))
    d[loc] = d[y]
    d[scale] = z * d[y]
{moving}
"""
# The density over the probability, below or above: by their logarithms, or by a formula
# of its own, as a difference of huge logarithms has no digits.
DIFFERENCE = """\
    point = np.where(np.isinf(x), {middle} * scale + loc, x)
    logarithm = distribution.logpdf(point, {given}loc, scale)
    nowhere = np.isinf(x) | (y == -np.inf)
    density = np.exp(np.where(nowhere, -np.inf, logarithm - y))
"""
RATIO = """\
    z = (x - loc) / scale
    inside = ({inside}) & (y != -np.inf)
    z = np.where(inside, x - loc, {middle} * scale) / scale
    density = np.where(inside, {ratio}, 0.0) / scale
"""
FALLING = '    d[{shape}] = -moved(density, scale * {speed}) * d[y]\n'
RISING = '    d[{shape}] = moved(density, scale * {speed}) * d[y]\n'
MOVING = '    d[{shape}] = scale * {speed} * d[y]\n'
FINITE = 'np.logical_not(np.isinf(z))'


MASSES = """\
def logpmf(k, {parameters}loc=0):
    count = k - loc + no_derivative('{name} has no derivative by k', k)
    inside = (count >= {lower}) & (count <= {upper}) & (count == np.floor(count))
    count = np.where(inside, count, {start})
    return np.where(inside, {mass}, -np.inf)


def pmf(k, {parameters}loc=0):
    count = k - loc + no_derivative('{name} has no derivative by k', k)
    inside = (count >= {lower}) & (count <= {upper}) & (count == np.floor(count))
    count = np.where(inside, count, {start})
    return np.where(inside, np.exp({mass}), 0.0)
"""
SUMS = """\


def cdf(y, k, {parameters}loc=0):
    count = np.floor(k - loc)
    mass = distribution.pmf(count, {given})
    count = np.where(mass == 0.0, {start}, count)
{falling}

def sf(y, k, {parameters}loc=0):
    count = np.floor(k - loc)
    mass = distribution.pmf(count, {given})
    count = np.where(mass == 0.0, {start}, count)
{rising}

def logcdf(y, k, {parameters}loc=0):
    count = np.floor(k - loc)
    log_ratio = np.where(y == -np.inf, y, distribution.logpmf(count, {given}) - y)
    mass = np.exp(log_ratio)
    count = np.where(mass == 0.0, {start}, count)
{falling}

def logsf(y, k, {parameters}loc=0):
    count = np.floor(k - loc)
    log_ratio = np.where(y == -np.inf, y, distribution.logpmf(count, {given}) - y)
    mass = np.exp(log_ratio)
    count = np.where(mass == 0.0, {start}, count)
{rising}
"""
REFUSED = """\


def cdf(k, {parameters}loc=0):
    return no_derivative('sums of masses of {name} have none', k, {given}loc)
"""
LOSING = '    d[{shape}] = -mass * {speed} * d[y]\n'
GAINING = '    d[{shape}] = mass * {speed} * d[y]\n'


def continuous(
    distribution, log_density, inside='', middle='0.5', below=None, above=None, **speeds
) -> None:
    """Register the methods of a continuous distribution by its standard density.

    `log_density` is a function of z and the shapes. `inside` is a text in them: where
    its formula is finite, without infinite z; it is empty if it is so everywhere. The
    formula is finite at `middle`, also a text. Speeds are functions of z and the
    shapes, named by the shapes. So are `below` and `above`, the density over the
    probability below z, or above: without them it follows from their logarithms.
    """
    shapes = shapes_of(distribution)
    at_z = ', '.join(['z', *shapes])
    given = ''.join(f'{name}, ' for name in shapes)
    density = f'log_density({at_z})'
    logarithm = f'{density} - np.log(scale)'
    limits = f'({inside}) & {FINITE}' if inside not in ('', FINITE) else FINITE
    bounded = INSIDE.format(inside=limits, middle=middle)
    if inside:
        logarithm = f'np.where(inside, {logarithm}, -np.inf)'
    spelled = {
        'falling': by_shapes(FALLING, speeds, at_z),
        'rising': by_shapes(RISING, speeds, at_z),
        'moving': by_shapes(MOVING, speeds, at_z),
    }
    names = {'parameters': given, 'given': given, 'middle': middle}
    for side, ratio in (('below', below), ('above', above)):
        lines = DIFFERENCE if ratio is None else RATIO
        spelled[side] = lines.format(inside=limits, ratio=f'{side}({at_z})', **names)
    text = '\n\n'.join([
        LOG_DENSITY.format(
            standardised=bounded if inside else EVERYWHERE, logarithm=logarithm, **names
        ),
        DENSITY.format(standardised=bounded, density=density, **names),
        PROBABILITIES.format(**names, **spelled),
    ])  # fmt: skip
    place = {
        'np': np, 'd': d, 'log_density': log_density, 'distribution': distribution,
        'moved': moved if inside else carried, 'below': below, 'above': above,
    }  # fmt: skip
    place |= {f'speed_by_{shape}': speed for shape, speed in speeds.items()}
    made = defined(text, distribution.name, place)
    for name in ('logpdf', 'pdf'):
        formula(getattr(distribution, name))(made[name])
    for name in ('cdf', 'sf', 'logcdf', 'logsf', 'ppf', 'isf'):
        elementwise(getattr(distribution, name))(made[name])
    if inside in ('', FINITE):
        standard(distribution, given)
    of_quantiles(distribution)
    refused(
        'Take a sum of its densities, or call it outside of the function.',
        distribution.expect,
    )


def standard(distribution, given) -> None:
    """Register the methods of a standard distribution on the whole line, as `_cdf`.

    Inside of the support the public method is the same without `loc` and `scale`.
    """
    names = ('logpdf', 'pdf', 'cdf', 'sf', 'logcdf', 'logsf')
    text = '\n'.join(STANDARD.format(name=name, parameters=given) for name in names)
    place = {'distribution': distribution}
    made = defined(text, f'the standard {distribution.name}', place)
    for name in names:
        formula(getattr(distribution, f'_{name}'))(made[f'_{name}'])


def of_quantiles(distribution) -> None:
    """Register what is made of quantiles."""

    @definition(distribution.median)
    def median(*args, **kwds):
        return distribution.ppf(0.5, *args, **kwds)

    @definition(distribution.interval)
    def interval(confidence, *args, **kwds):
        confidence = as_array(confidence)
        if np.any((confidence > 1) | (confidence < 0)):
            raise ValueError('alpha must be between 0 and 1 inclusive')
        low = distribution.ppf((1.0 - confidence) / 2, *args, **kwds)
        return low, distribution.ppf((1.0 + confidence) / 2, *args, **kwds)


def carried(density, speed):
    """Return what passes a point that moves."""
    return density * speed


def moved(density, speed):
    """Return the same where an end may have an infinite density, and rest."""
    rests = np.isinf(density) & (speed == 0.0)
    return np.where(rests, 0.0, density) * speed


def discrete(distribution, log_mass, lower='0', upper='np.inf', **speeds) -> None:
    """Register the masses of a discrete distribution by their logarithm.

    `log_mass` is a function of the count and the shapes; the ends of the support are
    texts, which may name shapes. Speeds are functions like it, named by the shapes;
    without any, sums of masses have no derivative.
    """
    shapes = shapes_of(distribution)
    at_count = ', '.join(['count', *shapes])
    given = ''.join(f'{name}, ' for name in shapes)
    text = MASSES + (SUMS if speeds else REFUSED)
    text = text.format(
        parameters=given, given=given, name=distribution.name, lower=lower,
        upper=upper, start='0' if lower == '-np.inf' else lower,
        mass=f'log_mass({at_count})',
        falling=by_shapes(LOSING, speeds, at_count),
        rising=by_shapes(GAINING, speeds, at_count),
    )  # fmt: skip
    place = {
        'np': np, 'd': d, 'log_mass': log_mass, 'distribution': distribution,
        'no_derivative': no_derivative,
    }  # fmt: skip
    place |= {f'speed_by_{shape}': speed for shape, speed in speeds.items()}
    made = defined(text, distribution.name, place)
    for name in ('logpmf', 'pmf'):
        formula(getattr(distribution, name))(made[name])
    for name in ('cdf', 'sf', 'logcdf', 'logsf'):
        method = getattr(distribution, name)
        if speeds:
            elementwise(method)(made[name])
        else:
            formula(method)(made['cdf'])


def by_shapes(line: str, speeds, arguments: str) -> str:
    """Return a line for each shape that has a speed."""
    return ''.join(
        line.format(shape=shape, speed=f'speed_by_{shape}({arguments})')
        for shape in speeds
    )


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
