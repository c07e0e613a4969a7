"""Mutation testing: of what is changed in a rule or an analysis, what do tests notice?

    python -m tests.mutation --templates --sample 200 --seed 1
    python -m tests.mutation templates/trigonometric.py --function hypot
    python -m tests.mutation --analyses

A mutant is a file with one small change: another operator, another number, a condition
turned around. The changes are made by the operators of cosmic-ray (`mutants.py`). Its
own runner starts a test command for each mutant, which here takes seconds to import and
collect before the first test; so a plugin of pytest runs the mutants (`campaign.py`),
which has collected all tests once and forks for each mutant. The fork puts the mutant
in the place of the file (`installed.py`), in its own memory alone: no file is ever
written. It runs the tests that reach the changed statement (`reached.py`), until the
first that fails. The file as it is runs first, in the same way, and must pass.

A mutant that no test notices survives. Either it computes the same, then it is listed
in `equivalent.toml` with the reason, or a test is missing. `--report FILE` keeps the
list, `--again FILE` runs those that were left.
"""
