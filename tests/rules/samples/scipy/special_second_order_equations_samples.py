"""Sample inputs of functions that are given with their derivatives."""
from scipy import special

from tests.rules.samples.sample import sample, spread

X = spread(3, low=0.2, high=1.5)
PAIR = 'a, b = scipy.special.{}({}, x0)\nreturn a * a + b'

SAMPLES = [
    *(
        sample(f, X, body=PAIR.format(f.__name__, 1.3))
        for f in (special.pbdv, special.pbvv, special.pbwa)
    ),
    *(
        sample(f, X, body=PAIR.format(f.__name__, '2, 1.3'))
        for f in (
            special.mathieu_cem, special.mathieu_sem, special.mathieu_modcem1,
            special.mathieu_modcem2, special.mathieu_modsem1, special.mathieu_modsem2,
        )
    ),
    *(
        sample(f, 2, 1.3, wrt=()) for f in (special.mathieu_a, special.mathieu_b)
    ),
]
