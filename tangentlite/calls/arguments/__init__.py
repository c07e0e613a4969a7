"""The arguments of a call: parameters, cotangents, tangents, and their checks."""
