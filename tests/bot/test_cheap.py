"""What makes tests of a club cheap changes nothing that they see."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from tests.bot.copies import copied
from tests.bot.simulated import Club, Member


def test_a_copy_stays_as_it_was_when_the_original_changes() -> None:
    original: dict[str, Any] = {"parts": [{"type": 2, "label": "Move"}], "at": datetime.now(UTC), "who": {1}}
    copy = copied(original)
    assert copy == original
    original["parts"][0]["label"] = "Moved"
    original["parts"].append({})
    original["who"].add(2)
    assert copy["parts"] == [{"type": 2, "label": "Move"}]
    assert copy["who"] == {1}


async def test_what_was_seen_or_asked_for_stays_as_it_was(club: Club, alice: Member) -> None:
    shown = await alice.command("play knopen", opponent=club.bram)
    seen = shown.public
    stored = club.env.backend.get_message(seen.channel_id, seen.id)
    assert stored.components
    stored.components[0]["type"] = -1
    assert seen.payload["components"][0]["type"] > 0
    assert club.again(seen).payload["components"][0]["type"] == -1
