"""[Manage the table] in `/server`: who may play, what becomes of a match, what counts, and who did what."""

from __future__ import annotations

from typing import Any

import pytest
import simcord

from bot.words.language import language
from engines import GAMES
from engines.record import replay
from tests.bot.finishing import won
from tests.bot.playing import THREE_TO_CAPTURE, Table, begin, lobby, started
from tests.bot.simulated import Answer, Club, Member, Shown
from tests.bot.test_play import say
from tests.bot.test_privacy import exported, forgets, places_of
from tests.bot.test_server import sets


@pytest.fixture
def manager(club: Club) -> Member:
    """She reads English."""
    return club.join_manager("Mona")


@pytest.fixture
def dutch_manager(club: Club) -> Member:
    return club.join_manager("Mies", locale="nl")


@pytest.fixture
async def table(club: Club, alice: Member, bram: Member) -> Table:
    """Both have moved twice: it would be rated."""
    table = await begin(club, alice, bram)
    await table.play(*THREE_TO_CAPTURE)
    return table


async def finished(club: Club, *members: Member) -> tuple[int, Shown]:
    """A match that the first of them has won, and its last board."""
    match = await won(club.bot.table, [member.id for member in members], guild=club.guild.id)
    await club.file.change("UPDATE matches SET channel = ? WHERE id = ?", club.channel.id, match.id)
    await club.show_board(match.id)
    return match.id, club.posts()[-1]


async def presses(manager: Member, *buttons: str, where: simcord.ChannelHandle | None = None) -> Answer:
    """From `/server` on."""
    answer = await manager.command("server", where=where)
    for button in ("managing", *buttons):
        answer = await manager.press(answer, say(manager, f"buttons.{button}"))
    return answer


async def bars(manager: Member, member: Member) -> Answer:
    asked = await manager.choose(await presses(manager, "members"), member.actor, menu="bar")
    return await manager.press(asked, say(manager, "buttons.bar_yes"))


async def finds(manager: Member, number: int) -> Answer:
    """By its number, in the form."""
    form = await presses(manager, "matches", "number")
    return await manager.submit(form, line=str(number))


async def decides(manager: Member, number: int, verb: str) -> Answer:
    asked = await manager.press(await finds(manager, number), say(manager, f"buttons.{verb}"))
    assert asked.private.content == say(manager, f"managing.{verb}_sure", number=number)
    return await manager.press(asked, say(manager, f"buttons.{verb}_yes"))


async def gives(manager: Member, number: int, *seats: int) -> Answer:
    asked = await manager.press(await finds(manager, number), say(manager, "buttons.award"))
    sure = await manager.choose(asked, *map(str, seats), menu="winners")
    return await manager.press(sure, say(manager, "buttons.award_yes"))


async def listed(manager: Member) -> str:
    return (await presses(manager, "acts")).private.content


# The way there


async def test_every_page_leads_back_to_the_one_before(club: Club, table: Table, manager: Member) -> None:
    answer = await presses(manager)
    for way in ("members", "matches", "acts"):
        there = await manager.press(answer, say(manager, f"buttons.{way}"))
        answer = await manager.press(there, "Back")
        assert answer.private.content == say(manager, "managing.heading")
    assert answer.private.labels == ("Who may not play", "Matches", "Who did what", "Back")
    card = await finds(manager, table.id)
    for way in ("end", "award"):
        asked = await manager.press(card, say(manager, f"buttons.{way}"))
        card = await manager.press(asked, "Back")
        assert card.private.content.startswith(f"**Knopen #{table.id}**")
    house = await manager.press(answer, "Back")
    assert house.private.content.startswith(say(manager, "house.heading"))
    assert (await table.match()).outcome is None, "nothing was decided"


async def test_the_match_of_a_thread_is_offered_first(table: Table, dutch_manager: Member) -> None:
    asked = await presses(dutch_manager, "matches", where=table.venue)
    assert asked.private.labels == (f"#{table.id} Knopen", "Op nummer", "Terug")
    card = await dutch_manager.press(asked, f"#{table.id} Knopen")
    assert card.private.content.startswith(f"**Knopen #{table.id}**")
    assert say(dutch_manager, "managing.running") in card.private.content
    assert card.private.labels == ("Stop zonder uitslag", "Wijs de winst toe", "Terug")


