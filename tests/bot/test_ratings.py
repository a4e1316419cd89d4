"""Ratings: what a match does to them, in one transaction with its last ply, and the same when made anew."""

from __future__ import annotations

import asyncio
import math
import sqlite3
from contextlib import closing
from datetime import timedelta
from importlib.resources import files
from itertools import pairwise, permutations
from pathlib import Path
from random import Random
from statistics import fmean

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openskill.models import PlackettLuce

from bot.__main__ import main
from bot.club import ratings
from bot.club.book import Book
from bot.club.club import Club
from bot.club.ratings import ABORTED, RULES, SETTLED, Skill, expected, is_rated, rated
from bot.club.refused import Refused
from bot.club.sources import FROM_STRANGERS, of_strangers
from bot.club.standings import EVERYWHERE, Finished, Ladder, periods
from bot.database.file import File, Row
from bot.database.where import Where
from engines import GAMES
from engines.game import Outcome
from engines.record import Ply
from tests.bot.clocks import Clock
from tests.bot.finishing import GUILD, begun, drawn, moved, won
from tests.bot.playing import write
from tests.databases import setting_of
from tests.engines.push_your_luck import DARE, DarePosition

pytestmark = pytest.mark.on_both

ANN, BOB, CAS, DOT, EVE, FAY = 1100, 2200, 3300, 4400, 5500, 6600
ELSEWHERE = 9


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "ratings.sqlite3"


@pytest.fixture
def clock() -> Clock:
    return Clock("2026-11-18 09:00", a_look=timedelta(minutes=1))


@pytest.fixture
def club(file: File, clock: Clock) -> Club:
    return Club(file, clock)


async def shown(club: Club, member: int, scope: int = GUILD, game: str = "knopen") -> int:
    standing = await club.leaderboards.standing(Ladder(game, scope), member, least=1)
    return standing.points if standing else 1500


# What a match does to a skill

SKILLS = st.builds(Skill, st.floats(10, 40), st.floats(1, 9))


def test_everybody_begins_at_1500() -> None:
    assert Skill().shown == 1500
    assert Skill().margin == 330


@given(
    st.lists(SKILLS, min_size=2, max_size=4).flatmap(
        lambda skills: st.tuples(st.just(skills), st.permutations(range(1, len(skills) + 1)))
    )
)
def test_the_first_gains_and_the_last_loses(
    match: tuple[list[Skill], list[int]],
) -> None:
    skills, placed = match
    after = rated(skills, placed)
    first, last = placed.index(1), placed.index(len(placed))
    assert after[first].mu > skills[first].mu
    assert after[last].mu < skills[last].mu


@given(st.lists(st.integers(1, 6), min_size=2, max_size=6))
def test_among_equals_a_better_place_gains_more_and_the_same_place_the_same(drawn_places: list[int]) -> None:
    placed = [1 + sum(other < own for other in drawn_places) for own in drawn_places]
    gains = sorted(
        (place, new.shown - 1500)
        for place, new in zip(placed, rated([Skill()] * len(placed), placed), strict=True)
    )
    for (place, gain), (next_place, next_gain) in pairwise(gains):
        if place == next_place:
            assert abs(gain - next_gain) <= 1, "but for rounding"
        else:
            assert gain > next_gain


@given(
    st.lists(SKILLS, min_size=2, max_size=4).flatmap(
        lambda skills: st.tuples(
            st.just(skills), st.lists(st.integers(1, 3), min_size=len(skills), max_size=len(skills))
        )
    )
)
def test_others_find_the_same_in_every_order_that_the_ranks_allow(
    match: tuple[list[Skill], list[int]],
) -> None:
    """As openskill has doubt, which counts more of it: so it is given less, and asked to heed it more."""
    skills, places = match
    less = math.sqrt(math.pi / 8)
    model = PlackettLuce(
        beta=400 / math.log(10) / ratings.SCALE / math.sqrt(len(skills)),
        tau=0.0,
        gamma=lambda *_: 1 / less**2,
    )
    found: list[list[float]] = [[] for _ in skills]
    for order in permutations(range(len(skills))):
        if all(places[one] <= places[other] for one, other in pairwise(order)):
            teams = [[model.rating(skills[seat].mu, skills[seat].sigma * less)] for seat in order]
            for seat, (one,) in zip(order, model.rate(teams, ranks=list(range(len(order)))), strict=True):
                found[seat].append((one.mu - skills[seat].mu) / less**2)
    for skill, after, gains in zip(skills, rated(skills, places), found, strict=True):
        assert after.mu - skill.mu == pytest.approx(fmean(gains), abs=1e-9)
        assert after.sigma < skill.sigma


