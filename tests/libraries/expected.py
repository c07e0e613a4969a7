"""Which functions are refused and why, and which go wrong.

REFUSED has the first words that the error says of the innermost place, BROKEN the
reasons why a mode is expected to fail.
"""

REFUSED: dict[str, dict[str, str]] = {
    "astropy": {
        "voigt": "__init__ has no derivative rule.",
        "sersic": "np.gammaincinv has no derivative with respect to a.",
        "black_body": "objects of the type u.Quantity are not supported.",
        "model_called": "astropy.modeling.core.Fittable1DModel.__call__:",
        "model_made_inside": "astropy.modeling.functional_models.Gaussian1D.__in",
        "sum_of_models": "astropy.modeling.core.Fittable1DModel.__call__:",
        "efunc": "FlatLambdaCDM.Om0 is a descriptor, which is not",
        "planck_efunc": "FlatLambdaCDM.Om0 is a descriptor, which is not",
        "comoving_distance": "astropy.cosmology._src.flrw.lambdacdm._hypergeomet",
        "luminosity_distance": "the default of a parameter of FlatLambdaCDM is an",
        "dark_energy_scale": "the default of a parameter of w0waCDM is an object",
        "biweight": "the derivative of quantiles and medians with",
        "smoothed": "astropy.modeling.functional_models.Gaussian1D.__in",
        "units_inside": "objects of the type Quantity are not supported.",
    },
    "colour": {
        "through_the_package": "an object whose type is known only when the program",
        "through_a_subpackage": "an object whose type is known only when the program",
        "xyz_to_xy": "a function whose results are kept may read what",
        "xyz_to_lab": "a function whose results are kept may read what",
        "lab_to_xyz": "a function whose results are kept may read what",
        "xyz_to_luv": "a function whose results are kept may read what",
        "xyz_to_srgb": "a function whose results are kept may read what",
        "srgb_to_xyz": "a function whose results are kept may read what",
        "srgb_curve": "a function whose results are kept may read what",
        "perceptual_quantizer": "list() of this is not supported yet.",
        "to_hsv": "a function whose results are kept may read what",
        "lightness_of": "objects of the type KeysView are not supported.",
        "adapted": "objects of the type KeysView are not supported.",
        "temperature_mccamy": "a function whose results are kept may read what",
        "rayleigh": "a function whose results are kept may read what",
    },
    "filterpy": {
        "density": "arrays have no attribute 'to_scipy_sparse'.",
    },
    "fluids": {
        "tank_volume": "the text of fluids.geometry.TANK.set_misc cannot be",
        "newton_of_numerics": "a function cannot be used as a value here.",
    },
    "lmfit": {
        "model_eval_parameters": "assignments to attributes are not supported yet.",
        "residual": "lmfit.Parameters extends dict, which is not",
    },
    "pints": {
        "several_gaussians": "the array method 'setflags' is not supported.",
        "logit": "the array method 'setflags' is not supported.",
    },
    "pvlib": {
        "incidence": "assignments to 'name' of arrays are not supported",
        "ground": "assignments to attributes are not supported yet.",
        "haydavies": "assignments to 'name' of arrays are not supported",
        "perez": "assignments to 'name' of arrays are not supported",
        "total": "assignments to attributes are not supported yet.",
        "maximum_power": "brentq is not supported.",
        "tracker": "assignments to 'name' of arrays are not supported",
    },
    "pyhf": {
        "logpdf": "exc_info= and stack_info= log what is being run,",
        "twice_negative": "exc_info= and stack_info= log what is being run,",
        "correlated_logpdf": "exc_info= and stack_info= log what is being run,",
        "linear_interpolation": "objects of the type weakref.ReferenceType",
        "exponential_interpolation": "objects of the type weakref.ReferenceType",
        "quadratic_interpolation": "objects of the type weakref.ReferenceType",
        "sextic_interpolation": "objects of the type weakref.ReferenceType",
        "polynomial_interpolation": "objects of the type weakref.ReferenceType",
    },
    "sklearn": {
        "log_marginal_likelihood": "id() is not supported.",
        "log_marginal_likelihood_cloned": "id() is not supported.",
        "process_predict": "mappingproxy({'__new__': <built-in method __new__ of",
        "rbf_kernel": "it is not known here whether there is",
        "polynomial_kernel": "it is not known here whether there is",
        "sigmoid_kernel": "it is not known here whether there is",
        "euclidean": "it is not known here whether there is",
        "cosine": "it is not known here whether there is",
        "log_loss": "it is not known here whether there is",
        "brier": "it is not known here whether there is",
        "squared_error": "it is not known here whether there is",
        "r2": "it is not known here whether there is",
        "huber_like": "it is not known here whether there is",
        "scaled": "a star needs items whose number is known here.",
        "ridge_predict": "it is not known here whether there is",
        "logistic_probability": "it is not known here whether there is",
        "components": "it is not known here whether there is",
        "mixture_score": "mappingproxy({'__new__': <built-in method __new__ of",
        "network_predict": "mappingproxy({'__new__': <built-in method __new__ of",
        "support_vectors": "mappingproxy({'__new__': <built-in method __new__ of",
        "polynomial_features": "it is not known here whether there is",
        "ridge_fit": "it is not known here whether there is",
        "shrunk": "it is not known here whether there is",
        "softmax": "it is not known here whether there is",
    },
    "statsmodels": {
        "probit": "stats.norm._cdf has no derivative rule.",
        "negative_binomial": "statsmodels.discrete.discrete_model._ll_nb2 has no",
        "logit_made_inside": "the array method '__array__' is not supported yet.",
        "multinomial": "MULTINOMIAL.data._cov_names is a pandas MultiIndex.",
        "ordered": "the method 'cdf' is not supported on an object of",
        "ols_fit": "the array method '__array__' is not supported yet.",
        "arima": "ARIMA_MODEL._spec_arima._model._index is a pandas",
        "autoregression": "AUTOREGRESSION._index is a pandas RangeIndex.",
    },
}

AXIS = "the derivative of a number that gets an axis is an array, for an item"
MODULE = "hasattr of an object whose __getattr__ raises ImportError escapes"
PLACE = "the first line of the error names the library's file"
BROKEN: dict[str, dict[str, dict[str, str]]] = {
    "astropy": {"sersic": {"reverse": PLACE, "forward": PLACE}},
    "colour": {"to_ycbcr": {"reverse": AXIS}, "to_lchab": {"reverse": AXIS}},
    "fluids": {"tank_volume": {"reverse": PLACE, "forward": PLACE}},
    "pyhf": {
        "poisson": {"reverse": MODULE, "forward": MODULE},
        "normal": {"reverse": MODULE, "forward": MODULE},
    },
}
