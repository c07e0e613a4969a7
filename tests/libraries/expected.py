"""Which functions are refused and why, and which go wrong.

REFUSED has the first words that the error says of the innermost place, BROKEN the
reasons why a mode is expected to fail.
"""

REFUSED: dict[str, dict[str, str]] = {
    "astropy": {
        "sersic": "special.gammaincinv has no derivative with respect to a.",
        "black_body": "objects of the type u.Quantity are not supported.",
        "model_called": "astropy.modeling.core.Fittable1DModel.__call__:",
        "model_made_inside": "astropy.modeling.functional_models.Gaussian1D.__init__:",
        "sum_of_models": "astropy.modeling.core.Fittable1DModel.__call__:",
        "efunc": "the method 'efunc' is not supported on an object of type",
        "planck_efunc": "the method 'efunc' is not supported on an object of type",
        "comoving_distance": "the method 'comoving_distance' is not supported on an",
        "luminosity_distance": "an object whose type is known only when the program",
        "dark_energy_scale": "an object whose type is known only when the program",
        "biweight": "the derivative of quantiles and medians with overwrite_input=True",
        "smoothed": "astropy.modeling.functional_models.Gaussian1D.__init__:",
        "units_inside": "objects of the type Quantity are not supported.",
    },
    "chemicals": {
        "split": "whether BaseException is raised here is known only when",
    },
    "filterpy": {
        "extended": "array is an array on one path and a ObjectArray on another.",
    },
    "fluids": {
        "newton_of_numerics": "this loop, which is written out one by one, has a",
    },
    "galpy": {
        "potential_made_inside": "the method 'getfloat' is not supported on an object",
    },
    "iapws": {
        "state": "newton is not supported.",
    },
    "lmfit": {
        "model_eval_parameters": "assignments to attributes are not supported yet.",
        "residual": "objects of the type io.BytesIO are not supported.",
    },
    "ot": {
        "exact": "emd_c has no derivative rule.",
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
        "log_loss": "an option is computed, which must be known when the derivative",
        "brier": "what this may raise is caught, which is not supported yet.",
        "support_vectors": "libsvm.decision_function has no derivative rule.",
        "ridge_fit": "whether LinAlgError is raised here is known only when",
    },
    "statsmodels": {
        "ols_fit": "RegressionResultsWrapper defines __getattribute__, which is not",
        "arima": "ARIMA_MODEL.ssm.initialization._initialization has the dtype object,",
        "autoregression": "the dtype that np.issubdtype asks for is not known here.",
    },
}

BROKEN: dict[str, dict[str, dict[str, str]]] = {}
