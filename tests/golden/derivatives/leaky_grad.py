# tests.golden_programs.leaky, called with
#     x: float

def leaky_grad(x):
    """Gradient of tests.golden_programs.leaky with respect to x.

    x_bar: the derivative of the result by x.
    """
    # return x if x > 0.0 else 0.01 * x
    if x > 0.0:
        x_bar = 1.0
    else:
        x_bar = 0.01
    return x_bar
