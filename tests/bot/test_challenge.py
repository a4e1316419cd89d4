"""Challenging somebody, and answering."""

from __future__ import annotations

import pytest

from bot.words.language import language
from tests.bot.playing import begin
from tests.bot.simulated import Club, Member


async def test_a_challenge_pings_the_opponent_and_shows_the_board(
    club: Club, alice: Member, bram: Member
) -> None:
    post = (await alice.command("play knopen", opponent=bram)).public
    assert post.content.startswith(f"{bram.mention}, {alice.mention} challenges you to **Knopen**")
    assert post.pinged == {bram.id}
    assert post.labels == ("Accept", "Decline", "Withdraw", "Rules", "Fair?", "Learn it")
    assert "ring" in post.picture.alt


async def test_accepting_begins_a_match_in_a_thread_of_its_own(
    club: Club, alice: Member, bram: Member
) -> None:
    challenge = await alice.command("play knopen", opponent=bram)
    await bram.press(challenge, "Accept")
    (thread,) = club.threads
    assert thread.name is not None
    assert "Alice" in thread.name
    assert "Bram" in thread.name
    (board,) = [post for post in club.posts(thread) if post.pictures]
    assert board.labels == ("Move", "Rules", "More", "Learn it")
    assert len(board.pinged) == 1, "only who is to move is called"
    answered = club.again(challenge.public)
    assert f"<#{thread.id}>" in answered.content
    assert answered.labels == ("Fair?",)
    assert answered.pictures == ()


async def test_the_lot_is_the_first_line_of_the_record(club: Club, alice: Member, bram: Member) -> None:
    table = await begin(club, alice, bram)
    (lot,) = await table.record()
    assert lot in {"lot 0", "lot 1"}
    assert f"By lot, {table.red.mention} plays Red and begins." in table.post.content
    assert table.post.pinged == {table.red.id}


async def test_the_seal_is_on_the_challenge_before_there_is_a_lot(
    club: Club, alice: Member, bram: Member
) -> None:
    challenge = (await alice.command("play knopen", opponent=bram)).public
    await bram.press(challenge, "Accept")
    match = await club.bot.table.matches.load(1)
    assert f"`{match.commitment[:32]}`" in challenge.content
    assert f"`{match.commitment[:32]}`" in club.again(challenge).content
    assert match.stored.secret.hex() not in club.again(challenge).content


async def test_only_the_one_who_was_challenged_may_accept(
    club: Club, alice: Member, bram: Member, stranger: Member
) -> None:
    challenge = await alice.command("play knopen", opponent=bram)
    answer = await stranger.press(challenge.public, "Accept")
    assert answer.private.content == language("en").say("refusals.not_your_challenge", opponent=bram.mention)
    answer = await alice.press(challenge.public, "Accept")
    assert answer.private.content == language("en").say("refusals.yourself_accept")
    assert not club.threads


async def test_anybody_may_take_up_an_open_challenge(club: Club, alice: Member, stranger: Member) -> None:
    challenge = await alice.command("play knopen")
    assert "looking for an opponent" in challenge.public.content
    assert "Decline" not in challenge.public.labels
    await stranger.press(challenge, "Accept")
    (match,) = await club.stored.running_of(stranger.id, club.guild.id)
    assert (await club.bot.table.matches.load(match)).members == (alice.id, stranger.id)
    assert f"{stranger.mention} accepted {alice.mention}'s challenge" in club.again(challenge.public).content


async def test_the_opponent_may_decline_and_nobody_else(club: Club, alice: Member, bram: Member) -> None:
    challenge = await alice.command("play knopen", opponent=bram)
    refused = await alice.press(challenge.public, "Decline")
    assert refused.private.content == language("en").say("refusals.not_yours_to_decline")
    await bram.press(challenge.public, "Decline")
    closed = club.again(challenge.public)
    assert "declined" in closed.content
    assert closed.labels == ()


async def test_the_challenger_may_withdraw_and_nobody_else(club: Club, alice: Member, bram: Member) -> None:
    challenge = await alice.command("play knopen", opponent=bram)
    refused = await bram.press(challenge.public, "Withdraw")
    assert refused.private.content == language("nl").say(
        "refusals.not_yours_to_withdraw", challenger=alice.mention
    )
    await alice.press(challenge.public, "Withdraw")
    assert "withdrew" in club.again(challenge.public).content


async def test_an_answered_challenge_is_answered_once(club: Club, alice: Member, bram: Member) -> None:
    challenge = await alice.command("play knopen", opponent=bram)
    seen = challenge.public
    await bram.press(seen, "Accept")
    (answer,) = await club.deliver(bram.pressing(seen, "Decline"))
    assert answer.private.content == language("nl").say("refusals.challenge_closed")


