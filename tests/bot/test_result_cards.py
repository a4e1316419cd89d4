"""A match ends with a card: who won, the score, and what it did to the ratings."""

from __future__ import annotations

import io
from typing import Any

import pytest
from PIL import Image

from bot.ui import pictures
from bot.words.outcomes import gained
from render import draw_result
from render.cards.result import ResultCard
from render.scene import Scene
from tests.bot.alone import alone
from tests.bot.finishing import moved
from tests.bot.playing import A_SHORT_MATCH, Round, Table, begin, started
from tests.bot.simulated import Club, Member, Picture, Shown
from tests.bot.test_play import label, say
from tests.bot.test_privacy import forgets

SIZE = (1100, 700)


async def names(table: Table | Round, *members: Member) -> list[str]:
    """What they are called."""
    match = await table.match()
    called = [match.seats[match.seat_of(member.id)].name for member in members]
    assert all(called)
    return called


@pytest.fixture
async def table(club: Club, alice: Member, bram: Member) -> Table:
    return await begin(club, alice, bram, target=8)


def cards(post: Shown) -> list[Picture]:
    return [picture for picture in post.pictures if picture.name.endswith(f"{pictures.RESULT}.png")]


def the_card(post: Shown) -> Picture:
    (card,) = cards(post)
    return card


def galleries(post: Shown) -> list[str]:
    """The names of the pictures in the order in which they are seen, each by itself."""
    (container,) = post.payload["components"]
    shown = [part["items"] for part in container["components"] if "items" in part]
    return [item["media"]["url"].rsplit("/", 1)[-1] for (item,) in shown]


async def test_the_last_board_comes_with_a_card_that_tells_who_won(table: Table, club: Club) -> None:
    await table.play(*A_SHORT_MATCH[:-1])
    assert cards(table.post) == []
    await table.play(A_SHORT_MATCH[-1])
    card = the_card(table.post)
    assert Image.open(io.BytesIO(card.data)).size == SIZE
    red, blue = await names(table, table.red, table.blue)
    changes = {one.member: one for one in await club.bot.table.ledger.changes(table.id)}
    outcome = (await table.match()).outcome
    assert outcome is not None
    match = await table.match()
    score = {member: outcome.scores[match.seat_of(member.id)] for member in (table.red, table.blue)}
    assert card.alt == (
        f"The result of match {table.id}, Knopen. Won, by captures. "
        f"{blue} won: {score[table.blue]}, rating 1500 → {changes[table.blue.id].rating}? "
        f"(+{changes[table.blue.id].gained}); "
        f"{red} lost: {score[table.red]}, rating 1500 → {changes[table.red.id].rating}? "
        f"(\N{MINUS SIGN}{-changes[table.red.id].gained})."
    )


