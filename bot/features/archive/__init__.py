"""The archive: `/replay` with its film, steps and record, and `/history`."""
