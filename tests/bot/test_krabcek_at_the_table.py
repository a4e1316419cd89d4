"""Krabcek at the table: the lay, the gates, the starting throws, blocks and towers."""

from __future__ import annotations

import pytest

from bot.words.language import language
from engines import GAMES
from engines.record import write_ply
from tests.bot.playing import Table, begin
from tests.bot.simulated import Club, Member
from tests.bot.test_play import label, say
from tests.engines.walks import Walk

TITLE = "Krabcek"
LAY = "A1A1A1B0A1A0B0B1A1A0A1B1A0A1B1A0"
GATES = ("gate 6", "gate 1", "gate 4", "gate 7", "gate 2", "gate 3", "gate 8")
ENDS_BY_A_BLOCK = 138
ENDS_BY_A_KRABCEK = 133
"""Seeds of random matches that end so."""


@pytest.fixture
async def table(club: Club, alice: Member, bram: Member) -> Table:
    return await begin(club, alice, bram, game="krabcek")


def record_of(seed: int) -> list[str]:
    game = GAMES["krabcek"]
    steps = Walk(game, {}, 2, seed, 400).steps()
    return [write_ply(game, position, who, move) for position, who, move in steps]


async def test_the_labyrinth_is_laid_anew_for_every_match(table: Table, club: Club) -> None:
    lay, lot = await table.record()
    assert lay.startswith("lay ")
    assert lot.startswith("lot ")
    assert "The labyrinth is laid." in table.post.content
    assert f"By lot, {table.red.mention} plays Black." in table.post.content
    other = await begin(club, table.red, table.blue, game="krabcek")
    assert (await other.record())[0] != lay


async def test_gates_keep_their_own_numbers(table: Table) -> None:
    await table.play("gate 6")
    composer = await table.blue.press(table.post, "Move")
    assert composer.private.content.startswith(say(table.blue, "games.krabcek.asks.gate", title=TITLE))
    assert composer.private.labels == ("1", "2", "3", "4", "5", "7", "8")


async def test_white_chooses_two_gates_in_one_post(table: Table) -> None:
    await table.play("gate 6")
    post = table.post
    composer = await table.blue.press(post, "Move")
    composer = await table.blue.answer(composer, "G1")
    composer = await table.blue.press(composer, label(table.blue, "play"))
    assert len(composer.private.labels) == 6, "the second gate is asked for at once"
    assert table.post.id == post.id
    composer = await table.blue.answer(composer, "G4")
    await table.blue.press(composer, label(table.blue, "play"))
    assert table.post.id != post.id
    assert f"{table.blue.mention} (White) chooses gate 1 and chooses gate 4." in table.post.content


async def test_the_last_gate_falls_to_black_and_the_lower_throw_begins(table: Table) -> None:
    await table.play(*GATES)
    record = await table.record()
    start = next(text for text in record if text.startswith("start "))
    content = table.post.content
    assert "leaves gate 5 to Black" in content
    assert "has the lower one, and begins with" in content
    final = [text for text in record if text.startswith("start ")][-1]
    _, black, white = final.split()
    first = table.red if int(black) < int(white) else table.blue
    assert first.mention in content.splitlines()[-2]
    assert start.startswith("start ")
    assert f"Thrown: {min(int(black), int(white))}." in table.post.picture.alt


async def test_a_piece_is_brought_on_in_four_taps(table: Table) -> None:
    await table.go_to([f"lay {LAY}", "lot 0", *GATES, "start 2 5"])
    member = table.red
    composer = await member.press(table.post, "Move")
    assert composer.private.content == say(member, "games.krabcek.asks.enter", title=TITLE)
    assert composer.private.labels[:2] == ("1 · Middleman, 2 left", "2 · Skinnyboy, 4 left"), (
        "named, since they are not on the board yet, and in the order of the rail"
    )
    composer = await member.answer(composer, "S")
    composer = await member.answer(composer, 0)
    assert "Skinnyboy" in composer.private.content
    assert say(member, "composer.chance") in composer.private.content
    assert f"{table.blue.mention} throws " not in composer.private.content, "that is not known yet"
    await member.press(composer, label(member, "play"))
    assert "brings a Skinnyboy on to" in table.post.content
    assert f"{table.blue.mention} throws " in table.post.content


@pytest.mark.parametrize("typed", ["S", "s@", "S@"])
async def test_typists_find_capital_moves_in_any_case(table: Table, typed: str) -> None:
    await table.go_to([f"lay {LAY}", "lot 0", *GATES, "start 2 5"])
    offered = await table.red.suggestions("move", "text", typed, where=table.venue)
    assert offered
    assert all(text.startswith("S@") for text in offered.values())


async def test_who_cannot_use_his_throw_has_lost(table: Table) -> None:
    record = record_of(ENDS_BY_A_BLOCK)
    await table.go_to(record)
    match = await table.match()
    assert match.outcome is not None
    assert match.outcome.reason == "block"
    winner = match.members[match.outcome.winners[0]]
    assert f"**<@{winner}>" in table.post.content
    assert "by a block" in table.post.content
    assert record[-1].startswith("throw ")
    assert f"throws {record[-1].split()[1]}." in table.post.content


async def test_a_krabcek_wins(table: Table) -> None:
    await table.go_to(record_of(ENDS_BY_A_KRABCEK))
    assert "builds a **Krabcek**" in table.post.content
    assert "with a Krabcek" in table.post.content


async def test_a_given_labyrinth_is_laid(club: Club, alice: Member, bram: Member) -> None:
    challenge = await alice.command("play krabcek", opponent=bram, labyrinth=LAY)
    assert "in a given labyrinth" in challenge.public.content
    await bram.press(challenge, "Accept")
    (number,) = await club.stored.running_of(bram.id, club.guild.id)
    assert (await club.stored.record(number))[0] == f"lay {LAY}"
    assert "The given labyrinth is laid." in club.posts(club.threads[0])[-1].content


@pytest.mark.parametrize("layout", ["hello", "A1" * 16, "A0" * 9999])
async def test_a_labyrinth_that_cannot_be_laid_is_refused(club: Club, bram: Member, layout: str) -> None:
    answer = await bram.command("play krabcek", labyrinth=layout)
    assert answer.private.content == language("nl").say("refusals.unreadable_setting", name="labyrint")
    assert await club.bot.table.stored_challenges.open_for(bram.id, club.guild.id) == []


async def test_dutch_at_krabcek(club: Club, alice: Member, bram: Member) -> None:
    club.speak("nl")
    table = await begin(club, alice, bram, game="krabcek")
    await table.play(*GATES)
    assert "Door het lot" not in table.post.content, "that was told before"
    assert "de laagste" in table.post.content
    assert "Poorten van Zwart" in table.post.picture.alt
    assert label(bram, "move") in table.post.labels


async def test_refusals_name_the_pieces(table: Table) -> None:
    await table.go_to([f"lay {LAY}", "lot 0", *GATES, "start 2 5"])
    answer = await table.red.command("move", where=table.venue, text="G@G6")
    words = language("nl" if table.red is table.club.bram else "en")
    assert answer.private.content == words.say(
        "games.krabcek.refusals.no_way_on", throw=2, kind="Bigboy", target="G6"
    )
