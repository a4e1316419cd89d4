"""The log names nobody: neither their numbers, nor what they are called, nor what they wrote."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.process.club import Club, Match, club_with_bot
from tests.process.test_beside import beside
from tests.standin import ALWAYS, Interaction, Person
from tests.standin.interactions import Kind

CALLED = "Zebediah-Quirke"
"""A name that nothing else has."""
WROTE = "sotto voce, zwanzig-neun"
"""A move that is none."""
FORGED = ("archive:older:1:0:{member}::", "ladder:page:1:0:{member}:x:y", "play:go:1:2:{wrote}")
FAILURES = (
    ("POST", "/interactions/*/callback", 500),
    ("POST", "/interactions/*/callback", 404),
    ("POST", "/channels/*/messages", 500),
    ("PATCH", "/channels/*/messages/*", 403),
    ("POST", "/webhooks/*", 429),
    ("POST", "/users/@me/channels", 500),
    ("GET", "/guilds/*", 500),
    ("GET", "/cdn/*", 500),
)


async def play_with_failures(club: Club) -> list[int]:
    """Turns, forged buttons, words that are no moves; and Discord fails each in turn. Who they were."""
    match = Match(club)
    anna, ben = club.discord.join(CALLED), club.discord.join(f"{CALLED}-the-second")
    match.anna, match.ben = match.members[:] = anna, ben
    await match.accept(await match.challenge())
    await club.told("SELECT 1 FROM matches")
    await match.settled()
    club.write("INSERT INTO members (member, pings) VALUES (?, 'message')", ben.user.id)
    for number, (method, path, status) in enumerate(FAILURES):
        anna.wear(f"avatar-{number}", b"no picture")
        club.discord.faults.fail(method, path, status, times=ALWAYS)
        for person in (anna, ben):
            for interaction in doing(person, match):
                await person._send(interaction)
        await asked(club, match)
        club.discord.faults.clear()
        await match.play_turn()
    ((game,),) = club.rows("SELECT game FROM matches")
    club.write("UPDATE matches SET game = ?", CALLED)  # what nobody foresees is logged with where it happened
    await anna.slash("games", channel=match.venue)
    club.write("UPDATE matches SET game = ?", game)
    club.write("DROP TABLE results")
    for person in (anna, ben):
        await person.slash("profile", channel=match.venue)
        await person.slash("leaderboard", channel=match.venue)
    await beside(club.database, "forget", "member", str(ben.user.id))
    return [anna.user.id, ben.user.id]


def doing(person: Person, match: Match) -> Iterator[Interaction]:
    """What a member does, and what somebody forges in their name."""
    yield Interaction(
        Kind.COMMAND, person.user, match.venue, person._command("move", {"text": WROTE, "match": 1})
    )
    yield Interaction(Kind.COMMAND, person.user, match.venue, person._command("profile", {}))
    board = match.board
    for example in FORGED:
        button = {"type": 2, "custom_id": example.format(member=person.user.id, wrote=WROTE), "style": 2}
        payload = board.payload() | {"components": [{"type": 1, "components": [button | {"label": "?"}]}]}
        data = {"component_type": 2, "custom_id": button["custom_id"]}
        yield Interaction(Kind.COMPONENT, person.user, board.channel, data, board, payload)


async def asked(club: Club, match: Match) -> None:
    """The bot has heard it all."""
    before = len(club.discord.calls)
    await club.discord.until(lambda: len(club.discord.calls) >= before + 4)


@pytest.mark.parametrize("form", ["json", "plain"])
async def test_a_long_play_with_failures_names_nobody_in_the_log(tmp_path: Path, form: str) -> None:
    async with club_with_bot(tmp_path, log_format=form, log_level="debug", test_haste="60") as club:
        members = await play_with_failures(club)
        await club.bot.stop()
        log = "\n".join(club.bot.log)
        assert "Discord failed an interaction" in log
        assert "KeyError: …" in log
        tokens = [interaction.token for interaction in club.discord.interactions]
        for each in (*map(str, members), CALLED, WROTE, *WROTE.split(", "), *tokens):
            assert each not in log
        assert not re.search(r"<@\d", log)
