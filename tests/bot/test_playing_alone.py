"""Playing against the computer on a server, as members do: at once, in one post, and nobody is called."""

from __future__ import annotations

import asyncio
from threading import Event
from typing import Any

import pytest

from bot.club.computers import computer
from bot.ui import pictures
from engines import GAMES
from engines.record import replay
from render import draw
from render.scene import Scene
from tests.bot.alone import Alone, alone
from tests.bot.playing import Round, begin, lobby
from tests.bot.simulated import Club, Member
from tests.bot.test_cubus_at_the_table import overlooked
from tests.bot.test_play import label, say
from tests.patience import PATIENCE
from tests.standin.pondering import Pondering


@pytest.fixture
async def match(club: Club, alice: Member) -> Alone:
    return await alone(club, alice)


# To begin


async def test_who_names_a_level_plays_at_once_where_they_are(club: Club, alice: Member) -> None:
    answer = await alice.command("play knopen", level=4)
    (number,) = await club.stored.running_of(alice.id, club.guild.id)
    match = Alone(club, alice, number)
    await match.answered()
    assert [post.id for post in match.posts] == [answer.public.id]
    assert not club.threads
    assert say(alice, "computer.about.4") in match.post.content
    assert "Otto" in match.post.content
    assert (await match.match()).commitment[:32] in match.post.content
    assert match.post.labels == tuple(
        label(alice, verb) for verb in ("move", "rules", "more", "seal", "coach", "learn")
    )
    assert not match.post.pinged


async def test_who_names_the_bot_plays_the_computer(club: Club, alice: Member) -> None:
    await alice.command("play knopen", opponent=club.itself)
    (number,) = await club.stored.running_of(alice.id, club.guild.id)
    assert (await club.bot.table.matches.load(number)).members == (alice.id, computer(2))


async def test_a_level_goes_with_no_opponent_and_no_time(club: Club, alice: Member, bram: Member) -> None:
    answer = await alice.command("play knopen", level=2, opponent=bram)
    assert answer.private.content == say(alice, "refusals.level_or_opponent", opponent=bram.mention)
    answer = await alice.command("play knopen", level=2, time=300)
    assert answer.private.content == say(alice, "refusals.no_clock_alone")
    assert not await club.stored.running_of(alice.id, club.guild.id)


async def test_the_fourth_match_at_once_is_refused_and_nothing_is_posted(club: Club, alice: Member) -> None:
    for _ in range(3):
        await alone(club, alice)
    posts = len(club.posts(club.channel))
    answer = await alice.command("play knopen", level=1)
    assert answer.private.content == say(
        alice, "refusals.too_many_alone", most=3, matches=("Knopen #1", "Knopen #2", "Knopen #3")
    )
    assert len(club.posts(club.channel)) == posts


# To play


@pytest.mark.parametrize("game", GAMES)
async def test_every_game_is_played_turn_by_turn_in_one_post(club: Club, alice: Member, game: str) -> None:
    match = await alone(club, alice, game)
    for _ in range(5):
        before = await match.match()
        if before.outcome:  # a game may be short
            break
        assert before.is_to_move(alice.id)
        await match.move()
        await match.answered()
        after = await match.match()
        assert after.ply > before.ply
        assert after.stored.posted_ply == after.ply
        assert len(match.posts) == 1
        assert not match.post.pinged


async def test_a_move_and_its_answer_are_told_and_drawn_together(match: Alone, alice: Member) -> None:
    for _ in range(3):
        await match.move()
        await match.answered()
    known = await match.match()
    own = known.seat_of(alice.id)
    decided = {played.who for played in known.last if played.decided}
    assert decided == {own, 1 - own}
    first, second, *_ = match.post.content.splitlines()
    assert first.startswith(alice.mention)
    assert second.startswith("**Pip**")
    for played in known.last:
        if played.decided:
            assert played.text in match.post.picture.alt


