"""Alone with a computer: moves are taken back at once, nobody is in a hurry, and nobody is called."""

from __future__ import annotations

from typing import Any

import pytest

from bot.club import thinker
from bot.club.computers import computer
from bot.club.deadlines import DAY
from bot.club.refused import Refused
from bot.words.language import language
from engines import GAMES
from engines.moves import Drawn
from tests.bot import finishing
from tests.bot.alone import Alone, alone
from tests.bot.playing import A_SHORT_MATCH, THREE_TO_CAPTURE, begin
from tests.bot.simulated import Club, Member, Shown
from tests.bot.test_lobbies import FIRST
from tests.bot.test_play import label, say
from tests.standin.pondering import Pondering

EN = language("en")


async def go_to(match: Alone, *record: str) -> None:
    """Where another record left off."""
    await match.club.rewrite(match.id, record)
    await match.club.show_board(match.id)


async def more(match: Alone) -> Shown:
    return (await match.member.press(match.post, "play:more")).private


async def take_back(match: Alone) -> Shown:
    return (await match.member.press(await more(match), label(match.member, "take_back"))).private


# Taking back


async def test_a_move_and_the_computers_answer_are_taken_back_at_once_without_asking(
    club: Club, alice: Member
) -> None:
    match = await alone(club, alice)
    await go_to(match, "lot 0", "b7-c6", "b6-b7")
    offered = await more(match)
    assert label(alice, "takeback") not in offered.labels, "nobody is asked"
    before = len(club.posts()), len(club.direct_messages(alice))
    done = await take_back(match)
    assert done.content == say(alice, "offers.takeback.done_first", level=1)
    assert done.labels == ()
    assert await match.record() == ("lot 0",)
    assert (await match.match()).offer is None
    assert match.post.labels[:1] == ("Move",)
    assert match.post.pinged == frozenset()
    assert len(club.posts()) == before[0], "one post, edited"
    assert len(club.direct_messages(alice)) == before[1]


async def test_moves_are_taken_back_one_by_one_to_the_first(club: Club, bram: Member) -> None:
    match = await alone(club, bram)
    await go_to(match, "lot 0", *THREE_TO_CAPTURE)
    for left in (3, 2, 0):
        done = await take_back(match)
        became = "done_first" if left == 3 else "done"
        assert done.content == say(bram, f"offers.takeback.{became}", level=1), "it is said once"
        assert await match.record() == ("lot 0", *THREE_TO_CAPTURE[:left])
    offered = await more(match)
    assert label(bram, "take_back") not in offered.labels
    (forged,) = await club.deliver(bram.forging(offered, f"play:takeback:{match.id}:1"))
    assert forged.private.content == say(bram, "refusals.nothing_to_take_back")


async def test_moves_are_taken_back_past_dice_and_the_same_dice_fall_again(club: Club, alice: Member) -> None:
    match = await alone(club, alice, "kriskras")
    await go_to(match, "lot 0", "throw 3 5")
    matches = club.bot.table.matches

    async def moved() -> tuple[str, ...]:
        now = await match.match()
        await matches.play(now, alice.id, now.read_move(0, "a2-d2-i7"))
        await club.show_board(match.id)
        return await match.record()

    record = await moved()
    assert record[3].startswith("throw ")
    await take_back(match)
    assert await match.record() == ("lot 0", "throw 3 5")
    assert await moved() == record


async def test_a_move_is_taken_back_while_the_computer_has_not_answered_it(club: Club, alice: Member) -> None:
    match = await alone(club, alice)
    await go_to(match, "lot 0", "b7-c6")
    await take_back(match)
    assert await match.record() == ("lot 0",)


async def test_moves_are_taken_back_with_several_computers_too(club: Club, alice: Member) -> None:
    lobbies = club.bot.table.lobbies
    await alice.command("play cubus")
    for _ in range(2):
        await lobbies.seat_computer(1, alice.id, 1)
    match = Alone(club, alice, (await lobbies.start(1, alice.id)).id)
    await go_to(match, *FIRST, "build 1/1", "draw T")
    await take_back(match)
    assert await match.record() == FIRST


