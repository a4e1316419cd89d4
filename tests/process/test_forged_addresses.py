"""Addresses that nobody was shown, with parts that are missing or make no sense: refused in a sentence."""

from __future__ import annotations

import pytest

from bot.app import FEATURES
from tests.process.club import BROKEN, Club

pytestmark = pytest.mark.asyncio(loop_scope="module")

VERBS = sorted(
    f"{feature.name}:{verb}"
    for feature in FEATURES.values()
    for verb in feature.verbs
    if verb != "forget_yes_house"
)
RESTS = (
    "",
    ":",
    ":zz",
    ":zz:zz",
    "::0",
    ":zz:0:0:zz:zz:zz",
    ":0",
    ":-1:-1",
    f":{'9' * 60}",
    ":\N{PILE OF POO}",
)
CHOSEN = ((), ("zz",), ("-1", "zz"), ("9" * 60,), ("",))
NUMBERS = ("{match}:{ply}", "{match}:999999", "0:0", "999999999999999:0")


@pytest.mark.parametrize("verb", VERBS)
async def test_what_is_forged_is_refused_and_breaks_nothing(steady: Club, verb: str) -> None:
    """By a member in whose match it may mean something."""
    match = await steady.begin(game="cubus" if verb.startswith("play:wr") else "knopen")
    person, venue, ply = match.next_turn().person, match.venue, len(match.record)
    forged = [
        (f"{verb}:{number}{rest}".format(match=match.number, ply=ply), chosen)
        for number in NUMBERS
        for rest in RESTS
        for chosen in (CHOSEN if number == NUMBERS[0] else CHOSEN[:2])
    ]
    for address, chosen in forged:
        doing = person.pressing(person.whisper(venue), address, *chosen)
        await person.send(doing)
        said = "\n".join([doing.text, doing.source.text if doing.source else ""])
        assert BROKEN not in said, (address, chosen)
    assert "Traceback" not in "\n".join(steady.bot.log)