async def test_of_two_who_accept_at_once_one_plays(
    club: Club, alice: Member, bram: Member, stranger: Member
) -> None:
    seen = (await alice.command("play knopen")).public
    answers = await club.deliver(bram.pressing(seen, "Accept"), stranger.pressing(seen, "Accept"))
    refused = [
        answer.private.content for answer in answers if any(message.private for message in answer.messages)
    ]
    (match,) = await club.stored.running_of(alice.id, club.guild.id)
    _, faster = (await club.bot.table.matches.load(match)).members
    slower, words = (stranger, "en") if faster == bram.id else (bram, "nl")
    assert refused == [language(words).say("refusals.taken", opponent=f"<@{faster}>")]
    (late,) = await club.deliver(slower.pressing(seen, "Accept"))
    assert late.private.content == refused[0]
    assert len(club.threads) == 1
    assert len(await club.stored.running_of(alice.id, club.guild.id)) == 1


async def test_a_challenge_expires_after_a_day(club: Club, alice: Member, bram: Member) -> None:
    challenge = await alice.command("play knopen", opponent=bram)
    seen = challenge.public
    await club.wait(hours=23, minutes=58)
    assert club.again(seen).labels, "a minute before it stands"
    await club.wait(minutes=4)
    closed = club.again(seen)
    assert "in time" in closed.content
    assert closed.labels == ()
    (answer,) = await club.deliver(bram.pressing(seen, "Accept"))
    assert answer.private.content == language("nl").say("refusals.challenge_closed")


async def test_nobody_challenges_himself(club: Club, alice: Member) -> None:
    answer = await alice.command("play knopen", opponent=alice)
    assert answer.private.content == language("en").say("refusals.yourself")


async def test_nobody_challenges_a_bot(club: Club, bram: Member) -> None:
    user = club.env.create_user("clank", bot=True)
    bot = Member(club.guild.add_member(user), club)
    answer = await bram.command("play knopen", opponent=bot)
    assert answer.private.content == language("nl").say("refusals.bots")


async def test_an_opponent_who_cannot_see_the_channel_is_not_challenged(
    club: Club, alice: Member, bram: Member
) -> None:
    hidden = club.channel_hidden_from(bram)
    answer = await alice.command("play knopen", where=hidden, opponent=bram)
    assert answer.private.content == language("en").say("refusals.cannot_see", opponent=bram.mention)


async def test_two_may_play_several_matches_at_once(club: Club, alice: Member, bram: Member) -> None:
    first = await begin(club, alice, bram)
    second = await begin(club, bram, alice, target=8)
    assert first.id != second.id
    assert len(club.threads) == 2
    assert "short match" not in first.post.content


async def test_a_short_match_is_announced(club: Club, alice: Member, bram: Member) -> None:
    challenge = await alice.command("play knopen", opponent=bram, target=8)
    assert "8 buttons" in challenge.public.content
    await bram.press(challenge, "Accept")
    (match,) = await club.stored.running_of(bram.id, club.guild.id)
    assert (await club.bot.table.matches.load(match)).stored.options["target"] == 8


async def test_the_challenge_of_somebody_who_left_is_withdrawn(
    club: Club, stranger: Member, bram: Member
) -> None:
    challenge = await stranger.command("play knopen", opponent=bram)
    club.guild.remove_member(stranger.actor)
    answer = await bram.press(challenge.public, "Accept")
    assert answer.private.content == language("nl").say(
        "refusals.challenger_gone", challenger=stranger.mention
    )
    assert "withdrew" in club.again(challenge.public).content


@pytest.mark.parametrize(
    ("right", "named"), [("attach_files", "Bestanden bijvoegen"), ("send_messages", "Berichten verzenden")]
)
async def test_a_missing_right_is_named(club: Club, bram: Member, right: str, named: str) -> None:
    await club.take_right(right)
    answer = await bram.command("play knopen")
    assert named in answer.private.content
    assert not await club.bot.table.stored_challenges.open_for(bram.id, club.guild.id)


async def test_in_a_thread_the_rights_of_threads_count(club: Club, alice: Member, bram: Member) -> None:
    table = await begin(club, alice, bram)
    await club.take_right("send_messages_in_threads")
    answer = await alice.command("play knopen", where=table.venue)
    assert "Send Messages in Threads" in answer.private.content
    await club.give_rights_back()
    await club.take_right("send_messages")
    challenge = await alice.command("play knopen", where=table.venue)
    assert challenge.public.labels


async def test_without_the_right_to_make_threads_they_play_in_the_channel(
    club: Club, alice: Member, bram: Member
) -> None:
    await club.take_right("create_public_threads")
    table = await begin(club, alice, bram)
    assert not club.threads
    assert table.post.channel_id == club.channel.id
    assert table.post.labels == ("Move", "Rules", "More", "Learn it")


async def test_a_challenge_whose_post_is_deleted_is_still_found(
    club: Club, alice: Member, bram: Member
) -> None:
    challenge = await alice.command("play knopen", opponent=bram)
    await alice.command("games")
    await club.delete(challenge.public)
    listed = await bram.command("games")
    await bram.press(listed, "Aannemen")
    assert len(await club.stored.running_of(bram.id, club.guild.id)) == 1
