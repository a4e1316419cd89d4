"""Cubus as members meet it: the lobby, the editor, claims and knocks, silence, hints."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest

from bot.features.archive.record import written
from bot.ui import pictures
from bot.words.language import LANGUAGES, language
from engines.codes import Note
from engines.cubus.moves import CLAIM, Step
from engines.record import write_ply
from render import text_board
from tests.bot.playing import Round, lobby, started
from tests.bot.simulated import Answer, Club, Member, Shown
from tests.bot.test_play import label, say, words_of
from tests.bot.test_privacy import exported
from tests.engines.cubus_play import CUBUS

RULINGS: Final = Path(__file__).parents[2] / "docs" / "rules" / "cubus.md"


FIRST = ("lot 0", "draw T", "none", "draw T", "none", "draw L", "none")
"""The first round: nobody builds yet."""
ONE_CRATE_TO_BUILD = ("lot 0", "draw T", "none", "draw L", "none", "draw R")
"""Who began may build one crate."""
TWO_BUILT = (*FIRST, "draw R", "build 1/1", "draw L", "build .1/11", "draw T")
"""Alice and Bram have built, Cleo is to move."""


@pytest.fixture
async def table(club: Club, alice: Member, bram: Member, cleo: Member) -> Round:
    """Alice, the first to move, has two lids, and there is nothing obvious to build."""
    table = await started(club, "cubus", alice, bram, cleo, hints="on")
    await table.go_to((*FIRST, "draw T"))
    return table


# The lobby


async def test_a_lobby_fills_and_the_host_starts(
    club: Club, alice: Member, bram: Member, cleo: Member
) -> None:
    post = await lobby(club, "cubus", alice, bram)
    assert f"{alice.mention} and {bram.mention}" in post.content
    assert "2 of 6" in post.content
    assert post.labels == ("Join", "Leave the table", "Start", "For the host", "Rules", "Fair?", "Learn it")
    await cleo.press(post, "Join")
    await bram.press(post, "Leave the table")
    await bram.press(post, "Join")
    await alice.press(post, "Start")
    (number,) = await club.stored.running_of(cleo.id, club.guild.id)
    match = await club.bot.table.matches.load(number)
    assert match.members == (alice.id, cleo.id, bram.id)
    closed = club.again(post)
    assert closed.labels == ("Fair?",)
    assert "play **Cubus**" in closed.content
    assert club.threads[0].name == "Cubus 1: Alice – Cleo – Bram"  # noqa: RUF001 - as it is written there


@pytest.mark.parametrize(
    ("who", "what", "key"),
    [
        ("alice", "Join", "sits_already"),
        ("bram", "Join", "sits_already"),
        ("alice", "Leave the table", "host_stays"),
        ("stranger", "Leave the table", "sits_not"),
        ("bram", "For the host", "hosts_only"),
        ("bram", "Start", "host_starts"),
    ],
)
async def test_what_a_lobby_refuses(
    club: Club, alice: Member, bram: Member, who: str, what: str, key: str
) -> None:
    post = await lobby(club, "cubus", alice, bram)
    member: Member = getattr(club, who)
    answer = await member.press(post, what)
    assert answer.private.content == say(
        member, f"refusals.{key}", host=alice.mention, challenger=alice.mention
    )
    assert club.again(post).content == post.content


async def test_nobody_plays_alone(club: Club, alice: Member) -> None:
    post = await lobby(club, "cubus", alice)
    answer = await alice.press(post, "Start")
    assert answer.private.content == say(alice, "refusals.too_few", least=2)


async def test_a_seventh_finds_no_place(club: Club, alice: Member) -> None:
    guests = [club.join(f"Guest{number}") for number in range(6)]
    post = await lobby(club, "cubus", alice, *guests[:5])
    answer = await guests[5].press(post, "Join")
    assert answer.private.content == say(guests[5], "refusals.lobby_full", most=6)


async def test_two_who_join_at_once_both_sit(club: Club, alice: Member, bram: Member, cleo: Member) -> None:
    post = await lobby(club, "cubus", alice)
    await club.deliver(bram.pressing(post, "Join"), cleo.pressing(post, "Join"))
    after = club.again(post)
    assert bram.mention in after.content
    assert cleo.mention in after.content


async def test_a_guest_who_left_the_server_does_not_play(
    club: Club, alice: Member, bram: Member, cleo: Member
) -> None:
    post = await lobby(club, "cubus", alice, bram, cleo)
    club.guild.remove_member(bram.actor)
    await alice.press(post, "Start")
    (number,) = await club.stored.running_of(alice.id, club.guild.id)
    assert (await club.bot.table.matches.load(number)).members == (alice.id, cleo.id)


async def test_a_lobby_outlives_a_restart(club: Club, alice: Member, bram: Member, cleo: Member) -> None:
    post = await lobby(club, "cubus", alice, bram)
    await club.restart()
    await cleo.press(post, "Join")
    assert cleo.mention in club.again(post).content


async def test_a_named_opponent_makes_a_match_for_two(club: Club, alice: Member, bram: Member) -> None:
    post = (await alice.command("play cubus", opponent=bram)).public
    assert post.labels == ("Accept", "Decline", "Withdraw", "Rules", "Fair?", "Learn it")


# The editor


async def press_beside(member: Member, on: Shown | Answer, code: str, **values: str | int) -> Answer:
    """The button of the composer with this label, in the member's language."""
    return await member.press(on, words_of(member).of_game("cubus", f"aside.{code}", **values))


