"""What everybody reads, word for word and button for button, in every language: against golden posts."""

from __future__ import annotations

from typing import Final

import pytest

from bot.club.opponents import THOUGHT
from bot.words.language import language
from tests.bot.alone import alone
from tests.bot.golden_posts import Golden, compare, written
from tests.bot.playing import A_SHORT_MATCH, AN_OFFENCE, Round, Table, begin
from tests.bot.simulated import Club, Member, Shown
from tests.bot.test_coach import missing
from tests.bot.test_cubus_at_the_table import FIRST, TWO_BUILT
from tests.bot.test_daily import HERE, Player
from tests.bot.test_learning import Learner
from tests.bot.test_puzzles import Solver
from tests.bot.test_server import sets

DAY: Final = 86_400

pytestmark = pytest.mark.usefixtures("code")


@pytest.fixture
def golden(request: pytest.FixtureRequest, code: str, club: Club, cleo: Member) -> Golden:
    """Compares a post with the golden one of a name."""
    names = {club.alice.id: "Alice", club.bram.id: "Bram", cleo.id: "Cleo"}

    def golden(name: str, post: Shown) -> None:
        compare(f"{name}.{code}", written(post, names), renew=request.config.getoption("--renew-golden"))

    return golden


def say(code: str, key: str, **values: str) -> str:
    return language(code).say(key, **values)


def newest(club: Club, table: Table | Round) -> Shown:
    return club.posts(table.venue)[-1]


async def test_a_match_from_its_challenge_to_a_rematch(
    club: Club, alice: Member, bram: Member, code: str, golden: Golden
) -> None:
    challenge = (await alice.command("play knopen", opponent=bram, target=8)).public
    golden("challenge", challenge)
    await bram.press(challenge, "accept")
    golden("challenge_accepted", club.again(challenge))
    (number,) = await club.stored.running_of(alice.id, club.guild.id)
    table = Table(club, number, alice, bram)
    golden("first_board", table.post)
    before = table.post
    await table.play("b7-c6")
    golden("board", table.post)
    golden("board_of_before", club.again(before))
    await table.go_to(("lot 0", *AN_OFFENCE))
    golden("board_with_an_offence", table.post)
    await table.play("take d3")
    golden("board_within_a_turn", table.post)
    more = await alice.press(table.post, say(code, "buttons.more"))
    await alice.press(more, "play:offer")
    golden("draw_offered", newest(club, table))
    await table.go_to(("lot 0",))
    await table.play(*A_SHORT_MATCH)
    golden("won", table.post)
    await alice.press(table.post, "challenge:rematch")
    golden("rematch", newest(club, table))


async def test_a_challenge_for_anybody_that_nobody_takes_up(
    club: Club, alice: Member, golden: Golden
) -> None:
    challenge = (await alice.command("play kriskras", time=DAY)).public
    golden("challenge_for_anybody", challenge)
    await club.wait(hours=25)
    golden("challenge_expired", club.again(challenge))


async def test_a_table_for_several_and_a_claim(
    club: Club, alice: Member, bram: Member, cleo: Member, golden: Golden, code: str
) -> None:
    post = (await alice.command("play cubus")).public
    for guest in (bram, cleo):
        await guest.press(post, "challenge:join")
    golden("lobby", club.again(post))
    await alice.press(post, "challenge:start")
    golden("lobby_started", club.again(post))
    (number,) = await club.stored.running_of(alice.id, club.guild.id)
    table = Round(club, number, (alice, bram, cleo))
    await table.go_to((*FIRST, "draw T"))
    golden("first_board_of_several", table.post)
    await table.go_to(TWO_BUILT)
    golden("board_of_several", table.post)
    await table.go_to((*FIRST, "draw T", "none"))
    golden("claim", table.post)


async def test_who_is_paused_and_who_stays_silent(
    club: Club, alice: Member, bram: Member, golden: Golden, code: str
) -> None:
    table = await begin(club, alice, bram, time=DAY)
    await table.play("b7-c6", "b6-b7")
    more = await alice.press(table.post, say(code, "buttons.more"))
    await alice.press(more, "play:pause")
    golden("pause_asked", newest(club, table))
    await bram.press(newest(club, table), "play:agree")
    await bram.press(await bram.press(table.post, "play:more"), "play:again")
    golden("paused", table.post)
    await bram.press(await bram.press(table.post, "play:more"), "play:resume")
    golden("resumed", newest(club, table))
    await club.wait(hours=19)
    golden("reminder", newest(club, table))
    await club.wait(hours=6)
    golden("forfeited", table.post)