@pytest.mark.parametrize(
    ("written", "code"),
    [
        ("999", "no_match"),
        ("twelve", "no_number"),
        ("1e3", "no_number"),
        ("-1", "no_number"),
        ("9" * 30, "no_number"),
    ],
)
async def test_a_number_that_is_no_match_is_said_to_be_none(manager: Member, written: str, code: str) -> None:
    form = await presses(manager, "matches", "number")
    answer = await manager.submit(form, line=written)
    assert answer.private.content == say(manager, f"refusals.{code}")


async def test_the_match_of_another_server_is_not_known(club: Club, manager: Member) -> None:
    match = await won(club.bot.table, (1001, 1002), guild=77)
    assert (await finds(manager, match.id)).private.content == say(manager, "refusals.no_match")


# Who may not play


async def test_who_is_barred_can_neither_challenge_nor_take_up_anything(
    club: Club, manager: Member, alice: Member, bram: Member
) -> None:
    challenge = (await alice.command("play knopen")).public
    table = (await alice.command("play cubus")).public
    _, board = await finished(club, alice, bram)
    answer = await bars(manager, bram)
    assert answer.private.content.startswith(say(manager, "managing.barred_now", who=bram.mention))
    refusal = say(bram, "refusals.barred")
    assert (await bram.command("play knopen")).private.content == refusal
    assert (await bram.command("play knopen", opponent=alice)).private.content == refusal
    assert (await bram.press(challenge, "Accept")).private.content == refusal
    assert (await bram.press(table, "Join")).private.content == refusal
    assert (await bram.press(board, "Play again")).private.content == refusal
    assert not await club.stored.running_of(bram.id, club.guild.id)


async def test_nobody_can_challenge_who_is_barred(
    club: Club, manager: Member, alice: Member, bram: Member
) -> None:
    _, board = await finished(club, alice, bram)
    await bars(manager, bram)
    refusal = say(alice, "refusals.opponent_barred", opponent=bram.mention)
    assert (await alice.command("play knopen", opponent=bram)).private.content == refusal
    assert (await alice.press(board, "Play again")).private.content == refusal


async def test_a_table_laid_once_more_does_not_call_who_is_barred(
    club: Club, manager: Member, alice: Member, bram: Member, stranger: Member
) -> None:
    at_table = await started(club, "cubus", alice, bram, stranger)
    await club.bot.table.leaving.close(at_table.id)
    await club.show_board(at_table.id)
    await bars(manager, bram)
    await alice.press(at_table.post, "Play again")
    again = club.posts(at_table.venue)[-1]
    assert again.pinged == {stranger.id}
    assert bram.mention not in again.content


@pytest.mark.on_both
async def test_what_was_open_with_them_ends(
    club: Club, manager: Member, alice: Member, bram: Member, stranger: Member
) -> None:
    own = (await bram.command("play knopen")).public
    to_bram = (await alice.command("play krabcek", opponent=bram)).public
    seated = await lobby(club, "cubus", stranger, bram)
    untouched = (await alice.command("play kriskras", opponent=stranger)).public
    await bars(manager, bram)
    assert club.again(own).labels == ("Renew",), "which they are refused"
    assert not club.again(to_bram).buttons
    assert "1 of 6" in club.again(seated).content
    assert club.again(untouched).buttons


async def test_matches_that_run_go_on_and_the_question_says_so(
    club: Club, table: Table, manager: Member, bram: Member
) -> None:
    asked = await manager.choose(await presses(manager, "members"), bram.actor, menu="bar")
    running = say(manager, "managing.bar_running.one", matches=f"#{table.id}")
    assert asked.private.content.endswith(running)
    await manager.press(asked, say(manager, "buttons.bar_yes"))
    assert (await table.match()).outcome is None
    position = (await table.match()).position
    (seat,) = position.to_move
    await table.play(GAMES["knopen"].suggestions(position, seat, "")[0])


