"""Which functions are refused and why, and which go wrong.

REFUSED has the first words that the error says of the innermost place, BROKEN the
reasons why a mode is expected to fail.
"""

REFUSED: dict[str, dict[str, str]] = {
    "astropy": {
        "sersic": "np.gammaincinv has no derivative with respect to a.",
        "black_body": "objects of the type u.Quantity are not supported.",
        "model_called": "astropy.modeling.core.Fittable1DModel.__call__:",
        "model_made_inside": "astropy.modeling.functional_models.Gaussian1D.__init__:",
        "sum_of_models": "astropy.modeling.core.Fittable1DModel.__call__:",
        "comoving_distance": "this operation on a number and an object of type",
        "luminosity_distance": "floor takes no dict and no object.",
        "dark_energy_scale": "floor takes no dict and no object.",
        "biweight": "the derivative of quantiles and medians with overwrite_input=True",
        "smoothed": "astropy.modeling.functional_models.Gaussian1D.__init__:",
        "units_inside": "objects of the type Quantity are not supported.",
    },
    "chemicals": {
        "split": "ValueError may be raised in a condition, in a try statement that",
    },
    "colour": {
        "through_the_package": "list() of this is not supported yet.",
        "through_a_subpackage": "list() of this is not supported yet.",
        "xyz_to_lab": "list() of this is not supported yet.",
        "xyz_to_luv": "list() of this is not supported yet.",
        "xyz_to_srgb": "zip(..., strict=True) of what may not be equally long is not",
        "srgb_to_xyz": "list() of this is not supported yet.",
        "srgb_curve": "list() of this is not supported yet.",
        "lightness_of": "zip(..., strict=True) of what may not be equally long is not",
        "adapted": "zip(..., strict=True) of what may not be equally long is not",
    },
    "filterpy": {
        "extended": "array is an array on one path and a ObjectArray on another.",
    },
    "fluids": {
        "newton_of_numerics": "this loop, which is written out one by one, has a",
    },
    "galpy": {
        "disk_unchecked": "kwargs is a dict with the keys [] on one path and with",
        "circular_velocity": "kwargs is a dict with the keys ['phi', 't'] on one path",
        "potential_made_inside": "the method 'getfloat' is not supported on an object",
    },
    "iapws": {
        "state": "this comparison with a value that may be None is not supported.",
    },
    "lmfit": {
        "model_eval_parameters": "assignments to attributes are not supported yet.",
        "residual": "math_functions is a dict with the keys ['acos', 'acosh', 'asin',",
    },
    "ot": {
        "sinkhorn": "a star needs items whose number is known here.",
        "sinkhorn_knopp": "a star needs items whose number is known here.",
        "sinkhorn_log": "a star needs items whose number is known here.",
        "sliced": "a star needs items whose number is known here.",
        "exact": "a star needs items whose number is known here.",
    },
    "pvlib": {
        "maximum_power": "brentq is not supported.",
    },
    "pyhf": {
        "linear_interpolation": "the method 'append' is not supported on an",
        "exponential_interpolation": "the method 'append' is not supported on an",
        "quadratic_interpolation": "the method 'append' is not supported on an",
        "sextic_interpolation": "the method 'append' is not supported on an",
        "polynomial_interpolation": "the method 'append' is not supported on an",
    },
    "sklearn": {
        "log_marginal_likelihood": "dir has no derivative rule.",
        "log_marginal_likelihood_cloned": "a number has no attribute 'items'.",
        "rbf_kernel": "whether an exception is raised here is known only when",
        "euclidean": "whether an exception is raised here is known only when",
        "cosine": "this comparison with a value that may be None is not",
        "log_loss": "this comparison with a value that may be None is not",
        "brier": "this comparison with a value that may be None is not",
        "squared_error": "xp.from_dlpack is not supported.",
        "r2": "xp.from_dlpack is not supported.",
        "huber_like": "xp.from_dlpack is not supported.",
        "scaled": "it is not known here whether there is 'writeable'.",
        "support_vectors": "libsvm.decision_function has no derivative rule.",
        "ridge_fit": "xp.from_dlpack is not supported.",
    },
    "statsmodels": {
        "probit": "stats.norm._cdf has no derivative rule.",
        "multinomial": "MULTINOMIAL.data._cov_names is a pandas MultiIndex.",
        "ols_fit": "RegressionResultsWrapper defines __getattribute__, which is not",
        "arima": "ARIMA_MODEL._spec_arima._model._index is a pandas RangeIndex.",
        "autoregression": "AUTOREGRESSION._index is a pandas RangeIndex.",
    },
}

SLOT = "hasattr of a slot calls __getattr__, and what it raises escapes"
PLACE = "the first line of the error names the library's file"
TWICE = "nan of np.clip(np.where(...)) where the slope of what is not chosen is nan"
BROKEN: dict[str, dict[str, dict[str, str]]] = {
    "astropy": {"sersic": {"reverse": PLACE, "forward": PLACE}},
    "pvlib": {"tracker": {"reverse": TWICE}},
    "pyhf": {
        "poisson": {"reverse": SLOT, "forward": SLOT},
        "normal": {"reverse": SLOT, "forward": SLOT},
    },
}
