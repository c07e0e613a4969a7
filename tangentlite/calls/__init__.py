"""The callable derivative: from the arguments of a call to generated code."""
