"""Kris-kras at the table: dice, three steps, lapses, the exchange."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from bot.words import outcomes
from bot.words.language import language
from engines import GAMES
from tests.bot.playing import Table, begin
from tests.bot.simulated import Club, Member
from tests.bot.test_play import label, say

TITLE = "Kris-kras"
_, *RECORD = (Path(__file__).parents[1] / "render" / "kriskras_match.txt").read_text("ascii").splitlines()


@pytest.fixture
async def table(club: Club, alice: Member, bram: Member) -> Table:
    return await begin(club, alice, bram, game="kriskras")


async def test_the_dice_fall_as_the_turn_begins(table: Table) -> None:
    lot, throw = await table.record()
    assert lot.startswith("lot ")
    _, red, green = throw.split()
    assert f"{table.red.mention} throws red {red}, green {green}." in table.post.content
    assert f"Dice: red {red}, green {green}." in table.post.picture.alt
    assert f"By lot, {table.red.mention} begins." in table.post.content


async def test_the_next_board_tells_the_move_and_the_new_throw(table: Table) -> None:
    await table.go_to(["lot 0", "throw 3 5"])
    await table.play("a2-d2-i7")
    post = table.post
    assert f"{table.red.mention} (White) goes a2 → d2 → i7." in post.content
    _, red, green = (await table.record())[-1].split()
    assert f"{table.blue.mention} throws red {red}, green {green}." in post.content
    assert f"{table.red.mention} throws" not in post.content, "that was told when it fell"
    assert post.pinged == {table.blue.id}


async def test_what_a_fighter_must_do_is_not_asked_but_shown_and_said(table: Table) -> None:
    await table.go_to(["lot 0", "throw 3 5"])
    member = table.red
    composer = await member.press(table.post, "Move")
    assert composer.private.content.startswith(say(member, "games.kriskras.asks.fighter", title=TITLE))
    composer = await member.answer(composer, "a2")
    assert composer.private.content.startswith(say(member, "composer.forced", count=1, what="i7"))
    assert "a2 → d2 → i7" in composer.private.content
    assert say(member, "composer.chance") in composer.private.content
    assert composer.private.labels == (label(member, "play"), label(member, "back"))


async def test_what_fighters_may_do_is_said_with_their_numbers(table: Table) -> None:
    capture = next(ply for ply, text in enumerate(RECORD) if text == "h9-j7-o12")
    await table.go_to(RECORD[:capture])
    member = await table.mover()
    composer = await member.press(table.post, "Move")
    for hint in ("musketeer", "can_capture"):
        assert f"{say(member, f'games.kriskras.hints.{hint}', title=TITLE)}: **" in composer.private.content
    composer = await member.answer(composer, "h9")
    said = say(member, "games.kriskras.hints.captures_musketeer", title=TITLE)
    assert f"{said}: **" in composer.private.content
    assert composer.private.labels[-1] == label(member, "back")


async def test_who_likes_to_see_it_chooses_die_by_die(table: Table) -> None:
    await table.go_to(["lot 0", "throw 3 5"])
    member = table.red
    composer = await member.answer(await member.press(table.post, "Move"), "i2")
    red_first = say(member, "games.kriskras.aside.red_first", title=TITLE)
    composer = await member.press(composer, red_first)
    asked = say(member, "games.kriskras.asks.red", chosen="i2", title=TITLE)
    assert composer.private.content.startswith(asked)


async def test_a_lapsed_throw_is_played_by_the_table_and_told(table: Table) -> None:
    lapse = RECORD.index("lapse")
    before = RECORD[: lapse - 2]
    await table.go_to(before)
    mover = await table.mover()
    match = await table.match()
    follow = RECORD[lapse - 2 : lapse + 2]
    await table.go_to([*before, *follow])
    content = table.post.content
    other = table.blue if mover is table.red else table.red
    assert "so the throw lapses" in content
    assert content.index(mover.mention) < content.index("lapses")
    assert other.mention in content
    assert (await table.match()).is_to_move(mover.id)
    assert match.is_to_move(mover.id)


async def test_the_exchange_is_offered_before_the_throw_and_can_be_left(table: Table) -> None:
    keep = next(ply for ply, text in enumerate(RECORD) if text.startswith(("swap", "keep")))
    await table.go_to(RECORD[:keep])
    member = await table.mover()
    assert "before you throw" in table.post.content
    assert "dice" not in table.post.picture.alt.lower()
    posts = len(table.boards)
    composer = await member.press(table.post, "Move")
    assert composer.private.content == say(member, "games.kriskras.asks.exchange", title=TITLE)
    composer = await member.press(composer, say(member, "games.kriskras.aside.keep", title=TITLE))
    answer = await member.press(composer, label(member, "play"))
    record = await table.record()
    assert record[keep] == "keep"
    assert record[keep + 1].startswith("throw ")
    assert len(table.boards) == posts, "the same turn goes on: its post is changed"
    assert "exchanges nobody" in table.post.content
    assert "throws red" in table.post.content
    assert answer.asks(":compose:") or record[-1].startswith(("lapse", "throw"))


async def test_dutch_at_kris_kras(club: Club, alice: Member, bram: Member) -> None:
    club.speak("nl")
    table = await begin(club, alice, bram, game="kriskras")
    assert "gooit rood" in table.post.content
    assert "jij bent aan zet" in table.post.content
    assert "Dobbelstenen: rood" in table.post.picture.alt
    assert label(table.club.bram, "move") == "Zet"


async def test_a_win_with_level_points_says_what_decided(table: Table) -> None:
    rows = ["MM15", *["17"] * 7, "8m8", *["17"] * 7, "mm15"]
    rest = "W throw dice=- quiet=0 stirred=0 exchanges=0,0 first=- over=no_move:1"
    ended = GAMES["kriskras"].read_position(f"{'/'.join(rows)} {rest}")
    match = replace(await table.match(), position=ended)
    told = outcomes.ended(match, language("en"))
    assert "both have 8 points" in told
    assert "fighters still in the field" in told
    assert f"<@{match.members[1]}> (Black) wins" in told
