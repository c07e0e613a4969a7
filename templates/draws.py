"""Random draws, of NumPy's generators and of its functions with a global state.

What is drawn keeps its value. Of a family that is one standard draw moved and scaled,
the standard draw is the constant: the derivative is that of `loc + scale * z`
(reparametrisation; Kingma and Welling, Auto-encoding variational Bayes, 2014, section
2.4). Others have no derivative with respect to their parameters.
"""
import numpy as np
from numpy.random import Generator, RandomState

from tangentlite.rules.registry import definition, draw, fixed_draw
from tangentlite.runtime import no_derivative, valued


@draw(Generator.normal, RandomState.normal)
@draw(Generator.gumbel, RandomState.gumbel)
@draw(Generator.laplace, RandomState.laplace)
@draw(Generator.logistic, RandomState.logistic)
def moved_and_scaled(y, loc=0.0, scale=1.0, size=None):
    return loc + scale * valued(np.divide(y - loc, scale), 0.0)


@draw(Generator.uniform, RandomState.uniform)
def uniform(y, low=0.0, high=1.0, size=None):
    return low + (high - low) * valued(np.divide(y - low, high - low), 0.0)


@draw(Generator.exponential, RandomState.exponential)
@draw(Generator.rayleigh, RandomState.rayleigh)
def scaled(y, scale=1.0, size=None):
    return scale * valued(np.divide(y, scale), 0.0)


@draw(Generator.lognormal, RandomState.lognormal)
def lognormal(y, mean=0.0, sigma=1.0, size=None):
    return np.exp(mean + sigma * valued(np.divide(np.log(y) - mean, sigma), 0.0))


# The inverse of the distribution function, of a draw of the exponential distribution.
@draw(Generator.weibull, RandomState.weibull)
def weibull(y, a, size=None):
    return valued(np.power(y, a), 0.0) ** np.divide(1.0, a)


@draw(Generator.pareto, RandomState.pareto)
def pareto(y, a, size=None):
    return np.expm1(np.divide(valued(a * np.log1p(y), 0.0), a))


@draw(Generator.power, RandomState.power)
def power(y, a, size=None):
    return np.exp(np.divide(valued(a * np.log(y), 0.0), a))


# What is drawn moves with the mean; of the covariance it is no simple function.
@draw(Generator.multivariate_normal, RandomState.multivariate_normal, event='mean')
def multivariate_normal(
    y, mean, cov, size=None, check_valid='warn', tol=1e-8, *, method='svd'
):
    fixed = no_derivative('multivariate_normal has no derivative of cov', cov)
    return mean + valued(y - mean, 0.0) + fixed


@draw(Generator.gamma, RandomState.gamma)
def gamma(y, shape, scale=1.0, size=None):
    fixed = no_derivative('gamma has no derivative of its shape', shape)
    return scale * valued(np.divide(y, scale), 0.0) + fixed


# Those without derivatives with respect to their parameters.
FLOATING = {
    'beta': 'a b size',
    'chisquare': 'df size',
    'f': 'dfnum dfden size',
    'noncentral_chisquare': 'df nonc size',
    'noncentral_f': 'dfnum dfden nonc size',
    'random': 'size dtype',
    'random_sample': 'size',
    'standard_cauchy': 'size',
    'standard_exponential': 'size dtype method',
    'standard_gamma': 'shape size dtype',
    'standard_normal': 'size dtype',
    'standard_t': 'df size',
    'triangular': 'left mode right size',
    'vonmises': 'mu kappa size',
    'wald': 'mean scale size',
}
COUNTING = {
    'binomial': 'n p size',
    'geometric': 'p size',
    'hypergeometric': 'ngood nbad nsample size',
    'integers': 'low high size dtype endpoint',
    'logseries': 'p size',
    'negative_binomial': 'n p size',
    'poisson': 'lam size',
    'randint': 'low high size dtype',
    'zipf': 'a size',
}
for family in (Generator, RandomState):
    for table, dtype in ((FLOATING, 'float64'), (COUNTING, 'int64')):
        for name, parameters in table.items():
            if hasattr(family, name):
                fixed_draw(getattr(family, name), parameters, dtype)
    fixed_draw(family.dirichlet, 'alpha size', 'float64', event='alpha')
    fixed_draw(family.multinomial, 'n pvals size', 'int64', event='pvals')


@definition(np.random.ranf, np.random.sample)
def ranf(size=None):
    return np.random.random_sample(size)


@definition(RandomState.rand)
def rand(generator, *sizes):
    return generator.random_sample(sizes) if sizes else generator.random_sample()


@definition(RandomState.randn)
def randn(generator, *sizes):
    return generator.standard_normal(sizes) if sizes else generator.standard_normal()


# What is drawn of an array is what is drawn of the places in it: from the same random
# bits, as NumPy draws places in arrays, too.
@definition(Generator.choice)
def choice(generator, a, size=None, replace=True, p=None, axis=0, shuffle=True):
    if np.ndim(a) == 0:
        return generator.choice(a, size, replace, p, 0, shuffle)
    places = generator.choice(np.shape(a)[axis], size, replace, p, 0, shuffle)
    return np.take(a, places, axis)


@definition(RandomState.choice)
def choice_of_state(generator, a, size=None, replace=True, p=None):
    if np.ndim(a) == 0:
        return generator.choice(a, size, replace, p)
    return a[generator.choice(np.shape(a)[0], size, replace, p)]


@definition(Generator.permutation)
def permutation(generator, x, axis=0):
    if np.ndim(x) == 0:
        return generator.permutation(x)
    places = generator.permutation(np.shape(x)[axis])
    ahead = (slice(None),) * (axis % np.ndim(x))
    return x[(*ahead, places)] if ahead else np.take(x, places, 0)


@definition(RandomState.permutation)
def permutation_of_state(generator, x):
    if np.ndim(x) == 0:
        return generator.permutation(x)
    return x[generator.permutation(np.shape(x)[0])]


@definition(Generator.permuted)
def permuted(generator, x, *, axis=None, out=None):
    # which places are exchanged depends on how the array lies in memory
    places = np.zeros_like(x if out is None else out, int)
    places[...] = np.arange(np.size(x)).reshape(np.shape(x))
    entries = np.ravel(x)[generator.permuted(places, axis=axis)]
    if out is None:
        return entries
    out[...] = entries
    return out


@definition(Generator.shuffle)
def shuffle(generator, x, axis=0):
    if isinstance(x, list):
        x[:] = [x[place] for place in generator.permutation(len(x))]
    else:
        x[...] = np.take(x, generator.permutation(np.shape(x)[axis]), axis)


@definition(RandomState.shuffle)
def shuffle_of_state(generator, x):
    if isinstance(x, list):
        x[:] = [x[place] for place in generator.permutation(len(x))]
    else:
        x[...] = x[generator.permutation(np.shape(x)[0])]
