def logistic_grad(x, n):
    """Gradient of tests.pairs.classics.logistic with respect to x."""
    # forward
    l = x
    l_saved = []
    for _ in range(n):
        l_saved.append(l)
        l = 4.0 * l * (1.0 - l)

    # backward
    l_bar = 1.0
    for _ in range(n):
        # l = 4.0 * l * (1.0 - l)
        l = l_saved.pop()
        l_bar = 4.0 * l_bar * (1.0 - l) - 4.0 * l * l_bar
    return l_bar
