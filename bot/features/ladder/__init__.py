"""How people stand: `/leaderboard` and `/profile`."""
