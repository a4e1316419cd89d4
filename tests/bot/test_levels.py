"""How members stand against the levels of the computer: what counts, which level fits, which one is next."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.club.club import Club
from bot.club.computers import computer
from bot.club.match import Match
from bot.club.tallies import LevelTally
from bot.database.file import File
from bot.database.matches import StoredMatches
from bot.words import outcomes
from bot.words.language import language
from engines.moves import Aborted, Drawn, Leave
from tests.bot.clocks import Clock
from tests.bot.finishing import CHANNEL, GUILD, rested, won
from tests.bot.playing import A_SHORT_MATCH
from tests.bot.practising import alone, practised, short, written

pytestmark = pytest.mark.on_both

ANN = (1 << 58) + 1
BEN = (1 << 58) + 2
MONA = (1 << 58) + 3


@pytest.fixture
def club(file: File) -> Club:
    return Club(file, Clock("2026-05-01", a_look=timedelta(seconds=1)))


# The standing


async def test_won_drawn_and_lost_are_counted_by_game_and_level(club: Club) -> None:
    await practised(club, ANN, "won", "won", "lost", "drawn", level=2)
    await practised(club, ANN, "lost", level=3)
    match = await alone(club, ANN, 1, game="kriskras", guild=GUILD + 1)
    await club.matches.settle(match.id, lambda _: Drawn())
    await practised(club, BEN, "won", level=2)
    assert await club.levels.tallies(ANN) == [
        LevelTally("knopen", 2, won=2, drawn=1, lost=1),
        LevelTally("knopen", 3, won=0, drawn=0, lost=1),
        LevelTally("kriskras", 1, won=0, drawn=1, lost=0),
    ]
    assert await club.levels.tallies(BEN) == [LevelTally("knopen", 2, won=1, drawn=0, lost=0)]


async def test_a_resigned_match_is_lost(club: Club) -> None:
    match = await short(club, ANN, "won")
    await club.leaving.resign(match.id, ANN)
    assert await club.levels.tallies(ANN) == [LevelTally("knopen", 2, won=0, drawn=0, lost=1)]


async def test_a_match_that_runs_or_has_no_result_counts_for_nothing(club: Club) -> None:
    await short(club, ANN, "won")
    match = await short(club, ANN, "won")
    await club.matches.settle(match.id, lambda _: Aborted())
    assert await club.levels.tallies(ANN) == []


async def test_a_match_in_which_a_move_was_taken_back_counts_for_nothing(club: Club) -> None:
    match = await short(club, ANN, "won")
    back = await club.offers.offer(match.id, ANN, "takeback")
    assert isinstance(back, Match)
    assert back.ply < match.ply
    match = await written(club, back, *A_SHORT_MATCH[back.ply - 1 :])
    assert match.outcome
    assert await club.levels.tallies(ANN) == []
    said = outcomes.practice(match, await club.levels.after(match), language("en"))
    assert said == [language("en").say("practice.takeback", level=2)]


async def test_a_match_with_a_hint_counts_for_nothing(club: Club, file: File) -> None:
    match = await short(club, ANN, "won")
    await StoredMatches(file).note_hint(match.id, match.seat_of(ANN))
    match = await written(club, await club.matches.load(match.id), A_SHORT_MATCH[-1])
    assert await club.levels.tallies(ANN) == []
    said = outcomes.practice(match, await club.levels.after(match), language("nl"))
    assert said == [language("nl").say("practice.hint", level=2)]


async def test_nobody_beats_a_computer_that_only_failed_to_think(club: Club) -> None:
    match = await short(club, ANN, "lost")
    match = await club.matches.settle(match.id, lambda match: Leave(min(match.computers)))
    assert match.stored.result(ANN) == "won"
    assert await club.levels.tallies(ANN) == []


async def test_matches_with_people_count_for_nothing_here(club: Club) -> None:
    await won(club, (ANN, BEN))
    assert await club.levels.tallies(ANN) == []


async def table(club: Club, *guests: int) -> int:
    """A lobby of Ann's, with these."""
    rested(club)
    challenge = await club.challenges.challenge(
        "cubus", {}, guild=GUILD, channel=CHANNEL, locale="en", challenger=ANN, opponent=None
    )
    for guest in guests:
        if guest < MONA - 100:
            await club.lobbies.seat_computer(challenge.id, ANN, guest)
        else:
            await club.lobbies.join(challenge.id, guest)
    return challenge.id


async def test_a_table_with_several_computers_counts_where_they_are_of_one_level(club: Club) -> None:
    for levels in ((2, 2), (2, 4)):
        match = await club.lobbies.start(await table(club, *levels), ANN)
        await club.matches.settle(match.id, lambda _: Drawn())
    assert await club.levels.tallies(ANN) == [LevelTally("cubus", 2, won=0, drawn=1, lost=0)]


async def test_a_mixed_table_counts_for_nobody(club: Club) -> None:
    match = await club.lobbies.start(await table(club, 2, BEN), ANN)
    assert match.people == (ANN, BEN)
    match = await club.matches.settle(match.id, lambda _: Drawn())
    assert match.stored.level is None
    assert await club.levels.tallies(ANN) == []
    assert not await club.ledger.changes(match.id)


# Which level fits


async def test_who_has_never_played_a_computer_begins_at_the_second_level(club: Club) -> None:
    assert await club.levels.fitting(ANN, "knopen") == 2
    await practised(club, ANN, "won", "won", "won", level=4)
    assert await club.levels.fitting(ANN, "kriskras") == 2, "each game for itself"


@pytest.mark.parametrize(
    ("level", "results", "fitting"),
    [
        (3, ["lost"], 3),
        (3, ["won", "won"], 3),
        (3, ["won", "won", "drawn", "lost", "won"], 4),
        (3, ["won", "lost", "lost", "lost", "lost"], 2),
        (3, ["lost", "won", "lost", "lost", "drawn"], 3),
        (3, ["won", "won", "won", "lost", "lost", "lost"], 3),
        (5, ["won", "won", "won"], 5),
        (1, ["lost", "lost", "lost", "lost"], 1),
    ],
)
async def test_the_level_that_fits_is_the_last_one_or_a_neighbour(
    club: Club, level: int, results: list[str], fitting: int
) -> None:
    await practised(club, ANN, *results, level=level)
    assert await club.levels.fitting(ANN, "knopen") == fitting


# Which one is next


async def test_who_wins_three_of_five_is_offered_the_next_level(club: Club) -> None:
    match = await practised(club, ANN, "lost", "won", "lost", "won")
    assert await club.levels.after(match) is None
    match = await practised(club, ANN, "won")
    assert await club.levels.after(match) == 3
    for code, name in (("en", "**Mina** (level 3)"), ("nl", "**Mina** (niveau 3)")):
        (said,) = outcomes.practice(match, 3, language(code))
        assert name in said
    match = await practised(club, ANN, "lost")
    assert await club.levels.after(match) is None, "three of the last five, and not this one"
    match = await practised(club, ANN, "lost", "lost", "won")
    assert await club.levels.after(match) is None, "two of the last five"


async def test_nothing_stands_above_the_last_level(club: Club) -> None:
    match = await practised(club, ANN, "won", "won", "won", level=5)
    assert await club.levels.after(match) is None
    assert outcomes.practice(match, None, language("en")) == []


async def test_a_mixture_of_levels_has_no_next_one(club: Club) -> None:
    match = await club.lobbies.start(await table(club, 1, 2), ANN)
    match = await club.matches.settle(match.id, lambda _: Drawn())
    assert await club.levels.after(match) is None
    assert computer(1) in match.members
