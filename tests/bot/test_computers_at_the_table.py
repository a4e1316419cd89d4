"""A table for more than two where computers sit among members: the host asks them, and sends them away."""

from __future__ import annotations

from typing import Any

import pytest

from bot.club.computers import computer, people
from bot.club.deadlines import DAY
from bot.club.refused import Refused
from bot.words import sentences
from bot.words.language import language
from tests.bot.playing import lobby
from tests.bot.simulated import Club, Member, Shown
from tests.bot.test_lobbies import FIRST
from tests.bot.test_play import say

MOST = 6


async def opened(host: Member, post: Shown) -> Shown:
    """The host's own menus."""
    return (await host.press(post, "challenge:host")).private


async def asked(host: Member, post: Shown, *levels: int) -> Shown:
    """The table, once computers of these levels sit at it."""
    panel = await opened(host, post)
    for level in levels:
        panel = (await host.choose(panel, str(level), menu="seat")).private
    return host.club.again(post)


async def seated(club: Club) -> tuple[int, ...]:
    return (await club.bot.table.challenges.load(1)).members


async def test_the_host_asks_computers_of_any_level_to_the_table(
    club: Club, alice: Member, bram: Member
) -> None:
    post = await lobby(club, "cubus", alice, bram)
    assert say(alice, "lobby.practice") not in post.content
    before = len(club.posts())
    post = await asked(alice, post, 3, 1, 3)
    assert await seated(club) == (alice.id, bram.id, computer(3), computer(1), computer(3, 1))
    for name in ("**Mina** (level 3)", "**Pip** (level 1)", "**Mina 2** (level 3)"):
        assert name in post.content
    assert "5 of 6" in post.content
    assert say(alice, "lobby.practice") in post.content
    assert len(club.posts()) == before, "nobody is called"


async def test_each_level_is_offered_with_a_sentence_of_what_it_is_like(
    club: Club, alice: Member, bram: Member
) -> None:
    for host in (alice, bram):
        panel = await opened(host, (await host.command("play cubus")).public)
        menu = panel.menu_with("seat")
        words = club.words_of(host)
        assert menu.labels == tuple(words.plainly(computer(level)) for level in range(1, 6))
        shown: Any = panel.payload["components"][0]["components"][0]["options"]
        assert [one["description"] for one in shown] == [
            words.say(f"computer.about.{level}") for level in range(1, 6)
        ]


async def test_the_menu_stays_and_says_who_sits_there_by_now(club: Club, bram: Member) -> None:
    post = (await bram.command("play cubus")).public
    panel = await opened(bram, post)
    assert panel.content == say(bram, "lobby.host_alone")
    panel = (await bram.choose(panel, "5", menu="seat")).private
    assert panel.content == say(bram, "lobby.host", guests="**Ada** (niveau 5)")
    assert panel.menu_with("send_away").labels == ("Ada (niveau 5)",)
    assert not [menu for menu in panel.menus if "hand_on" in menu.custom_id], "a computer lays no table"


async def test_a_computer_that_was_sent_away_may_come_back(club: Club, alice: Member) -> None:
    post = await asked(alice, (await alice.command("play cubus")).public, 2, 4)
    panel = await opened(alice, post)
    done = (await alice.choose(panel, str(computer(4)), menu="send_away")).private
    assert done.content == say(alice, "lobby.sent_away", who="**Otto** (level 4)")
    assert await seated(club) == (alice.id, computer(2))
    await asked(alice, post, 4)
    assert await seated(club) == (alice.id, computer(2), computer(4))


async def test_without_a_computer_the_table_is_rated_again(club: Club, alice: Member, bram: Member) -> None:
    post = await asked(alice, await lobby(club, "cubus", alice, bram), 2)
    await alice.choose(await opened(alice, post), str(computer(2)), menu="send_away")
    assert say(alice, "lobby.practice") not in club.again(post).content


async def test_computers_take_no_more_chairs_than_there_are(club: Club, alice: Member, bram: Member) -> None:
    post = await lobby(club, "cubus", alice)
    panel = await opened(alice, post)
    await asked(alice, post, 1, 1, 1, 1, 1)
    answer = await bram.press(post, "Join")
    assert answer.private.content == say(bram, "refusals.lobby_full", most=MOST)
    (late,) = await club.deliver(alice.choosing(panel, "1", menu="seat"))
    assert late.private.content == say(alice, "refusals.lobby_full", most=MOST)
    assert not [menu for menu in (await opened(alice, post)).menus if "seat" in menu.custom_id]
    await alice.choose(await opened(alice, post), str(computer(1, 2)), menu="send_away")
    await bram.press(post, "Join")
    assert bram.id in await seated(club)


