"""Resigning, draws, members who leave."""

from __future__ import annotations

import pytest

from bot.club.refused import Refused
from bot.words.language import language
from tests.bot.playing import Table, begin
from tests.bot.simulated import Club, Member
from tests.bot.test_play import label, say


@pytest.fixture
async def table(club: Club, alice: Member, bram: Member) -> Table:
    return await begin(club, alice, bram)


@pytest.fixture
async def begun(table: Table) -> Table:
    """Both have moved."""
    await table.play("b7-c6", "b6-b7")
    return table


async def test_resigning_asks_once_more(begun: Table, club: Club) -> None:
    more = await begun.red.press(begun.post, "More")
    asked = await begun.red.press(more, label(begun.red, "resign"))
    assert asked.private.content == say(begun.red, "resign.sure")
    kept = await begun.red.press(asked, label(begun.red, "keep"))
    assert kept.private.content == say(begun.red, "resign.kept")
    assert (await begun.match()).outcome is None


async def test_resigning_gives_the_match_to_the_other(begun: Table) -> None:
    more = await begun.red.press(begun.post, "More")
    asked = await begun.red.press(more, label(begun.red, "resign"))
    done = await begun.red.press(asked, label(begun.red, "resign_yes"))
    assert done.private.content == say(begun.red, "resign.done")
    seat = (await begun.match()).seat_of(begun.red.id)
    assert (await begun.record())[-1] == f"leave {seat}"
    assert f"{begun.red.mention} (Red) gives up the match." in begun.post.content
    assert f"**{begun.blue.mention} (Blue) wins**" in begun.post.content
    assert language("en").say("ladder.unrated") in begun.post.content
    assert begun.post.labels == ("Play again", "Replay", "Review", "Was it fair?", "Rules")


async def test_one_may_resign_out_of_turn(begun: Table) -> None:
    more = await begun.blue.press(begun.post, "More")
    asked = await begun.blue.press(more, label(begun.blue, "resign"))
    await begun.blue.press(asked, label(begun.blue, "resign_yes"))
    outcome = (await begun.match()).outcome
    assert outcome is not None
    assert outcome.reason == "left"


async def test_two_clicks_on_resign_end_the_match_once(begun: Table, club: Club) -> None:
    more = await begun.red.press(begun.post, "More")
    asked = (await begun.red.press(more, label(begun.red, "resign"))).private
    yes = label(begun.red, "resign_yes")
    await club.deliver(begun.red.pressing(asked, yes), begun.red.pressing(asked, yes))
    assert len(await begun.record()) == 4


async def test_before_both_have_moved_a_match_ends_without_a_loser(table: Table) -> None:
    await table.play("b7-c6")
    more = await table.blue.press(table.post, "More")
    assert label(table.blue, "resign") not in more.private.labels
    sure = await table.blue.press(more, label(table.blue, "abort"))
    assert sure.private.content == say(table.blue, "sure.abort.ask")
    assert (await table.match()).outcome is None, "a tap alone ends nothing"
    await table.blue.press(sure, say(table.blue, "sure.abort.yes"))
    assert (await table.record())[-1] == "aborted"
    assert "without a result" in table.post.content


async def test_after_both_have_moved_it_does_not(table: Table) -> None:
    more = await table.red.press(table.post, "More")
    sure = (await table.red.press(more, label(table.red, "abort"))).private
    await table.play("b7-c6", "b6-b7")
    answer = await table.red.press(sure, say(table.red, "sure.abort.yes"))
    assert answer.private.content == say(table.red, "refusals.has_begun")
    assert (await table.match()).outcome is None


async def test_a_move_is_taken_back_when_the_other_agrees(table: Table, club: Club) -> None:
    await table.play("b7-c6", "b6-b7", "take b7", "c6-b6")
    more = await table.red.press(table.post, "More")
    await table.red.press(more, label(table.red, "takeback"))
    offer = club.posts(table.venue)[-1]
    assert offer.labels == ("Let it be taken back", "No, play on")
    boards = len(table.boards)
    await table.blue.press(offer, "Let it be taken back")
    assert (await table.record())[1:] == ("b7-c6", "b6-b7")
    assert len(table.boards) == boards + 1
    assert table.red.mention in table.post.content.splitlines()[1]
    await table.play("take -")
    assert (await table.record())[3:] == ("take -",)


async def test_a_move_and_its_answer_are_taken_back_together(table: Table) -> None:
    await table.play("b7-c6", "b6-b7")
    more = await table.red.press(table.post, "More")
    await table.red.press(more, label(table.red, "takeback"))
    more = await table.blue.press(table.post, "More")
    await table.blue.press(more, say(table.blue, "offers.takeback.agree"))
    assert len(await table.record()) == 1
    await table.play("b7-c6")


