"""Classes and objects of users and libraries: their attributes, and guards on them."""
