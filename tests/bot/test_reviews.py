"""[Review]: a match that is over is looked back on, once, where it is thought, and step by step."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from functools import cache
from io import BytesIO
from typing import Any

import discord
import pytest
from PIL import Image

from bot.club import reviews as club_reviews
from bot.club import thinker
from bot.club.match import Match
from bot.club.refused import Refused
from bot.club.reviews import LATELY, TRIES, Making, Reviews
from bot.club.thinker import Failed, Thinker
from bot.database.reviews import REVIEW_PARTS
from bot.words import reviews
from bot.words.language import language
from engines import GAMES
from engines.moves import Aborted
from engines.players.review import Review, Turning, review
from render.film import SIZE, SIZE_WITH_CURVE
from tests.bot.alone import alone
from tests.bot.playing import A_SHORT_MATCH, Table, begin, started
from tests.bot.simulated import Answer, Club, Member
from tests.bot.test_archive import no_pauses
from tests.bot.test_forged import forged
from tests.bot.test_play import label, say
from tests.engines.test_review import recorded

OVER = ["lot 0", *A_SHORT_MATCH[:4], "leave 1"]
"""Somebody blunders twice, and wins all the same."""
LEVEL = 1
"""Whose odds they are here: it thinks quickest."""


@pytest.fixture(autouse=True)
def _quick_reviews(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(club_reviews, "LEVEL", LEVEL)


@pytest.fixture
async def table(club: Club, alice: Member, bram: Member) -> Table:
    return await begin(club, alice, bram, target=8)


async def over(table: Table) -> None:
    await table.go_to(OVER)


@cache
def reviewed() -> Review:
    return review(GAMES["knopen"], {"target": 8}, 2, OVER, LEVEL)


def galleries(part: Any) -> Iterator[list[Any]]:
    """The pictures that Discord shows together, wherever they stand in a message."""
    if isinstance(part, dict):
        if part.get("type") == discord.ComponentType.media_gallery.value:
            yield part["items"]
        part = list(part.values())
    if isinstance(part, list):
        for one in part:
            yield from galleries(one)


async def press_review(member: Member, table: Table) -> Answer:
    return await member.press(table.post, ":review:")


async def test_a_review_shows_the_curve_and_where_it_tipped(table: Table) -> None:
    await over(table)
    answer = (await press_review(table.red, table)).private
    expected = reviewed()
    curve, *boards = answer.pictures
    assert curve.name == f"knopen-{table.id}-review.png"
    assert curve.alt.startswith(say(table.red, "review.alt", game="Knopen", number=table.id))
    for turning in expected.turning:
        assert f"**{turning.played}**" in answer.content
        assert turning.played in curve.alt
        if turning.better:
            assert f"**{turning.better}**" in answer.content
            assert turning.better in curve.alt
    assert all(len(items) == 1 for items in galleries(answer.payload)), "side by side they would be cut"
    betters = sum(turning.better is not None for turning in expected.turning)
    assert len(boards) == len(expected.turning) + betters
    for accuracy in expected.accuracy:
        assert accuracy is not None
        whole, tenth = divmod(round(10 * accuracy), 10)
        assert say(table.red, "review.tenths", whole=whole, tenth=tenth) in answer.content


async def test_it_is_kept_as_it_was_made(table: Table) -> None:
    await over(table)
    await press_review(table.red, table)
    kept = await table.club.bot.table.reviews.find(await table.match())
    assert kept == reviewed()


async def test_who_asks_again_has_it_at_once(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    await over(table)
    first = await press_review(table.red, table)

    async def think(*_: Any) -> None:
        raise AssertionError

    monkeypatch.setattr(Thinker, "piece", think)
    again = await press_review(table.red, table)
    assert again.private.content == first.private.content
    assert [picture.data for picture in again.private.pictures] == [
        picture.data for picture in first.private.pictures
    ]


async def test_two_who_ask_at_once_wait_for_the_same(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    await over(table)
    pieces = counted(monkeypatch)
    match, reviews = await table.match(), table.club.bot.table.reviews
    one, other = await asyncio.gather(reviews.begin(match), reviews.begin(match))
    assert one is other
    await one.task
    assert len(pieces) == one.done == one.total


async def test_whoever_waits_sees_how_far_it_is(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    await over(table)
    no_pauses(monkeypatch)
    said: list[str] = []
    say_in_place = discord.Interaction.edit_original_response

    async def noted(interaction: Any, *, view: discord.ui.LayoutView, **more: Any) -> Any:
        said.extend(item.content for item in view.walk_children() if isinstance(item, discord.ui.TextDisplay))
        return await say_in_place(interaction, view=view, **more)

    monkeypatch.setattr(discord.Interaction, "edit_original_response", noted)
    await press_review(table.red, table)
    shares = [share for share in range(101) if say(table.red, "review.under_way", share=share) in said]
    assert len(shares) > 2


async def test_a_match_that_goes_on_is_not_reviewed(table: Table) -> None:
    match = await table.match()
    shown = {button.custom_id for button in table.post.buttons}
    assert not any(":review:" in address for address in shown)
    answer = await forged(table.club, table.red, f"archive:review:{match.id}:0")
    assert answer.private.content == say(table.red, "refusals.review_running")


async def test_a_match_without_a_result_is_not_reviewed(table: Table) -> None:
    await table.club.bot.table.matches.settle(table.id, lambda _: Aborted())
    await table.club.show_board(table.id)
    shown = {button.custom_id for button in table.post.buttons}
    assert any(":replay:" in address for address in shown)
    assert not any(":review:" in address for address in shown)
    answer = await forged(table.club, table.red, f"archive:review:{table.id}:0")
    assert answer.private.content == say(table.red, "refusals.review_nothing")


# The film with the curve


async def test_a_film_can_have_the_curve_growing_under_it(table: Table, bram: Member) -> None:
    await over(table)
    plain = await bram.command("replay", match=table.id)
    answer = await bram.press(plain, say(bram, "buttons.curve"))
    film, board = answer.private.picture, plain.private.picture
    assert film.name == f"knopen-{table.id}-curve.gif"
    assert say(bram, "review.alt", game="Knopen", number=table.id) in film.alt
    with Image.open(BytesIO(film.data)) as with_curve, Image.open(BytesIO(board.data)) as without:
        assert (with_curve.size, without.size) == (SIZE_WITH_CURVE, SIZE)
    assert say(bram, "buttons.curve") not in answer.private.labels
    assert await table.club.bot.table.reviews.find(await table.match()) == reviewed(), "it was made for that"


async def test_a_review_leads_to_the_film_with_its_curve_and_all_can_be_shown_it(
    table: Table, alice: Member
) -> None:
    await over(table)
    film = await alice.press(await press_review(alice, table), say(alice, "buttons.curve"))
    shown = (await alice.press(film, "archive:share:")).public
    assert shown.picture.name == film.private.picture.name
    assert shown.labels == tuple(label(alice, verb) for verb in ("steps", "review", "record"))


async def test_a_match_that_goes_on_has_no_film_with_a_curve(table: Table) -> None:
    refused = say(table.red, "refusals.review_running")
    for address in (f"archive:curve:{table.id}:0", f"archive:share:{table.id}:0:curve"):
        assert (await forged(table.club, table.red, address)).private.content == refused


# To all


async def test_a_review_is_shown_to_all_once(table: Table, alice: Member, bram: Member) -> None:
    await over(table)
    first = await press_review(alice, table)
    second = await press_review(bram, table)
    shown = (await bram.press(second, "archive:share_review")).public
    assert shown.channel_id == table.venue.id
    assert shown.picture.name == f"knopen-{table.id}-review.png"
    for turning in reviewed().turning:
        assert f"**{turning.played}**" in shown.content
    assert shown.labels == tuple(label(alice, verb) for verb in ("review", "curve")), "as the server speaks"
    assert shown.pinged == frozenset()
    again = await alice.press(first, "archive:share_review")
    assert again.private.content == say(alice, "refusals.review_shown")
    later = await alice.press(shown, "archive:review")
    assert label(alice, "share") not in later.private.labels


@pytest.mark.on_both
async def test_a_review_that_discord_did_not_take_can_be_shown_once_more(table: Table) -> None:
    await over(table)
    answer, club = await press_review(table.red, table), table.club
    club.env.inject_error("POST", "/webhooks/*", status=503, code=0, message="busy", times=None)
    await table.red.press(answer, "archive:share_review")
    club.env.backend.faults.clear()
    assert (await table.red.press(answer, "archive:share_review")).public.pictures


async def test_where_not_all_may_see_its_match_a_review_stays_private(table: Table) -> None:
    await over(table)
    await press_review(table.red, table)
    club = table.club
    lounge, muted = club.guild.create_text_channel("lounge"), club.guild.create_role("Muted")
    film = await table.red.command("replay", where=lounge, match=table.id)
    club.hide(club.channel, muted)
    await club.env.settle()
    answer = await table.red.press(film, "archive:review")
    assert answer.private.pictures
    assert label(table.red, "share") not in answer.private.labels
    (refused,) = await club.deliver(table.red.forging(answer.private, f"archive:share_review:{table.id}:0"))
    assert refused.private.content == say(table.red, "refusals.stays_private")


async def test_the_way_to_a_review_is_one_tap(club: Club, alice: Member, bram: Member) -> None:
    table = await begin(club, alice, bram)
    await club.bot.table.leaving.resign(table.id, bram.id)
    await club.show_board(table.id)
    listed, film = await alice.command("history"), await alice.command("replay", match=table.id)
    for answer in (
        await alice.press(listed, "archive:review"),
        await alice.press(film, "archive:review"),
        await alice.press(table.post, "archive:review"),
    ):
        assert answer.private.pictures[0].name == f"knopen-{table.id}-review.png"


# What goes wrong


def counted(monkeypatch: pytest.MonkeyPatch, *fails: int) -> list[str]:
    """What was asked of the process; those of these numbers fail."""
    asked: list[str] = []
    really = Thinker.piece

    async def piece(self: Thinker, what: str, *about: Any) -> Any:
        asked.append(what)
        if len(asked) - 1 in fails:
            raise Failed("killed")
        return await really(self, what, *about)

    monkeypatch.setattr(Thinker, "piece", piece)
    return asked


async def test_a_piece_whose_process_is_killed_is_made_again(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    await over(table)
    counted(monkeypatch, 0, 3, 4)
    answer = await press_review(table.red, table)
    assert answer.private.pictures
    assert await table.club.bot.table.reviews.find(await table.match()) == reviewed()


async def test_a_process_that_is_killed_in_the_middle_is_started_again(
    table: Table, thinks_anew: None
) -> None:
    await over(table)
    making = await table.club.bot.table.reviews.begin(await table.match())
    while not making.done:
        await making.moved()
    thinker._ALL[-1].kill()
    assert await making.task == reviewed()


async def test_a_review_is_waited_for_where_the_machine_is_busy(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its pieces take longer than a move may, and again and again their turn does not come in time."""
    await over(table)
    monkeypatch.setattr(thinker, "LONGEST", 0.0)
    busy = iter(range(2 * TRIES))
    really = Thinker.piece

    async def piece(self: Thinker, what: str, *about: Any) -> Any:
        if next(busy, None) is not None:
            raise Refused("long_queue")
        return await really(self, what, *about)

    monkeypatch.setattr(Thinker, "piece", piece)
    assert (await press_review(table.red, table)).private.pictures


