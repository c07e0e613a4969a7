"""Classes and objects of users and libraries: which are taken apart, and into what."""
