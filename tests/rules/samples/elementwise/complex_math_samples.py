"""Sample inputs of the functions of the cmath module."""
import cmath

from tests.rules.samples.sample import sample

ANALYTIC = (
    cmath.exp, cmath.log, cmath.log10, cmath.sqrt, cmath.sin, cmath.cos, cmath.tan,
    cmath.asin, cmath.acos, cmath.atan, cmath.sinh, cmath.cosh, cmath.tanh,
    cmath.asinh, cmath.acosh, cmath.atanh,
)  # fmt: skip
PARTS = 'return w.real * x0 + w.imag'


def of_parts(call):
    """A body in which a call is of complex numbers, or gives one."""
    return f'z = complex(x0, 0.3 - x0)\nw = cmath.{call}\n{PARTS}'


SAMPLES = [
    *(sample(f, 0.7, body=of_parts(f'{f.__name__}(z)')) for f in ANALYTIC),
    *(
        sample(f, 0.3, body=f'w = cmath.{f.__name__}(x0)\n{PARTS}')
        for f in ANALYTIC
        if f is not cmath.acosh
    ),
    sample(cmath.sqrt, -0.7, body=f'w = cmath.sqrt(x0)\n{PARTS}'),
    sample(cmath.log, 0.7, body=of_parts('log(z, 2.0 + z * z)')),
    sample(cmath.phase, 0.7, body=of_parts('phase(z) * z')),
    sample(cmath.phase, 0.7, body='return cmath.phase(x0) + x0'),
    sample(
        cmath.polar, 0.7,
        body='r, angle = cmath.polar(complex(x0, 0.3 - x0))\nreturn r * angle'),
    sample(cmath.rect, 0.7, -0.4, body=of_parts('rect(x0, x1) * z')),
    sample(cmath.isclose, 0.7, 0.7, wrt=()),
    *(
        sample(f, 0.7, wrt=())
        for f in (cmath.isfinite, cmath.isinf, cmath.isnan)
    ),
]  # fmt: skip