async def test_a_bar_lasts_until_it_is_lifted(
    club: Club, manager: Member, dutch_manager: Member, alice: Member, bram: Member
) -> None:
    await bars(manager, bram)
    await bars(manager, alice)
    await club.restart()
    assert (await bram.command("play knopen")).private.content == say(bram, "refusals.barred")
    opened = await presses(dutch_manager, "members")
    assert opened.private.content.startswith(say(dutch_manager, "managing.barred"))
    assert opened.private.content.count(manager.mention) == 2
    lifted = await dutch_manager.choose(opened, str(bram.id), menu="lift")
    assert lifted.private.content.startswith(say(dutch_manager, "managing.lifted", who=bram.mention))
    assert (await bram.command("play knopen")).public
    assert (await alice.command("play knopen")).private.content == say(alice, "refusals.barred")


async def test_who_is_chosen_again_may_be_let_in(manager: Member, bram: Member) -> None:
    await bars(manager, bram)
    asked = await manager.choose(await presses(manager, "members"), bram.actor, menu="bar")
    assert asked.private.content == say(manager, "managing.is_barred", who=bram.mention)
    await manager.press(asked, say(manager, "buttons.lift"))
    assert (await bram.command("play knopen")).public


async def test_a_bar_holds_on_its_own_server_only(club: Club, manager: Member, bram: Member) -> None:
    await bars(manager, bram)
    there = await club.bot.table.challenges.challenge(
        "knopen", {}, guild=77, channel=1, locale="en", challenger=bram.id, opponent=None
    )
    assert there.challenger == bram.id


async def test_nobody_bars_themselves(manager: Member) -> None:
    asked = await manager.choose(await presses(manager, "members"), manager.actor, menu="bar")
    assert asked.private.content == say(manager, "refusals.bar_yourself")


@pytest.mark.on_both
async def test_who_has_themselves_forgotten_is_still_barred_and_the_file_does_not_know_them(
    club: Club, manager: Member, alice: Member, bram: Member
) -> None:
    await bars(manager, bram)
    await forgets(bram)
    assert await places_of(club, bram.id) == set()
    assert (await bram.command("play knopen")).private.content == say(bram, "refusals.barred")
    refusal = say(alice, "refusals.opponent_barred", opponent=bram.mention)
    assert (await alice.command("play knopen", opponent=bram)).private.content == refusal
    assert (await alice.command("play knopen")).public, "nobody else is taken for them"
    opened = await presses(manager, "members")
    assert say(manager, "former_member") in opened.private.content
    await manager.choose(opened, 0, menu="lift")
    assert (await bram.command("play knopen")).public


async def test_a_manager_who_is_forgotten_is_a_former_member_in_the_lists(
    club: Club, manager: Member, dutch_manager: Member, bram: Member
) -> None:
    await bars(manager, bram)
    await forgets(manager)
    assert await places_of(club, manager.id) == set()
    former = say(dutch_manager, "former_member")
    assert former in (await presses(dutch_manager, "members")).private.content
    assert former in await listed(dutch_manager)


# To end a match


async def test_a_match_is_ended_without_a_result(club: Club, table: Table, manager: Member) -> None:
    answer = await decides(manager, table.id, "end")
    assert answer.private.content.startswith(say(manager, "managing.ended", number=table.id))
    match = await table.match()
    assert match.record[-1] == "aborted"
    assert await club.bot.table.ledger.changes(table.id) == []
    post = table.post
    assert language("en").say("told.adjudicated") in post.content
    assert manager.mention not in post.content, "who it was stands in the list alone"
    assert post.pinged == {table.red.id, table.blue.id}
    assert "Play again" in post.labels


@pytest.mark.parametrize("winner", [0, 1])
async def test_a_match_is_given_to_a_side_and_rated(
    club: Club, table: Table, manager: Member, winner: int
) -> None:
    await gives(manager, table.id, winner)
    match = await table.match()
    assert match.record[-1] == f"awarded {winner}"
    assert match.stored.winners == (winner,)
    assert replay(match.game, match.stored.options, 2, match.record) == match.position
    changes = await club.bot.table.ledger.changes(table.id)
    assert [change.gained > 0 for change in changes] == [seat == winner for seat in (0, 1)]
    content = table.post.content
    assert f"<@{match.members[winner]}>" in content.splitlines()[0]
    assert "wins** by decision" in content
    assert language("en").say("told.adjudicated") in content
    film = (await table.red.command("replay", match=table.id)).private
    assert say(table.red, "told.adjudicated") in film.content