async def test_people_still_ask_each_other(club: Club, alice: Member, bram: Member) -> None:
    post = (await alice.command("play cubus")).public
    await bram.press(post, "Join")
    await club.bot.table.lobbies.seat_computer(1, alice.id, 1)
    await alice.press(post, "Start")
    (number,) = await club.stored.running_of(alice.id, club.guild.id)
    with pytest.raises(Refused, match="offer_for_two"):
        await club.bot.table.offers.offer(number, alice.id, "takeback")


# Draws


async def offered_draw(match: Alone) -> Shown:
    answer = await match.member.press(await more(match), label(match.member, "offer"))
    return answer.private


async def test_a_computer_that_is_worse_off_takes_a_draw_at_once(club: Club, alice: Member) -> None:
    """Blue takes seven of eight, and is to take the last ones: that is Alice."""
    match = await alone(club, alice, target=8)
    await go_to(match, "lot 1", *A_SHORT_MATCH[:-1])
    done = await offered_draw(match)
    assert done.content == say(alice, "offers.draw.agreed")
    assert (await match.record())[-1] == "drawn"
    assert "Play again" in match.post.labels
    assert match.post.pinged == frozenset()


async def test_a_computer_that_is_better_off_plays_on_and_is_not_asked_again_at_once(
    club: Club, bram: Member
) -> None:
    """Bram plays Red: whatever he does, the computer takes its last ones."""
    match = await alone(club, bram, target=8)
    await go_to(match, "lot 0", *A_SHORT_MATCH[:-2])
    done = await offered_draw(match)
    assert done.content == say(bram, "offers.draw.declined_at_once", who="**Pip** (niveau 1)")
    assert done.labels == ()
    assert (await match.match()).outcome is None
    assert (await match.match()).offer is None
    again = await offered_draw(match)
    assert again.content == say(bram, "refusals.draw_declined", opponent="**Pip** (niveau 1)")


