"""Words that are said otherwise than the rules of a language would: a user's own list."""
