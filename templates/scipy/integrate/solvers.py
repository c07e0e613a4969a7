"""Integrals of functions and differential equations: they are refused by name."""

from scipy import integrate

from tangentlite.rules.registry import refused

refused(
    'Sum over fixed points (integrate.fixed_quad), write the steps as a loop, or call '
    'tl.numerical of a function that calls it.',
    *(
        getattr(integrate, name)
        for name in (
            'ode',
            'complex_ode', 'solve_bvp', 'RK23', 'RK45', 'DOP853', 'Radau',
            'BDF', 'LSODA', 'qmc_quad', 'cubature', 'tanhsinh', 'nsum',
        )
        if hasattr(integrate, name)
    ),
)  # fmt: skip
