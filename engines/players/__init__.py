"""Computer players of five levels, for every game: pure, and the same on every machine.

They know what a seat knows: neither what others have sealed, nor what chance will bring.
"""
