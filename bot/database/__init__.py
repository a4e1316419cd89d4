"""The file: all SQL, and nothing else."""
