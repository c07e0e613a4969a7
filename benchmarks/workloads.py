"""The workloads: each program with its hand-written derivative and its sizes.

To add one, write the program in `benchmarks.primals`, its derivative under the same
name in `benchmarks.by_hand`, and a record below; where a peer cannot run the program
as it stands, its file in `benchmarks.peers` gets a version too.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from benchmarks.by_hand import bundle as bundle_by_hand
from benchmarks.by_hand import elementwise as elementwise_by_hand
from benchmarks.by_hand import mixture as mixture_by_hand
from benchmarks.by_hand import networks as networks_by_hand
from benchmarks.by_hand import physics as physics_by_hand
from benchmarks.by_hand import scalars as scalars_by_hand
from benchmarks.primals import bundle, elementwise, mixture, networks, physics, scalars


@dataclass(frozen=True)
class Workload:
    """A program to differentiate, its inputs and its hand-written derivative.

    `inputs(*size)` makes the arguments that are timed and `inputs(*small_size)` those
    that are checked by central differences. `by_hand` takes the arguments of `primal`
    and gives (value, gradient); the gradient is a tuple where `wrt` is one.
    """

    name: str
    primal: Callable
    by_hand: Callable
    wrt: int | tuple[int, ...]
    inputs: Callable[..., tuple]
    size: tuple = ()
    small_size: tuple = ()


WORKLOADS = (
    Workload(
        "straight line",
        scalars.straight_line,
        scalars_by_hand.straight_line,
        wrt=(0, 1),
        inputs=scalars.straight_line_inputs,
    ),
    Workload(
        "logistic map n=64",
        scalars.logistic_map,
        scalars_by_hand.logistic_map,
        wrt=0,
        inputs=scalars.logistic_map_inputs,
        size=(64,),
        small_size=(5,),
    ),
    Workload(
        "logistic map n=1000",
        scalars.logistic_map,
        scalars_by_hand.logistic_map,
        wrt=0,
        inputs=scalars.logistic_map_inputs,
        size=(1000,),
        small_size=(0,),
    ),
    Workload(
        "Newton square root",
        scalars.newton_sqrt,
        scalars_by_hand.newton_sqrt,
        wrt=0,
        inputs=scalars.newton_sqrt_inputs,
        size=(1e6,),
        small_size=(3.0,),
    ),
    Workload(
        "indexing loop n=1e4",
        scalars.sum_of_sines,
        scalars_by_hand.sum_of_sines,
        wrt=0,
        inputs=scalars.sum_of_sines_inputs,
        size=(10_000,),
        small_size=(7,),
    ),
    Workload(
        "Helmholtz n=1",
        physics.helmholtz,
        physics_by_hand.helmholtz,
        wrt=0,
        inputs=physics.helmholtz_inputs,
        size=(1,),
        small_size=(1,),
    ),
    Workload(
        "Helmholtz n=50",
        physics.helmholtz,
        physics_by_hand.helmholtz,
        wrt=0,
        inputs=physics.helmholtz_inputs,
        size=(50,),
        small_size=(6,),
    ),
    Workload(
        "Helmholtz loops n=50",
        physics.helmholtz_loops,
        physics_by_hand.helmholtz_loops,
        wrt=0,
        inputs=physics.helmholtz_inputs,
        size=(50,),
        small_size=(4,),
    ),
    Workload(
        "RK4 scalars",
        physics.runge_kutta,
        physics_by_hand.runge_kutta,
        wrt=(0, 1, 2, 3),
        inputs=physics.runge_kutta_inputs,
        size=(1000,),
        small_size=(20,),
    ),
    Workload(
        "RK4 arrays",
        physics.runge_kutta_arrays,
        physics_by_hand.runge_kutta_arrays,
        wrt=0,
        inputs=physics.runge_kutta_arrays_inputs,
        size=(1000,),
        small_size=(20,),
    ),
    Workload(
        "MLP 126-32-1 batch 1",
        networks.perceptron,
        networks_by_hand.perceptron,
        wrt=(0, 1, 2, 3),
        inputs=networks.perceptron_inputs,
        size=(1, 126, 32),
        small_size=(1, 3, 2),
    ),
    Workload(
        "MLP 126-32-1 batch 512",
        networks.perceptron,
        networks_by_hand.perceptron,
        wrt=(0, 1, 2, 3),
        inputs=networks.perceptron_inputs,
        size=(512, 126, 32),
        small_size=(4, 3, 2),
    ),
    Workload(
        "MLP 784-256-128-10",
        networks.classifier,
        networks_by_hand.classifier,
        wrt=(0, 1, 2, 3, 4, 5),
        inputs=networks.classifier_inputs,
        size=(128, 784, 256, 128, 10),
        small_size=(4, 5, 3, 2, 3),
    ),
    Workload(
        "convolution 3x3",
        networks.convolution,
        networks_by_hand.convolution,
        wrt=(0, 1),
        inputs=networks.convolution_inputs,
        size=(8, 64, 8, 16),
        small_size=(2, 5, 2, 3),
    ),
    Workload(
        "attention 128x64",
        networks.attention,
        networks_by_hand.attention,
        wrt=(0, 1, 2),
        inputs=networks.attention_inputs,
        size=(128, 64),
        small_size=(4, 3),
    ),
    Workload(
        "GMM d=10 k=25 n=1000",
        mixture.gaussian_mixture,
        mixture_by_hand.gaussian_mixture,
        wrt=(0, 1, 2),
        inputs=mixture.gaussian_mixture_inputs,
        size=(1000, 10, 25),
        small_size=(5, 3, 2),
    ),
    Workload(
        "GMM, matmul by hand",
        mixture.gaussian_mixture,
        mixture_by_hand.gaussian_mixture_matmul,
        wrt=(0, 1, 2),
        inputs=mixture.gaussian_mixture_inputs,
        size=(1000, 10, 25),
        small_size=(4, 4, 3),
    ),
    Workload(
        "bundle p=31843",
        bundle.bundle,
        bundle_by_hand.bundle,
        wrt=(0, 1, 2),
        inputs=bundle.bundle_inputs,
        size=(49, 7776, 31_843),
        small_size=(2, 3, 7),
    ),
    Workload(
        "bundle loop p=200",
        bundle.bundle_loop,
        bundle_by_hand.bundle_loop,
        wrt=(0, 1, 2),
        inputs=bundle.bundle_inputs,
        size=(49, 7776, 200),
        small_size=(2, 3, 7),
    ),
    Workload(
        "Rosenbrock n=100",
        elementwise.rosenbrock,
        elementwise_by_hand.rosenbrock,
        wrt=0,
        inputs=elementwise.rosenbrock_inputs,
        size=(100,),
        small_size=(2,),
    ),
    Workload(
        "Rosenbrock n=1e4",
        elementwise.rosenbrock,
        elementwise_by_hand.rosenbrock,
        wrt=0,
        inputs=elementwise.rosenbrock_inputs,
        size=(10_000,),
        small_size=(3,),
    ),
    Workload(
        "Rosenbrock n=1e6",
        elementwise.rosenbrock,
        elementwise_by_hand.rosenbrock,
        wrt=0,
        inputs=elementwise.rosenbrock_inputs,
        size=(1_000_000,),
        small_size=(6,),
    ),
    Workload(
        "smooth chain n=1e4",
        elementwise.smooth_chain,
        elementwise_by_hand.smooth_chain,
        wrt=(0, 1),
        inputs=elementwise.chain_inputs,
        size=(10_000,),
        small_size=(5,),
    ),
    Workload(
        "polynomial chain n=1e4",
        elementwise.polynomial_chain,
        elementwise_by_hand.polynomial_chain,
        wrt=(0, 1),
        inputs=elementwise.chain_inputs,
        size=(10_000,),
        small_size=(5,),
    ),
)


def workloads_named(fragments: Iterable[str]) -> tuple[Workload, ...]:
    """Give the workloads whose names contain one of `fragments`, or all for none.

    Raises ValueError for a fragment that is in no name.
    """
    wanted = tuple(fragments)
    for fragment in wanted:
        if not any(fragment in workload.name for workload in WORKLOADS):
            names = ", ".join(workload.name for workload in WORKLOADS)
            raise ValueError(f"no workload is called {fragment!r}; there are {names}")
    return tuple(
        workload
        for workload in WORKLOADS
        if not wanted or any(fragment in workload.name for fragment in wanted)
    )
