"""The worked examples of automatic differentiation textbooks, from generated code.

Shows, in this order:

1. the evaluation trace of f(x1, x2) = log x1 + x1 x2 - sin x2 at (2, 5) and its
   reverse trace, value by value, as the survey of Baydin et al. (2018) tabulates them;
2. the derivative of sin(exp(x^2)), elementwise;
3. the gradient of (a + b) * a at (5, 2);
4. the logistic map: the length of our derivative's source beside that of the symbolic
   derivative, which swells;
5. the error of difference quotients against their step, as a picture, beside the
   error of our derivative.

Run it as `python examples/textbook.py [--out FOLDER]`.
"""

import argparse
import ast
import tempfile
from collections.abc import Iterator
from numbers import Real
from pathlib import Path

import numpy as np
import sympy
from matplotlib.figure import Figure

import tangentlite as tl


def f(x1, x2):
    return np.log(x1) + x1 * x2 - np.sin(x2)


def sine_of_exponential(x):
    return np.sin(np.exp(x ** 2))


def product(a, b):
    return (a + b) * a


def logistic(x, n):
    for _ in range(n):
        x = 4 * x * (1 - x)
    return x


def main(argv=None):
    parser = argparse.ArgumentParser(description="Textbook examples.")
    parser.add_argument("--out", type=Path, help="folder for the picture")
    folder = parser.parse_args(argv).out or Path(tempfile.mkdtemp(prefix="textbook-"))
    folder.mkdir(parents=True, exist_ok=True)

    print_traces()
    print_elementwise()
    print_product()
    print_swell()
    print_difference_errors(folder / "difference_errors.png")


def print_traces():
    x1, x2 = 2.0, 5.0
    with tl.options(optimize=False):
        source = tl.value_and_grad(f, wrt=(0, 1)).source_for(x1, x2)
    print(f"f(x1, x2) = log x1 + x1 x2 - sin x2 at ({x1}, {x2})\n\n  forward trace")
    sweep = "forward"
    for name, expression, value in traced(source, {"x1": x1, "x2": x2}):
        if not isinstance(value, Real):
            continue
        if "_bar" in name and sweep == "forward":
            sweep = "reverse"
            print("\n  reverse trace")
        print(f"    {name:8} = {expression:32} = {value:.6g}")
    x1_bar, x2_bar = tl.grad(f, wrt=(0, 1))(x1, x2)
    print(f"\n  gradient: df/dx1 = {x1_bar:.6g}, df/dx2 = {x2_bar:.4g}\n")


def traced(source: str, arguments: dict) -> Iterator[tuple[str, str, object]]:
    """Run the one function of a module's text line by line.

    Yields name, expression and value of each assignment to a name.
    """
    *preamble, function = ast.parse(source).body
    names = dict(globals())
    exec(compile(ast.Module(preamble, []), "<preamble>", "exec"), names)
    names |= arguments
    for statement in function.body:
        if isinstance(statement, ast.Return):
            return
        exec(compile(ast.Module([statement], []), "<statement>", "exec"), names)
        match statement:
            case ast.Assign(targets=[ast.Name(id=name)], value=expression):
                yield name, ast.unparse(expression), names[name]
            case ast.AugAssign(target=ast.Name(id=name), op=operator, value=added):
                expression = ast.BinOp(ast.Name(name), operator, added)
                yield name, ast.unparse(expression), names[name]


def print_elementwise():
    x = np.linspace(0.0, 1.0, 5)
    print("d/dx sin(exp(x^2)) on linspace(0, 1, 5)\n")
    derivative = tl.autodiff(sine_of_exponential)(x)
    print(f"  {np.array2string(derivative, precision=8)}\n")


def print_product():
    a_bar, b_bar = tl.grad(product, wrt=(0, 1))(5.0, 2.0)
    print(f"(a + b) * a at (5, 2)\n\n  d/da = {a_bar:g}, d/db = {b_bar:g}\n")


def print_swell():
    print("the logistic map x <- 4 x (1 - x), applied n times, differentiated\n")
    print("  n   our source   symbolic, expanded   both at x = 0.2")
    for n in range(1, 7):
        derivative = tl.grad(logistic)
        symbolic = symbolic_derivative(n)
        ours, exact = derivative(0.2, n), symbolic.eval(sympy.Rational(1, 5))
        print(
            f"  {n}   {len(derivative.source_for(0.2, n)):10}"
            f"   {len(str(symbolic.as_expr())):18}   {ours:.12g}, {float(exact):.12g}"
        )
    print()


def symbolic_derivative(n: int) -> sympy.Poly:
    """The derivative of the n-fold logistic map as an expanded polynomial."""
    return logistic(sympy.Poly(sympy.Symbol("x")), n).diff()


def print_difference_errors(path: Path):
    x, n = 0.2, 3
    exact = float(symbolic_derivative(n).eval(sympy.Rational(1, 5)))
    steps = np.logspace(-16, -1, 61)
    forward = [(logistic(x + h, n) - logistic(x, n)) / h for h in steps]
    central = [(logistic(x + h, n) - logistic(x - h, n)) / (2 * h) for h in steps]
    errors = {
        "forward difference": np.abs(np.array(forward) - exact),
        "central difference": np.abs(np.array(central) - exact),
    }
    ours = abs(tl.grad(logistic)(x, n) - exact)

    print(f"the derivative of the logistic map, n = {n}, at x = {x}: {exact:.6g}\n")
    for name, error in errors.items():
        best = np.argmin(error)
        print(f"  {name}: least error {error[best]:.1e}, at step {steps[best]:.0e}")
    print(f"  our derivative: error {ours:.1e}")
    draw_errors(path, steps, errors, ours)
    print(f"  picture: {path}")


def draw_errors(path: Path, steps: np.ndarray, errors: dict, ours: float):
    figure = Figure(figsize=(7, 4.5), layout="constrained")
    axes = figure.add_subplot()
    for (name, error), marker in zip(errors.items(), "os"):
        axes.loglog(steps, error, marker=marker, markersize=3, label=name)
    # A logarithmic axis has no zero: an exact result stands at the unit roundoff.
    shown = max(ours, np.finfo(float).eps / 2)
    axes.axhline(shown, color="black", linestyle="--", label="our derivative")
    axes.set(
        xlabel="step h",
        ylabel="absolute error",
        title="Derivative of the logistic map: differences and generated code",
    )
    axes.legend()
    axes.grid(alpha=0.3)
    figure.savefig(path, dpi=120)


if __name__ == "__main__":
    main()
