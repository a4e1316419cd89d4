"""The stand-in takes of messages laid out of components what Discord takes, and nothing else."""

from __future__ import annotations

from typing import Any

import pytest

from tests.standin.layouts import BUTTON, CONTAINER, GALLERY, LAID_OUT, ROW, TEXT, fault


def said(words: str) -> dict[str, Any]:
    return {"type": TEXT, "content": words}


def held(*parts: dict[str, Any]) -> list[Any]:
    return [{"type": CONTAINER, "components": list(parts)}]


PRESSED = {"type": ROW, "components": [{"type": BUTTON}]}


def refused(components: list[Any], *, content: str = "", was: int = 0, flags: int = LAID_OUT) -> str | None:
    return fault(content, [], components, was=was, flags=flags)


def test_a_container_of_words_a_picture_and_buttons_is_taken() -> None:
    picture = {"type": GALLERY, "items": [{"media": {}, "description": "a" * 1024}]}
    assert refused(held(said("It is your turn."), picture, PRESSED)) is None


def test_an_edit_lays_out_what_was_no_layout_but_not_the_other_way() -> None:
    assert refused(held(said("now")), was=0) is None
    assert refused([PRESSED], content="now", was=LAID_OUT, flags=0)


@pytest.mark.parametrize(
    ("components", "content"),
    [
        (held(said("words")), "content"),
        ([], ""),
        (held(said("a" * 2000), said("b" * 2001)), ""),
        (held(*[said("a")] * 40), ""),
        (held(said(" ")), ""),
        (held(), ""),
        (held(*held(said("a"))), ""),
        ([{"type": BUTTON}], ""),
        (held({"type": ROW, "components": [{"type": BUTTON}] * 6}), ""),
        (held({"type": GALLERY, "items": [{"media": {}, "description": "a" * 1025}]}), ""),
    ],
)
def test_what_discord_refuses_is_refused(components: list[Any], content: str) -> None:
    assert refused(components, content=content)


def test_without_the_flag_there_are_rows_alone() -> None:
    assert refused([PRESSED], content="words", flags=0) is None
    assert refused(held(said("words")), flags=0)
    assert refused([], content="a" * 2001, flags=0)
