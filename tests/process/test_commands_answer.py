"""A command is answered, or said to be on its way, before Discord is asked for anything."""

from __future__ import annotations

from tests.process.club import Club, Match
from tests.process.test_user_install import commands_of, filled
from tests.standin import Person

LEAST = 5
"""Plies of a match that counts."""


async def rated(club: Club) -> Match:
    """A match of which the leaderboard tells."""
    match = await club.begin()
    for _ in range(LEAST):
        await match.play_turn()
    more = await match.anna.click(match.venue.last, "More")
    await club.discord.until(lambda: more.private[0].buttons)
    sure = await match.anna.click(more.private[0], "Resign")
    await match.anna.click(sure.messages[0] if sure.messages else more.private[0], "Yes, resign")
    await club.told("SELECT 1 FROM results")
    return match


async def answered(person: Person, club: Club, match: Match) -> list[str]:
    """The commands, each with an answer: `slash` raises where there is none."""
    names = []
    for name, command in commands_of(club):
        options = filled(command, match.ben)
        declared = {option["name"] for option in command.get("options", ())}
        if "match" in declared:
            options["match"] = 1
        await person.slash(name, match.venue, **options)
        names.append(name)
    return names


async def test_every_command_is_answered_while_discord_answers_no_question(club: Club) -> None:
    match = await rated(club)
    await club.bot.stop()
    await club.bot.start()  # it knows nobody's name any more
    stranger = club.discord.join("Cleo")
    holds = [club.discord.faults.hold("GET", "*") for _ in range(100)]
    assert len(await answered(stranger, club, match)) > 15
    await holds[0].reached()
    club.discord.faults.clear()