def test_a_draw_draws_the_two_together() -> None:
    strong, weak = rated([Skill(30, 4), Skill(22, 4)], [1, 1])
    assert (strong.mu < 30, weak.mu > 22) == (True, True)


def test_to_beat_the_strong_brings_more_than_to_beat_the_weak() -> None:
    (upset, _), (expected, _) = (rated([Skill(25, 4), Skill(mu, 4)], [1, 2]) for mu in (32, 18))
    assert upset.mu > expected.mu > 25


@given(st.lists(st.floats(1, 60), min_size=1, max_size=40), st.randoms(use_true_random=False))
def test_what_strangers_give_is_bounded_and_does_not_depend_on_the_order(
    gains: list[float], chance: Random
) -> None:
    points = [*gains, *(-gain for gain in gains[:3])]
    source = of_strangers(0, known=0)
    for gain in gains:
        assert source.plus(gain).counted >= source.counted
        source = source.plus(gain)
        assert source.counted <= FROM_STRANGERS
    if abs(sum(gains)) < FROM_STRANGERS:
        one = two = of_strangers(0, known=0)
        for gain in points:
            one = one.plus(gain)
        chance.shuffle(points)
        for gain in points:
            two = two.plus(gain)
        assert one.counted == pytest.approx(two.counted)


def test_certainty_fades_with_time_up_to_that_of_a_newcomer() -> None:
    sure = Skill(30, 1)
    days = [sure.after(day * 24 * 60 * 60) for day in (0, 1, 30, 365, 100_000)]
    assert [skill.mu for skill in days] == [30] * 5
    assert days[0] == sure
    assert all(later.sigma > earlier.sigma for earlier, later in pairwise(days))
    assert days[-1].sigma == Skill().sigma


def as_it_is_told(*members: int, match: int) -> Finished:
    """The first has won; a match every ten hours."""
    results = ("won", *["lost"] * (len(members) - 1))
    ranks = tuple(range(1, len(members) + 1))
    return Finished(match, "knopen", GUILD, members, match * 36_000, True, ranks, results)


def test_a_first_defeat_counts_for_what_the_winner_turns_out_to_be() -> None:
    """Ann lost to somebody who then beats everybody, Bob to somebody who loses to everybody."""
    book = Book()
    others = range(100, 112)
    matches = [(CAS, ANN), (DOT, BOB)]
    matches += [pair for other in others for pair in ((CAS, other), (other, DOT))]
    matches += [(EVE, ANN), (FAY, BOB)]
    for number, members in enumerate(matches):
        book.enter(as_it_is_told(*members, match=number))
    ann, bob = (book.ratings["knopen", GUILD, member].skill for member in (ANN, BOB))
    assert ann.points > bob.points + 20


@pytest.mark.parametrize(("apart", "least", "most"), [(0, 60, 115), (100, 90, 145), (600, 200, 330)])
def test_a_newcomer_may_be_as_far_off_as_those_before_them_are_apart(
    apart: float, least: int, most: int
) -> None:
    """Half of the club is so much stronger than the other half."""
    book, chance = Book(), Random(3)  # noqa: S311 - the same matches every time
    people = {member: apart * (member % 2) for member in range(1, 41)}
    for number in range(400):
        one, other = chance.sample(list(people), 2)
        if chance.random() > expected(people[one], people[other]):
            one, other = other, one
        book.enter(as_it_is_told(one, other, match=number))
    newcomer = book.spreads["knopen", GUILD].newcomer
    assert (newcomer.shown, least < newcomer.margin / 2 < most) == (1500, True), newcomer.margin / 2


# What is written


async def test_a_win_is_in_the_ratings_with_the_last_ply(club: Club) -> None:
    match = await won(club, (ANN, BOB))
    ann, bob = await club.ledger.changes(match.id)
    assert (ann.member, ann.rating, ann.gained, ann.provisional) == (ANN, 1558, 58, True)
    assert (bob.member, bob.rating, bob.gained) == (BOB, 1442, -58)
    standing = await club.leaderboards.standing(Ladder("knopen", GUILD), ANN, least=1)
    assert standing is not None
    assert (standing.rank, standing.points, standing.won, standing.lost) == (1, 1558, 1, 0)