async def test_nobody_is_called_however_they_like_to_be(club: Club, bram: Member) -> None:
    await club.bot.table.preferences.change_member(bram.id, pings="message")
    match = await alone(club, bram)
    for _ in range(2):
        await match.move()
        await match.answered()
    await bram.press(await bram.press(match.post, "play:more"), "play:resign")
    await club.bot.table.leaving.resign(match.id, bram.id)
    await club.show_board(match.id)
    assert not club.direct_messages(bram)
    assert not any(post.pinged for post in match.posts)


async def test_the_composer_opens_under_the_board_and_is_put_away_when_the_move_is_made(
    match: Alone, alice: Member
) -> None:
    before = await match.match()
    composer = await alice.press(match.post, "play:move")
    while len(await match.record()) == before.ply:
        seen = composer.private
        if seen.menus:
            composer = await alice.choose(composer, 0)
        else:
            composer = await alice.press(composer, seen.labels[0])
    await match.answered()
    after = await match.match()
    if not after.is_mid_turn:
        assert not alice.private_messages(), "the board tells all of it"


async def test_it_stands_among_ones_matches_and_can_be_looked_at(match: Alone, alice: Member) -> None:
    games = (await alice.command("games")).private
    assert say(alice, "computer.named", name="Pip", level=1) in games.content
    board = (await alice.command("board", match=match.id)).private
    assert board.picture


async def test_an_old_post_is_followed_by_a_new_one(club: Club, match: Alone, alice: Member) -> None:
    await match.move()
    await match.answered()
    await club.wait(minutes=56)
    await match.move()
    await match.answered()
    old, new = match.posts
    assert not old.buttons
    assert new.buttons
    assert not new.pinged


# To end


async def ended(match: Alone) -> None:
    await match.move()
    await match.answered()
    more = await match.member.press(match.post, "play:more")
    sure = await match.member.press(more, "play:resign")
    if "resign_yes" in str(sure.private.buttons):
        await match.member.press(sure, "play:resign_yes")


async def test_who_gives_up_sees_it_in_the_same_post_and_no_rating_is_told(
    match: Alone, alice: Member
) -> None:
    for _ in range(2):
        await match.move()
        await match.answered()
    await ended(match)
    known = await match.match()
    assert known.outcome
    assert len(match.posts) == 1
    assert label(alice, "rematch") in match.post.labels
    for key in ("ladder.unrated", "ladder.follow"):
        assert say(alice, key) not in match.post.content


async def test_to_play_again_begins_the_next_at_once_in_a_post_of_its_own(
    club: Club, match: Alone, alice: Member, bram: Member
) -> None:
    for _ in range(2):
        await match.move()
        await match.answered()
    await ended(match)
    again = await alice.press(match.post, "challenge:rematch")
    (number,) = await club.stored.running_of(alice.id, club.guild.id)
    second = Alone(club, alice, number)
    await second.answered()
    assert [post.id for post in second.posts] == [again.public.id]
    once_more = await alice.press(match.post, "challenge:rematch")
    assert str(again.public.id) in once_more.private.content, "where it is"
    assert await club.stored.running_of(alice.id, club.guild.id) == [number]
    refused = await bram.press(match.post, "challenge:rematch")
    assert refused.private.content == say(bram, "refusals.stranger")


# When a thought takes long, or fails


async def test_nobody_claims_a_win_while_the_computer_only_thinks(
    club: Club, match: Alone, alice: Member
) -> None:
    click = alice.forging(match.post, f"play:win:{match.id}:0")
    (answer,) = await club.deliver(click)
    assert answer.private.content == say(alice, "refusals.not_gone")
    assert not (await match.match()).outcome


