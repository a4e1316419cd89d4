"""Playing: the board's buttons, the private composer, `/move`, `/board`, `/games`."""
