"""Fair play: how anybody can check the lots and dice of a match."""
