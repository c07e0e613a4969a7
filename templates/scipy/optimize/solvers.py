"""Solvers, whose results are defined by equations: they are refused by name."""

from scipy import optimize

from tangentlite.rules.registry import refused

refused(
    'Differentiate the equation that it solves with a rule of your own (tl.adjoint, '
    'tl.tangent), or call tl.numerical of a function that calls it.',
    *(
        getattr(optimize, name)
        for name in (
            'linprog', 'milp', 'nnls',
            'lsq_linear', 'differential_evolution', 'basinhopping', 'brute', 'shgo',
            'dual_annealing', 'direct', 'fmin', 'fmin_bfgs', 'fmin_cg', 'fmin_l_bfgs_b',
            'fmin_powell', 'fmin_ncg', 'fmin_tnc', 'fmin_slsqp', 'fmin_cobyla', 'brent',
            'golden', 'fminbound', 'bracket', 'linear_sum_assignment',
        )
        if hasattr(optimize, name)
    ),
)  # fmt: skip
