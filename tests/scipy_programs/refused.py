"""Programs that are refused, with the beginning of the reason, and wrong ones."""

REFUSED = {
    'special_estimates-discrete_gamma_rates': 'np.gammainc',
    'special_estimates-credible_interval':
        'np.betaincinv has no derivative with respect to a.',
    'special_estimates-zipf_log_likelihood':
        'zeta has no derivative with respect to x.',
    'special_physics-two_voigt_lines': 'voigt_profile has no derivative rule.',
    'special_physics-pendulum_by_agm': 'special.agm has no derivative rule.',
    'special_physics-carlson_period': 'special.elliprf has no derivative rule.',
    'special_series-jacobi_mode':
        'np.eval_jacobi has no derivative with respect to alpha.',
    'special_series-hyperspherical_mode':
        'np.eval_gegenbauer has no derivative with respect to alpha.',
    'special_series-associated_legendre': 'special.lpmv has no derivative rule.',
    'special_series-harmonic_intensity': 'special.sph_harm_y has no derivative rule.',
    'special_series-schechter_luminosity':
        'np.gammaincc has no derivative with respect to a.',
    'special_series-sersic_profile':
        'np.gammaincinv has no derivative with respect to a.',
    'special_series-gauss_laguerre_mean': 'roots_laguerre cannot be differentiated.',
    'special_series-gauss_hermite_expectation':
        'roots_hermite cannot be differentiated.',
    'special_series-confluent': 'np.hyperu has no derivative with respect to a.',
    'stats-weibull_survival': 'logsf has no derivative with respect to c.',
    'stats-return_level':
        "the method 'isf' is not supported on "
        '<scipy.stats._continuous_distns.genextreme_gen',
    'stats-peaks_over_threshold':
        "the method 'logpdf' is not supported on "
        '<scipy.stats._continuous_distns.genpareto_gen',
    'stats-income_tail': 'sf has no derivative with respect to b.',
    'stats-truncated_trait':
        "the method 'logpdf' is not supported on "
        '<scipy.stats._continuous_distns.truncnorm_gen',
    'stats-wind_direction':
        "the method 'logpdf' is not supported on "
        '<scipy.stats._continuous_distns.vonmises_gen',
    'stats-skewed_residuals':
        "the method 'logpdf' is not supported on "
        '<scipy.stats._continuous_distns.skewnorm_gen',
    'stats-chromatogram':
        "the method 'pdf' is not supported on "
        '<scipy.stats._continuous_distns.exponnorm_gen',
    'stats_summaries-density_at_points':
        'objects of the type stats.gaussian_kde are not supported.',
    'stats_summaries-topic_proportions':
        'stats.dirichlet.entropy has no derivative rule.',
    'stats_summaries-precision_prior':
        "the method 'logpdf' is not supported on "
        '<scipy.stats._multivariate.wishart_gen',
    'stats_summaries-vote_shares':
        "the method 'logpmf' is not supported on "
        '<scipy.stats._multivariate.multinomial_gen',
    'stats_summaries-multivariate_outliers':
        "the method 'logpdf' is not supported on "
        '<scipy.stats._multivariate.multivariate_t_gen',
    'stats_summaries-divergence_of_histograms': 'entropy cannot be differentiated.',
    'stats_summaries-moments_of_models': 'beta.stats has no derivative rule.',
    'stats_summaries-standard_scores': 'zscore cannot be differentiated.',
    'stats_summaries-shape_of_sample': 'skew cannot be differentiated.',
    'stats_summaries-jarque_bera_by_hand': 'skew cannot be differentiated.',
    'stats_summaries-correlation': 'pearsonr cannot be differentiated.',
    'stats_summaries-trend': 'linregress cannot be differentiated.',
    'stats_summaries-growth_factors': 'gmean cannot be differentiated.',
    'stats_summaries-welch': 'ttest_ind cannot be differentiated.',
    'stats_summaries-paired': 'ttest_rel cannot be differentiated.',
    'stats_summaries-anova': 'f_oneway cannot be differentiated.',
    'stats_summaries-observed_and_expected': 'chisquare cannot be differentiated.',
    'stats_summaries-transformed_to_normal': 'boxcox_llf cannot be differentiated.',
    'stats_summaries-central_moments': 'moment cannot be differentiated.',
    'stats_summaries-trimmed': 'trim_mean cannot be differentiated.',
    'stats_summaries-mean_direction': 'circmean cannot be differentiated.',
    'stats_summaries-two_sided_bands': 'norm.interval has no derivative rule.',
    'stats_summaries-normal_fit': 'norm.fit has no derivative rule.',
    'stats_summaries-quantile_match': 'ppf has no derivative with respect to s.',
    'stats_summaries-uniform_and_triangle':
        "the method 'pdf' is not supported on "
        '<scipy.stats._continuous_distns.triang_gen',
    'stats_summaries-stress_strength': 'cdf has no derivative with respect to c.',
    'linalg-tight_binding': 'eigh_tridiagonal cannot be differentiated.',
    'linalg_systems-polynomial_fit': 'lstsq cannot be differentiated.',
    'linalg_systems-calibration': 'lstsq cannot be differentiated.',
    'linalg_systems-regulator_cost': 'solve_continuous_are cannot be differentiated.',
    'linalg_systems-discrete_regulator': 'solve_discrete_are cannot be differentiated.',
    'linalg_systems-log_determinant_by_lu': 'lu cannot be differentiated.',
    'linalg_systems-banded_determinant': 'cholesky_banded cannot be differentiated.',
    'linalg_systems-aligned_shapes': 'orthogonal_procrustes cannot be differentiated.',
    'linalg_systems-angle_of_subspaces': 'subspace_angles cannot be differentiated.',
    'linalg_systems-schur_form': 'schur cannot be differentiated.',
    'linalg_systems-overwrite_flags':
        'the derivative of a function of scipy.linalg that overwrites is not '
        'supported.',
    'interpolate-dereddened':
        'scipy.interpolate._interpolate.interp1d has no derivative rule.',
    'interpolate-calibration_curve': 'objects of the type interp1d are not supported.',
    'interpolate-quadratic_table':
        'objects of the type scipy.interpolate.interp1d are not supported.',
    'interpolate-trajectory':
        'scipy.interpolate._cubic.CubicSpline has no derivative rule.',
    'interpolate-smooth_yield_curve':
        'objects of the type CubicSpline are not supported.',
    'interpolate-area_under_spline':
        'objects of the type CubicSpline are not supported.',
    'interpolate-monotone_growth':
        'objects of the type PchipInterpolator are not supported.',
    'interpolate-rotation_curve':
        'objects of the type InterpolatedUnivariateSpline are not supported.',
    'interpolate-spline_regression': 'objects of the type BSpline are not supported.',
    'interpolate-basis_penalty': 'design_matrix cannot be differentiated.',
    'interpolate-splev_and_splrep': 'splrep cannot be differentiated.',
    'interpolate-tabulated_surface':
        'objects of the type RectBivariateSpline are not supported.',
    'interpolate-line_of_sight':
        'scipy.interpolate._rgi.RegularGridInterpolator has no derivative rule.',
    'interpolate-emulator':
        'objects of the type interpolate.RegularGridInterpolator are not supported.',
    'interpolate-hermite_path':
        'objects of the type interpolate.CubicHermiteSpline are not supported.',
    'interpolate-akima_profile':
        'objects of the type interpolate.Akima1DInterpolator are not supported.',
    'interpolate-radial_basis':
        'objects of the type interpolate.RBFInterpolator are not supported.',
    'interpolate-barycentric': 'barycentric_interpolate cannot be differentiated.',
    'interpolate-piecewise_polynomial':
        'objects of the type interpolate.PPoly are not supported.',
    'integrate-cumulative_dose': 'cumulative_simpson cannot be differentiated.',
    'sparse-sparse_logistic':
        'this operation on a number and an object of type csr_matrix is not supported.',
    'sparse-explicit_heat':
        "the method 'dot' is not supported on an object of type csr_matrix.",
    'sparse-implicit_heat': 'eye cannot be differentiated.',
    'sparse-variable_conductivity': 'diags cannot be differentiated.',
    'sparse-weighted_graph': 'objects of the type coo_matrix are not supported.',
    'sparse-message_passing':
        'this operation on a number and an object of type csr_matrix is not supported.',
    'sparse-poisson_plane': 'eye cannot be differentiated.',
    'sparse-transposed_product':
        'objects of the type sparse.csr_matrix are not supported.',
    'sparse-element_assembly': 'objects of the type sps.lil_matrix are not supported.',
    'sparse-conjugate_gradients': 'diags cannot be differentiated.',
    'sparse-factored_steps': 'eye cannot be differentiated.',
    'sparse-least_squares_tomography': 'lsqr cannot be differentiated.',
    'sparse-diffusion_on_graph':
        'this operation on a number and an object of type csr_matrix is not supported.',
    'sparse-lowest_mode':
        'this operation on a number and an object of type csr_matrix is not supported.',
    'sparse-elementwise_weights':
        "the method 'multiply' is not supported on an object of type csr_matrix.",
    'sparse-dense_view':
        "the method 'toarray' is not supported on an object of type csr_matrix.",
    'spatial-rotated_points': 'from_rotvec cannot be differentiated.',
    'spatial-euler_pose': 'from_euler cannot be differentiated.',
    'spatial-joint_chain': 'identity cannot be differentiated.',
    'spatial-attitude_error': 'from_quat cannot be differentiated.',
    'spatial-rotation_matrix_loss': 'from_rotvec cannot be differentiated.',
    'spatial-logarithm_of_rotation': 'from_matrix cannot be differentiated.',
    'spatial-aligned_shape': 'procrustes cannot be differentiated.',
    'ndimage-shifted_registration': 'map_coordinates cannot be differentiated.',
    'ndimage-sampled_profile': 'map_coordinates cannot be differentiated.',
    'ndimage-edges': 'sobel cannot be differentiated.',
    'ndimage-total_variation': 'gaussian_laplace cannot be differentiated.',
    'ndimage-brightest_neighbours': 'maximum_filter cannot be differentiated.',
    'ndimage-centroid': 'center_of_mass cannot be differentiated.',
    'ndimage-resampled': 'zoom cannot be differentiated.',
    'ndimage-moved': 'shift cannot be differentiated.',
    'ndimage-median_cleaned': 'median_filter cannot be differentiated.',
    'signal-first_layer': 'convolve2d cannot be differentiated.',
    'signal-exponential_smoothing': 'lfilter with zi= is not supported.',
    'signal-zero_phase': 'butter cannot be differentiated.',
    'signal-second_order_sections': 'butter cannot be differentiated.',
    'signal-spectrum_of_series': 'welch cannot be differentiated.',
    'signal-periodogram_fit': 'periodogram cannot be differentiated.',
    'signal-response_at_frequencies': 'freqz cannot be differentiated.',
    'signal-short_time': 'stft cannot be differentiated.',
    'signal-decimated': 'upfirdn cannot be differentiated.',
    'signal-step_of_system': 'step cannot be differentiated.',
    'signal-deconvolved': 'deconvolve cannot be differentiated.',
    'forms-frozen_outside':
        'FROZEN is a distribution with its parameters, made outside of the '
        'function, which others may change; that is not supported yet.',
    'forms-medians': "objects of the class Frozen have no attribute 'median' here.",
    'forms-poisson_cdf_differences': 'stats.poisson.cdf has no derivative rule.',
    'forms-haversine': 'pdist takes no dict and no object.',
    'usage-error_state_of_special':
        'objects of the type sc.errstate are not supported.',
    'usage-rosen_of_library': 'rosen cannot be differentiated.',
    'usage-ranks_as_constants': 'rankdata cannot be differentiated.',
    'usage-random_numbers': 'ss.norm.rvs has no derivative rule.',
    'usage-designed_filter': 'firwin cannot be differentiated.',
    'usage-labels_of_regions': 'label cannot be differentiated.',
}

# Wrong derivatives and internal errors, by name with the reason.
WRONG = {
    'usage-jitter_until_definite':
        'LinAlgError of scipy.linalg.cholesky is not caught in the derivative',
    'usage-solved_or_regularised':
        'LinAlgError of scipy.linalg.solve is not caught in the derivative',
    'usage-factored_or_shifted':
        'LinAlgError of scipy.linalg.cho_factor is not caught in the derivative',
    'edges-shape_one_at_zero':
        'slopes by other parameters are nan at the end of the support for shape 1',
}

# Of these the first derivatives are right.
WRONG_SECOND = {
    'forms-complex_gamma_phase':
        'TypeError: the derivative of digamma of complex numbers calls zeta',
}
