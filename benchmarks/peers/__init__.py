"""The workloads in other differentiation tools, as far as those are installed.

A tool runs the text of the primal itself, with its own functions under the names `np`
and `math`, wherever that works; where it does not, the file of the tool has a function
with the primal's name that does the same in the tool's own idiom.
"""
