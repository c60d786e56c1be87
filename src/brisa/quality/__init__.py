"""Does it still read right and sound right: texts with what is expected of them, and measures."""
