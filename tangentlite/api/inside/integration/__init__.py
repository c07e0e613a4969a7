"""What integrates inside programs: integrals and differential equations."""
