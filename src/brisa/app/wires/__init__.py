"""The protocols that the server speaks, a module each: options to routes.

A wire is a function of :class:`~brisa.app.wires.shared.Shared`;
:mod:`~brisa.app.wires.table` lists them all.
"""
