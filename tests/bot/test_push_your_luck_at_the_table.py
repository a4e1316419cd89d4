"""A game of throws at the table: its words are buttons under the board, and its turns begin by themselves."""

from __future__ import annotations

from functools import cached_property
from typing import Final

import pytest
from PIL import Image

from bot.club import lots
from bot.club.invitations import Opponent
from bot.ui.composing.answers import question
from bot.words.language import LANGUAGES, language
from engines import GAMES
from engines.choices import Choices
from render import DRAWERS, Drawer, Scene
from render.footrail import FootRail
from render.palette import Palette
from render.theme import ROLES
from tests.bot.playing import Table
from tests.bot.simulated import Club, Member
from tests.engines.push_your_luck import DARE, DarePosition

WORDS: Final = {
    "aim": "Most points win.",
    "sides.left": "left",
    "sides.right": "right",
    "told.throw": "throws",
    "told.hold": "holds",
    "told.die": "The die falls.",
    "turn.throw_or_hold": "throw or hold: {points}.",
    "asks.throw_or_hold": "{points} at stake: throw or hold?",
    "aside.throw": "Throw",
    "aside.hold": "Hold",
    "summary.points": "{left} to {right}.",
    "won.counted": "{winners} wins.",
    "drawn.counted": "Nobody wins.",
}


class DareDrawer(Drawer[None, DarePosition]):
    game = DARE.name

    @cached_property
    def palette(self) -> Palette:
        return Palette(ROLES)

    def make_art(self, palette: Palette) -> None: ...

    def picture(self, scene: Scene[DarePosition]) -> Image.Image:  # noqa: ARG002 - nobody looks at it
        return Image.new("P", (800, 800))

    def text_board(self, scene: Scene[DarePosition]) -> str:
        return scene.position.board()


@pytest.fixture
async def table(club: Club, alice: Member, bram: Member, monkeypatch: pytest.MonkeyPatch) -> Table:
    """Alice begins: she has thrown a two."""
    monkeypatch.setitem(GAMES, DARE.name, DARE)
    monkeypatch.setitem(DRAWERS, DARE.name, DareDrawer())
    monkeypatch.setattr("render.film.foot_rail", lambda _game: FootRail(Palette(ROLES)))  # it has no palette
    monkeypatch.setattr(lots, "new_secret", lambda: SECRET)
    for code in LANGUAGES:
        for key, text in WORDS.items():
            monkeypatch.setitem(language(code).sentences, f"games.{DARE.name}.{key}", text)
    challenges = club.bot.table.challenges
    challenge = await challenges.challenge(
        DARE.name,
        {},
        guild=club.guild.id,
        channel=club.channel.id,
        locale="en",
        challenger=alice.id,
        opponent=Opponent(bram.id),
    )
    match = await challenges.accept(challenge.id, bram.id)
    table = Table(club, match.id, alice, bram)
    await table.go_to(("throw", "die 2"))
    return table


SECRET: Final = bytes(32)
"""By it the first throw does not end the match, and what falls after these records is known."""


async def test_a_word_is_answered_by_the_board_and_opens_no_composer(table: Table) -> None:
    board = table.post
    assert board.labels[:2] == ("Throw", "Hold")
    answer = await table.red.press(board, "Throw")
    assert (await table.record())[:3] == ("throw", "die 2", "throw")
    assert not any(shown.private for shown in answer.messages)
    assert not table.red.private_messages(table.venue)


async def test_the_question_in_private_tells_what_is_at_stake(table: Table) -> None:
    step = (await table.match()).position.choices(0)
    assert isinstance(step, Choices)
    assert question(DARE.name, step, language("en")) == "2 at stake: throw or hold?"


async def test_the_board_of_the_same_turn_asks_on(table: Table) -> None:
    board = table.post
    await table.red.press(board, "Throw")
    assert table.post.id == board.id
    assert table.post.labels[:2] == ("Throw", "Hold")
    assert "throws" in table.post.content


async def test_the_word_that_ends_a_turn_is_answered_by_the_board(table: Table) -> None:
    await table.red.press(table.post, "Hold")
    assert "holds" in table.post.content
    assert not table.red.private_messages(table.venue)


async def test_a_word_in_writing_is_answered_by_the_board(table: Table) -> None:
    await table.red.command("move", where=table.venue, text="throw")
    assert "throws" in table.post.content
    assert not table.red.private_messages(table.venue)


LOST: Final = (
    "throw",
    "die 2",
    "hold",
    "throw",
    "die 1",
    "throw",
    "die 3",
    "throw",
    "die 1",
    "throw",
    "die 4",
)
"""Alice holds two, Bram loses his turn by his first throw, Alice by her second; Bram is to move."""


async def test_a_turn_that_began_by_itself_is_a_move_where_leaving_is_losing(table: Table) -> None:
    assert not (await table.match()).has_begun
    await table.go_to(LOST[:7])
    assert (await table.match()).has_begun
    more = await table.red.press(table.post, "More")
    assert "Resign" in more.private.labels
    assert "End without a result" not in more.private.labels


async def test_a_film_stops_after_every_turn_before_the_next_throw(table: Table) -> None:
    await table.go_to(LOST)
    match = await table.match()
    assert match.turns == (0, 3, 5, 9, 11)
    told = [[ply.text for ply in match.at(ply).last] for ply in match.turns]
    assert told == [[], ["throw", "die 2", "hold"], ["throw", "die 1"], list(LOST[5:9]), list(LOST[5:11])]
    assert [match.at(ply).position.pot for ply in match.turns] == [0, 0, 0, 0, 4]  # type: ignore[attr-defined] # of a Dare


async def test_its_film_has_a_picture_of_every_turn_and_its_steps_tell_them(table: Table) -> None:
    await table.go_to(LOST)
    film = await table.red.command("replay", where=table.venue)
    assert str(len((await table.match()).turns)) in film.private.picture.alt
    step = await table.red.press(await table.red.press(film, "Step by step"), "after")
    assert "holds" in step.private.content
    assert "The die falls" in step.private.content
