"""What a call is given: parameters, cotangents, tangents, and tests of them."""
