# tests.golden_programs.leaky, called with
#     x: float

def leaky_grad(x):
    """Gradient of tests.golden_programs.leaky with respect to x.

    For a variable v, v_bar is the derivative of the result with respect to v.
    """
    # 46: return x if x > 0.0 else 0.01 * x
    if x > 0.0:
        # 46: return x if x > 0.0 else 0.01 * x
        x_bar = 1.0
    else:
        # 46: return x if x > 0.0 else 0.01 * x
        x_bar = 0.01
    return x_bar