async def test_a_thought_that_comes_to_nothing_is_said_and_nothing_is_declined(
    club: Club, alice: Member, pondering: Pondering, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await alone(club, alice, target=8)
    await go_to(match, "lot 1", *A_SHORT_MATCH[:-1])
    monkeypatch.setattr(thinker, "LONGEST", 0.05)
    pondering.stall()
    done = await offered_draw(match)
    assert done.content == say(alice, "refusals.no_judgement", opponent="**Pip** (level 1)")
    pondering.go_on()
    monkeypatch.undo()
    assert (await offered_draw(match)).content == say(alice, "offers.draw.agreed")


async def test_what_a_computer_is_told_for_a_judgement_is_what_its_seat_knows(
    club: Club, alice: Member, pondering: Pondering
) -> None:
    match = await alone(club, alice, "cubus", ending="bid")
    await go_to(match, "lot 0", "draw T", "none", "draw L", "none", "draw R")
    known = (await match.match()).position.known_to(1)
    await offered_draw(match)
    assert GAMES["cubus"].write_position(known) in pondering.told[-1]


# The end


async def test_at_its_end_a_match_says_that_it_does_not_count_after_a_takeback(
    club: Club, alice: Member
) -> None:
    match = await alone(club, alice, target=8)
    await go_to(match, "lot 1", *A_SHORT_MATCH[:-1])
    await take_back(match)
    back = await match.match()
    await match.move(A_SHORT_MATCH[back.ply - 1])
    await go_to(match, "lot 1", *A_SHORT_MATCH[:-1])
    await match.move(A_SHORT_MATCH[-1])
    await match.answered()
    assert (await match.match()).outcome
    assert say(alice, "practice.takeback", level=1) in match.post.content


async def won(club: Club, member: Member, **begin: Any) -> Alone:
    match = await alone(club, member, target=8, **begin)
    await go_to(match, "lot 1", *A_SHORT_MATCH[:-1])
    await match.move(A_SHORT_MATCH[-1])
    await match.answered()
    return match


async def test_who_wins_three_is_offered_the_next_level_and_begins_it_with_one_tap(
    club: Club, alice: Member
) -> None:
    for _ in range(2):
        match = await won(club, alice)
        assert "Play level 2" not in match.post.labels
    match = await won(club, alice)
    assert "**Bo** (level 2)" in match.post.content
    assert match.post.labels == ("Play again", "Play level 2", "Replay", "Review", "Was it fair?", "Rules")
    over = match.post
    await alice.press(over, "Play level 2")
    (number,) = await club.stored.running_of(alice.id)
    following = await club.bot.table.matches.load(number)
    assert following.members == (alice.id, computer(2))
    assert following.stored.options["target"] == 8
    await club.bot.table.posts.answers.done()
    answer = await alice.press(over, "Play level 2")
    assert answer.private.content.startswith(say(alice, "laid_already", match="").strip())
    assert await club.stored.running_of(alice.id) == [number], "an old button is harmless"


async def test_only_who_played_begins_the_next_level_and_only_one_there_is(
    club: Club, alice: Member, stranger: Member
) -> None:
    match = await won(club, alice)
    for member, level, refused in (
        (stranger, "2", say(stranger, "refusals.stranger")),
        (alice, "9", say(alice, "refusals.no_such_level", least=1, most=5)),
        (alice, "x", say(alice, "refusals.not_understood")),
    ):
        (forged,) = await club.deliver(member.forging(match.post, f"challenge:level:{match.id}:1:{level}"))
        assert forged.private.content == refused
    (forged,) = await club.deliver(alice.forging(match.post, f"challenge:level:{match.id}:1"))
    assert forged.private.content == say(alice, "refusals.not_understood")
    assert await club.stored.running_of(alice.id) == []


async def test_a_profile_tells_how_somebody_stands_against_each_level(
    club: Club, alice: Member, bram: Member
) -> None:
    await won(club, alice, level=1)
    await won(club, alice, level=3)
    match = await alone(club, alice, "kriskras", level=1)
    await club.bot.table.matches.settle(match.id, lambda _: Drawn())
    shown = (await bram.command("profile", member=alice)).public.content
    assert shown.splitlines()[-3:] == [
        say(alice, "profile.levels"),
        f"Knopen: {_level(alice, 'Pip', 1, won=1)} · {_level(alice, 'Mina', 3, won=1)}",
        f"Kris-kras: {_level(alice, 'Pip', 1, drawn=1)}",
    ]
    assert say(alice, "profile.levels") not in (await alice.command("profile", member=bram)).public.content


def _level(reader: Member, name: str, level: int, *, won: int = 0, drawn: int = 0) -> str:
    return say(reader, "profile.level", name=name, level=level, won=won, drawn=drawn, lost=0)


async def test_history_and_games_name_the_computer(club: Club, alice: Member, bram: Member) -> None:
    await won(club, alice, level=4)
    running = await alone(club, alice, level=5)
    games = (await alice.command("games")).private.content
    assert f"**#{running.id} Knopen** with **Ada** (level 5)" in games
    assert "with **Otto** (level 4)" in games
    history = (await bram.command("history", member=alice)).private.content
    assert "**Otto** (niveau 4)" in history


async def test_the_history_tells_of_the_matches_against_computers(
    club: Club, alice: Member, bram: Member
) -> None:
    otto = await won(club, alice, level=4)
    mina = await won(club, alice, level=3)
    people = await finishing.won(club.bot.table, (alice.id, bram.id), guild=club.guild.id)
    told = (await alice.command("history", opponent=club.itself)).private.content
    assert f"#{otto.id}" in told
    assert f"#{mina.id}" in told
    assert f"#{people.id}" not in told
    assert say(alice, "history.computers") in told
    for level in (3, 4):
        who = EN.mention(computer(level))
        assert say(alice, "history.against", who=who, won=1, drawn=0, lost=0) in told
    of_level = (await bram.command("history", member=alice, level=4)).private.content
    assert f"#{otto.id}" in of_level
    assert f"#{mina.id}" not in of_level
    assert say(bram, "history.against", who="**Otto** (niveau 4)", won=1, drawn=0, lost=0) in of_level
    of_game = (await alice.command("history", opponent=club.itself, game="cubus")).private.content
    assert of_game.startswith(say(alice, "history.none", who=alice.mention))


@pytest.mark.on_both
async def test_the_history_says_that_nothing_counts_after_a_takeback(club: Club, alice: Member) -> None:
    match = await won(club, alice, level=3)
    await club.file.change("UPDATE matches SET era = 1")
    told = (await alice.command("history", level=3)).private.content
    assert f"#{match.id}" in told
    assert say(alice, "history.computers_uncounted") in told


async def test_the_pages_of_the_history_against_computers_can_be_turned(club: Club, alice: Member) -> None:
    for _ in range(11):
        await won(club, alice, level=2)
    await finishing.won(club.bot.table, (alice.id, club.bram.id), guild=club.guild.id)
    first = await alice.command("history", level=2)
    older = await alice.press(first, say(alice, "buttons.older"))
    assert older.private.content.count(" Knopen** · ") == 3
    assert say(alice, "rules.page", page=2, pages=2) in [button.label for button in older.private.buttons]


async def test_the_history_is_with_a_member_or_with_a_level(club: Club, alice: Member, bram: Member) -> None:
    answer = await alice.command("history", opponent=bram, level=2)
    assert answer.private.content == say(alice, "refusals.level_or_opponent", opponent=bram.mention)


# Time


async def test_no_time_runs_and_a_pause_is_refused_with_a_sentence(club: Club, alice: Member) -> None:
    match = await alone(club, alice)
    await go_to(match, "lot 0")
    offered = await more(match)
    assert label(alice, "pause") not in offered.labels
    (forged,) = await club.deliver(alice.forging(offered, f"play:pause:{match.id}:1"))
    assert forged.private.content == say(alice, "refusals.no_clock")
    assert (await match.match()).stored.due is None


async def test_a_claim_waits_for_its_answer_as_long_as_it_takes(club: Club, alice: Member) -> None:
    match = await alone(club, alice, "cubus", claims="free")
    await go_to(match, "lot 1", "draw T", "none", "draw L", "none", "draw R")
    now = await match.match()
    claimed = await club.bot.table.matches.save(now, 1, now.read_move(1, "none"))
    assert claimed
    assert claimed.in_window
    assert claimed.stored.due is None
    assert (await match.match()).stored.due is None


async def lie_still(match: Alone, days: int) -> None:
    """As if nobody had done anything for so long."""
    await match.club.file.change("UPDATE matches SET patience_until = patience_until - ?", days * DAY)
    await match.club.wait(minutes=2)


async def test_a_match_that_lies_for_thirty_days_ends_without_a_result_and_calls_nobody(
    club: Club, alice: Member
) -> None:
    match = await alone(club, alice)
    await go_to(match, "lot 0", "b7-c6", "b6-b7")
    await club.wait(hours=2)
    board, called = match.post.id, len([post for post in club.posts() if post.pinged])
    await lie_still(match, 29)
    assert (await match.match()).outcome is None
    await lie_still(match, 1)
    now = await match.match()
    assert now.outcome
    assert now.outcome.reason == "aborted"
    assert now.stored.posted_ply == now.ply
    assert "Play again" in match.post.labels
    assert say(alice, "practice.slept") in match.post.content
    assert match.post.id == board, "edited, however old it is"
    assert len([post for post in club.posts() if post.pinged]) == called
    assert club.direct_messages(alice) == ()
    assert await club.bot.table.levels.tallies(alice.id) == []


async def test_a_move_begins_the_thirty_days_anew(club: Club, alice: Member) -> None:
    match = await alone(club, alice)
    await go_to(match, "lot 0")
    await lie_still(match, 29)
    now = await match.match()
    await club.bot.table.matches.play(now, alice.id, now.read_move(0, "b7-c6"))
    await lie_still(match, 29)
    assert (await match.match()).outcome is None


@pytest.mark.on_both
async def test_a_match_of_people_does_not_end_by_itself(club: Club, alice: Member, bram: Member) -> None:
    table = await begin(club, alice, bram, time=0)
    match = Alone(club, alice, table.id)
    await lie_still(match, 40)
    assert (await match.match()).outcome is None
    assert "nobody has moved here for thirty days" in club.posts(table.venue)[-1].content


async def test_who_plays_three_is_told_which_and_how_to_get_on(club: Club, bram: Member) -> None:
    for game in ("knopen", "kriskras", "krabcek"):
        await alone(club, bram, game)
    answer = await bram.command("play knopen", level=1)
    which = ("Knopen #1", "Kris-kras #2", "Krabcek #3")
    assert answer.private.content == say(bram, "refusals.too_many_alone", most=3, matches=which)
    await club.bot.table.leaving.resign(2, bram.id)
    assert (await bram.command("play knopen", level=1)).public.pictures
