"""All that is said, in every language."""
