"""Absurd input, wherever something can be typed: one sentence, nothing changed, and nobody called.

It goes into every option of every command, and into every field of every form, past what Discord looks at
itself: what is listed, and how long a line may be.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from discord import AppCommandOptionType as Kind

from bot.features.preferences import house, mine
from bot.words.language import LANGUAGES, language
from tests.bot import test_authorisation
from tests.bot.alone import alone
from tests.bot.simulated import Answer, Click, Club
from tests.bot.test_authorisation import BUTTON, MANAGER, MOVER, Scene, stored

scene = test_authorisation.scene

TEXTS: Final = (
    " \t\n ",
    "@everyone @here <@1> <@&1> <#1> </play:1>",
    "\N{ARABIC-INDIC DIGIT ONE}\N{ARABIC-INDIC DIGIT TWO}",
    "-1",
    "x" * 4000,
    "9" * 400,
    "1e+99",
    "NaN",
    "\N{FULLWIDTH DIGIT ONE}",
    "\N{SUPERSCRIPT TWO}",
    "\N{PILE OF POO}" * 40,
    "\N{WOMAN}\N{ZERO WIDTH JOINER}\N{ROCKET}",
    "\N{RIGHT-TO-LEFT OVERRIDE}1a-2a\N{HEBREW LETTER ALEF}",
    "\N{ZERO WIDTH SPACE}\N{ZERO WIDTH NON-JOINER}\N{WORD JOINER}",
    "**bold** _it_ ~~no~~ ||hidden||\n# big\n> quoted",
    "[a link](https://example.org/?a=b&c=d) https://example.org",
    "`code` ```more``` \\`",
    "\x00\x1b[31m",
    "'; DROP TABLE matches; --",
    "{0} {who} %s",
)
NUMBERS: Final = (0, -1, 77, 2**53, -(2**53))
"""There is nothing of which one of these is the number."""
FEW: Final = 4
"""Of these, where what is typed is only compared with what is listed."""
A_SENTENCE: Final = 400
"""Characters, at most."""
BROKEN: Final = {language(code).say("refusals.broken") for code in LANGUAGES}
_TYPED: Final[dict[int, tuple[Any, ...]]] = {Kind.string.value: TEXTS, Kind.integer.value: NUMBERS}


@dataclass(frozen=True)
class Option:
    command: str
    name: str
    absurd: tuple[Any, ...]
    beside: dict[str, Any]
    """What else must be there."""
    is_suggested: bool


def _options(club: Club) -> Iterator[Option]:
    """All that are typed: members are chosen."""
    for command in club.env.backend.commands[None].values():
        below = [one for one in command.get("options", ()) if one["type"] == Kind.subcommand.value]
        for leaf in below or [command]:
            name = f"{command['name']} {leaf['name']}" if below else command["name"]
            declared = [one for one in leaf.get("options", ()) if one["type"] in _TYPED]
            needed = {one["name"]: _sensible(one) for one in declared if one.get("required")}
            for one in declared:
                beside = {other: value for other, value in needed.items() if other != one["name"]}
                yield Option(name, one["name"], _absurd(one), beside, one.get("autocomplete", False))


def _absurd(option: dict[str, Any]) -> tuple[Any, ...]:
    typed = _TYPED[option["type"]]
    listed = _listed(option)
    return tuple(one for one in typed[:FEW] if one not in listed) if listed else typed


def _sensible(option: dict[str, Any]) -> Any:
    return next(iter(_listed(option)), "b7-c6")


def _listed(option: dict[str, Any]) -> list[Any]:
    return [choice["value"] for choice in option.get("choices", ())]


async def test_an_absurd_option_is_refused_in_a_sentence(scene: Scene) -> None:
    member, before, asked = scene.people[MOVER], await stored(scene.club), 0
    for option in _options(scene.club):
        for typed in option.absurd:
            filled = {**option.beside, option.name: typed}
            (answer,) = await scene.club.deliver(member.typing(scene.private[MOVER], option.command, filled))
            assert _is_refused(answer), (option.command, option.name, typed, answer.messages)
            asked += 1
    assert asked > 100
    assert await stored(scene.club) == before


async def test_suggestions_bear_whatever_is_typed(scene: Scene) -> None:
    member, suggested = scene.people[MOVER], [one for one in _options(scene.club) if one.is_suggested]
    assert {("move", "text"), ("replay", "match")} <= {(one.command, one.name) for one in suggested}
    for option in suggested:
        for typed in TEXTS:
            await member.suggestions(option.command, option.name, typed, **option.beside)


SETTINGS: Final = {"preferences:save": mine.PAGE.settings, "preferences:save_house": house.PAGE.settings}
LINES: Final = ("learn:written", "puzzle:written", "daily:written", "managing:numbered")


async def test_an_absurd_field_is_refused_in_a_sentence(scene: Scene) -> None:
    cubus = await alone(scene.club, scene.people[MOVER], "cubus")
    to_write = f"play:written:{cubus.id}:{(await cubus.match()).ply}::0"
    forms = {address: {"line": ""} for address in (*map(_address, LINES), to_write)}
    forms[_address("challenge:asked")] = dict(BUTTON["challenge:asked"].fill or {})
    before = await stored(scene.club)
    for address, fields in forms.items():
        for name in fields:
            for typed in TEXTS:
                await _fill(scene, address, {**fields, name: typed})
    for form, settings in SETTINGS.items():
        for name in settings:
            for typed in TEXTS[:FEW]:
                await _fill(scene, _address(form), {name: typed})
    assert await stored(scene.club) == before


def _address(form: str) -> str:
    return f"{form}:{BUTTON[form].address}"


async def _fill(scene: Scene, address: str, fields: dict[str, str]) -> None:
    member = scene.people[MANAGER if "house" in address or address.startswith("managing") else MOVER]
    click: Click = member.filling(scene.private[MOVER], scene.filled(address), **fields)
    (answer,) = await scene.club.deliver(click)
    assert _is_refused(answer), (address, fields, answer.messages)


def _is_refused(answer: Answer) -> bool:
    """One private sentence, which calls nobody and offers nothing."""
    if len(answer.messages) != 1:
        return False
    (said,) = answer.messages
    is_sentence = 0 < len(said.content) <= A_SENTENCE and said.content not in BROKEN
    calls = said.pinged or said.payload["mention_everyone"]
    return said.private and is_sentence and not calls and not said.pictures and not said.buttons
