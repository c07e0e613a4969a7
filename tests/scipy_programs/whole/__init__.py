"""Whole programs: a model, its data and an objective of the parameters.

Each file has the function `objective` of the parameters, the parameters `START`, and
`STEP`, a length of steps of gradient descent that lowers the objective.
"""
