"""One feature a folder. They know neither each other nor the database."""
