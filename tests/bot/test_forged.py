"""Addresses that nobody was offered: each is answered by one sentence, and nothing breaks."""

from __future__ import annotations

import pytest

from bot.words.language import language
from tests.bot.finishing import won
from tests.bot.playing import Table, begin
from tests.bot.simulated import Answer, Club, Member

EN = language("en")
NL = language("nl").beside(EN)
HUGE = "9" * 15


@pytest.fixture
async def table(club: Club, alice: Member, bram: Member) -> Table:
    return await begin(club, alice, bram)


async def forged(club: Club, member: Member, address: str, *values: str) -> Answer:
    on = (await member.command("help")).private
    (answer,) = await club.deliver(member.forging(on, address, values or None))
    return answer


@pytest.mark.parametrize(
    "address",
    [
        "ladder:page:0:0:chess:here:all",
        "ladder:page:0:0:knopen:nowhere:all",
        "ladder:page:0:0:knopen:here:2026-13",
        "ladder:page:0:0:knopen:here:\u0662\u0660\u0662\u0666",
        "ladder:page:0:0:knopen:here:never",
        "ladder:page:0:0:knopen:here",
        "ladder:page:0:0",
        "ladder:profile:0:0",
        "ladder:profile:0:0:me",
        "ladder:profile:0:0:-1",
        "ladder:page:7:0:knopen:here:all",
        f"ladder:page:{HUGE}:0:knopen:here:all",
        "guide:page:0:0:chess",
        "guide:page:0:0",
        "archive:newer:0:0:me::",
        "archive:newer:0:0:-1::",
        "archive:newer:0:0:0::",
        f"archive:newer:0:0:{'9' * 19}::",
        f"archive:newer:0:0:{'9' * 60}::",
        "archive:newer:0:0:1:you:",
        "archive:newer:0:0:1::chess",
        "archive:newer:0:0:1:",
        "archive:newer:0:0:1:::6",
        "archive:newer:0:0:1:::-1",
        "archive:older:0:0",
        "archive:older:9:0:1::",
        f"archive:older:{HUGE}:0:1::",
    ],
)
async def test_a_page_that_there_is_not_is_answered_in_a_sentence(
    club: Club, alice: Member, address: str
) -> None:
    answer = await forged(club, alice, address)
    refusals = ("not_there", "not_understood")
    assert answer.private.content in [EN.say(f"refusals.{code}") for code in refusals]


async def test_the_pages_that_there_are_turn_as_before(club: Club, alice: Member, bram: Member) -> None:
    await won(club.bot.table, (alice.id, bram.id), guild=club.guild.id)
    for address in (
        "ladder:page:0:0:knopen:everywhere:2026-11:after",
        "ladder:page:0:0:knopen:here:2025",
        "guide:page:99:0:knopen",
        f"archive:newer:0:0:{alice.id}:{bram.id}:knopen",
    ):
        assert EN.say("refusals.not_there") not in [
            message.content for message in (await forged(club, alice, address)).messages
        ]


@pytest.mark.parametrize(
    ("address", "values", "code"),
    [
        ("play:pick:{match}:{ply}", ("b7",), "not_understood"),
        ("play:pick:{match}:{ply}:b7:last", ("b7",), "not_understood"),
        ("play:compose:{match}:{ply}:b7:-1", (), "not_understood"),
        ("play:compose:{match}:{ply}:b7:0:0", (), "not_understood"),
        ("play:compose:{match}:{ply}:b7:0:x:1", (), "not_understood"),
        ("play:play:{match}:{ply}", (), "not_understood"),
        ("play:sure:{match}:{ply}:resign_yes", (), "not_understood"),
        ("play:say:{match}:{ply}", (), "not_understood"),
        ("play:go:{match}:{ply}", (), "not_understood"),
        ("archive:jump:{match}:0", ("half",), "not_understood"),
        ("archive:share:{match}:0:half", (), "not_understood"),
        ("archive:chosen:0:0", ("9" * 30,), "not_understood"),
        ("guide:contents:0:0:knopen", ("half",), "not_understood"),
        ("guide:contents:0:0:knopen", ("-1",), "not_understood"),
        ("guide:contents:0:0:chess", ("1",), "not_understood"),
        ("guide:contents:0:0:knopen", (), "not_understood"),
        ("preferences:ask:0:0", ("pings", "theme"), "not_understood"),
        ("preferences:set:0:0", ("none",), "not_understood"),
        ("preferences:set:0:0:pings", ("none", "mention"), "no_setting"),
    ],
)
async def test_what_was_never_to_be_chosen_is_refused(
    club: Club, table: Table, address: str, values: tuple[str, ...], code: str
) -> None:
    match = await table.match()
    filled = address.format(match=table.id, ply=match.ply)
    answer = await forged(club, table.red, filled, *values)
    said = [message.content for message in answer.messages]
    if not said:  # it took the place of what was pressed
        said = [shown.content for shown in table.red.private_messages()]
    assert {EN.say(f"refusals.{code}"), NL.say(f"refusals.{code}")} & set(said)
