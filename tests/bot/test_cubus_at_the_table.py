"""Cubus at the table: the editor of builds, and claims that somebody contests."""

from __future__ import annotations

import pytest

from bot.addresses import LONGEST
from bot.texts import language
from tests.bot.playing import Table, begin
from tests.bot.simulated import Answer, Club, Member

TWO_TILES: tuple[str, ...] = ("lot 0", "draw T", "none", "draw L", "none", "draw R")
"""Who begins may build a second crate from a lid and a right side."""


@pytest.fixture
async def table(club: Club, alice: Member) -> Table:
    cleo = club.join("Cleo")
    found = await begin(club, alice, cleo, game="cubus", claims="free")
    await found.go_to(TWO_TILES)
    return found


def buttons(composer: Answer) -> list[str]:
    return list(composer.private.labels)


async def test_a_build_takes_five_taps(table: Table) -> None:
    editor = await table.red.press(table.post, "Move")
    assert buttons(editor) == ["+ layer under all", "Nothing to build"]
    editor = await table.red.choose(editor, "b3")
    assert buttons(editor) == ["+ crate on b3", "+ layer under all", "Nothing to build"]
    editor = await table.red.press(editor, "+ crate on b3")
    await table.red.press(editor, "🔨 Build: 1 point")
    assert (await table.record())[6] == "build 1/1"
    assert "builds a new crate, 2 in all, lays 2 tiles and scores **1 point**" in table.post.content


async def test_the_editor_says_what_a_build_comes_to_and_what_stands_against_it(table: Table) -> None:
    editor = await table.red.press(table.post, "Move")
    assert editor.private.content.endswith("crates 1 → 1 · lids 0 of 1 · right sides 0 of 1 · points **0**")
    editor = await table.red.choose(editor, "c2")
    editor = await table.red.press(editor, "+ crate on c2")
    assert editor.private.content.endswith(
        "⚠ left sides 1 of 0 · right sides 0 of 1 · points **1** · a left side is missing"
    )
    assert "🔨 Build: 1 point" not in buttons(editor)
    editor = await table.red.press(editor, "Start afresh")
    assert editor.private.content.endswith("points **0**")


async def test_however_long_one_composes_the_buttons_hold_it_and_the_last_edits_can_be_undone(
    table: Table,
) -> None:
    editor = await table.red.press(table.post, "Move")
    for column in ("b3", "c2", "c3", "b2"):
        editor = await table.red.choose(editor, column)
        for _ in range(5):
            editor = await table.red.press(editor, f"+ crate on {column}")
    assert all(len(button.custom_id) <= LONGEST for button in editor.private.buttons)
    assert "crates 1 → 21" in editor.private.content
    for _ in range(5):
        editor = await table.red.press(editor, "Undo")
    assert "crates 1 → 16" in editor.private.content


async def test_a_claim_is_answered_under_the_board_and_who_knocks_shows_a_build(table: Table) -> None:
    await table.play("none")
    assert [label for label in table.post.labels if label in _answers()] == _answers()
    await table.blue.press(table.post, "Knock!")
    editor = await table.blue.press(table.post, "Move")
    assert buttons(editor)[-1] == "I have no build after all"
    editor = await table.blue.choose(editor, "b3")
    editor = await table.blue.press(editor, "+ crate on b3")
    await table.blue.press(editor, "🔨 Build: 1 point")
    match = await table.match()
    assert " scores=0,1 " in match.game.write_position(match.position), "the points are the knocker's"


def _answers() -> list[str]:
    words = language("en")
    return [words.of_game("cubus", f"answers.{word}") for word in ("knock", "agree")]


async def test_a_false_knock_is_told_with_what_it_costs(table: Table) -> None:
    await table.play("none")
    await table.blue.press(table.post, "Knock!")
    editor = await table.blue.press(table.post, "Move")
    await table.blue.press(editor, "I have no build after all")
    assert "has no build to show: **two points** for everybody else" in table.post.content
    assert "There was a build worth 1 point: `1/1`." in table.post.content
