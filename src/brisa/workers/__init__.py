"""Engines in processes of their own, or in this one, behind one interface (:mod:`.base`)."""
