"""Which derivatives of which programs are kept as text."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from tests import golden_programs as programs
from tests.programs import recursion, structures
from tests.programs.record import sample


@dataclass(frozen=True)
class GoldenCase:
    """A derivative of a function for the kinds of some arguments.

    `mode` is 'grad', 'value_and_grad', 'reverse', 'forward' or 'taylor'. A nested case
    takes it of the gradient of the function with respect to the same arguments.
    """

    name: str
    function: Callable
    args: tuple
    wrt: int | tuple[int, ...]
    mode: str
    nested: bool = False


def case(function, args, wrt=0, mode="grad", nested=False) -> GoldenCase:
    """Record a case, named after the function and what is made of it."""
    second = "hessian_" if nested else ""
    name = f"{function.__name__}_{second}{mode}"
    return GoldenCase(name, function, args, wrt, mode, nested)


POSITIVE_DEFINITE = np.array([[3.0, 0.5, 0.2], [0.5, 2.0, -0.3], [0.2, -0.3, 1.5]])
POINTS = np.array([0.5, -1.25, 2.0, 0.75])
NETWORK = (
    sample(1, 3, 4), sample(2, 4), sample(3, 4, 1), sample(4, 1),
    sample(5, 6, 3), np.array([[0.0], [1.0], [1.0], [0.0], [1.0], [0.0]]),
)  # fmt: skip
NAMED_NETWORK = (structures.NETWORK, structures.BATCH, structures.LABELS)
SEQUENCE = (sample(1, 5, 2, 3), sample(2, 2, 4), sample(3, 4, 4), sample(4, 3, 4))
MIXTURE = (np.array([0.2, 0.3, 0.4]), POSITIVE_DEFINITE, np.array([0.3, 0.1, 0.2]), 2.5)
TRIDIAGONAL = (sample(1, 3), 4.0 + sample(2, 4), sample(3, 3), sample(4, 4))
LABELS = np.array([0, 2, 1, 1])
BINS = np.array([0, 2, 0, 1])
SIGNS = np.array([1.0, -1.0, 1.0, -1.0])

CASES = (
    case(programs.f, (2.0, 5.0), (0, 1)),
    case(programs.f, (2.0, 5.0), (0, 1), "forward"),
    case(programs.f, (2.0, 5.0), 0, "forward", nested=True),
    case(programs.horner, (0.7, POINTS), (0, 1)),
    case(programs.logistic, (0.2, 4)),
    case(programs.logistic, (0.2, 4), mode="forward"),
    case(programs.newton_sqrt, (2.0,)),
    case(programs.newton_sqrt, (2.0,), mode="value_and_grad"),
    case(programs.huber, (2.5, 1.0), (0, 1)),
    case(programs.leaky, (-0.4,)),
    case(programs.collatz_like, (2.3, 6)),
    case(programs.collatz_like, (2.3, 6), mode="forward"),
    case(programs.weighted, (POINTS,)),
    case(programs.weighted, (POINTS,), mode="forward"),
    case(programs.running_maximum, (POINTS,)),
    case(programs.helmholtz, MIXTURE, (0, 3)),
    case(programs.loss, NETWORK, (0, 1, 2, 3), "value_and_grad"),
    case(programs.loss, NETWORK, 0, "forward"),
    case(programs.rnn, SEQUENCE, 2),
    case(programs.rk4, (np.array([0.6, -0.2]), 1.5, 0.05, 4), (0, 1), "reverse"),
    case(programs.rk4, (np.array([0.6, -0.2]), 1.5, 0.05, 4), 1, "forward"),
    case(programs.to_polar, (1.2, 0.7), (0, 1), "reverse"),
    case(programs.to_polar, (1.2, 0.7), (0, 1), "forward"),
    case(programs.quadratic_form, (POSITIVE_DEFINITE, POINTS[:3]), (0, 1)),
    case(programs.trace_of_power, (sample(1, 3, 3), 3)),
    case(programs.power_iteration, (POSITIVE_DEFINITE, np.ones(3), 1e-14)),
    case(programs.softmax_cross_entropy, (sample(1, 4, 3), LABELS)),
    case(programs.standardise, (sample(1, 5, 2),), mode="reverse"),
    case(programs.pair_energy, (sample(1, 4, 2),)),
    case(programs.outer_sum, (sample(1, 3, 1), sample(2, 4), 0.3), (0, 1, 2)),
    case(programs.hinge, (sample(1, 3), sample(2, 4, 3), SIGNS)),
    case(programs.masked_mean, (POINTS,)),
    case(programs.embedding, (sample(1, 3, 2), LABELS, sample(2, 4, 2)), (0, 2)),
    case(programs.rolled_products, (POINTS,)),
    case(programs.smoothed, (POINTS, 0.3), (0, 1), "reverse"),
    case(programs.recurrence, (POINTS, 0.4), (0, 1)),
    case(programs.recurrence, (POINTS, 0.4), 1, "forward"),
    case(programs.thomas, TRIDIAGONAL, (0, 1, 2, 3), "reverse"),
    case(programs.heat, (sample(1, 7), 0.2, 5)),
    case(programs.convolution, (sample(1, 5), sample(2, 2)), (0, 1), "reverse"),
    case(programs.histogram, (POINTS, BINS, 0.5), (0, 2), "reverse"),
    case(programs.rosenbrock, (POINTS,), mode="value_and_grad"),
    case(programs.rosenbrock, (POINTS,), mode="forward", nested=True),
    case(programs.rosenbrock, (POINTS,), mode="reverse", nested=True),
    case(programs.logistic, (0.2, 4), mode="grad", nested=True),
    case(programs.leapfrog, (0.8, 0.1, 1.3, 0.1, 3), (0, 2)),
    case(
        programs.attention,
        (sample(1, 4, 3), sample(2, 5, 3), sample(3, 5, 2)),
        (0, 1, 2),
        "value_and_grad",
    ),
    case(
        programs.mixture_likelihood,
        (POINTS, sample(1, 3), np.array([0.2, 0.5, 0.3])),
        (1, 2),
        "value_and_grad",
    ),
    case(programs.cross_entropy, (sample(1, 3), sample(2, 4, 3), LABELS % 2.0)),
    case(programs.pooled_features, (sample(1, 2, 5, 3), sample(2, 3, 4)), (0, 1)),
    case(recursion.fast_power, (0.8, 5)),
    case(recursion.fast_power, (0.8, 5), mode="forward"),
    case(recursion.log_sum_by_halves, (sample(1, 5),)),
    case(recursion.fast_power, (0.8, 5), mode="grad", nested=True),
    case(structures.logistic_loss, (*NAMED_NETWORK,)),
    case(structures.layers_in_a_loop, (structures.LAYERS, sample(1, 4, 3))),
    case(structures.coulomb_energy, (structures.ATOMS,)),
    case(programs.refined, (POSITIVE_DEFINITE, sample(2, 3), 4), (0, 1)),
    case(programs.clipped_recurrence, (1.5, sample(2, 3), 4), (0, 1), "reverse"),
    case(programs.sharpened, (sample(2, 3), 3)),
    case(programs.decay, (sample(2, 3), 9)),
    case(programs.gradient_steps, (sample(1, 3), sample(2, 3), 3)),
    case(
        programs.equilibrium_loss,
        (0.3 * POSITIVE_DEFINITE, sample(2, 3), 0.5),
        (0, 1),
    ),
    case(programs.damped_wave, (0.3, 0.5, 2.0), mode="taylor"),
)
