"""Seats where a computer sits, in the club's own rooms: begun at once, counted nowhere, nobody's business."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from datetime import UTC, datetime

import pytest

from bot.club import computers
from bot.club.club import Club
from bot.club.match import Match
from bot.club.refused import Refused
from bot.club.standings import EVERYWHERE, Ladder
from bot.database.file import File
from bot.database.where import Where
from bot.words import histories, outcomes, sentences
from bot.words.language import LANGUAGES, language
from engines import GAMES
from engines.players.thinking import LEVELS
from tests.bot.finishing import CHANNEL, GUILD, begun, rested
from tests.bot.finishing import moved as moved_all

pytestmark = pytest.mark.on_both

ANN = (1 << 58) + 1
BEN = (1 << 58) + 2


@pytest.fixture
async def club(where: Where) -> AsyncIterator[Club]:
    file = await File.open(where)
    yield Club(file, lambda: datetime(2026, 5, 1, tzinfo=UTC))
    await file.close()


async def alone(club: Club, *, game: str = "knopen", level: int = 2, guild: int = GUILD) -> Match:
    return await club.solo.begin(game, {}, guild=guild, channel=CHANNEL, locale="en", member=ANN, level=level)


async def won_alone(club: Club, **begin: int | str) -> Match:
    """By whoever plays; the computer's moves are made by hand, and it leaves in the end."""
    match = await moved_all(club, await alone(club, **begin))  # type: ignore[arg-type]
    return await club.leaving.leave(match.id, min(match.computers))


def test_every_computer_has_a_number_of_its_own_that_tells_what_it_is() -> None:
    numbers = {computers.computer(level, which) for level in LEVELS for which in range(10)}
    assert len(numbers) == 50
    for number in numbers:
        assert computers.is_computer(number)
        assert not computers.is_member(number)
        again = computers.computer(computers.level_of(number), computers.which_of(number))
        assert again == number
    assert not computers.is_computer(-1)
    assert not computers.is_member(-1)
    assert computers.is_member(ANN)
    assert computers.people((ANN, 3, -4, 12)) == (ANN, -4)


@pytest.mark.parametrize("game", GAMES)
async def test_a_match_against_a_computer_begins_at_once_in_every_game(club: Club, game: str) -> None:
    match = await alone(club, game=game, level=4)
    assert match.people == (ANN,)
    assert {computers.level_of(match.members[seat]) for seat in match.computers} == {4}
    assert len(match.seats) == GAMES[game].seats[0]
    assert match.is_solo
    assert match.stored.pace is None
    challenge = await club.challenges.load(match.stored.challenge or 0)
    assert (challenge.state, challenge.secret) == ("accepted", match.stored.secret)
    assert match.id in await club.outbox.unshown_matches()
    assert challenge.id not in await club.outbox.unshown_challenges()


async def test_a_level_that_is_none_begins_nothing(club: Club) -> None:
    for level in (0, 6, -1):
        with pytest.raises(Refused, match="no_such_level"):
            await alone(club, level=level)
    assert not await club.matches.running(ANN, GUILD)


async def test_somebody_who_is_barred_plays_no_computer_there_either(club: Club) -> None:
    await club.bars.bar(GUILD, ANN, manager=BEN)
    with pytest.raises(Refused, match="barred"):
        await alone(club)


async def test_a_match_against_a_computer_moves_no_rating_now_or_when_all_are_counted_anew(
    club: Club,
) -> None:
    match = await won_alone(club)
    assert match.outcome
    assert not match.is_rated
    assert not await club.ledger.changes(match.id)
    await club.recount.rebuild()
    for scope in (GUILD, EVERYWHERE):
        assert await club.leaderboards.page(Ladder("knopen", scope), 0, least=1) == ([], False)
    assert not outcomes.ratings(match, (), language("en"))


async def test_three_run_at_once_wherever_they_were_begun_and_those_with_people_are_counted_by_themselves(
    club: Club,
) -> None:
    matches = [await alone(club, guild=GUILD + number) for number in range(3)]
    with pytest.raises(Refused, match="too_many_alone"):
        await alone(club)
    for _ in range(3):
        await begun(club, (ANN, BEN))
    await club.leaving.resign(matches[0].id, ANN)
    assert await alone(club)
    assert (await club.invitations._stored.running_among(GUILD, (ANN, BEN))).of == {ANN: 3, BEN: 3}


async def test_to_end_matches_against_a_computer_early_costs_nothing(club: Club) -> None:
    for _ in range(8):
        await club.leaving.abort((await alone(club)).id, ANN)
    assert await begun(club, (ANN, BEN))


async def test_to_play_a_computer_again_begins_the_next_match_once_with_sides_swapped(club: Club) -> None:
    match = await won_alone(club, level=5)
    one = await club.solo.play_again(match.id, ANN, CHANNEL)
    other = await club.solo.play_again(match.id, ANN, CHANNEL)
    assert isinstance(one, Match)
    assert isinstance(other, Match)
    assert one.id == other.id != match.id
    assert one.members == match.members
    began = [min(each.at(_first_decision(each)).position.to_move) for each in (match, one)]
    assert began[0] != began[1]
    rested(club)
    with pytest.raises(Refused, match="stranger"):
        await club.solo.play_again(match.id, BEN, CHANNEL)


def _first_decision(match: Match) -> int:
    return next((ply for ply, played in enumerate(match.played) if played.decided), match.ply)


async def test_what_is_read_to_a_member_says_where_a_computer_sat(club: Club) -> None:
    await won_alone(club, level=3)
    parts = [json.loads(part) async for part in club.exports.parts(ANN, {}, 1_000_000)]
    (match,) = parts[0]["matches"]
    assert match["members"] == [ANN, "computer, level 3"]
    assert parts[0]["challenges"][0]["opponent"] == "computer, level 3"


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_level_has_a_name_and_a_sentence_in_every_language(code: str) -> None:
    words = language(code)
    names = [words.computer(computers.computer(level)) for level in LEVELS]
    assert len(set(names)) == len(names)
    for level, name in zip(LEVELS, names, strict=True):
        assert name in words.say(f"computer.about.{level}")
        assert name in words.mention(computers.computer(level))
        assert "<@" not in words.mention(computers.computer(level))
    twins = {words.computer(computers.computer(2, which)) for which in range(5)}
    assert len(twins) == 5


async def test_a_computer_is_named_in_sentences_and_in_pictures(club: Club) -> None:
    match = await alone(club, level=1)
    words = language("nl")
    seat = min(match.computers)
    assert sentences.names(match.stored, words)[seat] == "Pip"
    assert sentences.who(match, seat, words).startswith("**Pip**")
    assert "Pip" in histories.listed(match.stored, ANN, "aan zet", words)
