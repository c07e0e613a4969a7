"""
A hidden Markov model
=====================

A machine is in one of three states, which nobody sees; what one sees is a number whose
mean and spread depend on the state. The forward algorithm sums over all paths of states
in one loop over time, with logarithms so that nothing vanishes, and its derivative does
what the backward algorithm does. The same derivative, by the logarithms of the
densities, gives the probability of each state at each time.
"""

import matplotlib.pyplot as plt
import numpy as np
from scipy.optimize import minimize
from scipy.special import log_softmax, logsumexp
from scipy.stats import norm

import tangentlite as tl

STATES = 3


def total(densities, transitions):
    """The logarithm of the likelihood: the forward algorithm."""
    alpha = densities[0] - np.log(STATES)
    for row in densities[1:]:
        alpha = logsumexp(alpha[:, None] + transitions, axis=0) + row
    return logsumexp(alpha)


def unpacked(parameters):
    transitions = log_softmax(parameters[:9].reshape(STATES, STATES), axis=1)
    return transitions, parameters[9:12], np.exp(parameters[12:])


def loss(parameters, seen):
    transitions, means, spreads = unpacked(parameters)
    densities = norm.logpdf(seen[:, None], means, spreads)
    return -total(densities, transitions) / len(seen)


# %%
# What is seen
# ------------

rng = np.random.default_rng(0)
MEANS, SPREADS = np.array([-1.0, 0.5, 2.0]), np.array([0.4, 0.6, 0.3])
chain = np.array([[0.95, 0.04, 0.01], [0.03, 0.94, 0.03], [0.02, 0.05, 0.93]])
states = np.zeros(300, dtype=int)
for t in range(1, 300):
    states[t] = rng.choice(STATES, p=chain[states[t - 1]])
seen = rng.normal(MEANS[states], SPREADS[states])
arguments = (seen,)

# %%
# The fit
# -------

start = np.concatenate([2.0 * np.eye(STATES).ravel(), [-0.5, 0.0, 0.5], np.zeros(3)])
fit = minimize(tl.value_and_grad(loss), start, arguments, jac=True, method="L-BFGS-B")
transitions, means, spreads = unpacked(fit.x)
print(f"loss {loss(start, seen):.3f} before, {fit.fun:.3f} after {fit.nit} steps")
print("means", means.round(2), "spreads", spreads.round(2))
print("transitions", np.exp(transitions).round(2).tolist())

# %%
# The states at each time: a derivative
# -------------------------------------

densities = norm.logpdf(seen[:, None], means, spreads)
probabilities = tl.grad(total)(densities, transitions)
right = np.mean(np.argmax(probabilities, axis=1) == states)
print(f"the most probable state is the true one at {right:.0%} of the times")

figure, (above, below) = plt.subplots(
    2, 1, figsize=(8, 4.5), sharex=True, layout="constrained"
)
above.scatter(np.arange(300), seen, c=states, cmap="viridis", s=8)
for k in range(STATES):
    above.axhline(means[k], color=plt.cm.viridis(k / 2), linewidth=1, linestyle=":")
above.set(ylabel="seen (colour: true state)")
below.stackplot(
    np.arange(300), probabilities.T, colors=plt.cm.viridis(np.arange(STATES) / 2)
)
below.set(ylabel="probability of each state", xlabel="time", ylim=(0, 1), xlim=(0, 299))
plt.show()
