"""What derivatives are inside programs: operators, solutions, integrals."""
