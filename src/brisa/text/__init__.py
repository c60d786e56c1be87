"""Characters in, segments out: where to cut what is to be spoken, with no I/O and no clock."""
