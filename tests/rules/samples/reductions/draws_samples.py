"""Sample draws of both kinds of generators, each begun anew with a seed."""
import numpy as np

from tests.rules.samples.sample import sample, spread

MADE = {
    np.random.Generator: 'np.random.default_rng(3)',
    np.random.RandomState: 'np.random.RandomState(3)',
}
# What moves with the parameters: the call, and the parameters x0, x1.
MOVING = (
    ('normal', 'x0, x1', 0.3, 1.2),
    ('normal', 'x0, x1, (2, 3)', spread(3), 0.7),
    ('normal', 'scale=x0, loc=1.0', spread(2, 2, low=0.5, high=1.5)),
    ('normal', 'size=3, loc=x0', 0.4),
    ('uniform', 'x0, x1, 4', -0.5, 1.5),
    ('uniform', 'high=x0', spread(3, low=1.0, high=2.0)),
    ('exponential', 'x0, size=2', 1.5),
    ('rayleigh', 'x0', spread(2, low=0.5, high=1.5)),
    ('lognormal', 'x0, x1', spread(2, 1), spread(3, low=0.5, high=1.5)),
    ('gumbel', 'x0, x1, 3', 0.5, 1.5),
    ('laplace', 'x0, x1', spread(3), 0.6),
    ('logistic', 'x0, x1, (2, 2)', 0.2, 0.8),
    ('weibull', 'x0, 3', 1.5),
    ('pareto', 'x0', spread(2, low=1.0, high=3.0)),
    ('power', 'x0, 2', 2.5),
    ('gamma', '2.0, x0, 3', 1.5),
    ('multivariate_normal', 'x0, np.array([[2.0, 0.3], [0.3, 1.0]]), 3', spread(2)),
)
# What does not: the call, of which x0 times the result is taken.
FIXED = (
    ('beta', '2.0, 3.0, 3'), ('chisquare', '3'), ('f', '3, 5, size=2'),
    ('noncentral_chisquare', '3, 0.5'), ('noncentral_f', '3, 5, 0.5, 2'),
    ('standard_cauchy', '3'), ('standard_exponential', ''), ('standard_gamma', '2.0'),
    ('standard_normal', '(2, 2)'), ('standard_t', '4, 3'),
    ('triangular', '-1.0, 0.0, 2.0'), ('vonmises', '0.5, 2.0'),
    ('wald', 'np.array([1.0, 2.0]), 2.0'), ('binomial', '5, 0.4, 3'),
    ('geometric', '0.3'), ('hypergeometric', '5, 4, 3'), ('logseries', '0.6, 2'),
    ('negative_binomial', '3, 0.4'), ('poisson', 'np.array([2.0, 3.0])'),
    ('zipf', '2.5'), ('dirichlet', '[1.0, 2.0, 3.0], 2'),
    ('multinomial', '5, [0.2, 0.3, 0.5]'), ('choice', '5, 3'),
    ('choice', '4, size=2, replace=False, p=[0.1, 0.2, 0.3, 0.4]'),
    ('permutation', '4'),
)  # fmt: skip
OF_GENERATORS = (
    ('random', '3'), ('random', '2, dtype=np.float32'), ('integers', '5, size=2'),
    ('integers', '1, 4, endpoint=True'),
    ('permuted', 'np.arange(6).reshape(2, 3), axis=1'),
)  # fmt: skip
OF_STATES = (
    ('random', '3'), ('random_sample', '(2,)'), ('randint', '1, 7, 3'),
    ('rand', '2, 3'), ('randn', ''),
)  # fmt: skip
# Programs that move what they are given.
PERMUTED = (
    ('permutation', 'return rng.permutation(x0)', spread(4)),
    ('permutation', 'return rng.permutation(x0)', spread(3, 2)),
    ('choice', 'return rng.choice(x0, 3)', spread(5)),
    ('choice', 'return rng.choice(x0)', spread(5)),
    ('shuffle', 'y = 2.0 * x0\nrng.shuffle(y)\nreturn y', spread(3, 2)),
    ('shuffle', 'y = [x0, x0 * x0, 3.0]\nrng.shuffle(y)\nreturn y[0] + 2 * y[1]', 0.7),
)
OF_AXES = (
    ('permutation', 'return rng.permutation(x0, axis=1)', spread(2, 3)),
    ('permuted', 'return rng.permuted(x0, axis=1)', spread(2, 3)),
    ('permuted', 'return rng.permuted(x0)', spread(2, 3)),
    ('permuted', 'y = np.zeros((2, 3))\nrng.permuted(x0, axis=1, out=y)\nreturn y * y',
     spread(2, 3)),
    ('permuted', 'return rng.permuted(x0)', np.asfortranarray(spread(2, 3))),
    ('shuffle', 'y = x0 * x0\nrng.shuffle(y, axis=1)\nreturn y', spread(2, 3)),
    ('choice', 'return rng.choice(x0, 2, axis=1, replace=False)', spread(2, 3)),
)


def drawn(family, name, body, *inputs):
    """The sample of a program that draws from a new generator `rng`."""
    body = f'rng = {MADE[family]}\n{body}'
    return sample(getattr(family, name), *inputs, body=body)


SAMPLES = [
    *(
        drawn(family, name, f'return rng.{name}({text})', *inputs)
        for family in MADE
        for name, text, *inputs in MOVING
    ),
    *(
        drawn(family, name, f'return x0 * rng.{name}({text})', 1.5)
        for family, calls in zip(MADE, (FIXED + OF_GENERATORS, FIXED + OF_STATES))
        for name, text in calls
        if hasattr(family, name)
    ),
    *(drawn(family, *program) for family in MADE for program in PERMUTED),
    *(drawn(np.random.Generator, *program) for program in OF_AXES),
]