@pytest.mark.parametrize("game", ["kriskras", "krabcek"])
async def test_the_first_board_of_other_games(
    club: Club, alice: Member, bram: Member, game: str, golden: Golden
) -> None:
    golden(f"first_board_of_{game}", (await begin(club, alice, bram, game=game)).post)


@pytest.fixture
def reader(alice: Member, bram: Member, code: str) -> Member:
    """Who reads the language of the server."""
    return bram if code == "nl" else alice


async def test_a_daily_asked_found_missed_and_over(
    club: Club, alice: Member, cleo: Member, reader: Member, code: str, golden: Golden
) -> None:
    golden("daily_shown", (await reader.command("daily", show=HERE)).public)
    player, words = Player(reader, language(code)), language(code)
    golden("daily_asked", await player.opens())
    golden("daily_looked_at", await player.composes(player.puzzle.asked.answers[0]))
    golden("daily_found", await player.tries(player.puzzle.asked.answers[0]))
    golden("daily_shared", (await reader.press(player.shown, words.say("buttons.daily_share"))).public)
    golden("daily_again", await player.opens())
    golden("daily_table", await player.presses("daily_table"))
    await club.wait(hours=24)
    left = await player.opens()
    golden("daily_giving_up", await player.presses("give_up"))
    golden("daily_given_up", await player.presses("daily_given_up"))
    golden("daily_yesterday", await player.presses("daily_yesterday"))
    await club.wait(hours=24)
    (late,) = await club.deliver(reader.pressing(left, ":sure:"))
    golden("daily_too_late", late.private)


async def test_the_daily_of_a_server_with_yesterdays(
    club: Club, reader: Member, code: str, golden: Golden
) -> None:
    await Player(reader, language(code)).finds()
    await sets(club.join_manager("Mona"), "daily_channel", club.channel)
    await club.restart()
    await club.wait(hours=24)
    await club.wait(hours=12)
    post = club.posts()[-1]
    assert f"#{Player(reader).daily.number} " in post.content
    golden("daily_of_a_server", post)


async def test_a_puzzle_asked_missed_and_answered(reader: Member, code: str, golden: Golden) -> None:
    solver = Solver(reader, "knopen", language(code))
    await solver.asks()
    golden("puzzle_asked", solver.page)
    await solver.tries(solver.wrong)
    golden("puzzle_missed", solver.page)
    await solver.presses("show_me")
    golden("puzzle_answer", solver.page)
    await solver.presses("next_puzzle")
    await solver.tries(solver.puzzle.asked.answers[0])
    golden("puzzle_found", solver.page)


async def test_a_task_of_a_lesson_asked_and_done(reader: Member, code: str, golden: Golden) -> None:
    learner = Learner(reader, "knopen", language(code))
    await learner.learn()
    golden("task_asked", learner.page)
    await learner.solve()
    golden("task_done", learner.page)
    await learner.press("next_task")
    await learner.press("show_me")
    golden("task_shown", learner.page)


async def test_a_match_with_the_coach(club: Club, reader: Member, golden: Golden) -> None:
    golden("coached", (await missing(club, reader)).post)


async def test_a_match_with_the_computer(club: Club, alice: Member, golden: Golden) -> None:
    match = await alone(club, alice)
    golden("solo_first_board", match.post)
    await club.rewrite(match.id, ("lot 0", "b7-c6"))
    await club.show_board(match.id)
    golden("solo_thinking", match.post)
    posts = club.bot.table.posts
    posts._troubles.note(THOUGHT, match.id, "no end")
    await posts.boards.show_anew(match.id)
    golden("solo_stuck", match.post)
    await club.rewrite(match.id, ("lot 0", "b7-c6", "b6-b7"))
    await club.show_board(match.id)
    golden("solo_board", match.post)
    await club.bot.table.leaving.resign(match.id, alice.id)
    await club.show_board(match.id)
    golden("solo_over", match.post)
