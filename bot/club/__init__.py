"""What is played, rated and timed: it knows neither Discord nor SQL."""
