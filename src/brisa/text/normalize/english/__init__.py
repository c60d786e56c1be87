"""English: written numbers, names and signs -> the words a careful reader says for them."""