async def test_two_who_play_at_once_do_not_wait_for_the_thoughts_of_one(
    club: Club, alice: Member, bram: Member
) -> None:
    """Each has their own turn with the thinker, however many matches the other plays."""
    theirs = [await alone(club, alice, "kriskras", level=4) for _ in range(3)]
    own = await alone(club, bram)
    for match in (*theirs, own):
        await match.move()
    await own.answered()
    assert (await own.match()).is_to_move(bram.id)
    for match in theirs:
        await match.answered()
        assert (await match.match()).is_to_move(alice.id)


# Among members


async def test_who_falls_silent_leaves_the_computer_to_go_on(club: Club, alice: Member, bram: Member) -> None:
    options = {"claims": "free", "ending": "bid"}
    post = await lobby(club, "cubus", alice, bram, **options)
    (open_one,) = await club.bot.table.stored_challenges.open_for(alice.id, club.guild.id)
    await club.bot.table.lobbies.join(open_one.id, computer(1))
    await alice.press(post, "Start")
    table = Round(club, max(await club.stored.running_of(alice.id, club.guild.id)), (alice, bram))
    await table.go_to(_up_to_the_turn_of(1, **options))
    boards = table.boards
    now = int(club.env.now().timestamp())
    await club.file.change("UPDATE matches SET due = ? WHERE id = ?", now + 60, table.id)
    await club.wait(minutes=3)
    await club.bot.table.posts.answers.done()
    match = await table.match()
    assert match.left == {1}
    assert any(played.who == 2 and played.decided for played in match.played[-6:])
    assert match.is_to_move(alice.id)
    assert "**Pip**" in table.post.content
    assert table.post.pinged == {alice.id}
    assert table.boards > boards, "where members play every turn has a post"
    assert not await club.bot.table.ledger.changes(match.id)


def _up_to_the_turn_of(seat: int, **options: str) -> tuple[str, ...]:
    record = overlooked(seats=3, **options)
    game = GAMES["cubus"]
    read = game.read_options(options)
    for plies in range(12, len(record)):
        position = replay(game, read, 3, record[:plies])
        if position.to_move == {seat} and position.if_silent(seat) is None:
            return record[:plies]
    raise AssertionError


# What it is told


async def test_a_thinker_is_told_the_position_and_never_the_secret(
    club: Club, alice: Member, pondering: Pondering
) -> None:
    match = await alone(club, alice, "kriskras")
    for _ in range(3):
        await match.move()
        await match.answered()
    known = await match.match()
    assert pondering.told
    for line in pondering.told:
        assert known.stored.secret.hex() not in line
        assert repr(known.stored.secret) not in line
        assert known.commitment not in line
    game, *_ = pondering.told
    assert "kriskras" in game


async def test_a_match_that_sleeps_is_not_replayed_at_a_start(club: Club, match: Alone) -> None:
    await match.move()
    await match.answered()
    await club.restart()
    await club.wait(minutes=5)
    assert "thoughts" in club.bot.sweep.rounds
    assert not [sql for sql in club.file.asked if sql.startswith("SELECT text FROM plies")]
    await match.move()
    assert [sql for sql in club.file.asked if sql.startswith("SELECT text FROM plies")]


async def test_boards_of_those_who_play_alone_leave_a_painter_to_everybody_else(
    club: Club, alice: Member, bram: Member, stranger: Member, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await begin(club, alice, bram)
    solo = [await alone(club, member, "krabcek") for member in (alice, bram, stranger)]
    may_go_on = Event()

    def slowly(scene: Scene[Any]) -> bytes:
        assert scene.game != "krabcek" or may_go_on.wait(PATIENCE)
        return draw(scene)

    monkeypatch.setattr(pictures, "draw", slowly)
    boards = club.bot.table.posts.boards
    showing = [asyncio.create_task(boards.show_anew(match.id)) for match in solo]
    await asyncio.sleep(0)
    try:
        await boards.show_again(table.id)
        assert not may_go_on.is_set()
        assert not any(task.done() for task in showing)
    finally:
        may_go_on.set()
        await asyncio.gather(*showing)