async def plays(member: Member, seen: Answer) -> Answer:
    """What was looked at as it would be."""
    return await member.press(seen, label(member, "play"))


async def test_a_build_is_composed_and_laid(table: Round) -> None:
    await table.go_to((*FIRST, "draw R"))
    alice, *_ = table.members
    editor = await alice.press(table.post, "Move")
    assert "crates 1 → 1" in editor.private.content
    assert "Nothing to build" not in editor.private.labels, "what is obvious may not be overlooked"
    editor = await alice.answer(editor, "fill b3")
    assert "crates 1 → 2" in editor.private.content
    assert "points **1**" in editor.private.content
    boards = table.boards
    await press_beside(alice, editor, "worth", count=1)
    assert (await table.record())[len(FIRST) + 1] == "build 1/1"
    assert table.boards == boards + 1
    assert "builds a new crate" in table.post.content


async def test_what_is_wrong_is_said_while_composing(table: Round) -> None:
    alice, *_ = table.members
    editor = await alice.press(table.post, "Move")
    editor = await alice.answer(editor, "fill b3")
    assert "a right side" in editor.private.content
    assert not [name for name in editor.private.labels if name.startswith("Build:")]
    editor = await press_beside(alice, editor, "undo")
    assert "crates 1 → 1" in editor.private.content


async def test_who_cannot_see_the_draft_can_read_it(table: Round) -> None:
    alice, *_ = table.members
    editor = await alice.press(table.post, "Move")
    assert "Composed" not in editor.private.picture.alt
    editor = await alice.answer(editor, "fill c2")
    assert "Built so far, by row from b2 on: 11." in editor.private.picture.alt


async def test_a_long_draft_still_fits_its_buttons(table: Round) -> None:
    alice, *_ = table.members
    editor = await alice.press(table.post, "Move")
    for _ in range(9):
        editor = await press_beside(alice, editor, "lift")
    editor = await alice.answer(editor, "fill c2")
    for _ in range(8):
        editor = await press_beside(alice, editor, "raise", column="c2")
    assert "crates 1 → 19" in editor.private.content


@pytest.mark.parametrize("typed", ["+b3", "1/1", " BUILD 1/1 "])
async def test_a_build_is_written_in_the_editor_and_seen_before_it_is_laid(table: Round, typed: str) -> None:
    await table.go_to((*FIRST, "draw R"))
    alice, *_ = table.members
    editor = await alice.press(table.post, "Move")
    form = await alice.press(editor, label(alice, "write"))
    await alice.submit(form, line=typed)
    assert "crates 1 → 2" in table.club.again(editor.private).content
    assert len(await table.record()) == len(FIRST) + 1
    await press_beside(alice, table.club.again(editor.private), "worth", count=1)
    assert (await table.record())[len(FIRST) + 1] == "build 1/1"


async def test_what_cannot_be_read_is_said_and_the_editor_stays(table: Round) -> None:
    alice, *_ = table.members
    editor = await alice.press(table.post, "Move")
    form = await alice.press(editor, label(alice, "write"))
    answer = await alice.submit(form, line="a nice tower")
    assert answer.private.content == words_of(alice).of_game("cubus", "refusals.pile")
    assert table.club.again(editor.private).buttons


