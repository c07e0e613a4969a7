"""Derivatives beside their primals: a page of HTML whose lines are linked."""
