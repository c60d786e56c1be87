"""Written words to spoken ones, by language."""
