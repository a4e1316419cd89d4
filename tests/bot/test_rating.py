"""`/rating`: how ratings work, for whoever asks, wherever they are."""

from __future__ import annotations

import re

import pytest

from bot.club.ratings import Skill
from bot.features.guide.rating import NUMBERS
from bot.words.language import LANGUAGES, language
from tests.bot.simulated import Club, Member

SENTENCES = 10


@pytest.mark.parametrize("code", LANGUAGES)
async def test_ten_sentences_and_a_picture_tell_it_privately(club: Club, alice: Member, code: str) -> None:
    club.speak(code)
    answer = (await alice.command("rating")).private
    heading, *told, mark = answer.content.strip().splitlines()
    assert heading.startswith("### ")
    assert [line.count(". ") for line in told] == [0] * SENTENCES
    assert all(line.endswith(".") for line in told)
    assert mark.startswith("-# ")
    (picture,) = answer.pictures
    assert picture.alt
    assert all(str(number) in answer.content for number in NUMBERS.values())
    assert str(Skill().margin) in picture.alt


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_commands_it_names_are_called_so(code: str) -> None:
    words = language(code)
    told = words.say("rating.told", **NUMBERS)
    named = re.findall(r"`/([^`]+)`", told)
    assert named == [words.say(f"commands.{name}.name") for name in ("leaderboard", "profile")]


@pytest.mark.breaks
async def test_without_a_picture_the_words_remain(
    club: Club, alice: Member, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.ui.pictures.draw_scale", lambda _: 1 / 0)
    answer = (await alice.command("rating")).private
    assert answer.pictures == ()
    assert "1500" in answer.content
