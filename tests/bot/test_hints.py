"""`/hint` in every game: always against the computer, among people where both agreed to it."""

from __future__ import annotations

from typing import Any

import pytest

from bot.words.language import language
from engines import GAMES
from engines.game import Hint
from engines.players import hints
from tests.bot.alone import alone
from tests.bot.playing import A_SHORT_MATCH, THREE_TO_CAPTURE, begin
from tests.bot.simulated import Answer, Club, Member
from tests.bot.test_play import say
from tests.engines.test_review import recorded


async def hint(member: Member, match: int) -> Answer:
    return await member.command("hint", match=match)


@pytest.mark.parametrize("game", GAMES)
async def test_against_the_computer_every_game_gives_hints_as_often_as_one_likes(
    club: Club, alice: Member, game: str
) -> None:
    match = await alone(club, alice, game)
    then = await match.match()
    seat = then.seat_of(alice.id)
    expected = hints.hint(then.game, then.position, seat)
    for _ in range(2):
        answer = (await hint(alice, match.id)).private
        if expected.move is not None:
            assert f"**{expected.note.values['move']}**" in answer.content
            assert str(expected.note.values["move"]) in answer.picture.alt
    assert await match.record() == then.record


async def test_among_people_both_have_agreed_to_one_hint_each(
    club: Club, alice: Member, bram: Member
) -> None:
    challenge = await alice.command("play knopen", opponent=bram, hints="on")
    assert "one hint each" in challenge.public.content
    await bram.press(challenge, "accept")
    (number,) = await club.stored.running_of(alice.id, club.guild.id)
    match = await club.bot.table.matches.load(number)
    (seat,) = match.position.to_move
    mover, other = (alice, bram) if match.members[seat] == alice.id else (bram, alice)
    assert (await hint(other, number)).private.content == say(other, "refusals.not_your_turn")
    said = (await hint(mover, number)).private
    assert "I would play **" in said.content
    assert (await hint(mover, number)).private.content == say(mover, "refusals.hint_used")


@pytest.mark.parametrize("game", GAMES)
async def test_where_nobody_agreed_to_any_there_are_none(
    club: Club, alice: Member, bram: Member, game: str
) -> None:
    if GAMES[game].seats[1] > 2:
        pytest.skip("is begun by a lobby, and tested with it")
    table = await begin(club, alice, bram, game=game)
    mover = await table.mover()
    assert (await hint(mover, table.id)).private.content == say(mover, "refusals.no_hints")


async def test_a_match_that_is_over_gives_no_hints(club: Club, alice: Member, bram: Member) -> None:
    table = await begin(club, alice, bram, target=8, hints="on")
    await table.go_to(["lot 0", *A_SHORT_MATCH])
    assert (await hint(alice, table.id)).private.content == say(alice, "refusals.over")


async def test_in_dutch_a_hint_is_said_in_dutch(club: Club, alice: Member, bram: Member) -> None:
    table = await begin(club, bram, alice, hints="on")
    await table.go_to(["lot 0", *THREE_TO_CAPTURE])
    mover = await table.mover()
    said = (await hint(mover, table.id)).private.content
    assert said.startswith("Ik zou **hit b4" if mover is bram else "I would play **hit b4")
    assert ("slaat" if mover is bram else "captures") in said


# What speaks for a move


def hinted(name: str, plies: int) -> Hint:
    seats, record = recorded(name, plies)
    position: Any = GAMES[name].start({}, seats)
    for text in record[:plies]:
        position = _played(name, position, text)
    return hints.hint(GAMES[name], position, min(position.to_move))


def _played(name: str, position: Any, text: str) -> Any:
    who = min(position.to_move)
    return position.play(who, GAMES[name].read_move(position, who, text))


def test_a_hint_says_what_speaks_for_the_move() -> None:
    assert {"threatens", "out_of_danger"} == {note.code for note in hinted("knopen", 3).brings}
    assert {"exits", "streets"} == {note.code for note in hinted("krabcek", 2).brings}


def test_of_moves_that_are_as_good_both_are_named() -> None:
    note = hinted("krabcek", 3).note
    assert note.code == "alike"
    assert note.values["odds"] == note.values["other_odds"]


def test_a_move_that_wins_is_said_to_win() -> None:
    """The last but the end of a short match: whatever is captured, it is over."""
    game = GAMES["knopen"]
    position: Any = game.start({"target": 8}, 2)
    for text in ("lot 0", *A_SHORT_MATCH[:-1]):
        position = _played("knopen", position, text)
    found = hints.hint(game, position, min(position.to_move))
    assert found.note.code == "wins"
    assert position.play(min(position.to_move), found.move).outcome


@pytest.mark.parametrize("code", ["best", "clear", "alike", "alone", "only", "wins"])
def test_every_hint_has_words_in_both_languages(code: str) -> None:
    values: dict[str, Any] = {
        "move": "a1-a2",
        "why": "",
        "odds": 50,
        "other": "b1-b2",
        "other_odds": 40,
        "points": 10,
    }
    said = [language(locale).say(f"hint.{code}", **values) for locale in ("en", "nl")]
    assert all("**a1-a2**" in one for one in said)
    assert said[0] != said[1]