@pytest.mark.on_both
async def test_what_fails_again_and_again_says_so_and_can_be_asked_for_anew(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    await over(table)
    with monkeypatch.context() as patched:
        counted(patched, *range(TRIES))
        answer = await press_review(table.red, table)
        assert answer.private.content == say(table.red, "refusals.review_failed")
    assert (await press_review(table.red, table)).private.pictures


@pytest.mark.on_both
async def test_what_was_asked_for_before_a_restart_is_gone_on_with(table: Table) -> None:
    await over(table)
    match, reviews = await table.match(), table.club.bot.table.reviews
    await table.club.file.change(
        "INSERT INTO reviews (match, rules_version, level) VALUES (?, ?, ?)",
        *(match.id, match.stored.rules_version, LEVEL),
    )
    assert await reviews.find(match) is None
    await reviews.go_on()
    await reviews.done()
    assert await reviews.find(match) == reviewed()


# Ahead


async def ended(club: Club, *who: Member) -> Table:
    table = await begin(club, *who)
    await club.bot.table.leaving.resign(table.id, who[0].id)
    return table


async def made_ahead(club: Club) -> list[int]:
    reviews = club.bot.table.reviews
    reviews.are_made_ahead = True
    reviews.go_ahead()
    await reviews.done()
    rows = await club.file.rows("SELECT match FROM reviews WHERE made_at IS NOT NULL ORDER BY match")
    return [match for (match,) in rows]


@pytest.mark.on_both
async def test_matches_that_ended_lately_are_reviewed_ahead(club: Club, alice: Member, bram: Member) -> None:
    old, lately = await ended(club, alice, bram), await ended(club, alice, bram)
    running, without = await begin(club, alice, bram), await begin(club, alice, bram)
    await club.bot.table.matches.settle(without.id, lambda _: Aborted())
    await club.file.change("UPDATE matches SET ended_at = ended_at - ? WHERE id = ?", LATELY + 1, old.id)
    assert await made_ahead(club) == [lately.id]
    assert (await running.match()).outcome is None


@pytest.mark.on_both
async def test_the_newest_match_is_reviewed_first(
    club: Club, alice: Member, bram: Member, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = await ended(club, alice, bram), await ended(club, alice, bram)
    await club.file.change("UPDATE matches SET ended_at = ended_at - 60 WHERE id = ?", first.id)
    begun: list[int] = []
    begin_one = Reviews.begin

    async def noted(self: Reviews, match: Match, *, is_asked: bool = True) -> Making:
        begun.append(match.id)
        return await begin_one(self, match, is_asked=is_asked)

    monkeypatch.setattr(Reviews, "begin", noted)
    assert await made_ahead(club) == [first.id, second.id]
    assert begun == [second.id, first.id]


@pytest.mark.on_both
async def test_where_the_host_does_not_like_it_nothing_is_made_ahead(
    club: Club, alice: Member, bram: Member
) -> None:
    await ended(club, alice, bram)
    reviews = club.bot.table.reviews
    reviews.go_ahead()
    await reviews.done()
    assert not list(await club.file.rows("SELECT match FROM reviews"))


async def test_what_is_made_ahead_waits_while_anybody_needs_who_thinks(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And no longer, once somebody waits for it."""
    await over(table)
    pieces = counted(monkeypatch)
    match, reviews = await table.match(), table.club.bot.table.reviews
    async with table.club.bot.table.thinker.queue.turn_of(table.red.id):
        making = await reviews.begin(match, is_asked=False)
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(2):
                await making.moved()
        assert not pieces
        assert (await reviews.begin(match)) is making
        if thinker.PROCESSES > 1:
            await making.task
    assert await making.task == reviewed()


async def test_a_match_whose_review_fails_ahead_is_passed_over(
    club: Club, alice: Member, bram: Member, monkeypatch: pytest.MonkeyPatch
) -> None:
    older, newer = await ended(club, alice, bram), await ended(club, alice, bram)
    await club.file.change("UPDATE matches SET ended_at = ended_at - 60 WHERE id = ?", older.id)
    counted(monkeypatch, *range(TRIES))
    assert await made_ahead(club) == [older.id]
    assert (await club.bot.table.reviews.find(await newer.match())) is None


# What is forgotten


async def test_with_its_match_a_review_is_forgotten(table: Table) -> None:
    await over(table)
    await press_review(table.red, table)
    file = table.club.file
    tables = ("reviews", *REVIEW_PARTS)
    kept = [list(await file.rows(f"SELECT * FROM {name}")) for name in tables]
    assert all(rows for name, rows in zip(tables, kept, strict=True) if name != "review_points")
    await table.club.bot.table.departures.forget_server(table.club.guild.id)
    for name in tables:
        assert not list(await file.rows(f"SELECT * FROM {name}"))


async def test_a_review_that_is_made_when_its_match_is_gone_is_not_kept(table: Table) -> None:
    await over(table)
    making = await table.club.bot.table.reviews.begin(await table.match())
    await table.club.bot.table.departures.forget_server(table.club.guild.id)
    assert await making.task == reviewed()
    assert not list(await table.club.file.rows("SELECT * FROM review_odds"))


# Step by step


async def test_the_steps_have_the_curve_under_them(table: Table) -> None:
    await over(table)
    answer = await press_review(table.red, table)
    steps = await table.red.press(answer, label(table.red, "steps"))
    board, curve = steps.private.pictures
    assert board.name == f"knopen-{table.id}-{(await table.match()).turns[0]}.png"
    further = await table.red.press(steps, label(table.red, "after"))
    assert further.private.pictures[0].data != board.data
    assert further.private.pictures[1].data != curve.data
    assert further.private.id == steps.private.id


async def test_steps_lead_to_where_it_tipped_and_say_so_there(table: Table) -> None:
    await over(table)
    answer = await press_review(table.red, table)
    there = (await table.red.press(answer, label(table.red, "steps"))).private
    tipping = reviewed().turning
    assert len(tipping) > 1
    for place, turning in enumerate(tipping, start=1):
        if not there.button(str(place)).disabled:
            there = (await table.red.press(there, str(place))).private
        assert f"**{place}.**" in there.content
        assert f"**{turning.played}**" in there.content
        assert [button.disabled for button in there.buttons if ":past_tip:" in button.custom_id] == [
            number == place for number, _ in enumerate(tipping, start=1)
        ]


async def test_a_match_that_was_broken_off_before_it_tipped_says_so(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    await over(table)
    monkeypatch.setattr("engines.players.review.TIPS", 2.0)
    answer = await press_review(table.red, table)
    assert say(table.red, "review.broken_off") in answer.private.content


async def test_a_film_leads_to_the_review_where_the_match_is_over(table: Table) -> None:
    running = await table.red.command("replay", match=table.id)
    assert label(table.red, "review") not in running.private.labels
    await over(table)
    film = await table.red.command("replay", match=table.id)
    answer = await table.red.press(film, label(table.red, "review"))
    assert answer.private.pictures


async def test_steps_of_a_match_that_nobody_reviewed_say_what_to_ask_for(table: Table) -> None:
    await over(table)
    answer = await forged(table.club, table.red, f"archive:past_steps:{table.id}:0")
    assert answer.private.content == say(table.red, "refusals.review_not_made")


async def test_a_table_of_three_is_reviewed(club: Club, alice: Member, bram: Member) -> None:
    cleo = club.join("Cleo")
    table = await started(club, "cubus", alice, bram, cleo)
    seats, record = recorded("cubus", 34)
    await table.go_to(record)
    answer = await cleo.press(table.post, ":review:")
    curve = answer.private.pictures[0]
    for member in (alice, bram, cleo):
        assert member.mention in answer.private.content
    assert curve.alt.count(say(cleo, "review.luck")) == seats
    assert "built for 2 of 7 points" in answer.private.content
    assert "saw nothing; a build worth 1 was there" in answer.private.content


async def test_a_match_with_the_computer_is_reviewed(club: Club, alice: Member) -> None:
    practice = await alone(club, alice)
    await practice.move()
    await practice.answered()
    await club.bot.table.leaving.resign(practice.id, alice.id)
    await club.show_board(practice.id)
    answer = await alice.press(practice.post, ":review:")
    assert answer.private.pictures
    assert "Pip" in answer.private.content


async def test_luck_that_tipped_a_match_is_told_as_its_board_told_it(
    club: Club, alice: Member, bram: Member
) -> None:
    table = await begin(club, alice, bram, game="kriskras")
    _, record = recorded("kriskras", 2)
    await table.go_to(record[:2])
    assert record[1].startswith("throw")
    made = Review(LEVEL, ((0.5, 0.5),) * 2 + ((0.7, 0.3),), (0.0, 0.0), (0.0, 0.0), (None, None), ())
    said = reviews.tipped(await table.match(), made, Turning(1, record[1], None, 0.0), language("en"))
    assert record[1] not in said
    assert "throws red" in said
    assert "stood at 70 instead of 50" in said
