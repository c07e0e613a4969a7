def newton_sqrt_grad(a):
    """Gradient of tests.pairs.classics.newton_sqrt with respect to a.

    a_bar: the derivative of the result by a.
    """
    # forward
    x = a
    x_saved = []
    while abs(x * x - a) > 1e-12:
        x_saved.append(x)
        x = 0.5 * (x + a / x)

    # backward
    a_bar = 0.0
    x_bar = 1.0
    while x_saved:
        # x = 0.5 * (x + a / x)
        x = x_saved.pop()
        b_bar = 0.5 * x_bar
        a_bar1 = b_bar / x
        a_bar += a_bar1
        x_bar = b_bar - a_bar1 * (a / x)
    return a_bar + x_bar