async def test_the_picture_shows_of_each_what_became_of_them(
    table: Table, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[ResultCard] = []

    def draw(card: ResultCard, scene: Scene[Any]) -> bytes:
        drawn.append(card)
        return draw_result(card, scene)

    monkeypatch.setattr(pictures, "draw_result", draw)
    await table.play(*A_SHORT_MATCH)
    (card,) = drawn
    winner, loser = card.seats
    red, blue = await names(table, table.red, table.blue)
    assert [(seat.person.name, seat.side, seat.won) for seat in card.seats] == [
        (blue, "blue", True),
        (red, "red", False),
    ]
    changes = {one.member: one for one in await club.bot.table.ledger.changes(table.id)}
    for seat, member in ((winner, table.blue), (loser, table.red)):
        change = changes[member.id]
        assert seat.rating == f"1500 → {change.rating}?"
        assert seat.gained == gained(change.gained)
    assert (card.game, card.title, card.reason) == ("knopen", "Knopen", "Won, by captures")
    assert card.lines[1:] == ("Rated", f"Match {table.id}")


async def test_the_card_hangs_below_the_board_and_is_cut_by_nothing(table: Table) -> None:
    await table.play(*A_SHORT_MATCH)
    board, card = galleries(table.post)
    assert card == board.replace(".png", f"{pictures.RESULT}.png")
    assert {picture.name for picture in table.post.pictures} == {board, card}


async def test_a_dutch_server_reads_a_dutch_card(club: Club, alice: Member, bram: Member) -> None:
    club.speak("nl")
    table = await begin(club, alice, bram, target=8)
    await table.play(*A_SHORT_MATCH)
    assert "De uitslag van partij" in the_card(table.post).alt
    assert "Gewonnen" in the_card(table.post).alt
    assert "won: 8, rating 1500 → " in the_card(table.post).alt


async def test_one_who_resigns_before_it_counts_loses_no_points_on_the_card(table: Table) -> None:
    await table.play(*A_SHORT_MATCH[:2])
    more = await table.red.press(table.post, "More")
    asked = await table.red.press(more, label(table.red, "resign"))
    await table.red.press(asked, label(table.red, "resign_yes"))
    alt = the_card(table.post).alt
    assert "Won, by resignation" in alt
    assert "rating" not in alt


async def test_a_draw_is_nobodys_win_on_the_card(table: Table) -> None:
    await table.play(*A_SHORT_MATCH[:2])
    offered = await table.red.press(await pressed_more(table.red, table), label(table.red, "offer"))
    assert offered
    await table.blue.press(await pressed_more(table.blue, table), say(table.blue, "offers.draw.agree"))
    alt = the_card(table.post).alt
    assert "Drawn, by agreement" in alt
    assert " won" not in alt


async def pressed_more(member: Member, table: Table) -> Shown:
    return (await member.press(table.post, "More")).private


async def test_what_ends_without_a_result_has_no_card(table: Table) -> None:
    sure = await table.red.press(await pressed_more(table.red, table), label(table.red, "abort"))
    await table.red.press(sure, say(table.red, "sure.abort.yes"))
    assert (await table.match()).outcome is not None
    assert cards(table.post) == []


async def test_a_match_that_ended_while_the_bot_was_away_gets_its_card_once(table: Table, club: Club) -> None:
    await table.play(*A_SHORT_MATCH[:-1])
    match = await table.match()
    (seat,) = match.position.to_move
    move = match.read_move(seat, A_SHORT_MATCH[-1])
    await club.bot.table.matches.play(match, match.members[seat], move)
    assert not any(map(cards, table.boards)), "it is saved, and nobody has been shown it"
    await club.restart()
    await club.wait(minutes=2)
    assert len([post for post in table.boards if cards(post)]) == 1
    await club.restart()
    await club.wait(minutes=2)
    assert len([post for post in table.boards if cards(post)]) == 1


async def test_alone_with_the_computer_the_card_says_how_strong_it_plays(club: Club, alice: Member) -> None:
    match = await alone(club, alice, level=3)
    await match.answered()
    for _ in range(2):
        await match.move()
        await match.answered()
    more = (await alice.press(match.post, "More")).private
    asked = await alice.press(more, label(alice, "resign"))
    await alice.press(asked, label(alice, "resign_yes"))
    card = the_card(match.post)
    assert "Mina (level 3) won" in card.alt
    assert "rating" not in card.alt
    assert len(match.posts) == 1


async def test_a_table_of_three_stands_on_one_card(
    club: Club, alice: Member, bram: Member, stranger: Member
) -> None:
    table = await started(club, "cubus", alice, bram, stranger)
    await moved(club.bot.table, await table.match(), least=1)
    for member in (bram, stranger):
        await club.bot.table.leaving.resign(table.id, member.id)
    await club.show_board(table.id)
    alt = the_card(table.post).alt
    assert all(name in alt for name in await names(table, alice, bram, stranger))
    assert alt.count(" won") == 1


@pytest.mark.breaks
async def test_a_card_that_cannot_be_drawn_takes_nothing_from_the_post(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    await table.play(*A_SHORT_MATCH[:-1])
    monkeypatch.setattr(pictures, "draw_result", lambda *_: 1 / 0)
    await table.play(A_SHORT_MATCH[-1])
    assert cards(table.post) == []
    assert len(galleries(table.post)) == 1
    assert "wins" in table.post.content


async def test_who_is_forgotten_is_on_the_card_no_more(table: Table, club: Club) -> None:
    await table.play(*A_SHORT_MATCH)
    gone, stays = await names(table, table.red, table.blue)
    assert gone in the_card(table.post).alt
    await forgets(table.red)
    await club.wait(minutes=3)
    card = the_card(table.post)
    assert gone not in card.alt
    assert gone not in str(table.post.payload), "nor in what is read of the pictures"
    assert say(table.blue, "former_member") in card.alt
    assert stays in card.alt
    assert len(galleries(table.post)) == 2


async def test_the_card_of_a_result_that_was_voided_goes_with_who_is_forgotten(
    table: Table, club: Club
) -> None:
    await table.play(*A_SHORT_MATCH)
    with_card = table.post
    await club.bot.table.rulings.void(table.id, club.guild.id, 1)
    await forgets(table.red)
    await club.wait(minutes=3)
    assert cards(club.again(with_card)) == []
    assert len(galleries(club.again(with_card))) == 1
