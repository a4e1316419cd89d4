"""The coach: a sentence after each move of a member who plays alone with the computer, if they like."""

from __future__ import annotations

import re
from typing import Any, Final

import discord
import pytest

from bot.club import thinker
from bot.club.refused import Refused
from bot.club.thinker import Failed, Thinker
from bot.ui import boards, coaching
from bot.words.language import LANGUAGES, language
from engines import GAMES
from tests.bot.alone import Alone, alone
from tests.bot.playing import begin
from tests.bot.simulated import Club, Member, Shown
from tests.bot.test_play import label, say
from tests.patience import PATIENCE

SPOKEN: Final = "\N{SPEECH BALLOON} "
MISSING: Final = ("lot 0", "b7-a6")
"""The last of these misses something."""


@pytest.fixture(autouse=True)
def _nobody_is_in_a_hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a busy machine a thought, or an edit, that takes long is a sentence that is missing."""
    monkeypatch.setattr(thinker, "LONGEST", PATIENCE)
    monkeypatch.setattr(boards, "_SOON", PATIENCE)


def spoken(post: Shown) -> list[str]:
    """What the coach says on a board."""
    return [line for line in post.content.splitlines() if line.startswith(SPOKEN)]


def is_one_sentence(said: str) -> bool:
    """Names of boxes and moves have no full stop of their own."""
    return len(re.findall(r"[.!?](?=\s|$)", said)) == 1 and said.endswith((".", "!", "?"))


async def call(match: Alone) -> None:
    await match.member.press(match.post, label(match.member, "coach"))


async def test_one_tap_under_the_first_board_calls_the_coach_and_one_more_sends_it_away(
    club: Club, alice: Member
) -> None:
    match = await alone(club, alice)
    assert label(alice, "coach") in match.post.labels
    await call(match)
    assert "does not count" in match.post.content, "it is said before it counts"
    assert (await match.match()).stored.coach is not None
    await alice.press(match.post, label(alice, "no_coach"))
    assert (await match.match()).stored.coach is None
    assert "does not count" not in match.post.content
    assert len(match.posts) == 1, "one post, edited"


async def test_who_presses_twice_meant_it_once(club: Club, alice: Member) -> None:
    match = await alone(club, alice)
    click = alice.pressing(match.post, label(alice, "coach"))
    await club.deliver(click, click)
    assert (await match.match()).stored.coach is not None


@pytest.mark.parametrize("game", GAMES)
async def test_in_every_game_it_says_at_most_one_sentence_after_each_move(
    club: Club, bram: Member, game: str
) -> None:
    match = await alone(club, bram, game)
    await call(match)
    said = []
    for _ in range(6):
        if (await match.match()).outcome:
            break
        await match.move()
        await match.answered()
        found = spoken(match.post)
        assert len(found) <= 1
        said += found
    assert all(map(is_one_sentence, said)), said
    assert len(match.posts) == 1, "one post, edited"


@pytest.mark.on_both
async def test_it_names_what_was_better_where_the_board_tells_the_move(club: Club, alice: Member) -> None:
    match = await missing(club, alice)
    (said,) = spoken(match.post)
    assert "**b3-e3** (threatens e9)" in said
    assert re.search(r"\d+ more matches in a hundred", said)
    assert match.post.content.index("b7 → a6") < match.post.content.index(said)


async def missing(club: Club, member: Member) -> Alone:
    """A match with the coach in which a move has missed something."""
    match = await alone(club, member)
    await call(match)
    await club.rewrite(match.id, MISSING[:-1])
    await club.show_board(match.id)
    await match.move(MISSING[-1])
    await match.answered()
    return match


async def test_it_costs_one_edit_of_the_post_and_nothing_else(club: Club, alice: Member) -> None:
    quiet = await alone(club, alice)
    await club.rewrite(quiet.id, MISSING[:1])
    await club.show_board(quiet.id)
    before = len(club.requests(""))
    await quiet.move(MISSING[-1])
    await quiet.answered()
    usual = club.requests("")[before:]
    match = await alone(club, alice)
    await call(match)
    await club.rewrite(match.id, MISSING[:1])
    await club.show_board(match.id)
    before = len(club.requests(""))
    await match.move(MISSING[-1])
    await match.answered()
    assert spoken(match.post)
    assert len(club.requests("")[before:]) == len(usual) + 1


async def test_where_it_has_spoken_the_match_counts_against_no_level(club: Club, alice: Member) -> None:
    match = await missing(club, alice)
    assert (await match.match()).stored.helped_by == "coach"
    await alice.press((await alice.press(match.post, "play:more")).private, label(alice, "no_coach"))
    await resign(match)
    assert say(alice, "practice.coach", level=1) in match.post.content
    assert await club.bot.table.levels.tallies(alice.id) == []


async def test_called_and_sent_away_before_a_word_it_counts(club: Club, alice: Member) -> None:
    match = await alone(club, alice)
    await call(match)
    await alice.press(match.post, label(alice, "no_coach"))
    await match.move()
    await match.answered()
    assert spoken(match.post) == []
    assert (await match.match()).stored.helped_by == ""
    await resign(match)
    assert len(await club.bot.table.levels.tallies(alice.id)) == 1


async def resign(match: Alone) -> None:
    more = (await match.member.press(match.post, "play:more")).private
    await match.member.press((await match.member.press(more, "play:resign")).private, "resign_yes")


async def test_in_more_it_is_called_and_sent_away_at_any_time(club: Club, bram: Member) -> None:
    match = await alone(club, bram)
    await match.move()
    await match.answered()
    more = (await bram.press(match.post, "play:more")).private
    assert say(bram, "coach.offered") in more.content
    done = (await bram.press(more, label(bram, "coach"))).private
    assert done.content == say(bram, "coach.coach")
    more = (await bram.press(match.post, "play:more")).private
    assert say(bram, "coach.offered") not in more.content
    done = (await bram.press(more, label(bram, "no_coach"))).private
    assert done.content == say(bram, "coach.no_coach")


@pytest.mark.on_both
async def test_who_likes_it_has_it_in_every_new_match(club: Club, alice: Member) -> None:
    opened = (await alice.command("settings")).private
    await alice.fill_in(await alice.press(opened, "form:0:0:board"), coach="yes")
    match = await alone(club, alice)
    assert (await match.match()).stored.coach is not None
    assert "does not count" in match.post.content


async def test_the_first_match_after_a_lesson_has_it(club: Club, alice: Member) -> None:
    over = (await alice.command("learn", game="knopen")).private
    await club.deliver(alice.forging(over, "challenge:begin:1:0:knopen"))
    (number,) = await club.stored.running_of(alice.id, club.guild.id)
    assert (await club.bot.table.matches.load(number)).stored.coach is not None


async def test_nobody_else_calls_it_and_nobody_has_it_among_people(
    club: Club, alice: Member, bram: Member
) -> None:
    match = await alone(club, alice)
    answer = await bram.press(match.post, label(alice, "coach"))
    assert answer.private.content == say(bram, "refusals.stranger")
    table = await begin(club, alice, bram)
    more = (await alice.press(table.post, "play:more")).private
    assert label(alice, "coach") not in more.labels
    forged = alice.forging(more, f"play:coach:{table.id}:1")
    (refused,) = await club.deliver(forged)
    assert refused.private.content == say(alice, "refusals.no_coach")
    assert (await club.bot.table.matches.load(table.id)).stored.coach is None


async def test_to_a_match_that_is_over_none_comes(club: Club, alice: Member) -> None:
    match = await missing(club, alice)
    offered = match.post
    await resign(match)
    (refused,) = await club.deliver(alice.forging(offered, f"play:coach:{match.id}:1"))
    assert refused.private.content == say(alice, "refusals.over")
    assert spoken(match.post) == []


@pytest.mark.parametrize("trouble", [Failed("killed"), Refused("long_queue")])
async def test_where_the_thinker_fails_the_sentence_is_missing_and_nothing_else(
    club: Club, alice: Member, monkeypatch: pytest.MonkeyPatch, trouble: Exception
) -> None:
    async def fails(*_: Any) -> None:
        raise trouble

    monkeypatch.setattr(Thinker, "piece", fails)
    match = await missing(club, alice)
    assert spoken(match.post) == []
    assert (await match.match()).ply > len(MISSING), "it was answered"
    assert (await match.match()).stored.helped_by == ""


async def test_where_discord_lets_its_edit_wait_it_is_tried_again_and_no_board_suffers(
    club: Club, alice: Member, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(coaching, "_PAUSES", (0.01,))
    edit, waits = discord.PartialMessage.edit, ["once"]

    async def slow(self: discord.PartialMessage, **how: Any) -> Any:
        if waits and SPOKEN in "".join(map(str, how["view"].to_components())):
            waits.pop()
            raise TimeoutError  # as it is when too much time has passed
        return await edit(self, **how)

    monkeypatch.setattr(discord.PartialMessage, "edit", slow)
    match = await missing(club, alice)
    assert waits == []
    assert len(spoken(match.post)) == 1
    posts = len(match.posts)
    await match.move()
    await match.answered()
    assert len(match.posts) == posts, "boards are still edited"


async def test_after_a_restart_the_board_goes_on_without_what_was_not_said(club: Club, alice: Member) -> None:
    match = await missing(club, alice)
    await club.restart()
    await match.answered()
    record = await match.record()
    await match.move()
    await match.answered()
    assert len(await match.record()) > len(record)
    assert len(match.posts) == 1


async def test_it_is_told_what_the_member_knows_and_played_and_nothing_else(
    club: Club, alice: Member, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Any] = []

    async def hears(_: Any, what: str, game: str, turn: Any) -> None:
        asked.append((what, game, turn))

    monkeypatch.setattr(Thinker, "piece", hears)
    match = await missing(club, alice)
    ((what, game, [(before, text)]),) = asked
    assert (what, game, text) == ("remark", "knopen", MISSING[-1])
    assert before == (await match.match()).played[1].before


@pytest.mark.parametrize("code", LANGUAGES)
def test_everything_it_may_say_is_one_sentence(code: str) -> None:
    words = language(code)
    for key in (key for key in words.sentences if re.fullmatch(r"coach\.\w+\.[123]", key)):
        assert is_one_sentence(words.sentences[key].replace("{", "").replace("}", "")), key


@pytest.mark.parametrize("code", LANGUAGES)
def test_everything_it_may_say_is_said_in_three_ways(code: str) -> None:
    words = language(code)
    for kind in ("missed", "cost", "missed_points", "overlooked", "found", "most", "did", "both"):
        assert len({words.sentences[f"coach.{kind}.{way}"] for way in (1, 2, 3)}) == 3
