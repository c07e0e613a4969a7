"""Which functions are refused and why, and which go wrong.

REFUSED has the first words that the error says of the innermost place, BROKEN the
reasons why a mode is expected to fail.
"""

REFUSED: dict[str, dict[str, str]] = {
    "astropy": {
        "sersic": "special.gammaincinv has no derivative with respect to a.",
        "black_body": "objects of the type u.Quantity are not supported.",
        "comoving_distance": "this operation on a number and an object of type",
        "luminosity_distance": "an object whose type is known only when the program",
        "dark_energy_scale": "an object whose type is known only when the program",
        "smoothed": "the method 'bind_partial' is not supported on an object of",
        "units_inside": "objects of the type Quantity are not supported.",
    },
    "chemicals": {
        "split": "whether BaseException is raised here is known only when",
    },
    "fluids": {
        "newton_of_numerics": "this loop, which is written out one by one, has a",
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
    "sklearn": {
        "log_loss": "an option is computed, which must be known when the derivative",
        "support_vectors": "libsvm.decision_function has no derivative rule.",
        "ridge_fit": "whether LinAlgError is raised here is known only when",
    },
    "statsmodels": {
        "arima": "ARIMA_MODEL.ssm.initialization._initialization has the dtype object,",
        "autoregression": "RangeIndex is a function of pandas, which cannot be read.",
    },
}

# They end in compiled code of the package, or in a solver of SciPy.
COMPILED = {
    "astropy": {"smoothed"},
    "iapws": {"state"},
    "ot": {"exact"},
    "pvlib": {"maximum_power"},
    "sklearn": {"support_vectors"},
    "statsmodels": {"arima"},
}

BROKEN: dict[str, dict[str, dict[str, str]]] = {}