async def test_a_form_from_before_a_restart_is_still_heard(table: Round) -> None:
    await table.go_to((*FIRST, "draw R"))
    alice, *_ = table.members
    editor = await alice.press(table.post, "Move")
    form = await alice.press(editor, label(alice, "write"))
    await table.club.restart()
    await alice.submit(form, line="+b3")
    assert "crates 1 → 2" in table.club.again(editor.private).content


async def test_a_build_is_written_as_a_difference(table: Round) -> None:
    await table.go_to((*FIRST, "draw R"))
    alice, *_ = table.members
    offered = await alice.suggestions("move", "text", "", where=table.venue)
    assert "+b1" in offered.values()
    await alice.command("move", where=table.venue, text="+b3")
    assert (await table.record())[len(FIRST) + 1] == "build 1/1"


# Claims


async def claimed(table: Round) -> Shown:
    alice, *_ = table.members
    editor = await alice.press(table.post, "Move")
    await plays(alice, await press_beside(alice, editor, "none"))
    return table.post


async def test_a_claim_calls_everybody_else_to_agree_or_knock(table: Round) -> None:
    alice, bram, cleo = table.members
    post = await claimed(table)
    assert post.pinged == {bram.id, cleo.id}
    assert post.labels == ("Knock!", "Agree: nothing", "Rules", "More")
    assert f"{bram.mention} (blue triangle) and {cleo.mention} (red square)" in post.content
    answer = await alice.press(post, "Agree: nothing")
    assert answer.private.content == say(alice, "refusals.not_your_turn")


async def test_answers_change_the_post_and_the_last_one_is_followed_by_the_next_turn(table: Round) -> None:
    _, bram, cleo = table.members
    post = await claimed(table)
    boards = table.boards
    await bram.press(post, "Agree: nothing")
    assert table.boards == boards
    assert table.post.id == post.id
    await cleo.press(table.post, "Agree: nothing")
    assert table.boards == boards + 1
    record = await table.record()
    assert record[-4:-1] == ("none", "1 agree", "agree")
    assert "Indeed there was none." in table.post.content


async def test_of_two_knocks_at_once_the_first_counts(table: Round) -> None:
    _, bram, cleo = table.members
    post = await claimed(table)
    first, second = await table.club.deliver(bram.pressing(post, "Knock!"), cleo.pressing(post, "Knock!"))
    assert (await table.record())[-1] == "1 knock"
    assert first.private.buttons, "the knocker is asked for the build at once"
    assert second.private.content == say(cleo, "refusals.stale")
    assert f"{bram.mention} (blue triangle) **knocks**" in table.post.content


async def test_who_has_answered_is_told_so(table: Round) -> None:
    _, bram, _ = table.members
    post = await claimed(table)
    await bram.press(post, "Agree: nothing")
    again = await bram.press(table.post, "Agree: nothing")
    assert again.private.content == say(bram, "refusals.answered")


async def test_two_who_agree_at_once_have_both_agreed(table: Round) -> None:
    _, bram, cleo = table.members
    post = await claimed(table)
    await table.club.deliver(bram.pressing(post, "Agree: nothing"), cleo.pressing(post, "Agree: nothing"))
    assert (await table.record())[-3:-1] == ("1 agree", "agree")


async def test_a_false_knock_leaves_the_claim_open_to_the_others(table: Round) -> None:
    _, bram, cleo = table.members
    post = await claimed(table)
    editor = await bram.press(post, "Knock!")
    boards = table.boards
    await plays(bram, await press_beside(bram, editor, "fail"))
    assert table.boards == boards + 1
    assert table.post.pinged == {cleo.id}
    assert "two points" in table.post.content
    await cleo.press(table.post, "Agree: nothing")
    assert (await table.match()).position.summary()
    assert (await table.record())[-2] == "agree"


async def test_a_knocker_builds_with_the_tiles_of_the_turn(club: Club, alice: Member, bram: Member) -> None:
    """Claims are free here: Alice overlooks what is obvious."""
    table = await started(club, "cubus", alice, bram, claims="free")
    await table.go_to(("lot 0", "draw T", "none", "draw L", "none", "draw R"))
    post = await claimed(table)
    editor = await bram.press(post, "Knock!")
    editor = await bram.answer(editor, "fill b3")
    await press_beside(bram, editor, "worth", count=1)
    assert (await table.record())[6:9] == ("none", "knock", "build 1/1")
    told = table.post.content
    assert f"{alice.mention} (orange disc) sees nothing to build." in told
    assert f"{bram.mention} (blue triangle) **knocks**" in told


