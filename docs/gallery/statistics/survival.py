"""
How long bulbs burn: a likelihood with censoring
================================================

Bulbs burn at different voltages; the test ends before all have failed, so that of some
is known only that they lasted longer. Failures count by the density of a Weibull
distribution of SciPy, survivors by its survival function, and the scale depends on the
voltage. The Hessian at the optimum gives the standard errors.
"""

import matplotlib.pyplot as plt
import numpy as np
from scipy.optimize import minimize
from scipy.stats import weibull_min

import tangentlite as tl

END = 1200.0  # hours


def loss(parameters, hours, failed, volts):
    """The negative log-likelihood, by log shape and a line for the log scale."""
    shape = np.exp(parameters[0])
    scale = np.exp(parameters[1] + parameters[2] * (volts - 230.0) / 10.0)
    dead = weibull_min.logpdf(hours[failed], shape, scale=scale[failed])
    alive = weibull_min.logsf(hours[~failed], shape, scale=scale[~failed])
    return -np.sum(dead) - np.sum(alive)


# %%
# The test
# --------

rng = np.random.default_rng(2)
volts = np.repeat([220.0, 230.0, 240.0, 250.0], 40)
lives = 1000.0 * np.exp(-0.45 * (volts - 230.0) / 10.0) * rng.weibull(1.8, volts.size)
failed = lives < END
arguments = (np.minimum(lives, END), failed, volts)
start = np.array([0.0, 6.0, 0.0])
fit = minimize(tl.value_and_grad(loss), start, arguments, jac=True)
errors = np.sqrt(np.diag(np.linalg.inv(tl.hessian(loss)(fit.x, *arguments))))
print(f"loss {loss(start, *arguments):.1f} before, {fit.fun:.1f} after {fit.nit} steps")
for name, value, error in zip(("log shape", "log scale", "slope"), fit.x, errors):
    print(f"{name} {value:.3f} +- {error:.3f}")
print(f"{np.sum(~failed)} of {failed.size} bulbs still burned")

# %%
# Kaplan and Meier's estimate, and the model
# ------------------------------------------

figure, axes = plt.subplots(figsize=(7, 4), layout="constrained")
time = np.linspace(1.0, END, 200)
for k, voltage in enumerate(np.unique(volts)):
    ends = np.sort(lives[(volts == voltage) & failed])
    left = 1.0 - np.arange(len(ends) + 1) / np.sum(volts == voltage)
    axes.step(np.append(0.0, ends), left, where="post", color=f"C{k}", alpha=0.5)
    scale = np.exp(fit.x[1] + fit.x[2] * (voltage - 230.0) / 10.0)
    model = weibull_min.sf(time, np.exp(fit.x[0]), scale=scale)
    axes.plot(time, model, color=f"C{k}", label=f"{voltage:.0f} V")
axes.set(xlabel="hours", ylabel="part that still burns", xlim=(0, END), ylim=(0, 1))
axes.legend(title="model (steps: bulbs)")
plt.show()