async def test_a_match_of_many_is_given_to_several(
    club: Club, manager: Member, alice: Member, bram: Member, stranger: Member
) -> None:
    at_table = await started(club, "cubus", alice, bram, stranger)
    await gives(manager, at_table.id, 0, 2)
    match = await at_table.match()
    assert (match.record[-1], match.stored.winners) == ("awarded 0 2", (0, 2))
    assert "share the win" in at_table.post.content


async def test_who_has_left_cannot_be_given_the_match(
    club: Club, manager: Member, alice: Member, bram: Member, stranger: Member
) -> None:
    at_table = await started(club, "cubus", alice, bram, stranger)
    await club.bot.table.leaving.resign(at_table.id, bram.id)
    asked = await manager.press(await finds(manager, at_table.id), say(manager, "buttons.award"))
    assert asked.private.menu.values == ("0", "2")
    for seats in (("1",), ("0", "1", "2"), ("7",), ("x",), ()):
        forged = manager.forging(asked.private, f"managing:winners:{at_table.id}:0", seats)
        (answer,) = await club.deliver(forged)
        assert answer.private.content == say(manager, "refusals.no_winners")
    assert (await at_table.match()).outcome is None


async def test_nobody_decides_about_a_match_of_their_own(club: Club, manager: Member, alice: Member) -> None:
    table = await begin(club, manager, alice)
    refusal = say(manager, "refusals.own_ruling")
    assert (await finds(manager, table.id)).private.content == refusal
    opened = await presses(manager, "matches")
    for verb in ("end_yes:{}:0", "award_yes:{}:0:0", "void_yes:{}:0", "restore_yes:{}:0", "winners:{}:0"):
        forged = manager.forging(
            opened.private, f"managing:{verb.format(table.id)}", ("0",) if "winners" in verb else None
        )
        (answer,) = await club.deliver(forged)
        assert answer.private.content == refusal
    assert (await table.match()).outcome is None


async def test_a_match_that_ended_meanwhile_is_over(club: Club, table: Table, manager: Member) -> None:
    asked = await manager.press(await finds(manager, table.id), say(manager, "buttons.end"))
    await club.bot.table.leaving.resign(table.id, table.red.id)
    answer = await manager.press(asked, say(manager, "buttons.end_yes"))
    assert answer.private.content == say(manager, "refusals.over")
    assert (await table.record())[-1].startswith("leave")


async def test_an_offer_and_a_deadline_end_with_the_match(
    club: Club, alice: Member, bram: Member, manager: Member
) -> None:
    table = await begin(club, alice, bram, time=300)
    await table.play("b7-c6", "b6-b7")
    await club.bot.table.offers.offer(table.id, table.red.id, "draw")
    await decides(manager, table.id, "end")
    match = await table.match()
    assert (match.offer, match.stored.due) == (None, None)
    await club.wait(minutes=10)
    assert (await table.record())[-1] == "aborted"


# To void a result


async def test_a_voided_result_counts_for_nobody_until_it_is_restored(
    club: Club, table: Table, manager: Member
) -> None:
    await club.bot.table.leaving.resign(table.id, table.red.id)
    await club.show_board(table.id)
    before = table.post
    card = await finds(manager, table.id)
    assert card.private.labels == ("Void the result", "Back")
    await decides(manager, table.id, "void")
    await club.bot.table.recount.done()
    assert await club.bot.table.ledger.changes(table.id) == []
    voided = table.post
    assert voided.id != before.id
    assert language("en").say("told.voided") in voided.content
    assert "Rating" not in voided.content
    assert voided.pinged == {table.red.id, table.blue.id}
    assert not club.again(before).buttons, "the newest board alone has buttons"
    film = (await table.red.command("replay", match=table.id)).private
    assert say(table.red, "told.voided") in film.content
    history = (await table.red.command("history")).private.content
    assert say(table.red, "results.voided") in history
    card = await finds(manager, table.id)
    assert card.private.labels == ("Let it count again", "Back")
    await decides(manager, table.id, "restore")
    await club.bot.table.recount.done()
    assert len(await club.bot.table.ledger.changes(table.id)) == 2
    assert language("en").say("told.restored") in table.post.content
    assert table.post.id != voided.id