async def test_silence_agrees_when_the_window_closes(table: Round) -> None:
    _, bram, cleo = table.members
    post = await claimed(table)
    assert "-# The time to knock ends" in post.content
    assert post.content.endswith("; silence agrees.")
    await bram.press(post, "Agree: nothing")
    await table.club.wait(hours=17)
    assert (await table.record())[-1] == "1 agree"
    *_, reminder = table.club.posts(table.venue)
    assert reminder.pinged == {cleo.id}
    assert "you have not answered yet" in reminder.content
    assert reminder.content.endswith("; silence agrees.")
    await table.club.wait(hours=2)
    assert (await table.record())[-2] == "agree", "after a quarter of three days"


async def test_an_answer_gives_the_others_no_more_time(table: Round) -> None:
    """All who are asked share the time of the question."""
    _, bram, _ = table.members
    post = await claimed(table)
    asked = (await table.match()).stored.due
    await table.club.wait(minutes=1)
    await bram.press(post, "Agree: nothing")
    match = await table.match()
    assert (match.record[-1], match.stored.due) == ("1 agree", asked)


async def test_a_silent_knocker_has_knocked_falsely(table: Round) -> None:
    _, bram, cleo = table.members
    post = await claimed(table)
    await bram.press(post, "Knock!")
    assert "-# The time to show a build ends" in table.post.content
    await table.club.wait(hours=53)
    assert (await table.record())[-1] == "1 knock"
    await table.club.wait(hours=2)
    assert (await table.record())[-1] == "fail"
    assert table.post.pinged == {cleo.id}


async def test_a_live_match_has_quick_windows(club: Club, alice: Member, bram: Member, cleo: Member) -> None:
    table = await started(club, "cubus", alice, bram, cleo, time=300)
    await table.go_to((*FIRST, "draw T"))
    await claimed(table)
    await club.wait(minutes=1)
    assert (await table.record())[-1] == "none"
    await club.wait(minutes=1, seconds=5)
    assert (await table.record())[-3:-1] == ("1 agree", "agree")


@pytest.mark.on_both
async def test_where_a_server_has_chosen_it_those_who_are_around_have_that_time(
    club: Club, alice: Member, bram: Member, cleo: Member
) -> None:
    await club.bot.table.preferences.change_server(club.guild.id, window=300)
    table = await started(club, "cubus", alice, bram, cleo)
    await club.bot.table.preferences.change_server(club.guild.id, window=60)
    await table.go_to((*FIRST, "draw T"))
    await claimed(table)
    await club.wait(minutes=4)
    assert (await table.record())[-1] == "none", "it keeps the time that it was begun with"
    await club.wait(minutes=1, seconds=5)
    assert (await table.record())[-1] != "none"


@pytest.mark.on_both
async def test_a_match_that_was_begun_before_keeps_its_windows(table: Round) -> None:
    await table.club.file.change("UPDATE matches SET window = 120")
    await claimed(table)
    await table.club.wait(minutes=2, seconds=5)
    assert (await table.record())[-1] != "none"


async def test_who_was_away_when_somebody_claimed_has_half_a_day(table: Round) -> None:
    await table.club.file.change("UPDATE matches SET window = 120")
    await table.club.wait(hours=5)
    await claimed(table)
    await table.club.wait(hours=11)
    assert (await table.record())[-1] == "none"
    await table.club.wait(hours=2)
    assert (await table.record())[-1] != "none"


async def test_who_agrees_and_then_builds_is_told_of_the_build_alone(table: Round) -> None:
    _, bram, cleo = table.members
    await table.go_to((*FIRST, "draw T", "none", "2 agree", "agree", "draw R"))
    await bram.command("move", where=table.venue, text="+b3")
    assert table.post.content.startswith(f"{bram.mention} (blue triangle) builds a new crate")
    assert cleo.mention in table.post.content


# Last builds


def overlooked(*, seats: int, **options: str) -> tuple[str, ...]:
    """Nobody ever builds: in the end there are last builds to be made from all tiles."""
    record: list[str] = []
    position = CUBUS.start({"claims": "free", **options}, seats)
    while position.step is not Step.BID:
        who = min(position.to_move)
        (move, *_) = (CLAIM,) if position.is_building(who) else position.legal_moves(who)
        record.append(write_ply(CUBUS, position, who, move))
        position = position.play(who, move)
    return tuple(record)


