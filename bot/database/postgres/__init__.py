"""A database of a PostgreSQL, which several processes may share."""
