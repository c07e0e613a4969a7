"""
A portfolio under constraints
=============================

Eight funds, of which many years of monthly returns are known. What part of the money
goes into each, for the least mean loss in the worst twentieth of the months, for a
given mean return? The worst months are found by sorting; SciPy's SLSQP gets the
gradients of the objective and of both constraints.
"""

import matplotlib.pyplot as plt
import numpy as np
from scipy.optimize import minimize

import tangentlite as tl

FUNDS, MONTHS = 8, 360
WORST = MONTHS // 20


def loss(weights, returns):
    """The mean loss, in per cent, in the worst months."""
    gains = np.sort(returns @ weights)
    return -np.mean(gains[:WORST]) + 0.05 * np.sum(weights**2)


def mean_return(weights, returns):
    return 12.0 * np.mean(returns @ weights)


# %%
# Returns in per cent, with common moves and rare bad months
# ----------------------------------------------------------

rng = np.random.default_rng(0)
means = np.linspace(0.15, 0.9, FUNDS)
spreads = np.linspace(0.5, 5.0, FUNDS)
common = rng.standard_t(4, (MONTHS, 2)) @ rng.normal(size=(2, FUNDS)) * 0.4
returns = means + spreads * (common + 0.7 * rng.normal(size=(MONTHS, FUNDS)))
arguments = (returns,)
start = np.full(FUNDS, 1.0 / FUNDS)


def cheapest(wanted):
    """The portfolio with the wanted return in a year that loses least."""
    constraints = [
        {
            "type": "eq",
            "fun": lambda w: np.sum(w) - 1.0,
            "jac": lambda w: np.ones(FUNDS),
        },
        {
            "type": "ineq",
            "fun": lambda w: mean_return(w, returns) - wanted,
            "jac": lambda w: tl.grad(mean_return)(w, returns),
        },
    ]
    return minimize(
        tl.value_and_grad(loss),
        start,
        arguments,
        jac=True,
        method="SLSQP",
        bounds=[(0.0, 1.0)] * FUNDS,
        constraints=constraints,
        options={"maxiter": 200},
    )


wanted = np.linspace(3.0, 9.0, 25)
fits = [cheapest(level) for level in wanted]
same = mean_return(start, returns)
fit = cheapest(same)
print(
    f"loss {loss(start, returns):.3f} with equal parts, {fit.fun:.3f} for that return"
)
print(f"{sum(f.success for f in fits)} of {len(fits)} fits converged")

# %%
# What risk buys
# --------------

figure, (left, right) = plt.subplots(1, 2, figsize=(9.5, 4), layout="constrained")
left.plot([f.fun for f in fits], wanted, "o-", markersize=3, label="best portfolios")
left.plot(loss(start, returns), same, "k*", markersize=10, label="equal parts")
left.set(xlabel="loss in the worst months, %", ylabel="mean return in a year, %")
left.legend()
parts = np.array([f.x for f in fits])
names = [f"fund {k + 1}" for k in range(FUNDS)]
right.stackplot(
    wanted, parts.T, labels=names, colors=plt.cm.viridis(np.linspace(0, 1, FUNDS))
)
right.set(xlabel="mean return in a year, %", ylabel="parts", ylim=(0, 1), xlim=(3, 9))
right.legend(fontsize=7, loc="lower left")
plt.show()