LAST_BUILD: Final = "444/444/444"


@pytest.fixture
async def bidding(club: Club, alice: Member, bram: Member, cleo: Member) -> Round:
    options = {"claims": "free", "ending": "bid", "demolition": "on"}
    table = await started(club, "cubus", alice, bram, cleo, **options)
    await table.go_to(overlooked(seats=3, **options))
    return table


async def test_a_bid_is_nobodys_to_see_before_all_are_in(bidding: Round) -> None:
    _, bram, cleo = bidding.members
    await bram.command("move", where=bidding.venue, text=LAST_BUILD)
    assert (await bidding.record())[-1] == f"1 bid {LAST_BUILD}"
    assert f"{bram.mention} (blue triangle) answers in secret." in bidding.post.content
    board = (await cleo.command("board", where=bidding.venue)).private
    editor = (await cleo.press(bidding.post, "Move")).private
    film = (await cleo.command("replay", where=bidding.venue)).private
    steps = (await cleo.press(film, "Step by step")).private
    kept = (await cleo.press(film, "Record")).private
    export = (await cleo.command("privacy export", where=bidding.venue)).private
    for seen in (bidding.post, board, editor, film, steps, kept, export):
        assert LAST_BUILD not in str(seen.payload)
    match = await bidding.match()
    assert match.open_record == match.record[:-1]
    assert LAST_BUILD not in written(match)
    assert LAST_BUILD not in text_board(pictures._scene(match, language("en"), {}))


async def test_the_files_of_a_member_tell_neither_what_is_sealed_nor_when(bidding: Round) -> None:
    _, bram, cleo = bidding.members
    await bram.command("move", where=bidding.venue, text=LAST_BUILD)
    match = await bidding.match()
    for member in (bram, cleo):
        (stored,) = (await exported(member))["matches"]
        assert tuple(stored["record"]) == match.open_record
        assert len(stored["played_at"]) == len(stored["record"]) == match.ply - 1
        assert LAST_BUILD not in str(stored)


async def test_the_last_bid_opens_them_all(bidding: Round) -> None:
    alice, bram, cleo = bidding.members
    await bram.command("move", where=bidding.venue, text=LAST_BUILD)
    for member in (cleo, alice):
        editor = await member.press(bidding.post, "Move")
        await plays(member, await press_beside(member, editor, "pass"))
    assert "opens all answers: the best last build is by blue triangle" in bidding.post.content
    assert bidding.post.pinged == {cleo.id}, "who begins the demolition"
    match = await bidding.match()
    assert match.open_record == match.record


async def test_the_end_tells_what_everybodys_points_are_for(bidding: Round) -> None:
    for member in bidding.members:
        await member.command("move", where=bidding.venue, text="pass")
    (seat,) = (await bidding.match()).position.to_move
    await bidding.members[seat].command("move", where=bidding.venue, text="lower b2")
    assert "(building 0, freed tiles 3)" in bidding.post.content
    assert "Final count: orange disc" in bidding.post.content


# Departures and hints


async def test_who_resigns_leaves_the_others_playing(table: Round) -> None:
    alice, _, cleo = table.members
    await table.go_to(TWO_BUILT)
    more = await alice.press(table.post, "More")
    assert label(alice, "offer") not in more.private.labels
    sure = await alice.press(more, label(alice, "resign"))
    assert sure.private.content == say(alice, "resign.sure_of_many")
    await alice.press(sure, label(alice, "resign_yes"))
    assert (await table.match()).outcome is None
    assert table.post.pinged == {cleo.id}
    assert f"{alice.mention} (orange disc) gives up the match." in table.post.content


@pytest.mark.on_both
async def test_who_lets_a_turn_run_out_leaves_the_others_playing(table: Round) -> None:
    alice, *_ = table.members
    await table.go_to(TWO_BUILT)
    await table.club.file.change("UPDATE matches SET due = 0")
    await table.club.wait(minutes=2)
    assert (await table.record())[len(TWO_BUILT)] == "leave 2"
    assert (await table.match()).outcome is None
    assert table.post.pinged == {alice.id}


