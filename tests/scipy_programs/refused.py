"""Programs that are refused, with the beginning of the reason, and wrong ones."""

REFUSED = {
    'special_estimates-discrete_gamma_rates': 'special.gammainc',
    'special_estimates-credible_interval':
        'special.betaincinv has no derivative with respect to a.',
    'special_estimates-zipf_log_likelihood':
        'zeta has no derivative with respect to x.',
    'special_series-jacobi_mode':
        'special.eval_jacobi has no derivative with respect to alpha.',
    'special_series-hyperspherical_mode':
        'special.eval_gegenbauer has no derivative with respect to alpha.',
    'special_series-schechter_luminosity':
        'special.gammaincc has no derivative with respect to a.',
    'special_series-sersic_profile':
        'special.gammaincinv has no derivative with respect to a.',
    'special_series-confluent': 'special.hyperu has no derivative with respect to a.',
    'stats_summaries-topic_proportions':
        'stats.dirichlet.entropy has no derivative rule.',
    'stats_summaries-welch': 'special.stdtr has no derivative with respect to df.',
    'linalg_systems-discrete_regulator':
        'the derivative of a Riccati equation of complex matrices is not supported.',
    'interpolate-basis_penalty': 'BSpline.design_matrix is not supported.',
    'sparse-weighted_graph':
        'the derivative of sums of a sparse matrix along an axis',
    'signal-step_of_system': 'step cannot be differentiated.',
    'forms-haversine': 'pdist takes no dict and no object.',
    'usage-error_state_of_special':
        'objects of the type sc.errstate are not supported.',
}

# Whose derivatives are wrong, or end in an internal error.
WRONG: dict[str, str] = {}

# Whose second derivatives are wrong, refused or end in an internal error.
WRONG_SECOND = {
    'forms-complex_gamma_phase': 'SciPy has no trigamma function of complex numbers',
}
