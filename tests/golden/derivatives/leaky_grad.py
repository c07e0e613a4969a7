# tests.golden_programs.leaky, called with
#     x: float

def leaky_grad(x):
    """Gradient of tests.golden_programs.leaky with respect to x."""
    if x > 0.0:
        return 1.0
    return 0.01