@pytest.mark.breaks
async def test_if_the_ratings_cannot_be_written_neither_is_the_ply(club: Club, file: File) -> None:
    match = await moved(club, await begun(club, (ANN, BOB)))
    await file.change("ALTER TABLE results RENAME TO lost")
    with pytest.raises(Refused):
        await club.leaving.resign(match.id, BOB)
    assert (await club.matches.load(match.id)).record == match.record
    assert await file.row("SELECT 1 FROM standings UNION ALL SELECT 1 FROM ratings") is None
    await file.change("ALTER TABLE lost RENAME TO results")
    assert (await club.leaving.resign(match.id, BOB)).outcome
    assert await file.row("SELECT count(*) FROM results") == (2,)


async def test_a_match_in_which_a_seat_has_not_moved_twice_is_not_rated(club: Club) -> None:
    match = await moved(club, await begun(club, (ANN, BOB)), least=1)
    match = await club.leaving.resign(match.id, BOB)
    assert match.outcome
    assert await club.ledger.changes(match.id) == []
    assert await shown(club, ANN) == 1500


async def test_nor_one_in_which_only_the_loser_has_not(club: Club) -> None:
    match = await begun(club, (ANN, BOB))
    for text in ("b7-c6", "b6-b7", "take b7", "c6-b6"):
        (seat,) = match.position.to_move
        match = await write(club.matches, match, match.members[seat], text)
    decided = [played.who for played in match.played if played.who >= 0]
    (loser,) = [seat for seat in (0, 1) if decided.count(seat) == 1]
    match = await club.leaving.resign(match.id, match.members[loser])
    assert await club.ledger.changes(match.id) == []


async def test_an_aborted_match_is_not_rated(club: Club) -> None:
    match = await moved(club, await begun(club, (ANN, BOB)))
    for reason, counts in (("agreed", True), (ABORTED, False)):
        assert is_rated(2, match.played, Outcome(reason, (), (0, 0))) == counts


async def test_who_leaves_early_does_not_spoil_it_for_those_who_play_on(club: Club, file: File) -> None:
    match = await drawn(club, (ANN, BOB, CAS), leaving=[BOB], game="cubus")
    ann, bob, cas = await club.ledger.changes(match.id)
    assert ann.rating == cas.rating > 1500 > bob.rating
    rows = await file.rows("SELECT rank, result FROM results ORDER BY seat")
    assert list(rows) == [(1, "drawn"), (3, "lost"), (1, "drawn")]


async def test_who_left_shares_the_last_place(club: Club, file: File) -> None:
    await won(club, (ANN, BOB, CAS, DOT), game="cubus")
    rows = await file.rows("SELECT rank, result FROM results ORDER BY seat")
    assert list(rows) == [(1, "won"), *[(2, "lost")] * 3]


async def test_every_server_has_its_own_ratings_and_all_together_another(club: Club) -> None:
    await won(club, (ANN, BOB))
    await won(club, (ANN, CAS), guild=ELSEWHERE)
    assert await shown(club, ANN) == await shown(club, ANN, ELSEWHERE) == 1558
    assert await shown(club, ANN, EVERYWHERE) > 1558
    assert await club.leaderboards.standing(Ladder("knopen", GUILD), CAS, least=1) is None


async def test_a_rating_is_settled_after_ten_matches_against_several(club: Club, clock: Clock) -> None:
    opponents = [BOB] * (SETTLED + 2) + [CAS, DOT]
    found = []
    for opponent in opponents:
        (change, _) = await club.ledger.changes((await won(club, (ANN, opponent))).id)
        found.append(change.provisional)
        clock.now += timedelta(days=1)
    assert found == [True] * (len(opponents) - 1) + [False]


async def test_after_a_year_away_a_rating_is_provisional_again(club: Club, clock: Clock) -> None:
    for number in range(SETTLED):
        await won(club, (ANN, (BOB, CAS, DOT)[number % 3]))
    ladder = Ladder("knopen", GUILD)
    standing = await club.leaderboards.standing(ladder, ANN, least=1)
    assert standing is not None
    assert standing.settled
    (summary,) = await club.leaderboards.summaries(ANN, GUILD, list(GAMES))
    clock.now += timedelta(days=366)
    standing = await club.leaderboards.standing(ladder, ANN, least=1)
    assert standing is not None
    assert not standing.settled
    (later,) = await club.leaderboards.summaries(ANN, GUILD, list(GAMES))
    assert later.here.is_provisional
    assert later.here.skill.margin > summary.here.skill.margin
    (change, _) = await club.ledger.changes((await won(club, (ANN, BOB))).id)
    assert change.provisional, "one match does not bring it all back"


