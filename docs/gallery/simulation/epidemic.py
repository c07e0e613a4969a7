"""
An epidemic from its case numbers
=================================

People are susceptible, infected or recovered; SciPy's ``solve_ivp`` follows their
numbers. How contagious the disease is, how long it lasts, how many were infected at the
beginning, and when and how much people then kept apart, is fitted to daily cases by a
Poisson likelihood. Derivatives go through the solver, by the sensitivities of its
equation; the information of the cases says how sure the numbers are.
"""

import matplotlib.pyplot as plt
import numpy as np
from scipy.integrate import solve_ivp
from scipy.optimize import minimize

import tangentlite as tl

PEOPLE = 1e5
DAYS = np.arange(0.0, 91.0, 3.0)


def rates(t, y, contagion, recovery, day, drop):
    """Logistic in time: contacts go down within a few days."""
    contacts = contagion * (1.0 - drop / (1.0 + np.exp(-(t - day) / 2.0)))
    new = contacts * y[0] * y[1] / PEOPLE
    return [-new, new - recovery * y[1]]


def followed(parameters):
    contagion, recovery, first, day, drop = np.exp(parameters)
    solution = solve_ivp(
        rates,
        (0.0, DAYS[-1]),
        [PEOPLE - first, first],
        t_eval=DAYS,
        args=(contagion, recovery, day, drop),
        rtol=1e-8,
        atol=1e-4,
    )
    return solution.y


def expected(parameters):
    """New cases between the days."""
    return -np.diff(followed(parameters)[0])


def loss(parameters, cases):
    """The negative logarithm of the likelihood of new cases, up to a constant."""
    mean = expected(parameters)
    return np.mean(mean - cases * np.log(mean))


# %%
# Cases
# -----

NAMES = ("contagion", "recovery", "first cases", "day", "drop")
truth = np.log([0.4, 0.15, 30.0, 28.0, 0.6])
rng = np.random.default_rng(1)
cases = rng.poisson(expected(truth))
arguments = (cases,)

# %%
# The fit
# -------

start = np.log([0.3, 0.1, 50.0, 40.0, 0.4])
fit = minimize(
    tl.value_and_grad(loss), start, arguments, jac=True, options={"gtol": 1e-3}
)
slopes = tl.jacobian(expected)(fit.x)
information = slopes.T @ (slopes / expected(fit.x)[:, None])
errors = np.sqrt(np.diag(np.linalg.inv(information)))
print(f"loss {loss(start, cases):.1f} before, {fit.fun:.2f} after {fit.nit} steps")
for name, value, error, true in zip(NAMES, fit.x, errors, truth):
    found = np.exp(value)
    print(f"{name} {found:.3f} +- {found * error:.3f}, truth {np.exp(true):.3f}")

figure, (left, right) = plt.subplots(1, 2, figsize=(9.5, 3.8), layout="constrained")
middles = 0.5 * (DAYS[1:] + DAYS[:-1])
left.bar(middles, cases, width=2.6, color="0.8", label="cases in three days")
for parameters, name, colour in ((start, "guess", "C1"), (fit.x, "fit", "C0")):
    left.plot(middles, expected(parameters), color=colour, label=name)
left.set(xlabel="day", ylabel="new cases")
left.legend()
right.errorbar(range(5), np.exp(fit.x - truth), 2 * errors, fmt="o", capsize=4)
right.axhline(1.0, color="0.5", linewidth=0.8)
right.set_xticks(range(5), NAMES, rotation=20)
right.set_ylabel("found / truth, with two standard errors")
plt.show()
