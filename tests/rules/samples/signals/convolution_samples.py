"""Sample inputs of convolution and correlation."""
import numpy as np

from tests.rules.samples.sample import sample, single, spread

SHORT, EVEN, LONG = spread(3, start=20), spread(2, start=9), spread(5)
COMPLEX = 'y = np.{}(x0 * (1.0 + 2.0j), x1 + 1j * x1 * x1, {!r})\nreturn '

SAMPLES = [
    *(
        sample(function, *vectors, mode=mode)
        for function in (np.convolve, np.correlate)
        for mode in ('full', 'same', 'valid')
        for vectors in ((LONG, SHORT), (EVEN, LONG))
    ),
    *(
        sample(function, vector, SHORT, body=COMPLEX.format(name, mode) + part)
        for function, name in ((np.convolve, 'convolve'), (np.correlate, 'correlate'))
        for vector, mode, part in (
            (LONG, 'valid', 'np.imag(y)'),
            (EVEN, 'same', 'np.real(y) * np.imag(y)'),
        )
    ),
    sample(np.convolve, single(4), single(3, start=9)),
    sample(np.correlate, LONG, SHORT, wrt=(0,)),
    sample(np.correlate, spread(4), spread(4, start=9), 'same'),
    sample(np.correlate, LONG, SHORT, 'same', wrt=(1,)),
    sample(np.convolve, LONG, 0.5),
]