async def test_only_the_host_asks_computers_and_only_of_levels_there_are(
    club: Club, alice: Member, bram: Member, stranger: Member
) -> None:
    post = await asked(alice, await lobby(club, "cubus", alice, bram), 3)
    panel = await opened(alice, post)
    for member in (bram, stranger):
        (forged,) = await club.deliver(member.forging(panel, "challenge:seat:1:0", ("2",)))
        assert forged.private.content == say(member, "refusals.hosts_only", host=alice.mention)
    for value in ("0", "6", "99"):
        (forged,) = await club.deliver(alice.forging(panel, "challenge:seat:1:0", (value,)))
        assert forged.private.content == say(alice, "refusals.no_such_level", least=1, most=5)
    for value in ("x", "-1", ""):
        (forged,) = await club.deliver(alice.forging(panel, "challenge:seat:1:0", (value,)))
        assert forged.private.content == say(alice, "refusals.not_understood")
    for verb in ("hand_on", "send_away"):
        absent = str(computer(3)) if verb == "hand_on" else str(computer(2))
        (forged,) = await club.deliver(alice.forging(panel, f"challenge:{verb}:1:0", (absent,)))
        assert forged.private.content == say(alice, "refusals.no_such_guest")
    assert await seated(club) == (alice.id, bram.id, computer(3))


async def test_a_mixed_table_keeps_the_clock_that_was_chosen_and_moves_no_rating(
    club: Club, alice: Member, bram: Member
) -> None:
    post = await asked(alice, await lobby(club, "cubus", alice, bram, time=DAY), 2)
    await alice.press(post, "Start")
    (number,) = await club.stored.running_of(alice.id, club.guild.id)
    match = await club.bot.table.matches.load(number)
    assert match.people == (alice.id, bram.id)
    assert match.stored.pace == DAY
    assert match.stored.due is not None
    assert say(alice, "lobby.practice") in club.again(post).content


async def test_a_table_with_computers_only_is_a_match_alone_without_a_clock(
    club: Club, alice: Member
) -> None:
    post = await asked(alice, (await alice.command("play cubus", time=DAY)).public, 1, 4)
    await alice.press(post, "Start")
    (number,) = await club.stored.running_of(alice.id, club.guild.id)
    match = await club.bot.table.matches.load(number)
    assert match.is_solo
    assert (match.stored.pace, match.stored.due) == (None, None)


async def test_a_table_of_ones_own_without_anybody_still_waits_for_somebody(
    club: Club, alice: Member
) -> None:
    post = (await alice.command("play cubus")).public
    answer = await alice.press(post, "Start")
    assert answer.private.content == say(alice, "refusals.too_few", least=2)


async def test_the_fourth_table_with_computers_only_does_not_start(club: Club, alice: Member) -> None:
    rooms = club.bot.table
    for _ in range(3):
        await rooms.solo.begin(
            "knopen",
            {},
            guild=club.guild.id,
            channel=club.channel.id,
            locale="en",
            member=alice.id,
            level=1,
        )
    post = await asked(alice, (await alice.command("play cubus")).public, 2)
    await alice.press(post, "Start")
    with pytest.raises(Refused, match="too_many_alone"):
        await rooms.lobbies.start(1 + 3, alice.id)
    assert (await rooms.challenges.load(1 + 3)).state == "open"


# Playing again


async def test_playing_again_finds_the_computers_at_the_table(
    club: Club, alice: Member, bram: Member, cleo: Member
) -> None:
    rooms = club.bot.table
    post = await asked(alice, await lobby(club, "cubus", alice, bram, cleo), 2, 2)
    await alice.press(post, "Start")
    (number,) = await club.stored.running_of(alice.id, club.guild.id)
    await rooms.leaving.close(number)
    again = await rooms.rematches.play_again(number, bram.id, club.channel.id)
    known = await rooms.challenges.load(again.id)
    assert known.members == (bram.id, computer(2), computer(2, 1))
    await rooms.lobbies.join(known.id, alice.id)
    assert people((await rooms.challenges.load(known.id)).members) == (bram.id, alice.id)


# The last one leaves


@pytest.mark.on_both
@pytest.mark.parametrize(
    ("moves", "ended"), [((), ("leave 0", "aborted")), (("build 1/1", "draw T"), ("leave 0", "awarded 1 2"))]
)
async def test_computers_do_not_play_on_among_themselves(
    club: Club, alice: Member, moves: tuple[str, ...], ended: tuple[str, ...]
) -> None:
    """Who had moved has lost."""
    post = await asked(alice, (await alice.command("play cubus")).public, 2, 2)
    await alice.press(post, "Start")
    (number,) = await club.stored.running_of(alice.id, club.guild.id)
    await club.rewrite(number, (*FIRST, *moves))
    match = await club.bot.table.leaving.resign(number, alice.id)
    assert match.record[-2:] == ended
    assert match.outcome
    assert match.stored.result(alice.id) == ("lost" if moves else "aborted")
    key = "told.left" if moves else "told.left_freely"
    assert sentences.told(match, language("en")) == say(alice, key, who=f"{alice.mention} (orange disc)")


async def test_the_last_member_of_a_mixed_table_leaves_it_to_the_computers(
    club: Club, alice: Member, bram: Member
) -> None:
    post = await asked(alice, await lobby(club, "cubus", alice, bram), 3)
    await alice.press(post, "Start")
    (number,) = await club.stored.running_of(alice.id, club.guild.id)
    await club.rewrite(number, (*FIRST, "build 1/1", "draw T"))
    matches = club.bot.table.matches
    assert (await matches.load(number)).leaves_freely(1)
    match = await club.bot.table.leaving.abort(number, bram.id)
    assert match.outcome is None
    match = await club.bot.table.leaving.resign(number, alice.id)
    assert match.record[-1] == "leave 0"
    assert match.outcome
    assert match.outcome.winners == (2,)
