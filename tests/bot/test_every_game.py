"""What every registered game must be able to do at the table, by members who press and choose."""

from __future__ import annotations

import io
import random
from collections import Counter
from collections.abc import Sequence

import pytest
from PIL import Image

from bot.club.match import Match
from bot.words.language import language
from engines import GAMES
from engines.choices import Partial
from engines.record import replay
from tests.bot.playing import Table, begin
from tests.bot.simulated import Answer, Button, Club, Member, Shown
from tests.bot.test_play import label
from tests.engines.walks import any_way

TURNS = 8


@pytest.fixture(params=GAMES)
async def table(request: pytest.FixtureRequest, club: Club, alice: Member, bram: Member) -> Table:
    return await begin(club, alice, bram, game=request.param)


async def one_step(member: Member, composer: Answer) -> Answer:
    """Answer what the composer asks: what is shown as it would be is played, else the first option."""
    if composer.asks(":play:"):
        return await member.press(composer, ":play:")
    return await member.answer(composer, 0)


async def follow(member: Member, composer: Answer, keys: Partial) -> Answer:
    """Answer by these keys."""
    for key in keys:
        composer = await member.answer(composer, key)
    return composer


def words_on(post: Shown) -> list[Button]:
    """Where there is but a word to say: the buttons that say it."""
    return [button for button in post.buttons if ":say:" in button.custom_id]


def seldomest(buttons: Sequence[Button], said: Counter[str]) -> Button:
    """The word that was said least: so all are said by and by."""
    chosen = min(buttons, key=lambda button: said[button.custom_id.split(":")[-1]])
    said[chosen.custom_id.split(":")[-1]] += 1
    return chosen


def asks_on(answer: Answer) -> bool:
    return any(shown.menus or shown.labels for shown in answer.messages if shown.private)


async def test_turns_are_played_by_the_composer_alone(table: Table) -> None:
    said: Counter[str] = Counter()
    for _ in range(TURNS):
        match = await table.match()
        if match.outcome:
            break
        (seat,) = match.position.to_move
        member = await table.mover()
        words = words_on(table.post)
        if words:
            answer = await member.press(table.post, seldomest(words, said).custom_id)
            assert (await table.match()).ply > match.ply or asks_on(answer)
            assert not (asks_on(answer) and words_on(table.post)), "asked twice, in private and by the board"
            continue
        composer = await member.press(table.post, "Move")
        if not match.position.can_list_moves(seat):
            keys = any_way(match.position, seat, random.Random(match.ply))  # noqa: S311 - nothing is at stake
            composer = await follow(member, composer, keys)
        steps = 0
        while asks_on(composer):
            assert composer.private.pictures
            composer = await one_step(member, composer)
            steps += 1
            assert steps < 10, composer.private
        assert (await table.match()).ply > match.ply
    match = await table.match()
    again = replay(match.game, match.stored.options, len(match.seats), await table.record())
    assert again == match.position


async def test_every_board_is_a_picture_with_words(table: Table) -> None:
    match = await table.match()
    picture = table.post.picture
    with Image.open(io.BytesIO(picture.data)) as opened:
        assert opened.size == (800, 800)
    assert len(picture.data) < 60_000
    assert picture.alt.startswith(f"{match.game.title}. ")
    assert len(picture.alt) <= 1024


async def test_typists_are_offered_every_move_by_its_beginning(table: Table) -> None:
    member = await table.mover()
    match = await table.match()
    (seat,) = match.position.to_move
    text = match.game.suggestions(match.position, seat, "")[-1]
    offered = await member.suggestions("move", "text", text, where=table.venue)
    assert text in offered.values()
    done = await member.command("move", where=table.venue, text=text)
    assert (await table.match()).ply > match.ply or done.asks(":go:")


async def test_a_challenge_names_the_game_and_shows_its_board(club: Club, alice: Member) -> None:
    for game in GAMES.values():
        post = (await alice.command(f"play {game.name}")).public
        assert f"**{game.title}**" in post.content
        assert post.picture.alt == language("en").of_game(game.name, "start_alt")


async def test_resigning_ends_every_match_that_has_begun(table: Table) -> None:
    while not (match := await table.match()).has_begun and not match.outcome:
        await play_anything(table, match)
    if match.outcome:
        return  # so short a game is over before both have moved
    more = await table.red.press(table.post, "More")
    sure = await table.red.press(more, label(table.red, "resign"))
    await table.red.press(sure, label(table.red, "resign_yes"))
    assert table.blue.mention in table.post.content
    assert "wins" in table.post.content


async def test_the_chances_of_every_game_are_drawn_again(table: Table) -> None:
    for _ in range(3):
        match = await table.match()
        if not match.outcome:
            await play_anything(table, match)
    if not (await table.match()).outcome:
        await club_resigns(table)
    answer = await table.red.press(table.post, "Was it fair?")
    assert "✓ ply 0" in answer.private.content
    assert "✗" not in answer.private.content


async def play_anything(table: Table, match: Match) -> None:
    (seat,) = match.position.to_move
    await table.play(match.game.suggestions(match.position, seat, "")[0])


async def club_resigns(table: Table) -> None:
    match = await table.club.bot.table.leaving.resign(table.id, table.red.id)
    await table.club.show_board(match.id)