async def test_a_hint_is_given_once(table: Round) -> None:
    alice, bram, _ = table.members
    assert (await alice.command("hint", where=table.venue)).private.content == "There is nothing to build."
    again = await alice.command("hint", where=table.venue)
    assert again.private.content == say(alice, "refusals.hint_used")
    other = await bram.command("hint", where=table.venue)
    assert other.private.content == say(bram, "refusals.not_your_turn")


async def test_without_the_option_there_are_no_hints(club: Club, alice: Member, bram: Member) -> None:
    table = await started(club, "cubus", alice, bram)
    answer = await alice.command("hint", where=table.venue)
    assert answer.private.content == say(alice, "refusals.no_hints")


async def test_playing_again_lays_the_table_for_the_same_members(table: Round) -> None:
    alice, bram, cleo = table.members
    await table.go_to(TWO_BUILT)
    for leaver in (cleo, alice):
        await table.club.bot.table.leaving.resign(table.id, leaver.id)
    await table.club.show_board(table.id)
    board = table.post
    await bram.press(board, "Play again")
    laid = table.club.posts(table.venue)[-1]
    assert laid.pinged == {alice.id, cleo.id}
    assert laid.labels == ("Join", "Leave the table", "Start", "For the host", "Rules", "Fair?")
    assert "one hint each" in laid.content
    await cleo.press(board, "Play again")
    await alice.press(laid, "Join")
    await bram.press(laid, "Start")
    number = max(await table.club.stored.running_of(bram.id, table.club.guild.id))
    assert (await table.club.bot.table.matches.load(number)).members == (bram.id, cleo.id, alice.id)


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_fault_of_cubus_has_words_while_it_is_composed_and_when_it_is_refused(code: str) -> None:
    words = language(code)
    page = RULINGS.read_text("utf-8")
    section = page.partition("## Faults")[2].partition("\n## ")[0]
    faults = re.findall(r"^\| `([a-z_]+)` \|", section, re.MULTILINE)
    assert len(faults) == 9
    for fault in faults:
        assert words.of_game("cubus", f"draft.{fault}", tile="T")
        assert words.game_refusal("cubus", "illegal", fault, {"tile": "T"})


@pytest.mark.parametrize("code", LANGUAGES)
def test_hints_are_told_before_and_after_the_claim(code: str) -> None:
    words = language(code)
    for table in ("hint", "review"):
        for note in ("hint", "hint_at_least", "no_build", "no_build_found"):
            assert words.of_game("cubus", f"{table}.{note}", count=5, brings="x")
        brings = [Note(what, {"count": 1}) for what in ("crates", "lays", "returns", "even")]
        assert len(words.notes("cubus", f"{table}_brings", brings)) == 4


async def test_a_hint_shows_the_build_to_who_asked_alone(club: Club, alice: Member, bram: Member) -> None:
    table = await started(club, "cubus", alice, bram, hints="on")
    await table.go_to(ONE_CRATE_TO_BUILD)
    posts = club.posts(table.venue)
    hint = (await alice.command("hint", where=table.venue)).private
    assert hint.content == "The best build is worth 1 point: one new crate, and you lay 2 tiles."
    assert hint.picture.alt.startswith("Cubus.")
    assert "The build, by row from" in hint.picture.alt
    assert club.posts(table.venue) == posts


async def test_in_dutch_a_hint_is_told_as_one_speaks(club: Club, alice: Member, bram: Member) -> None:
    table = await started(club, "cubus", bram, alice, hints="on")
    await table.go_to(ONE_CRATE_TO_BUILD)
    hint = (await bram.command("hint", where=table.venue)).private
    assert hint.content == "De beste bouw is 1 punt waard: één nieuwe kist, en je legt 2 plaatjes."
    assert "De bouw, per rij vanaf" in hint.picture.alt


async def test_when_a_claim_stands_everybody_sees_what_there_was_to_build(
    club: Club, alice: Member, bram: Member
) -> None:
    table = await started(club, "cubus", alice, bram, claims="free")
    await table.go_to(ONE_CRATE_TO_BUILD)
    await claimed(table)
    await bram.press(table.post, "Agree: nothing")
    post = table.post
    assert "There was a build worth 1 point: one new crate, and it took 2 tiles." in post.content
    build, board = post.pictures
    assert "The build, by row from" in build.alt
    assert board.data != build.data
    assert post.id == table.post.id
