"""The palettes of the games, one colour a line, and the script that bakes them."""
