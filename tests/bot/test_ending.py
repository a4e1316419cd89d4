"""Resigning, draws, members who leave."""

from __future__ import annotations

import pytest

from bot.texts import language
from tests.bot.playing import Table, begin
from tests.bot.simulated import Club, Member
from tests.bot.test_play import label, say


@pytest.fixture
async def table(club: Club, alice: Member, bram: Member) -> Table:
    return await begin(club, alice, bram)


async def test_resigning_asks_once_more(table: Table, club: Club) -> None:
    more = await table.red.press(table.post, "More")
    asked = await table.red.press(more, label(table.red, "resign"))
    assert asked.private.content == say(table.red, "resign.sure")
    kept = await table.red.press(asked, label(table.red, "keep"))
    assert kept.private.content == say(table.red, "resign.kept")
    assert (await table.match()).outcome is None


async def test_resigning_gives_the_match_to_the_other(table: Table) -> None:
    more = await table.red.press(table.post, "More")
    asked = await table.red.press(more, label(table.red, "resign"))
    done = await table.red.press(asked, label(table.red, "resign_yes"))
    assert done.private.content == say(table.red, "resign.done")
    seat = (await table.match()).seat_of(table.red.id)
    assert (await table.record())[-1] == f"leave {seat}"
    assert f"{table.red.mention} (Red) gives up the match." in table.post.content
    assert f"**{table.blue.mention} (Blue) wins**" in table.post.content
    assert table.post.labels == ("Replay", "Check the lots", "Rules")


async def test_one_may_resign_out_of_turn(table: Table) -> None:
    more = await table.blue.press(table.post, "More")
    asked = await table.blue.press(more, label(table.blue, "resign"))
    await table.blue.press(asked, label(table.blue, "resign_yes"))
    outcome = (await table.match()).outcome
    assert outcome is not None
    assert outcome.reason == "left"


async def test_two_clicks_on_resign_end_the_match_once(table: Table, club: Club) -> None:
    more = await table.red.press(table.post, "More")
    asked = (await table.red.press(more, label(table.red, "resign"))).private
    yes = label(table.red, "resign_yes")
    await club.deliver(table.red.pressing(asked, yes), table.red.pressing(asked, yes))
    assert len(await table.record()) == 2


async def test_an_offered_draw_is_asked_in_public_and_accepted(table: Table, club: Club) -> None:
    more = await table.red.press(table.post, "More")
    await table.red.press(more, label(table.red, "offer"))
    offer = club.posts(table.place)[-1]
    assert offer.pinged == {table.blue.id}
    assert offer.labels == ("Accept the draw", "Play on")
    await table.blue.press(offer, "Accept the draw")
    assert (await table.record())[-1] == "drawn"
    assert "agree on a draw" in table.post.content
    assert club.again(offer).labels == ()


async def test_a_draw_is_declined_and_the_match_goes_on(table: Table, club: Club) -> None:
    more = await table.red.press(table.post, "More")
    await table.red.press(more, label(table.red, "offer"))
    offer = club.posts(table.place)[-1]
    await table.blue.press(offer, "Play on")
    assert club.again(offer).content == language("en").say("draw.declined", who=table.blue.mention)
    (answer,) = await club.deliver(table.blue.pressing(offer, "Accept the draw"))
    assert answer.private.content == say(table.blue, "refusals.no_offer")
    assert (await table.match()).outcome is None


async def test_nobody_accepts_his_own_offer(table: Table, club: Club, stranger: Member) -> None:
    more = await table.red.press(table.post, "More")
    await table.red.press(more, label(table.red, "offer"))
    offer = club.posts(table.place)[-1]
    for member, key in ((table.red, "own_offer"), (stranger, "stranger")):
        answer = await member.press(offer, "Accept the draw")
        assert answer.private.content == say(member, f"refusals.{key}")
    assert (await table.match()).outcome is None


async def test_an_offer_outlives_the_offerers_move_and_lapses_with_the_answerers(
    table: Table, club: Club
) -> None:
    more = await table.red.press(table.post, "More")
    await table.red.press(more, label(table.red, "offer"))
    offer = club.posts(table.place)[-1]
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
    assert label(table.blue, "draw_yes") in theirs.private.labels
    await table.blue.press(theirs, label(table.blue, "draw_yes"))
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
    offer = club.posts(table.place)[-1]
    composer = await table.red.press(table.post, "Move")
    composer = await table.red.choose(composer, "b7")
    await club.deliver(
        table.red.pressing(offer, "Accept the draw"), table.red.choosing(composer.private, "c6")
    )
    assert len(await table.record()) == 2


async def test_the_match_of_a_member_who_left_can_be_ended(table: Table, club: Club) -> None:
    more = await table.red.press(table.post, "More")
    assert label(table.red, "claim") not in more.private.labels
    club.guild.remove_member(table.blue.actor)
    more = await table.red.press(table.post, "More")
    await table.red.press(more, label(table.red, "claim"))
    outcome = (await table.match()).outcome
    assert outcome is not None
    assert outcome.winners == ((await table.match()).seat_of(table.red.id),)


async def test_a_match_is_not_claimed_while_the_other_is_here(table: Table, club: Club) -> None:
    more = (await table.red.press(table.post, "More")).private
    click = table.red.pressing(more, label(table.red, "resign"))
    click.data["custom_id"] = f"play:claim:{table.id}:1"
    payload = click.on.payload
    payload["components"][0]["components"][-1]["custom_id"] = click.data["custom_id"]
    await club.deliver(click)
    assert (await table.match()).outcome is None
    assert club.again(more).content == say(table.red, "refusals.not_gone")