async def test_what_stands_between_two_members_leaves_a_voided_match_out(
    club: Club, manager: Member, alice: Member, bram: Member
) -> None:
    for _ in range(2):
        match, _ = await finished(club, alice, bram)
    await decides(manager, match, "void")
    stands = (await alice.command("history", opponent=bram)).private.content
    assert say(alice, "history.against", who=bram.mention, won=1, drawn=0, lost=0) in stands


async def test_the_file_of_a_voided_match_says_so(
    club: Club, manager: Member, alice: Member, bram: Member
) -> None:
    match, _ = await finished(club, alice, bram)
    await decides(manager, match, "void")
    film = await alice.command("replay", match=match)
    file = (await alice.press(film, "Record")).private.picture.data
    assert b'"verdict": "voided"' in file


async def test_a_match_without_a_result_has_nothing_to_void(
    club: Club, table: Table, manager: Member
) -> None:
    await decides(manager, table.id, "end")
    card = await finds(manager, table.id)
    assert card.private.labels == ("Back",)
    (answer,) = await club.deliver(manager.forging(card.private, f"managing:void_yes:{table.id}:0"))
    assert answer.private.content == say(manager, "refusals.no_result")


async def test_of_two_managers_at_once_one_voids_it(
    club: Club, table: Table, manager: Member, dutch_manager: Member
) -> None:
    await club.bot.table.leaving.resign(table.id, table.red.id)
    asked = [
        await manager_.press(await finds(manager_, table.id), say(manager_, "buttons.void"))
        for manager_ in (manager, dutch_manager)
    ]
    first, second = await club.deliver(
        manager.pressing(asked[0], "void_yes"), dutch_manager.pressing(asked[1], "void_yes")
    )
    said = {first.private.content.splitlines()[0], second.private.content.splitlines()[-1]}
    assert (
        len([act for act in await club.bot.table.acts.newest(club.guild.id, 9) if act.what == "voided"]) == 1
    )
    assert said & {say(manager, "refusals.voided_already"), say(dutch_manager, "refusals.voided_already")}


# Who did what


@pytest.mark.on_both
async def test_every_act_is_listed_with_who_and_what(
    club: Club, table: Table, manager: Member, dutch_manager: Member, bram: Member
) -> None:
    await bars(manager, bram)
    await gives(dutch_manager, table.id, 0)
    await decides(manager, table.id, "void")
    await sets(manager, "pace", "300")
    winner = f"<@{(await table.match()).members[0]}>"
    content = await listed(manager)
    newest, voided, awarded, barred = content.splitlines()[1:]
    assert newest.endswith(f"{manager.mention}: Time for a turn: **5 minutes a turn**")
    assert voided.endswith(f"{manager.mention}: voided the result of match #{table.id}")
    assert awarded.endswith(f"{dutch_manager.mention}: gave match #{table.id} to {winner}")
    assert barred.endswith(f"{manager.mention}: barred {bram.mention} from playing")
    assert (await presses(manager, "acts")).private.pinged == set()


async def test_a_long_list_is_leafed_through(club: Club, manager: Member, bram: Member) -> None:
    for _ in range(6):
        await bars(manager, bram)
        await club.bot.table.bars.lift(club.guild.id, bram.id, manager.id)
        club.bot.table.allowances._spent.clear()
    first = await presses(manager, "acts")
    assert len(first.private.content.splitlines()) == 1 + 10
    assert first.private.labels == ("Older ▶", "Back")
    second = await manager.press(first, "Older ▶")
    assert len(second.private.content.splitlines()) == 1 + 2
    assert second.private.labels == ("◀ Newer", "Back")


async def logs_in(manager: Member, channel: simcord.ChannelHandle) -> Answer:
    return await sets(manager, "log_channel", channel)


