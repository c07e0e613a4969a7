"""Sample inputs of symmetric tridiagonal matrices."""
from scipy import linalg

from tangentlite.templates.scipy.linalg import tridiagonal
from tests.rules.samples.sample import sample, single, spread

D, E = spread(5), spread(4, start=11)
PAIRS = 'w, v = scipy.linalg.eigh_tridiagonal(x0, x1{})\nreturn w * v * v'
SOME = ', select="i", select_range=(1, 2)'
VALUES = 'return scipy.linalg.eigvalsh_tridiagonal(x0, x1{})'

SAMPLES = [
    *(
        sample(linalg.eigh_tridiagonal, D, E, body=text)
        for text in (
            PAIRS.format(''),
            PAIRS.format(SOME),
            PAIRS.format(f'{SOME}, lapack_driver="stemr"'),
            'return scipy.linalg.eigh_tridiagonal(x0, x1)[1] ** 2',
            'return scipy.linalg.eigh_tridiagonal(x0, x1, eigvals_only=True)',
        )
    ),
    sample(linalg.eigh_tridiagonal, D, E, wrt=(0,),
           body='w, v = scipy.linalg.eigh_tridiagonal(x0, np.sin(np.arange(4.0)))\n'
           'return w * v * v'),
    sample(linalg.eigh_tridiagonal, E, wrt=(0,),
           body='w, v = scipy.linalg.eigh_tridiagonal(np.cos(np.arange(5.0)), x0)\n'
           'return w * v * v'),
    sample(linalg.eigvalsh_tridiagonal, D, E),
    sample(linalg.eigvalsh_tridiagonal, single(4), single(3, start=11)),
    sample(linalg.eigvalsh_tridiagonal, spread(1), spread(0)),
    sample(linalg.eigvalsh_tridiagonal, D, E, body=VALUES.format(SOME)),
    sample(linalg.eigvalsh_tridiagonal, D, E,
           body=VALUES.format(', lapack_driver="sterf"')),
    sample(tridiagonal.tridiagonal_pairs, D, E, body=PAIRS.format('')),
    sample(tridiagonal.tridiagonal_values, D, E, body=VALUES.format('')),
]  # fmt: skip
