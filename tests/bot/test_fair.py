"""The seal of a challenge: in small print before anybody accepts, and whole behind a button."""

from __future__ import annotations

from hashlib import sha256

import pytest

from bot.words.language import language
from tests.bot.playing import begin, lobby
from tests.bot.simulated import Club, Member, Shown
from tests.bot.test_play import say

BITS = 128


async def check_seal(club: Club, post: Shown, number: int, reader: Member) -> None:
    """In small print on the post, at the end, and whole for whoever presses."""
    secret = (await club.bot.table.challenges.load(number)).secret
    whole = sha256(secret).hexdigest()
    digits = BITS // 4
    printed = club.again(post).content.splitlines()[-1]
    assert printed == language("en").say("fair.seal", seal=whole[:digits])
    assert printed.startswith("-# ")
    told = (await reader.press(club.again(post), "fair:seal")).private.content
    assert told == say(reader, "fair.whole", seal=whole, digits=digits)
    assert whole in told


async def newest(club: Club) -> int:
    return max(await club.file.numbers("SELECT id FROM challenges"))


@pytest.mark.on_both
async def test_a_challenge_is_sealed_before_and_after_it_is_accepted(
    club: Club, alice: Member, bram: Member, stranger: Member
) -> None:
    post = (await alice.command("play knopen", opponent=bram)).public
    for reader in (bram, stranger):
        await check_seal(club, post, await newest(club), reader)
    await bram.press(post, "accept")
    await check_seal(club, post, await newest(club), stranger)
    assert club.again(post).labels == ("Fair?",)


async def test_a_lobby_is_sealed_while_it_fills(club: Club, alice: Member, bram: Member) -> None:
    post = await lobby(club, "cubus", alice)
    await check_seal(club, post, await newest(club), bram)
    await bram.press(post, "Join")
    await check_seal(club, post, await newest(club), bram)
    await alice.press(post, "Start")
    await check_seal(club, post, await newest(club), bram)


async def test_a_rematch_has_a_seal_of_its_own(club: Club, alice: Member, bram: Member) -> None:
    table = await begin(club, alice, bram)
    await club.bot.table.leaving.resign(table.id, alice.id)
    await club.show_board(table.id)
    await alice.press(table.post, "Play again")
    (post,) = [post for post in club.posts(table.venue) if "fair:seal" in str(post.buttons)]
    await check_seal(club, post, await newest(club), bram)


async def test_who_withdraws_leaves_nothing_to_press(club: Club, alice: Member) -> None:
    post = (await alice.command("play knopen")).public
    await alice.press(post, "Withdraw")
    assert club.again(post).labels == ()