async def test_the_log_channel_is_told_and_calls_nobody(club: Club, manager: Member, bram: Member) -> None:
    await bars(manager, bram)
    channel = club.guild.create_text_channel("log")
    changed = await logs_in(manager, channel)
    assert f"**<#{channel.id}>**" in changed.private.content
    await bars(manager, club.alice)
    told = club.posts(channel)
    assert [post.content.split(": ", 1)[1] for post in told] == [
        f"Log channel of managers: **<#{channel.id}>**",
        f"barred {club.alice.mention} from playing",
    ], "not what was before"
    assert not any(post.pinged for post in told)
    cleared = await sets(manager, "log_channel")
    assert "**nowhere**" in cleared.private.content
    await club.bot.table.bars.lift(club.guild.id, bram.id, manager.id)
    await club.wait(minutes=3)
    assert len(club.posts(channel)) == 2


async def test_a_log_channel_that_is_gone_delays_nothing_and_is_one_trouble(
    club: Club, table: Table, manager: Member, bram: Member
) -> None:
    channel, other = club.guild.create_text_channel("log"), club.guild.create_text_channel("other")
    await logs_in(manager, channel)
    await club.delete_channel(channel)
    await bars(manager, bram)
    await decides(manager, table.id, "end")
    await club.wait(minutes=30)
    troubles = [each for each in club.bot.table.troubles.listed() if each.what == "log"]
    assert len(troubles) == 1
    await logs_in(manager, other)
    told = "\n".join(post.content for post in club.posts(other))
    assert bram.mention in told
    assert f"ended match #{table.id}" in told
    assert not [each for each in club.bot.table.troubles.listed() if each.what == "log"]


async def test_where_the_bot_may_not_write_it_does_not_log(club: Club, manager: Member) -> None:
    channel = club.guild.create_text_channel("log")
    await club.take_right("send_messages", channel)
    answer = await logs_in(manager, channel)
    assert answer.private.content == say(
        manager,
        "refusals.cannot_post_rights",
        venue=f"<#{channel.id}>",
        rights=say(manager, "rights.send_messages"),
    )
    assert club.bot.table.preferences.server(club.guild.id).log_channel is None


@pytest.mark.on_both
async def test_a_forgotten_server_keeps_neither_bars_nor_acts(
    club: Club, manager: Member, bram: Member
) -> None:
    await bars(manager, bram)
    await club.bot.table.departures.forget_server(club.guild.id)
    for name in ("bars", "acts"):
        assert await club.file.row(f"SELECT 1 FROM {name}") is None
    assert (await bram.command("play knopen")).public


async def test_what_is_kept_of_a_barred_member_is_in_their_file(
    club: Club, manager: Member, bram: Member
) -> None:
    await bars(manager, bram)
    stored: dict[str, Any] = await exported(bram)
    assert [bar["guild"] for bar in stored["bars"]] == [club.guild.id]
    assert [act["what"] for act in stored["acts"]] == ["barred"]
    assert str(manager.id) not in str(stored["bars"] + stored["acts"])


async def test_managers_are_asked_to_rest_after_many_decisions(
    club: Club, table: Table, manager: Member
) -> None:
    await club.bot.table.leaving.resign(table.id, table.red.id)
    card = (await finds(manager, table.id)).private
    for number in range(21):
        verb = ("void", "restore")[number % 2]
        (answer,) = await club.deliver(manager.forging(card, f"managing:{verb}_yes:{table.id}:0"))
    assert "a good many things" in answer.private.content


async def test_what_the_log_channel_did_not_take_it_is_told_after_a_restart_once(
    club: Club, manager: Member, bram: Member
) -> None:
    channel = club.guild.create_text_channel("log")
    await logs_in(manager, channel)
    path = f"/channels/{channel.id}/messages*"
    club.env.inject_error("POST", path, status=500, message="out of order", times=4)
    await bars(manager, bram)
    assert len(club.posts(channel)) == 1
    await club.restart()
    await club.wait(minutes=30)
    told = [post.content for post in club.posts(channel)]
    assert [f"barred {bram.mention}" in content for content in told] == [False, True]
