"""Side-by-side measurements: tangentlite, hand-written derivatives, other tools.

`python -m benchmarks.run` times value and gradient of each workload, and of each kernel
of tests.programs.kernels (`--results` writes RESULTS.md, of which
`python -m benchmarks.chart` draws the first table),
`python -m benchmarks.rules` times the gradient of a call of each function that has a
rule, and forms of rules (`--results` writes RULES.md),
`python -m benchmarks.transform` what generating derivatives costs, of programs where
that was slow, `python -m benchmarks.stages` which stages of it cost what, and
`python -m benchmarks.dispatch` what calling a generated one costs;
`python -m benchmarks.matrices` times dense Jacobians, Hessians and products,
`python -m benchmarks.sparse` sparse ones, and `python -m benchmarks.memory` measures
what gradients of long loops keep; `benchmarks.matrices --all` prints all three.

Everything is measured on one thread. The libraries read their settings when they are
first imported, so the settings are made here, before anything below imports NumPy.
"""

import os

os.environ["OMP_NUM_THREADS"] = "1"
os.environ["OPENBLAS_NUM_THREADS"] = "1"
os.environ["MKL_NUM_THREADS"] = "1"
os.environ["JAX_PLATFORMS"] = "cpu"
os.environ["XLA_FLAGS"] = (
    "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
)
# First calls generate: no text comes from the disk of an earlier process.
os.environ.setdefault("TANGENTLITE_CACHE", "off")
