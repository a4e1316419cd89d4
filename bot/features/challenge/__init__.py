"""Challenges: `/play`, and the buttons Accept, Decline and Withdraw."""