async def test_who_was_away_for_a_year_stands_below_those_who_are_settled(club: Club, clock: Clock) -> None:
    for number in range(SETTLED):
        await won(club, (ANN, (BOB, CAS, DOT)[number % 3]))
    clock.now += timedelta(days=400)
    for number in range(2 * SETTLED):
        await won(club, ((BOB, CAS), (DOT, BOB), (CAS, BOB), (BOB, EVE))[number % 4])
    standings, _ = await club.leaderboards.page(Ladder("knopen", GUILD), 0, least=1)
    (ann,) = [one for one in standings if one.member == ANN]
    assert ann.points == max(one.points for one in standings)
    assert not ann.settled
    assert [one.member for one in standings if one.settled] == [BOB]
    assert standings[0].member == BOB


async def test_nobody_gains_by_a_defeat(club: Club, clock: Clock) -> None:
    """Though to have met one more well-known opponent makes what came before easier to believe."""
    people = [ANN, BOB, CAS, DOT, EVE, FAY, 7700, 8800, 9900]
    chance = Random(4)  # noqa: S311 - the same matches every time
    for _ in range(60):
        one, other = sorted(chance.sample(people, 2))
        first, second = await club.ledger.changes((await won(club, (one, other))).id)
        assert first.gained >= 0 >= second.gained
        clock.now += timedelta(hours=9)


async def test_streaks_are_counted(club: Club) -> None:
    for winner, loser in [(ANN, BOB)] * 3 + [(BOB, ANN)] * 2:
        await won(club, (winner, loser))
    (summary,) = await club.leaderboards.summaries(ANN, GUILD, list(GAMES))
    assert (summary.here.streak, summary.here.best_streak) == (-2, 3)
    await drawn(club, (ANN, BOB))
    (summary,) = await club.leaderboards.summaries(ANN, GUILD, list(GAMES))
    assert (summary.here.streak, summary.here.best_streak, summary.standing.drawn) == (0, 3, 1)


async def test_a_month_tells_how_one_played_in_it(club: Club, clock: Clock) -> None:
    """Whoever was how strong before it."""
    for _ in range(6):
        await won(club, (ANN, BOB))
    clock.now += timedelta(days=60)
    at = int(clock.now.timestamp())
    for winner, loser in ((BOB, CAS), (BOB, DOT), (ANN, CAS), (DOT, ANN)):
        await won(club, (winner, loser))
    for period in periods(at)[1:]:
        standings, _ = await club.leaderboards.page(Ladder("knopen", GUILD, period), 0, least=1)
        numbers = {one.member: (one.points, one.matches) for one in standings}
        if period == "2027-01":
            assert numbers[BOB][0] > numbers[ANN][0] > numbers[CAS][0]
            assert numbers[BOB][0] > 1550, "who lost all matches of the month before"
            points, matches = numbers[ANN]
            assert (abs(points - 1500) < 25, matches) == (True, 2)
    standings, _ = await club.leaderboards.page(Ladder("knopen", GUILD, "2026-11"), 0, least=1)
    assert [(one.member, one.matches) for one in standings] == [(ANN, 6), (BOB, 6)]


# Made anew

TABLES = ("results", "standings", "ratings", "exchanges", "spreads")


async def everything(file: File) -> list[list[Row]]:
    return [
        list(await file.rows(f"SELECT * FROM {table} ORDER BY 1, 2, 3, 4")) for table in (*TABLES, "matches")
    ]


async def a_season(club: Club, clock: Clock) -> None:
    for _ in range(5):
        await won(club, (ANN, BOB))
    await drawn(club, (BOB, ANN), game="krabcek")
    await won(club, (CAS, ANN), guild=ELSEWHERE)
    clock.now += timedelta(days=45)
    await drawn(club, (ANN, BOB, CAS, DOT, EVE, FAY), leaving=[DOT], game="cubus")
    await won(club, (FAY, EVE, DOT), game="cubus")
    await drawn(club, (ANN, FAY, DOT, BOB), game="cubus", guild=ELSEWHERE)
    await club.leaving.resign((await begun(club, (ANN, BOB))).id, ANN)
    first, second = [await moved(club, await begun(club, (ANN, BOB))) for _ in range(2)]
    now = clock()
    for match, loser in ((second, ANN), (first, BOB)):
        clock.now = now
        await club.leaving.resign(match.id, loser)


