"""Which language and script a text is in, and what a voice cannot speak of it."""