async def test_nothing_is_taken_back_past_a_die(club: Club, alice: Member, bram: Member) -> None:
    table = await begin(club, alice, bram, game="kriskras")
    match = await table.match()
    (seat,) = match.position.to_move
    await table.play(match.game.write_move(match.position.legal_moves(seat)[0]))
    more = await table.red.press(table.post, "More")
    assert label(table.red, "takeback") not in more.private.labels
    with pytest.raises(Refused, match="chance_fell"):
        await club.bot.table.offers.offer(table.id, table.red.id, "takeback")


async def test_an_offered_draw_is_asked_in_public_and_accepted(table: Table, club: Club) -> None:
    more = await table.red.press(table.post, "More")
    await table.red.press(more, label(table.red, "offer"))
    offer = club.posts(table.venue)[-1]
    assert offer.pinged == {table.blue.id}
    assert offer.labels == ("Accept the draw", "No, play on")
    await table.blue.press(offer, "Accept the draw")
    assert (await table.record())[-1] == "drawn"
    assert "agree on a draw" in table.post.content
    assert club.again(offer).labels == ()


async def test_a_draw_is_declined_and_the_match_goes_on(table: Table, club: Club) -> None:
    more = await table.red.press(table.post, "More")
    await table.red.press(more, label(table.red, "offer"))
    offer = club.posts(table.venue)[-1]
    await table.blue.press(offer, "No, play on")
    assert club.again(offer).content == language("en").say("offers.draw.declined", who=table.blue.mention)
    (answer,) = await club.deliver(table.blue.pressing(offer, "Accept the draw"))
    assert answer.private.content == say(table.blue, "refusals.no_offer")
    assert (await table.match()).outcome is None


async def test_nobody_accepts_his_own_offer(table: Table, club: Club, stranger: Member) -> None:
    more = await table.red.press(table.post, "More")
    await table.red.press(more, label(table.red, "offer"))
    offer = club.posts(table.venue)[-1]
    for member, key in ((table.red, "own_offer"), (stranger, "stranger")):
        answer = await member.press(offer, "Accept the draw")
        assert answer.private.content == say(member, f"refusals.{key}")
    assert (await table.match()).outcome is None


async def test_an_offer_outlives_the_offerers_move_and_lapses_with_the_answerers(
    table: Table, club: Club
) -> None:
    more = await table.red.press(table.post, "More")
    await table.red.press(more, label(table.red, "offer"))
    offer = club.posts(table.venue)[-1]
    await table.play("b7-c6")
    assert (await table.match()).offer is not None
    await table.play("b6-b7")
    assert (await table.match()).offer is None
    (answer,) = await club.deliver(table.blue.pressing(offer, "Accept the draw"))
    assert answer.private.content == say(table.blue, "refusals.no_offer")


async def test_more_shows_the_answers_to_an_offer(table: Table) -> None:
    more = await table.red.press(table.post, "More")
    await table.red.press(more, label(table.red, "offer"))
    again = await table.red.press(table.post, "More")
    assert label(table.red, "offer") not in again.private.labels
    theirs = await table.blue.press(table.post, "More")
    assert say(table.blue, "offers.draw.agree") in theirs.private.labels
    await table.blue.press(theirs, say(table.blue, "offers.draw.agree"))
    assert (await table.record())[-1] == "drawn"


async def test_offers_from_both_sides_are_an_agreement(table: Table, club: Club) -> None:
    theirs = await table.blue.press(table.post, "More")
    mine = await table.red.press(table.post, "More")
    await table.red.press(mine, label(table.red, "offer"))
    await table.blue.press(theirs, label(table.blue, "offer"))
    assert (await table.record())[-1] == "drawn"


async def test_of_an_acceptance_and_a_move_at_once_one_counts(table: Table, club: Club) -> None:
    more = await table.blue.press(table.post, "More")
    await table.blue.press(more, label(table.blue, "offer"))
    offer = club.posts(table.venue)[-1]
    composer = await table.red.press(table.post, "Move")
    composer = await table.red.answer(await table.red.answer(composer, "b7"), "c6")
    await club.deliver(
        table.red.pressing(offer, "Accept the draw"), table.red.pressing(composer.private, ":play:")
    )
    assert len(await table.record()) == 2


async def test_a_match_is_not_claimed_while_the_other_is_here(table: Table, club: Club) -> None:
    more = (await table.red.press(table.post, "More")).private
    click = table.red.pressing(more, label(table.red, "abort"))
    click.data["custom_id"] = f"play:claim:{table.id}:1"
    payload = click.on.payload
    payload["components"][0]["components"][-1]["custom_id"] = click.data["custom_id"]
    await club.deliver(click)
    assert (await table.match()).outcome is None
    assert club.again(more).content == say(table.red, "refusals.not_gone")