async def test_a_rebuild_gives_the_same_numbers(club: Club, file: File, clock: Clock) -> None:
    await a_season(club, clock)
    before = await everything(file)
    assert len(before[0]) == 2 * 7 + 6 + 3 + 4 + 4
    for table in TABLES:
        await file.change(f"DELETE FROM {table}")
    assert await Club(file, clock).recount.rebuild() == 13
    assert await everything(file) == before


async def test_a_match_under_older_rules_stays_as_the_ledger_told_it(
    club: Club, file: File, clock: Clock
) -> None:
    await a_season(club, clock)
    before = await everything(file)
    await file.change("UPDATE matches SET rules_version = 77 WHERE id % 2 = 0")
    club.matches.forget_courses()
    with pytest.raises(Refused):
        await club.matches.load(2)
    assert await club.recount.rebuild() == 13
    assert (await everything(file))[:-1] == before[:-1]


@pytest.mark.breaks
async def test_a_rebuild_that_fails_changes_nothing(club: Club, file: File) -> None:
    await won(club, (ANN, BOB))
    before = await everything(file)
    await file.change("ALTER TABLE standings RENAME COLUMN weight TO heaviness")
    with pytest.raises(Refused):
        await club.recount.rebuild()
    await file.change("ALTER TABLE standings RENAME COLUMN heaviness TO weight")
    assert await everything(file) == before


async def test_ratings_of_an_older_version_are_made_anew_once(club: Club, file: File, clock: Clock) -> None:
    await a_season(club, clock)
    before = await everything(file)
    await file.change("INSERT INTO house (name, value) VALUES ('rating_rules', ?)", RULES - 1)
    await file.change("UPDATE ratings SET mu = 99")
    club.recount.start()
    await club.recount.done()
    assert await everything(file) == before
    await file.change("UPDATE ratings SET mu = 99")
    club.recount.start()
    await club.recount.done()
    assert await everything(file) != before, "nothing is due any more"


async def test_the_ratings_are_made_anew_by_command(
    club: Club,
    file: File,
    where: Where,
    clock: Clock,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    await a_season(club, clock)
    before = await everything(file)
    await file.change("UPDATE ratings SET mu = 99")
    await file.change("DELETE FROM results")
    monkeypatch.setenv("SPELTAFEL_DATABASE", setting_of(where))
    monkeypatch.setenv("SPELTAFEL_FOLDER", str(tmp_path))
    assert await asyncio.to_thread(main, ["ratings", "rebuild"]) == 0
    assert await everything(file) == before


def test_a_turn_that_begins_by_itself_counts_as_a_move() -> None:
    """Seat 1 throws away both its turns and decides nothing."""
    texts = ["throw", "die 2", "hold", "throw", "die 1"] * 2 + ["throw", "die 2"]
    plies: list[Ply[DarePosition]] = []
    for text in texts:
        plies.append(Ply.read(DARE, plies[-1].after if plies else DARE.start({}, 2), text))
    outcome = plies[-1].after.outcome
    assert outcome is not None
    assert is_rated(2, plies, outcome)
    assert not is_rated(2, plies[:5], outcome)


def test_a_file_from_before_the_ratings_knows_the_order_of_its_matches(path: Path) -> None:
    """What the migration makes of it."""
    with closing(sqlite3.connect(path)) as old:
        for name in ("0001_table.sql", "0002_club.sql"):
            old.executescript((files("bot.database") / "migrations" / name).read_text())
        for number, ended in ((1, 50), (2, None), (3, 40), (4, 50)):
            old.execute(
                "INSERT INTO matches (id, guild, channel, locale, game, rules_version, options, secret,"
                " began_at, ended_at) VALUES (?, 1, 1, 'en', 'knopen', 1, '{}', x'00', 1, ?)",
                (number, ended),
            )
        old.executescript((files("bot.database") / "migrations" / "0003_ratings.sql").read_text())
        assert old.execute("SELECT id, ended_as FROM matches ORDER BY id").fetchall() == [
            (1, 1),
            (2, None),
            (3, 0),
            (4, 2),
        ]
